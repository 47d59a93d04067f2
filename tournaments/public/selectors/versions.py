"""Versions of the standings and their differences."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import takewhile

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import Play, StandingRow, StandingsVersion, Tournament
from tournaments.standings.selectors import (
    PublicStandings,
    RankingList,
    sort_sections,
    standing_line,
    with_sharing,
)
from tournaments.state.standings_versions import FIELDS, SHOWN

DELETED_TEAM_NAME = "–"


@dataclass(frozen=True, slots=True)
class CorrectedPlay:
    board: int
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list; the current one has no ``ended_at``.

    ``reason``: ``round``, ``correction``, ``final``, ``official`` or ``back`` (into play).
    """

    number: int
    made_at: datetime
    ended_at: datetime | None
    rounds: int
    is_final: bool
    official_since: datetime | None
    reason: str
    corrected: tuple[CorrectedPlay, ...]


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A team with a changed rank or total."""

    team: TeamLine
    section: str
    rank_before: int | None
    rank: int
    total_before: Fraction | None
    total: Fraction


@dataclass(frozen=True, slots=True)
class VersionPage:
    """A version with standings; ``moved`` is empty if the round differs."""

    line: VersionLine
    standings: PublicStandings
    moved: tuple[StandingChange, ...]
    newest: int
    unit: str


def versions_of(tournament: Tournament) -> QuerySet[StandingsVersion]:
    return StandingsVersion.objects.filter(tournament=tournament)


def version_lines(tournament: Tournament) -> tuple[VersionLine, ...]:
    """All versions, newest first; two queries."""
    if tournament.state not in SHOWN:
        return ()
    rows = list(versions_of(tournament).defer("rows").order_by("number"))
    plays = corrected_plays({pk for row in rows for pk in row.corrected})
    before: list[StandingsVersion | None] = [None, *rows]
    after: list[StandingsVersion | None] = [*rows[1:], None]
    lines = [version_line(*three, plays) for three in zip(before, rows, after, strict=False)]
    return tuple(reversed(lines))


def corrections_since_end(tournament: Tournament) -> tuple[VersionLine, ...]:
    """Corrections since the tournament was last finished, newest first."""
    since = takewhile(
        lambda line: line.is_final and line.reason != "final", version_lines(tournament)
    )
    return tuple(line for line in since if line.corrected or line.reason == "correction")


def version_line(
    before: StandingsVersion | None,
    row: StandingsVersion,
    after: StandingsVersion | None,
    plays: Mapping[int, CorrectedPlay],
) -> VersionLine:
    ended_at = after.made_at if after else None
    return VersionLine(
        number=row.number,
        made_at=row.made_at,
        ended_at=ended_at,
        rounds=row.rounds,
        is_final=row.state == Tournament.State.FINISHED,
        official_since=official_since(row, ended_at or timezone.now()),
        reason=version_reason(before, row),
        corrected=tuple(plays[pk] for pk in row.corrected if pk in plays),
    )


def official_since(row: StandingsVersion, end: datetime) -> datetime | None:
    """When the version became official before it ended: by release or deadline."""
    if row.official_at is not None:
        return row.official_at
    until = row.corrections_until if row.state == Tournament.State.FINISHED else None
    return until if until is not None and until <= end else None


def version_reason(before: StandingsVersion | None, row: StandingsVersion) -> str:
    if row.official_at and not (before and before.official_at):
        return "official"
    was = before.state if before else Tournament.State.PLAYING
    if row.state != was:
        return "final" if row.state == Tournament.State.FINISHED else "back"
    return "correction" if before and before.rounds == row.rounds else "round"


def corrected_plays(wanted: set[int]) -> dict[int, CorrectedPlay]:
    """Location of plays; deleted ones are omitted."""
    plays = Play.objects.filter(pk__in=wanted) if wanted else Play.objects.none()
    places = ("board__number", "sitting__round__number", "sitting__table__number")
    return {pk: CorrectedPlay(*place) for pk, *place in plays.values_list("pk", *places)}


def version_page(tournament: Tournament, number: int) -> VersionPage | None:
    """A version as shown, with current names; None if unknown."""
    lines = version_lines(tournament)
    line = next((line for line in lines if line.number == number), None)
    if line is None:
        return None
    rows = versions_of(tournament).filter(number__in=(number - 1, number))
    stored = {row.number: row for row in rows}
    standings = standings_at(tournament, stored[number])
    before = stored.get(number - 1)
    moved: tuple[StandingChange, ...] = ()
    if before is not None and before.rounds == line.rounds:
        moved = moves_between(standings_at(tournament, before), standings)
    return VersionPage(line, standings, moved, lines[0].number, stored[number].unit)


def last_after_round(tournament: Tournament, rounds: int) -> int | None:
    """Number of the last version with this many rounds."""
    return next((line.number for line in version_lines(tournament) if line.rounds == rounds), None)


def standings_at(tournament: Tournament, version: StandingsVersion) -> PublicStandings:
    teams = teams_of(tournament)
    lists: dict[str, list[StandingRow]] = {}
    for values in version.rows:
        row = StandingRow(**dict(zip(FIELDS, values, strict=True)))
        lists.setdefault(row.section, []).append(row)
    rankings = tuple(
        RankingList(
            name,
            with_sharing(
                standing_line(
                    row,
                    teams.get(row.team_id) or deleted_team(row.team_id),
                    (),
                    version.rounds,
                )
                for row in lists[name]
            ),
        )
        for name in sort_sections(lists)
    )
    boards = [line.boards for ranking in rankings for line in ranking.lines if line.boards]
    return PublicStandings(
        lists=rankings,
        rounds=version.rounds,
        version=version.facts,
        made_at=version.made_at,
        is_fresh=True,
        boards=max(boards, default=0),
        fewest=min(boards, default=0),
    )


def deleted_team(pk: int) -> TeamLine:
    """Placeholder for a deleted team."""
    return TeamLine(pk, None, DELETED_TEAM_NAME, (DELETED_TEAM_NAME,), DELETED_TEAM_NAME)


def moves_between(before: PublicStandings, now: PublicStandings) -> tuple[StandingChange, ...]:
    """Teams with changed rank or total, in the new order."""
    was = {
        (ranking.section, line.team.id): line for ranking in before.lists for line in ranking.lines
    }
    changes = []
    for ranking in now.lists:
        for line in ranking.lines:
            old = was.get((ranking.section, line.team.id))
            if old is None or (old.rank, old.total) != (line.rank, line.total):
                changes.append(
                    StandingChange(
                        team=line.team,
                        section=ranking.section,
                        rank_before=old.rank if old else None,
                        rank=line.rank,
                        total_before=old.total if old else None,
                        total=line.total,
                    )
                )
    return tuple(changes)

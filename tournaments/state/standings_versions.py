"""Versions of published standings, numbered.

Added in the same transaction when another round counts, a correction changes a row, or
the status changes (final, official, reopened).
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from tournaments.events.outbox import queue_webhook_standings
from tournaments.models import (
    Play,
    Result,
    StandingRow,
    StandingsChange,
    StandingsVersion,
    Tournament,
)
from tournaments.state.missed_rounds import missed_rounds
from tournaments.state.scoring import figure_unit

FIELDS: Final = (
    "section", "team_id", "position", "rank", "is_tied", "figure", "boards", "score", "carry",
    "adjusted", "handicap", "ties", "round_figures", "round_ranks",
)  # fmt: skip
MAX_ENTRY_DELAY: Final = timedelta(seconds=10)
"""Between entering a result and a version that did not count it yet."""
SHOWN: Final = frozenset({Tournament.State.PLAYING, Tournament.State.FINISHED})
Status = tuple[str, datetime | None, datetime | None, int]


def add_standings_version(
    tournament: Tournament, *, moved: bool = False
) -> StandingsVersion | None:
    """Add a version if the rows or the status changed.

    The caller holds the lock; ``moved``: rows can differ.
    """
    if not tournament.rounds_counted or tournament.state not in SHOWN:
        return None
    versions = StandingsVersion.objects.filter(tournament=tournament)
    last = versions.order_by("-number").defer("rows").first()
    status = status_of(tournament)
    if last is not None and status == status_of_version(last) and not moved:
        return None
    rows = stored_rows(tournament)
    if not rows or (last and status == status_of_version(last) and rows == last.rows):
        return None
    version = StandingsVersion.objects.create(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        facts=tournament.standings_version,
        rounds=tournament.rounds_counted,
        state=tournament.state,
        corrections_until=tournament.corrections_until,
        official_at=tournament.official_at,
        unit=figure_unit(tournament),
        rows=rows,
        corrected=corrections_since(last) if last else [],
    )
    queue_webhook_standings(tournament.pk, version.number)
    return version


def status_of(tournament: Tournament) -> Status:
    official = tournament.official_at
    return tournament.state, tournament.corrections_until, official, tournament.rounds_counted


def status_of_version(version: StandingsVersion) -> Status:
    return version.state, version.corrections_until, version.official_at, version.rounds


def stored_rows(tournament: Tournament) -> list[list[object]]:
    rows = StandingRow.objects.filter(tournament=tournament).order_by("section", "position")
    missed = missed_rounds(tournament, tournament.rounds_counted)
    return [row_of_played(row, missed) for row in rows.values_list(*FIELDS)]


def row_of_played(row: tuple[object, ...], missed: Mapping[int, Collection[int]]) -> list[object]:
    """A row without figures of missed rounds."""
    values = dict(zip(FIELDS, row, strict=True))
    figures: list[tuple[int, str]] = values["round_figures"]  # type: ignore[assignment]
    gone = missed.get(values["team_id"], ())  # type: ignore[call-overload]
    values["round_figures"] = [each for each in figures if each[0] not in gone]
    return list(values.values())


def corrections_since(last: StandingsVersion) -> list[int]:
    """Plays counted by the last version and changed since; one query."""
    news = StandingsChange.objects.filter(
        tournament=last.tournament_id, counted_in__gt=last.facts, play_id__isnull=False
    )
    entered = Result.objects.filter(created_at__gt=last.made_at - MAX_ENTRY_DELAY, version__gt=1)
    plays = Play.objects.filter(
        pk__in=news.values("play_id"),
        sitting__round__number__lte=last.rounds,
        results__in=entered,
    )
    return sorted(set(plays.values_list("pk", flat=True)))

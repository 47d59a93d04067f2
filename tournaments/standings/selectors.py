"""Public standings from stored rows; never computed per request."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import StandingRow, Tournament
from tournaments.scoring import places_of
from tournaments.state.missed_rounds import missed_rounds
from tournaments.state.request_cache import cached_briefly

MAX_BEST_TEAMS = 5
TOP = 3


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A team's line.

    ``change``: ranks gained since the previous round (negative: lost; None: no earlier rank);
    ``places``: rank after each counted round; ``last``: figure of the last one (None: not
    played); ``made``: stored figures of all. ``total`` is the sum of ``score``, ``carry``,
    ``adjusted`` and ``handicap``. ``decided``: tie-break that gave the rank, with its value;
    ``sharing``: number of teams at this rank.
    """

    team: TeamLine
    rank: int
    is_tied: bool
    change: int | None
    places: tuple[int, ...]
    last: Fraction | None
    total: Fraction
    boards: int
    score: Fraction = Fraction(0)
    carry: Fraction = Fraction(0)
    adjusted: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)
    decided: tuple[str, Fraction] | None = None
    sharing: int = 1
    made: tuple[str | None, ...] = ()

    @property
    def results(self) -> tuple[Fraction | None, ...]:
        return tuple(None if figure is None else Fraction(figure) for figure in self.made)

    @property
    def shown(self) -> Fraction | None:
        """The total; None before the first board unless it is not zero."""
        return self.total if self.boards or self.total else None

    @property
    def until(self) -> int:
        """Last of the shared ranks."""
        return self.rank + self.sharing - 1

    @property
    def is_top(self) -> bool:
        """Whether it is in the top three, including all ties."""
        return self.until <= TOP


@dataclass(frozen=True, slots=True)
class RankingList:
    section: str
    lines: tuple[StandingLine, ...]

    @property
    def field(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, slots=True)
class PublicStandings:
    """All lists of a tournament, and the facts they include.

    ``boards``: most boards played by a team in counted rounds; ``fewest``: least above zero.
    """

    lists: tuple[RankingList, ...]
    rounds: int
    version: int
    made_at: datetime | None
    is_fresh: bool
    boards: int
    fewest: int = 0

    def is_telling(self, rounds: int) -> bool:
        """Whether half of the rounds are counted, so that ranks are meaningful."""
        return 2 * self.rounds >= rounds

    @property
    def has_carry(self) -> bool:
        return any(line.carry for line in self.lines)

    @property
    def has_adjusted(self) -> bool:
        return any(line.adjusted for line in self.lines)

    @property
    def has_handicap(self) -> bool:
        return any(line.handicap for line in self.lines)

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(sorted({line.team.category for line in self.lines if line.team.category}))

    def of(self, category: str) -> "PublicStandings":
        """Only the teams of a category, re-ranked; broken ties stay broken."""
        return replace(
            self, lists=tuple(category_list(ranking, category) for ranking in self.lists)
        )

    @property
    def strata(self) -> tuple[tuple[str, tuple[StandingLine, ...]], ...]:
        """First three of each category, per list."""
        return tuple(
            (name, tuple(line for line in self.of(name).lines if line.rank <= TOP))
            for name in self.categories
        )

    @property
    def best(self) -> tuple[StandingLine, ...]:
        played = [line for ranking in self.lists for line in ranking.lines if line.last is not None]
        return tuple(
            sorted(played, key=lambda line: (-(line.last or 0), line.rank))[:MAX_BEST_TEAMS]
        )

    @property
    def has_best(self) -> bool:
        """Whether a best team exists; not if all are equal."""
        return len({line.last for line in self.lines if line.last is not None}) > 1

    @property
    def lines(self) -> tuple[StandingLine, ...]:
        return tuple(line for ranking in self.lists for line in ranking.lines)


def standings_of(tournament: Tournament) -> PublicStandings:
    """Stored standings; empty before a round is complete. Three queries."""
    lists = stored_lists(tournament)
    boards = [line.boards for ranking in lists for line in ranking.lines if line.boards]
    return PublicStandings(
        lists=lists,
        rounds=tournament.rounds_counted if lists else 0,
        version=tournament.standings_version,
        made_at=tournament.standings_at,
        is_fresh=tournament.is_fresh,
        boards=max(boards, default=0),
        fewest=min(boards, default=0),
    )


def version_of(tournament: Tournament) -> tuple[object, ...]:
    """Cache key of the stored lists."""
    version = tournament.standings_version, tournament.hall_version
    return (tournament.state, tournament.rounds_counted, *version)


@cached_briefly(version_of)
def stored_lists(tournament: Tournament) -> tuple[RankingList, ...]:
    rounds = tournament.rounds_counted
    if not rounds or tournament.state not in {Tournament.State.PLAYING, Tournament.State.FINISHED}:
        return ()
    teams = teams_of(tournament)
    missed = missed_rounds(tournament, rounds)
    lines: dict[str, list[StandingLine]] = {}
    for row in StandingRow.objects.filter(tournament=tournament).order_by("section", "position"):
        line = standing_line(row, teams[row.team_id], missed.get(row.team_id, frozenset()), rounds)
        lines.setdefault(row.section, []).append(line)
    return tuple(RankingList(name, with_sharing(lines[name])) for name in sort_sections(lines))


def with_sharing(lines: Iterable[StandingLine]) -> tuple[StandingLine, ...]:
    all_lines = tuple(lines)
    times = Counter(line.rank for line in all_lines)
    return tuple(
        replace(line, sharing=times[line.rank]) if times[line.rank] > 1 else line
        for line in all_lines
    )


def category_list(ranking: RankingList, category: str) -> RankingList:
    lines_by_team = {line.team.id: line for line in ranking.lines if line.team.category == category}
    shared: dict[int, list[int]] = {}
    for team, line in lines_by_team.items():
        shared.setdefault(line.rank, []).append(team)
    places = places_of(shared[rank] for rank in sorted(shared))
    return RankingList(
        ranking.section,
        with_sharing(
            replace(
                lines_by_team[place.entrant],
                rank=place.rank,
                is_tied=place.tied,
                change=None,
                sharing=1,
            )
            for place in places
        ),
    )


def sort_sections(sections: Iterable[str]) -> list[str]:
    return sorted(sections, key=["all", "ns", "ew"].index)


def standing_line(
    row: StandingRow, team: TeamLine, missed: Collection[int], rounds: int
) -> StandingLine:
    places = tuple(rank for _round, rank in row.round_ranks)
    figures = dict(row.round_figures)
    last = None if rounds in missed else figures.get(rounds)
    return StandingLine(
        team=team,
        rank=row.rank,
        is_tied=row.is_tied,
        change=places[-2] - places[-1] if len(places) > 1 else None,
        places=places,
        last=None if last is None else Fraction(last),
        total=Fraction(row.figure),
        boards=row.boards,
        score=Fraction(row.score),
        carry=Fraction(row.carry),
        adjusted=Fraction(row.adjusted),
        handicap=Fraction(row.handicap),
        decided=deciding_tie_break(row),
        made=tuple(
            None if number in missed else figures.get(number) for number in range(1, rounds + 1)
        ),
    )


def deciding_tie_break(row: StandingRow) -> tuple[str, Fraction] | None:
    """Tie-break that gave the rank; None without a tie, or if unbroken."""
    if not row.ties or row.is_tied:
        return None
    name, value, _group = row.ties[-1]
    return name, Fraction(value)

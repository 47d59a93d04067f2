"""A season evening by evening: each player's points in a table, their sums, who can still win."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from tournaments.clubs.names import last_name
from tournaments.models import StandingRow, Tournament
from tournaments.scoring import Credit, Measure, SeasonRule, total_of, totals_after
from tournaments.seasons.selectors import CreditLine, Ladder, LadderLine, rule_of

MOST_IN_RACE: Final = 4
"""So many who can still win are named; more are no news."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player, or those who sat in the same team every evening, with a cell for each evening.

    A cell is the credit, if any, and whether the evening was won.
    """

    lines: tuple[LadderLine, ...]
    cells: tuple[tuple[CreditLine | None, bool], ...]

    @property
    def line(self) -> LadderLine:
        """What the ladder says of each of them; of one it tells the name."""
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class Runner:
    """Players with the same sum after every evening, such as a pair that always plays together."""

    lines: tuple[LadderLine, ...]
    sums: tuple[Fraction, ...]

    @property
    def names(self) -> str:
        """The last names of a few of them, the whole name of one alone."""
        if len(self.lines) == 1:
            return self.lines[0].player.shown
        names = [last_name(line.player.shown) for line in self.lines]
        return " – ".join(names[:2]) + (" …" if len(names) > 2 else "")

    @property
    def total(self) -> Fraction:
        """The sum after the last evening."""
        return self.sums[-1]


@dataclass(frozen=True, slots=True)
class Contest:
    """Who can still win a season: the first, who can draw level, and how many evenings are to come.

    ``needed`` is the place that each of ``others`` needs in the last evening, where there is one.
    """

    first: Runner
    others: tuple[Runner, ...]
    left: int
    last_day: date
    needed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The evenings of a season that have brought points, and what they brought."""

    evenings: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    runners: tuple[Runner, ...]
    contest: Contest | None

    @property
    def has_parts(self) -> bool:
        """Whether somebody played in a part of an evening only."""
        cells = (cell for row in self.rows for cell, _won in row.cells if cell)
        return any(cell.share != 1 for cell in cells)


def season_table_of(ladder: Ladder) -> SeasonTable:
    """A season's ladder evening by evening; one query."""
    credited = {credit.event for line in ladder.lines for credit in line.credits}
    evenings = tuple(event for event in ladder.tournaments if event.pk in credited)
    teams = teams_in(evenings)
    runners = runners_of(ladder, [event.pk for event in evenings])
    rows = rows_of(ladder.lines, evenings, teams)
    return SeasonTable(evenings, rows, runners, contest_of(ladder, runners))


Teams = dict[tuple[int, int], tuple[int, int]]


def teams_in(evenings: Iterable[Tournament]) -> Teams:
    """Each player's team and its place by (tournament, player); one query."""
    rows = StandingRow.objects.filter(tournament__in=[each.pk for each in evenings])
    told = rows.order_by("-rank").values_list("tournament", "team__players", "team", "rank")
    return {(event, player): (team, rank) for event, player, team, rank in told}


def rows_of(
    lines: Iterable[LadderLine], evenings: Sequence[Tournament], teams: Teams
) -> tuple[SeasonRow, ...]:
    """A row for each player; for a pair that always plays together one, where the first stands."""
    found: dict[object, list[LadderLine]] = {}
    for line in lines:
        found.setdefault(sat_with(line, teams), []).append(line)
    return tuple(season_row(tuple(each), evenings, teams) for each in found.values())


def sat_with(line: LadderLine, teams: Teams) -> object:
    """Equal for those who have every credit from the same team, and no one else."""
    player = line.player.pk
    credits = tuple(
        (teams.get((each.event, player), (0, player)), each.event, each.points, each.counts)
        for each in line.credits
    )
    return (line.rank, credits) if credits else player


def season_row(
    lines: tuple[LadderLine, ...], evenings: Iterable[Tournament], teams: Teams
) -> SeasonRow:
    """The row of those who have the same credits."""
    player = lines[0].player.pk
    credits = {credit.event: credit for credit in lines[0].credits}
    return SeasonRow(
        lines,
        tuple(
            (credits.get(each.pk), teams.get((each.pk, player), (0, 0))[1] == 1)
            for each in evenings
        ),
    )


def runners_of(ladder: Ladder, events: Sequence[int]) -> tuple[Runner, ...]:
    """Who has which sum after each evening, the first first."""
    rule = rule_of(ladder.season)
    found: dict[tuple[tuple[Fraction, ...], int], list[LadderLine]] = {}
    for line in ladder.lines:
        sums = tuple(totals_after(credits_of(line), events, rule))
        found.setdefault((sums, line.rank), []).append(line)
    return tuple(Runner(tuple(lines), sums) for (sums, _rank), lines in found.items() if sums)


def credits_of(line: LadderLine) -> list[Credit]:
    """A player's credits as the computation takes them."""
    return [Credit(each.event, each.points, each.counts, each.share) for each in line.credits]


def contest_of(ladder: Ladder, runners: Sequence[Runner]) -> Contest | None:
    """Who can still win; None where nobody can say, where nothing is to come, or too many can."""
    rule = rule_of(ladder.season)
    waiting = [row for row in ladder.tournaments if row.state != Tournament.State.FINISHED]
    if not (runners and waiting and ladder.is_fresh and is_bounded(rule)):
        return None
    first, left = runners[0], len(waiting)
    unranked = [rule.places[0]] * (rule.least - 1 + left)
    if worth(unranked, rule) >= first.total:
        return None
    others = tuple(each for each in runners[1:] if best_of(each, left, rule) >= first.total)
    if len(others) >= MOST_IN_RACE:
        return None
    needed = tuple(place_needed(each, first.total, rule) for each in others) if left == 1 else ()
    return Contest(first, others, left, waiting[-1].date, needed)


def is_bounded(rule: SeasonRule) -> bool:
    """Whether an evening brings so much at most, and takes nothing away."""
    paid = rule.measure is Measure.PLACES and bool(rule.places) and rule.places[-1] >= 0
    return paid and not rule.mean


def best_of(runner: Runner, left: int, rule: SeasonRule) -> Fraction:
    """What they have after winning every evening that is left."""
    return with_more(runner, [rule.places[0]] * left, rule)


def place_needed(runner: Runner, total: Fraction, rule: SeasonRule) -> int:
    """The last place of one more evening that draws them level with a total."""
    enough = enough_places(runner, total, rule)
    return max(enough, default=1)


def enough_places(runner: Runner, total: Fraction, rule: SeasonRule) -> Iterator[int]:
    """The places that are good enough."""
    for place, points in enumerate(rule.places, 1):
        if with_more(runner, [points], rule) >= total:
            yield place


def with_more(runner: Runner, points: Sequence[Fraction], rule: SeasonRule) -> Fraction:
    """Their total with more evenings that bring so much."""
    more = [Credit(-number, each, True) for number, each in enumerate(points, 1)]
    return total_of(credits_of(runner.lines[0]) + more, rule)


def worth(points: Sequence[Fraction], rule: SeasonRule) -> Fraction:
    """The total of somebody who has these points alone."""
    return total_of([Credit(number, each, True) for number, each in enumerate(points)], rule)

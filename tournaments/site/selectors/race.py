"""Season standings evening by evening, and who can still win."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from tournaments.clubs.names import last_name
from tournaments.models import StandingRow, Tournament
from tournaments.scoring import Credit, Measure, SeasonRule, total_of, totals_after
from tournaments.seasons.selectors import CreditLine, Ladder, LadderLine, rule_of

MAX_CONTENDERS: Final = 4


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player, or players with identical credits, with a cell per evening.

    A cell is (credit or None, whether the evening was won).
    """

    lines: tuple[LadderLine, ...]
    cells: tuple[tuple[CreditLine | None, bool], ...]

    @property
    def line(self) -> LadderLine:
        """The first ladder line; it applies to all of them except for the name."""
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class Contender:
    """Players with equal sums after every evening, such as a permanent pair."""

    lines: tuple[LadderLine, ...]
    sums: tuple[Fraction, ...]

    @property
    def names(self) -> str:
        """Last names of up to two players, or the full name of a single one."""
        if len(self.lines) == 1:
            return self.lines[0].player.shown
        names = [last_name(line.player.shown) for line in self.lines]
        return " – ".join(names[:2]) + (" …" if len(names) > 2 else "")

    @property
    def total(self) -> Fraction:
        return self.sums[-1]


@dataclass(frozen=True, slots=True)
class TitleRace:
    """Leader, players who can draw level, and number of remaining evenings.

    ``needed``: the rank each of ``others`` needs if one evening remains.
    """

    first: Contender
    others: tuple[Contender, ...]
    left: int
    last_day: date
    needed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonTable:
    evenings: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    runners: tuple[Contender, ...]
    contest: TitleRace | None

    @property
    def has_parts(self) -> bool:
        """Whether a player played only part of an evening."""
        cells = (cell for row in self.rows for cell, _won in row.cells if cell)
        return any(cell.share != 1 for cell in cells)


def season_table_of(ladder: Ladder) -> SeasonTable:
    """Season ladder by evening; one query."""
    credited = {credit.event for line in ladder.lines for credit in line.credits}
    evenings = tuple(event for event in ladder.tournaments if event.pk in credited)
    teams = teams_in(evenings)
    runners = contenders_of(ladder, [event.pk for event in evenings])
    rows = rows_of(ladder.lines, evenings, teams)
    return SeasonTable(evenings, rows, runners, title_race_of(ladder, runners))


Teams = dict[tuple[int, int], tuple[int, int]]


def teams_in(evenings: Iterable[Tournament]) -> Teams:
    """(team, rank) by (tournament, player); one query."""
    rows = StandingRow.objects.filter(tournament__in=[each.pk for each in evenings])
    ranked_rows = rows.order_by("-rank").values_list("tournament", "team__players", "team", "rank")
    return {(event, player): (team, rank) for event, player, team, rank in ranked_rows}


def rows_of(
    lines: Iterable[LadderLine], evenings: Sequence[Tournament], teams: Teams
) -> tuple[SeasonRow, ...]:
    """A row per player, or one per permanent pair."""
    lines_by_group: dict[object, list[LadderLine]] = {}
    for line in lines:
        lines_by_group.setdefault(grouping_key(line, teams), []).append(line)
    return tuple(season_row(tuple(each), evenings, teams) for each in lines_by_group.values())


def grouping_key(line: LadderLine, teams: Teams) -> object:
    """Grouping key: equal for players with all credits from the same teams."""
    player = line.player.pk
    credits = tuple(
        (teams.get((each.event, player), (0, player)), each.event, each.points, each.counts)
        for each in line.credits
    )
    return (line.rank, credits) if credits else player


def season_row(
    lines: tuple[LadderLine, ...], evenings: Iterable[Tournament], teams: Teams
) -> SeasonRow:
    player = lines[0].player.pk
    credits = {credit.event: credit for credit in lines[0].credits}
    return SeasonRow(
        lines,
        tuple(
            (credits.get(each.pk), teams.get((each.pk, player), (0, 0))[1] == 1)
            for each in evenings
        ),
    )


def contenders_of(ladder: Ladder, events: Sequence[int]) -> tuple[Contender, ...]:
    rule = rule_of(ladder.season)
    lines_by_total: dict[tuple[tuple[Fraction, ...], int], list[LadderLine]] = {}
    for line in ladder.lines:
        sums = tuple(totals_after(credits_of(line), events, rule))
        lines_by_total.setdefault((sums, line.rank), []).append(line)
    return tuple(
        Contender(tuple(lines), sums) for (sums, _rank), lines in lines_by_total.items() if sums
    )


def credits_of(line: LadderLine) -> list[Credit]:
    return [Credit(each.event, each.points, each.counts, each.share) for each in line.credits]


def title_race_of(ladder: Ladder, runners: Sequence[Contender]) -> TitleRace | None:
    """Who can still win; None if undecidable, nothing remains or too many can."""
    rule = rule_of(ladder.season)
    waiting = [row for row in ladder.tournaments if row.state != Tournament.State.FINISHED]
    if not (runners and waiting and ladder.is_fresh and is_bounded(rule)):
        return None
    first, left = runners[0], len(waiting)
    unranked = [rule.places[0]] * (rule.least - 1 + left)
    if total_of_points(unranked, rule) >= first.total:
        return None
    others = tuple(each for each in runners[1:] if best_of(each, left, rule) >= first.total)
    if len(others) >= MAX_CONTENDERS:
        return None
    needed = tuple(place_needed(each, first.total, rule) for each in others) if left == 1 else ()
    return TitleRace(first, others, left, waiting[-1].date, needed)


def is_bounded(rule: SeasonRule) -> bool:
    """Whether points per evening have an upper limit and are never negative."""
    paid = rule.measure is Measure.PLACES and bool(rule.places) and rule.places[-1] >= 0
    return paid and not rule.mean


def best_of(runner: Contender, left: int, rule: SeasonRule) -> Fraction:
    return total_with(runner, [rule.places[0]] * left, rule)


def place_needed(runner: Contender, total: Fraction, rule: SeasonRule) -> int:
    """Lowest rank in one more evening that reaches the total."""
    enough = sufficient_places(runner, total, rule)
    return max(enough, default=1)


def sufficient_places(runner: Contender, total: Fraction, rule: SeasonRule) -> Iterator[int]:
    for place, points in enumerate(rule.places, 1):
        if total_with(runner, [points], rule) >= total:
            yield place


def total_with(runner: Contender, points: Sequence[Fraction], rule: SeasonRule) -> Fraction:
    extra_credits = [Credit(-number, each, True) for number, each in enumerate(points, 1)]
    return total_of(credits_of(runner.lines[0]) + extra_credits, rule)


def total_of_points(points: Sequence[Fraction], rule: SeasonRule) -> Fraction:
    return total_of([Credit(number, each, True) for number, each in enumerate(points)], rule)

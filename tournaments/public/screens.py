from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from tournaments.models import Tournament
from tournaments.public.selectors.brackets import BracketView, MatchBox
from tournaments.public.selectors.rounds import RoundSeats, SittingLine
from tournaments.standings.selectors import PublicStandings, StandingLine
from tournaments.state.scoring import figure_unit

ROWS = 12
COLUMNS = 2
TABLES = 12
MATCHES = 8
HALF_BAR_LENGTH = 100
MIN_SPREAD_PERCENT = Fraction(20)
"""From the middle to the end of a bar; more if a total is further away."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line with its bar: from ``bar_from``, ``bar`` long, of 200."""

    line: StandingLine
    is_first: bool
    rests_now: bool
    bar_from: int
    bar: int

    @property
    def is_over(self) -> bool:
        return self.bar_from >= HALF_BAR_LENGTH


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of standings; each column shows one list.

    Few lines take the ``whole`` width, with full names and a bar.
    """

    columns: tuple[tuple[ScreenLine, ...], ...]
    sections: tuple[str, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class ScreenContext:
    """Context of all rows.

    ``resting``: team ids; ``late``: at least half of the rounds are counted, so top ranks are
    highlighted.
    """

    resting: frozenset[int] = frozenset()
    late: bool = True
    middle: Fraction = Fraction(50)
    spread: Fraction = MIN_SPREAD_PERCENT


def screen_context(
    tournament: Tournament, standings: PublicStandings, seats: RoundSeats | None, rounds: int
) -> ScreenContext:
    resting = frozenset(team for line in (seats.resting if seats else ()) for team in line.ids)
    is_late = tournament.state == Tournament.State.FINISHED or standings.is_telling(rounds)
    middle = bar_centre(figure_unit(tournament), standings.lines)
    far = max((abs(total - middle) for total in totals_of(standings.lines)), default=Fraction(0))
    usual = MIN_SPREAD_PERCENT if figure_unit(tournament) == "percent" else Fraction(0)
    return ScreenContext(resting, is_late, middle, max(far, usual) or Fraction(1))


def bar_centre(unit: str, lines: Sequence[StandingLine]) -> Fraction:
    """Centre of the bars: 50 %, or the field's mean."""
    if unit == "percent":
        return Fraction(50)
    totals = totals_of(lines)
    return sum(totals, Fraction(0)) / (len(totals) or 1)


def totals_of(lines: Iterable[StandingLine]) -> list[Fraction]:
    return [line.shown for line in lines if line.shown is not None]


def rankings_on_screens(
    standings: PublicStandings, hall: ScreenContext = ScreenContext()
) -> list[Screen]:
    """Lists as screens: one list over both columns, or two next to each other.

    A list that fits into one column takes the whole width.
    """
    if len(standings.lists) == COLUMNS:
        parts = [chunks(lines_on_screen(ranking.lines, hall), ROWS) for ranking in standings.lists]
        sections = tuple(ranking.section for ranking in standings.lists)
        longest = max(map(len, parts))
        return [
            Screen(tuple(part[i] if i < len(part) else () for part in parts), sections)
            for i in range(longest)
        ]
    lines = lines_on_screen(standings.lists[0].lines if standings.lists else (), hall)
    if 0 < len(lines) <= ROWS:
        return [Screen((tuple(lines),), ("all",), whole=True)]
    # Columns share a screen's lines equally.
    rows = min(ROWS, -(-len(lines) // COLUMNS))
    return [
        Screen(tuple(chunks(screen, rows)), ("all",)) for screen in chunks(lines, ROWS * COLUMNS)
    ]


def lines_on_screen(lines: Sequence[StandingLine], hall: ScreenContext) -> list[ScreenLine]:
    return [line_on_screen(line, hall) for line in lines]


def line_on_screen(line: StandingLine, hall: ScreenContext) -> ScreenLine:
    length = (
        round(HALF_BAR_LENGTH * (line.shown - hall.middle) / hall.spread)
        if line.shown is not None
        else 0
    )
    return ScreenLine(
        line=line,
        is_first=hall.late and line.is_top,
        rests_now=line.team.id in hall.resting,
        bar_from=HALF_BAR_LENGTH + min(length, 0),
        bar=abs(length),
    )


def seats_on_screens(seats: RoundSeats | None) -> list[tuple[SittingLine, ...]]:
    return chunks(seats.sittings, TABLES) if seats else []


@dataclass(frozen=True, slots=True)
class StageScreen:
    bracket: str
    stage: str
    matches: tuple[MatchBox, ...]


def stages_on_screens(brackets: Sequence[BracketView]) -> list[StageScreen]:
    return [
        StageScreen(bracket.name, bracket.stage.name, part)
        for bracket in brackets
        if bracket.stage is not None
        for part in chunks(sorted(bracket.stage.real, key=lambda box: box.is_third), MATCHES)
    ]


def chunks(items: Sequence[Item], size: int) -> list[tuple[Item, ...]]:
    """Chunks of ``size``."""
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]

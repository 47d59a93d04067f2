"""How much fits on one screen of the projector, and what its rows say."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from tournaments.models import Tournament
from tournaments.public.selectors.brackets import BracketView, MatchBox
from tournaments.public.selectors.rounds import RoundSeats, SittingLine
from tournaments.standings.selectors import Line, PublicStandings
from tournaments.state.scoring import figure_unit

ROWS = 12
COLUMNS = 2
TABLES = 12
MATCHES = 8
BAR = 100
"""Half of the bar of a row: so far it goes under and over the middle."""
USUAL_SPREAD = Fraction(20)
"""Percent from the middle to the end of a bar; further where somebody is further."""
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as a screen shows it; the bar starts ``bar_from`` and is ``bar`` long, of 200."""

    line: Line
    is_first: bool
    rests_now: bool
    bar_from: int
    bar: int

    @property
    def is_over(self) -> bool:
        """Whether it is over the middle."""
        return self.bar_from >= BAR


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of standings: its columns, each the lines of one list.

    Few lines take the ``whole`` width, with the full names and a bar.
    """

    columns: tuple[tuple[Shown, ...], ...]
    sections: tuple[str, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Hall:
    """What the rows need to know of the tournament beside its standings.

    ``resting`` are the ids of those who rest now; places are ``late`` enough to be stressed from
    the middle of the rounds on.
    """

    resting: frozenset[int] = frozenset()
    late: bool = True
    middle: Fraction = Fraction(50)
    spread: Fraction = USUAL_SPREAD


def hall_of(
    tournament: Tournament, standings: PublicStandings, seats: RoundSeats | None, rounds: int
) -> Hall:
    """The hall as the screen needs it; ``seats`` are those of the running round."""
    resting = frozenset(team for line in (seats.resting if seats else ()) for team in line.ids)
    is_late = tournament.state == Tournament.State.FINISHED or standings.is_telling(rounds)
    middle = middle_of(figure_unit(tournament), standings.lines)
    far = max((abs(total - middle) for total in totals_of(standings.lines)), default=Fraction(0))
    usual = USUAL_SPREAD if figure_unit(tournament) == "percent" else Fraction(0)
    return Hall(resting, is_late, middle, max(far, usual) or Fraction(1))


def middle_of(unit: str, lines: Sequence[Line]) -> Fraction:
    """What bars are drawn around: half, or the mean of the field."""
    if unit == "percent":
        return Fraction(50)
    totals = totals_of(lines)
    return sum(totals, Fraction(0)) / (len(totals) or 1)


def totals_of(lines: Iterable[Line]) -> list[Fraction]:
    """The totals that are told: of whoever has played."""
    return [line.shown for line in lines if line.shown is not None]


def rankings_on_screens(standings: PublicStandings, hall: Hall = Hall()) -> list[Screen]:
    """The lists cut into screens: one list runs over both columns, two stand side by side.

    One list that fits into one column takes the whole width.
    """
    if len(standings.lists) == COLUMNS:
        parts = [pieces(lines_on_screen(ranking.lines, hall), ROWS) for ranking in standings.lists]
        sections = tuple(ranking.section for ranking in standings.lists)
        longest = max(map(len, parts))
        return [
            Screen(tuple(part[i] if i < len(part) else () for part in parts), sections)
            for i in range(longest)
        ]
    lines = lines_on_screen(standings.lists[0].lines if standings.lists else (), hall)
    if 0 < len(lines) <= ROWS:
        return [Screen((tuple(lines),), ("all",), whole=True)]
    # What fits on one screen is shared by its columns.
    rows = min(ROWS, -(-len(lines) // COLUMNS))
    return [
        Screen(tuple(pieces(screen, rows)), ("all",)) for screen in pieces(lines, ROWS * COLUMNS)
    ]


def lines_on_screen(lines: Sequence[Line], hall: Hall) -> list[Shown]:
    """The lines with what the screen says beside them."""
    return [line_on_screen(line, hall) for line in lines]


def line_on_screen(line: Line, hall: Hall) -> Shown:
    """A line with its bar, from the middle to the left or to the right."""
    length = round(BAR * (line.shown - hall.middle) / hall.spread) if line.shown is not None else 0
    return Shown(
        line=line,
        is_first=hall.late and line.is_top,
        rests_now=line.team.id in hall.resting,
        bar_from=BAR + min(length, 0),
        bar=abs(length),
    )


def seats_on_screens(seats: RoundSeats | None) -> list[tuple[SittingLine, ...]]:
    """A round's tables, as many as can be read at once."""
    return pieces(seats.sittings, TABLES) if seats else []


@dataclass(frozen=True, slots=True)
class StageScreen:
    """The stage of a bracket that is played now, as many matches as can be read at once."""

    bracket: str
    stage: str
    matches: tuple[MatchBox, ...]


def stages_on_screens(brackets: Sequence[BracketView]) -> list[StageScreen]:
    """Of each bracket the stage that is played now, the final before the match for third place."""
    return [
        StageScreen(bracket.name, bracket.stage.name, part)
        for bracket in brackets
        if bracket.stage is not None
        for part in pieces(sorted(bracket.stage.real, key=lambda box: box.is_third), MATCHES)
    ]


def pieces(items: Sequence[Item], size: int) -> list[tuple[Item, ...]]:
    """The items in pieces of equal size but for the last one."""
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]

"""Board values from the written scoring rules: slow, short, in fractions.

Independent of ``tournaments.scoring``, so that mistakes made there are not repeated.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Nets = tuple[tuple[int, Fraction], ...]
Award = str | Nets
"""An average (plus, equal, minus), or weighted nets (North–South minus East–West)."""
Place = tuple[int, int, int]
"""Round, table, board."""

PERCENT = {"plus": 60, "equal": 50, "minus": 40}
STEPS = {"plus": 1, "equal": 0, "minus": -1}
AVERAGE_IMPS, AVERAGE_NET = 2, 5
SMALL_GROUP_PERCENT = {1: [60], 2: [55, 65], 3: [50, 60, 70]}
"""By group size, worst first."""
IMP_SWINGS = [0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 41, 48, 56, 65, 75, 86, 98, 112, 128, 146,
              166, 188, 213, 241]  # fmt: skip
"""Minimum swing for each number of Belot IMPs."""


@dataclass(frozen=True)
class PlainResult:
    """Result of a board at a table: a net, or awards for both sides.

    ``ns`` and ``ew`` are entrant numbers; ``cards`` is the group of tables with the same
    cards.
    """

    round: int
    table: int
    board: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    net: int | None = None
    awards: tuple[Award, Award] | None = None
    cards: int = 0

    @property
    def place(self) -> Place:
        return self.round, self.table, self.board


Values = dict[Place, tuple[Fraction, Fraction]]


def imps(swing: int) -> int:
    found = max(size for size, least in enumerate(IMP_SWINGS) if least <= abs(swing))
    return found if swing > 0 else -found


def rounded(value: Fraction) -> int:
    """Nearest whole number, halves away from zero."""
    size = (2 * abs(value) + 1) // 2
    return int(size if value >= 0 else -size)


def datum(nets: Sequence[int]) -> int:
    """Mean without one extreme at each end from 5 results on, two from 10 on."""
    cut = 2 if len(nets) >= 10 else 1 if len(nets) >= 5 else 0
    kept = sorted(nets)[cut : len(nets) - cut]
    return rounded(Fraction(sum(kept), len(kept))) if kept else 0


@dataclass(frozen=True)
class Group:
    """Nets of the tables with the same cards, seen from one side.

    ``field`` is the highest number of plays of a board, ``largest`` the size of the largest
    other group of this board. ``settled``: no group grows any more.
    """

    method: str
    nets: tuple[int, ...]
    field: int
    largest: int
    settled: bool

    def played(self, net: int) -> Fraction:
        if self.is_alone:
            return self.average("plus")
        others = list(self.nets)
        others.remove(net)
        return self.beside(net, others)

    @property
    def is_alone(self) -> bool:
        """Whether a single result has no comparison, since more tables had other cards."""
        needs_others = self.method not in ("total_points", "average_difference")
        return needs_others and self.settled and len(self.nets) == 1 and self.largest > 1

    def beside(self, net: int, others: Sequence[int]) -> Fraction:
        """Value of a net against others; assigned nets are not among them."""
        if self.method in ("matchpoints", "ascherman"):
            return self.percent(net, others)
        if self.method == "cross_imps":
            found = [imps(net - other) for other in others]
            return Fraction(sum(found), len(found)) if found else Fraction(0)
        if self.method == "butler":
            return Fraction(imps(net - datum(self.nets)))
        return Fraction(net)

    def percent(self, net: int, others: Sequence[int]) -> Fraction:
        matchpoints = sum(2 * (net > other) + (net == other) for other in others)
        n = len(others) + 1
        if self.method == "ascherman":
            return Fraction(100 * (matchpoints + 1), 2 * n)
        field = max(self.field, n)
        if self.settled and n < field and n <= 3 and len(self.nets) < self.largest:
            # Ties share: half a matchpoint is half a step of the fixed percentages.
            low, high = (
                SMALL_GROUP_PERCENT[n][matchpoints // 2],
                SMALL_GROUP_PERCENT[n][(matchpoints + 1) // 2],
            )
            return Fraction(low + high, 2)
        if field == 1:
            return Fraction(50)
        return (Fraction((matchpoints + 1) * field, n) - 1) * 100 / (2 * (field - 1))

    def average(self, name: str) -> Fraction:
        if self.method in ("matchpoints", "ascherman"):
            return Fraction(PERCENT[name])
        if self.method in ("butler", "cross_imps"):
            return Fraction(STEPS[name] * AVERAGE_IMPS)
        mean = Fraction(sum(self.nets), len(self.nets)) if self.nets else Fraction(0)
        return mean + STEPS[name] * AVERAGE_NET

    def given(self, award: Award, sign: int) -> Fraction:
        if isinstance(award, str):
            return self.average(award)
        if not self.nets and self.method in ("matchpoints", "ascherman", "butler", "cross_imps"):
            return self.average("equal")  # no result to compare with
        worth = (weight * self.beside(sign * net, self.nets) for net, weight in award)
        return sum(worth, Fraction(0))


def field_of(rows: Iterable[PlainResult]) -> int:
    """Highest number of plays of any board."""
    boards = [row.board for row in rows if row.net is not None]
    return max([1, *(boards.count(board) for board in set(boards))])


def group_of(
    method: str, rows: Sequence[PlainResult], row: PlainResult, sign: int, settled: bool
) -> Group:
    nets: dict[int, list[int]] = defaultdict(list)
    for other in rows:
        if other.board == row.board and other.net is not None:
            nets[other.cards].append(sign * other.net)
    largest = max([0, *(len(found) for cards, found in nets.items() if cards != row.cards)])
    return Group(method, tuple(nets[row.cards]), field_of(rows), largest, settled)


def board_values(method: str, rows: Sequence[PlainResult], *, settled: bool) -> Values:
    """Value of each board and table for both sides; boards still to be played have no row."""
    values: Values = {}
    for row in rows:
        sides = []
        for sign, at in ((1, 0), (-1, 1)):
            group = group_of(method, rows, row, sign, settled)
            if row.net is not None:
                sides.append(group.played(sign * row.net))
            elif row.awards is not None:
                sides.append(group.given(row.awards[at], sign))
        values[row.place] = sides[0], sides[1]
    if method in ("matchpoints", "ascherman"):
        return {row.place: with_better_averages(row, rows, values) for row in rows}
    return values


def with_better_averages(
    row: PlainResult, rows: Sequence[PlainResult], values: Mapping[Place, tuple[Fraction, Fraction]]
) -> tuple[Fraction, Fraction]:
    """Average plus is at least, minus at most, the side's mean on its other boards."""
    found = []
    for at, people in ((0, row.ns), (1, row.ew)):
        value, award = values[row.place][at], row.awards[at] if row.awards else None
        means = [
            mean for one in people if (mean := mean_of_other_boards(one, rows, values)) is not None
        ]
        if means and award in ("plus", "minus"):
            own = sum(means, Fraction(0)) / len(means)
            value = max(value, own) if award == "plus" else min(value, own)
        found.append(value)
    return found[0], found[1]


def mean_of_other_boards(
    person: int, rows: Iterable[PlainResult], values: Mapping[Place, tuple[Fraction, Fraction]]
) -> Fraction | None:
    """Mean of an entrant's boards without averages, None where it has no other."""
    own = [
        values[row.place][at]
        for row in rows
        for at, people in ((0, row.ns), (1, row.ew))
        if person in people and not (row.awards and isinstance(row.awards[at], str))
    ]
    return sum(own, Fraction(0)) / len(own) if own else None

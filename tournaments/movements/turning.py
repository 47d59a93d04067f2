"""Choose who sits North-South so that pairs compete as equally as possible.

Opponents, tables and boards do not change. The sum of all competition is constant, so its
sum of squares is minimised by threshold accepting: a worse switch is accepted below a
random part of a limit that falls to zero. Deterministic: counts steps, not time.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice
from operator import mul
from random import Random

from tournaments.movements.balance import Couple, competition
from tournaments.movements.model import Movement, Sitting

Table = tuple[int, int, int]
"""Index of the set, North–South, East–West."""
Signs = list[list[int]]
"""By set and pair: 1 North–South, −1 East–West, 0 not played."""

CLIMBS = ((10_000, 3), (20_000, 8)) * 3
"""Steps and first limits (times the root of the number of pairs): short climbs from nearby
suit small fields, long ones from anywhere large fields."""
FIRST_CLIMB = (5_000, 0)
"""Improvements only: a known plan's directions are nearly the best."""
MAX_WORK = 4_000_000
"""Steps times pairs; larger fields get fewer and shorter climbs."""
MAX_SWEEPS = 300
SEED = 2
"""With this seed no measured field gets less than the known balance."""
EVENNESS = 8
EVENNESS_PER_PAIR = 0.1
"""Weight of one excess side in a later round, against the balance of two pairs; grows with
the field, so that no pair sits one way three times more often."""
CURRENT_ROUND = 0
MAX_ENTRANTS = 500
"""In larger fields most never meet, and balance says little."""


def balance_directions(movement: Movement) -> Movement:
    if movement.unit != "pair" or movement.entrants > MAX_ENTRANTS:
        return movement
    field = _field_of(movement)
    if field.is_even:
        return movement
    best = _search(field)
    return movement if best is None else _apply_directions(movement, _even_out_sides(best))


def balance_round_directions(
    meetings: Sequence[Couple],
    sides: Sequence[Mapping[int, int]],
    met: Iterable[Couple],
    kept: Container[Couple] = (),
) -> list[Couple]:
    """Meetings of a later round with the sides that balance earlier ones best.

    Meetings are (NS, EW) numbers from 1. `sides[n - 1]` maps round (from 1) to side (1 or −1)
    of number n; `met` are earlier meetings, lower number first; `kept` ones do not switch.
    """
    free = [pair for pair in meetings if pair not in kept]
    if not free or len(sides) > MAX_ENTRANTS:
        return list(meetings)
    now = [0] * (len(sides) + 1)
    for ns, ew in meetings:
        now[ns], now[ew] = 1, -1
    weight = max(EVENNESS, int(EVENNESS_PER_PAIR * len(sides)))
    common = _common_sets(sides, now, weight)
    for a, b in [*met, *meetings]:
        common[a][b] = common[b][a] = common[a][b] + len(meetings)
    tables = [(0, ns, ew) for ns, ew in free]
    best = _search(_Field(tables, [[weight, *now[1:]]], common))
    return [(ew, ns) if best and best[0][ns] < 0 else (ns, ew) for ns, ew in meetings]


def _common_sets(
    sides: Sequence[Mapping[int, int]], now: Sequence[int], weight: int
) -> list[list[int]]:
    """Sets in the same direction minus sets in opposite ones; index 0: imbalance of sides."""
    lines: list[Mapping[int, int]] = [
        {},
        *({**past, CURRENT_ROUND: side} for past, side in zip(sides, now[1:], strict=True)),
    ]
    ns, ew = ([_direction_mask(line, sign) for line in lines] for sign in (1, -1))
    common = [
        [
            (mine & north).bit_count()
            + (yours & east).bit_count()
            - (mine & east).bit_count()
            - (yours & north).bit_count()
            for north, east in zip(ns, ew, strict=True)
        ]
        for mine, yours in zip(ns, ew, strict=True)
    ]
    for at, line in enumerate(lines):
        common[at][at] = 0
        common[at][0] = common[0][at] = weight * sum(line.values())
    return common


def _direction_mask(line: Mapping[int, int], sign: int) -> int:
    return sum(1 << number for number, side in line.items() if side == sign)


def _search(field: "_Field") -> Signs | None:
    random, left = Random(SEED), MAX_WORK // field.size
    least, best = field.squares, None
    for most, limit in (FIRST_CLIMB, *CLIMBS):
        steps = min(most, left, MAX_SWEEPS * len(field.tables))
        field.climb(steps, limit * field.size**0.5, random)
        left -= steps
        if field.squares < least:
            least, best = field.squares, [list(signs) for signs in field.signs]
        if field.is_even or not left:
            break
    return best


class _Field:
    """Competition of all couples of pairs, updated when a table switches sides."""

    def __init__(self, tables: list[Table], signs: Signs, common: list[list[int]]) -> None:
        self.size = len(common) - 1
        self.tables, self.signs, self.common = tables, signs, common
        self.quotas = [2 * (sum(map(mul, sides, sides)) - 2) for sides in signs]

    @property
    def squares(self) -> int:
        """Sum of squares over all couples, each counted twice."""
        return sum(sum(map(mul, row, row)) for row in self.common)

    @property
    def is_even(self) -> bool:
        couples = self.size * (self.size - 1)
        return self.squares * couples == sum(map(sum, self.common)) ** 2

    def climb(self, steps: int, limit: float, random: Random) -> None:
        fall, chance, common, signs = limit / steps, random.random, self.common, self.signs
        for table in islice(cycle(self.tables), steps):
            board_set, a, b = table
            sides, row = signs[board_set], common[a]
            pull = sum(map(mul, row, sides)) - sum(map(mul, common[b], sides))
            rise = self.quotas[board_set] - 2 * row[b] - sides[a] * pull
            if rise < 0 or rise < limit * chance():
                self.turn(table)
            limit -= fall

    def turn(self, table: Table) -> None:
        board_set, a, b = table
        sides, common = self.signs[board_set], self.common
        double, between = 2 * sides[a], common[a][b]
        first = [value - double * side for value, side in zip(common[a], sides, strict=True)]
        second = [value + double * side for value, side in zip(common[b], sides, strict=True)]
        first[a] = second[b] = 0
        first[b] = second[a] = between
        common[a], common[b] = first, second
        for row, with_a, with_b in zip(common, first, second, strict=True):
            row[a], row[b] = with_a, with_b
        sides[a], sides[b] = -sides[a], -sides[b]


def _field_of(movement: Movement) -> _Field:
    common = [[0] * (movement.entrants + 1) for _pair in range(movement.entrants + 1)]
    for (a, b), value in competition(movement).items():
        common[a][b] = common[b][a] = value
    return _Field(*_tables_of(movement), common)


def _tables_of(movement: Movement) -> tuple[list[Table], Signs]:
    played = _sittings_on_boards(movement.rounds)
    places = _set_indexes(played)
    tables = [(places[s.board_set], s.ns or 0, s.ew or 0) for s in played]
    signs = [[0] * (movement.entrants + 1) for _set in places]
    for at, ns, ew in tables:
        signs[at][ns], signs[at][ew] = 1, -1
    return tables, signs


def _sittings_on_boards(rounds: Iterable[Sequence[Sitting]]) -> list[Sitting]:
    return [s for sittings in rounds for s in sittings if s.ns and s.ew and s.board_set]


def _even_out_sides(signs: Signs) -> Signs:
    """Switch whole sets, which keeps the balance, to even out each pair's sides."""
    counts = [sum(column) for column in zip(*signs, strict=True)]
    changed = True
    while changed:
        changed = False
        for at, sides in enumerate(signs):
            # Switching changes the sum of squares by 4·(pairs of the set) − 4·this.
            if sum(map(mul, counts, sides)) > sum(map(abs, sides)):
                counts = [count - 2 * side for count, side in zip(counts, sides, strict=True)]
                signs[at] = [-side for side in sides]
                changed = True
    return signs


def _apply_directions(movement: Movement, signs: Signs) -> Movement:
    places = _set_indexes(_sittings_on_boards(movement.rounds))

    def side(sitting: Sitting) -> Sitting:
        at = places.get(sitting.board_set)
        if at is None or not sitting.ns or signs[at][sitting.ns] >= 0:
            return sitting
        return sitting.switch_sides()

    rounds = tuple(tuple(side(sitting) for sitting in sittings) for sittings in movement.rounds)
    return replace(movement, rounds=rounds, facts={**movement.facts, "turned": True})


def _set_indexes(played: Sequence[Sitting]) -> dict[int | None, int]:
    return {
        board_set: at for at, board_set in enumerate(dict.fromkeys(s.board_set for s in played))
    }

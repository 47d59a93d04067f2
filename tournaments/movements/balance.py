"""Balance of a one-winner movement: how alike the competition between any two pairs is.

MPcomp(A,B) = sets in the same direction − sets in opposite directions + (N−1)·sets against
each other, N = plays of that set; Qf = 100·S²/(n·SS) with S = Σ MPcomp, SS = Σ MPcomp²
over the n couples of pairs. Qf = 100 exactly when all are equal. (Ross Moore; BALANS.)
"""

from collections import Counter
from itertools import combinations

from tournaments.movements.model import Movement

Couple = tuple[int, int]


def competition(movement: Movement) -> dict[Couple, int]:
    """MPcomp of every couple of pairs (lower number first), 0 where they never compare."""
    north_south, east_west = _directions(movement)
    total = {
        (a, b): (north_south[a] & north_south[b]).bit_count()
        + (east_west[a] & east_west[b]).bit_count()
        - (north_south[a] & east_west[b]).bit_count()
        - (east_west[a] & north_south[b]).bit_count()
        for a, b in combinations(range(1, movement.entrants + 1), 2)
    }
    plays = Counter(board_set for _ns, _ew, board_set in _meetings(movement))
    for ns, ew, board_set in _meetings(movement):
        if ns != ew:
            # The bit words counted this set as −1; head to head counts N − 1.
            total[min(ns, ew), max(ns, ew)] += plays[board_set]
    return total


def balance_factor(movement: Movement) -> float | None:
    """Qf in percent; None if nothing is compared (no sets, or each played once)."""
    values = competition(movement).values()
    squares = sum(value * value for value in values)
    if not squares:
        return None
    return 100 * sum(values) ** 2 / (len(values) * squares)


def _directions(movement: Movement) -> tuple[list[int], list[int]]:
    """Per pair, bit masks of the sets played North-South and East-West."""
    north_south = [0] * (movement.entrants + 1)
    east_west = [0] * (movement.entrants + 1)
    for ns, ew, board_set in _meetings(movement):
        north_south[ns] |= 1 << board_set
        east_west[ew] |= 1 << board_set
    return north_south, east_west


def _meetings(movement: Movement) -> list[tuple[int, int, int]]:
    return [
        (sitting.ns, sitting.ew, sitting.board_set)
        for sittings in movement.rounds
        for sitting in sittings
        if sitting.ns and sitting.ew and sitting.board_set
    ]

"""Mêlée: partners and opponents drawn each round, with as few repeats as possible.

Two matchings: first the rarest partners, then the rarest opponents; ties by lot. Those who
rested least rest.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from operator import itemgetter
from random import Random
from typing import TypeVar

import rustworkx

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Seats, Sitting, assemble_movement

Couple = tuple[int, int]
T = TypeVar("T")

LOT_RANGE = 1000
"""Less than the cost of one repeat: the lot only breaks ties."""
MAX_REDRAWS = 40
"""Up to six in ten draws repeat a partner needlessly (4 to 48 players)."""


class History:
    def __init__(self) -> None:
        self.partners: Counter[Couple] = Counter()
        self.opponents: Counter[Couple] = Counter()
        self.rests: Counter[int] = Counter()

    def add_round(self, sittings: Sequence[Sitting], resting: Sequence[int] = ()) -> None:
        self.rests.update(resting)
        for sitting in sittings:
            if sitting.seats is None or len(sitting.seats) != 4:
                continue
            north, west, south, east = sitting.seats
            self.partners.update((_couple(north, south), _couple(west, east)))
            self.opponents.update(_couple(a, b) for a in (north, south) for b in (west, east))


def melee(players: int, rounds: int, seed: int = 0) -> Movement:
    """A mêlée drawn in advance, all tables on one set a round; deterministic per seed.

    All is redrawn if the last rounds would repeat partners.
    """
    random = Random(seed)
    repeats, listed = _draw(players, rounds, random)
    couples = players // 4 * 2 * rounds
    possible = couples <= players * (players - 1) // 2
    for _attempt in range(MAX_REDRAWS if possible else 0):
        if not repeats:
            break
        repeats, listed = min((repeats, listed), _draw(players, rounds, random), key=itemgetter(0))
    return assemble_movement("melee", listed, entrants=players, unit="player")


def _draw(players: int, rounds: int, random: Random) -> tuple[int, list[list[Sitting]]]:
    history, listed = History(), []
    for number in range(1, rounds + 1):
        sittings = melee_round(range(1, players + 1), history, random, number)
        seated = {player for sitting in sittings for player in sitting.entrants}
        history.add_round(
            sittings, [player for player in range(1, players + 1) if player not in seated]
        )
        listed.append(sittings)
    return sum(times - 1 for times in history.partners.values()), listed


def melee_round(
    players: Sequence[int], history: History, random: Random, board_set: int | None = None
) -> list[Sitting]:
    require(len(players) >= 4, "too_few_players", _("At least 4 players are needed."))
    order = list(players)
    random.shuffle(order)
    # Those who rested most are seated first; the sort keeps the lot among equals.
    order.sort(key=lambda player: -history.rests[player])
    playing = order[: len(order) // 4 * 4]
    couples = _least_repeated(playing, lambda a, b: history.partners[_couple(a, b)], random)
    tables = _least_repeated(couples, lambda a, b: _times_faced(history, a, b), random)
    return [
        Sitting(table, None, None, board_set, Seats(first[0], second[0], first[1], second[1]))
        for table, (first, second) in enumerate(tables, 1)
    ]


def _times_faced(history: History, first: Couple, second: Couple) -> int:
    return sum(history.opponents[_couple(a, b)] ** 2 for a in first for b in second)


def _least_repeated(
    parts: Sequence[T], repeats: Callable[[T, T], int], random: Random
) -> list[tuple[T, T]]:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(parts)))
    costs = [
        (
            a,
            b,
            LOT_RANGE * len(parts) * repeats(parts[a], parts[b]) ** 2 + random.randrange(LOT_RANGE),
        )
        for a, b in combinations(range(len(parts)), 2)
    ]
    ceiling = max(cost for _a, _b, cost in costs) + 1
    graph.add_edges_from([(a, b, ceiling - cost) for a, b, cost in costs])
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(parts[a], parts[b]) for a, b in sorted(_couple(*pair) for pair in chosen)]


def _couple(a: int, b: int) -> Couple:
    return (a, b) if a < b else (b, a)

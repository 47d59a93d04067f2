"""Swiss, Danish and random rounds: one perfect matching of least cost.

Exact integers give the optimum; a big field is only joined to near ranks, which gave the
same optimum at every size tried.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import chain
from random import Random

import rustworkx

from tournaments.movements.errors import _, require
from tournaments.movements.going_on import MAX_LOOKAHEAD_ROUNDS, can_pair_rounds
from tournaments.movements.pair_costs import Costs, DrawEntry, Id, System

Places = tuple[int, int]

MAX_DENSE_ENTRANTS = 500
"""Above this, only pairs near in rank are weighed."""
RANK_REACH = 30
"""Ranks in large fields; doubled while a rematch or a gap remains."""
MAX_LOOKAHEAD_ENTRANTS = 16
"""Up to this, a draw leaves pairings without rematches for later rounds."""
MAX_DRAWS = 200


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: entries best placed first, pairs of places (from 0), bye and cost.

    `rematches` and `forbidden` are unavoidable pairs, reported to the director. `moves` are
    pairs of two fixed tables, where the lower placed moves.
    """

    order: tuple[DrawEntry, ...]
    pairs: tuple[Places, ...]
    bye: int | None
    cost: int
    rematches: tuple[Places, ...]
    forbidden: tuple[Places, ...]
    moves: tuple[Places, ...] = ()
    system: System = "swiss"

    @property
    def ids(self) -> list[tuple[Id, Id]]:
        return [(self.order[a].id, self.order[b].id) for a, b in self.pairs]

    @property
    def bye_id(self) -> Id | None:
        return None if self.bye is None else self.order[self.bye].id


def pair_round(
    entries: Sequence[DrawEntry],
    system: System = "swiss",
    *,
    seed: int = 0,
    folded: bool = False,
    near: int | None = None,
    to_come: int = 0,
) -> Draw:
    """Pair a round: Swiss by score without rematches, Danish by rank alone, or by lot.

    The lot (`seed`) also decides who rests among equals. `folded` lets the upper half of each
    score group meet its lower half. `near` limits the rank distance (default: by field size).
    With more rounds `to_come`, a small field is paired so that these avoid rematches too, if
    possible.
    """
    require(bool(entries), "nobody_to_pair", _("There is nobody to pair."))
    costs = Costs(_order(entries, system, seed), system, folded, seed)
    size = len(entries)
    reach = near or (size if size <= MAX_DENSE_ENTRANTS else RANK_REACH)
    while True:
        draw = _draw_of(costs, _matching(costs, reach))
        spoilt = 2 * len(draw.pairs) < size - 1 or draw.rematches or draw.forbidden
        if reach >= size or not spoilt:
            break
        reach *= 2
    if to_come and costs.rematch and not spoilt and 4 <= size <= MAX_LOOKAHEAD_ENTRANTS:
        return _draw_with_lookahead(costs, draw, to_come)
    return draw


def accelerate(entries: Sequence[DrawEntry], points: int) -> list[DrawEntry]:
    upper = sorted(entries, key=lambda entry: entry.rank)[: (len(entries) + 1) // 2]
    favoured = {entry.id for entry in upper}
    return [
        replace(entry, score=entry.score + points) if entry.id in favoured else entry
        for entry in entries
    ]


def _draw_with_lookahead(costs: Costs, drawn: Draw, to_come: int) -> Draw:
    size = len(costs.order)
    unmet = [{b for b in range(size) if costs.can_meet(a, b)} for a in range(size)]
    depth = min(to_come, MAX_LOOKAHEAD_ROUNDS, min(map(len, unmet)) - 1 + size % 2)
    draws = _draws_by_cost(costs, drawn)
    looked: list[Draw] = []
    for rounds in range(depth, 0, -1):
        for candidate in chain(looked, draws):
            if rounds == depth:
                looked.append(candidate)
            left = [set(others) for others in unmet]
            for a, b in candidate.pairs:
                left[a].discard(b)
                left[b].discard(a)
            unplayed = [
                each.unplayed + (at == candidate.bye) for at, each in enumerate(costs.order)
            ]
            if can_pair_rounds(left, unplayed, rounds):
                return candidate
    return drawn


def _draws_by_cost(costs: Costs, drawn: Draw) -> Iterator[Draw]:
    size = len(costs.order)
    waiting = [(drawn.cost, 0, drawn, frozenset[Places]())]
    known = {frozenset[Places]()}
    while waiting:
        _cost, _turn, cheapest, without = heappop(waiting)
        yield cheapest
        rest = set() if cheapest.bye is None else {(cheapest.bye, size)}
        for pair in sorted(rest.union(cheapest.pairs)):
            other = without | {pair}
            if other in known or len(known) >= MAX_DRAWS:
                continue
            known.add(other)
            draw = _draw_of(costs, _matching(costs, size, other))
            if len(draw.pairs) == size // 2 and not draw.rematches and not draw.forbidden:
                heappush(waiting, (draw.cost, len(known), draw, other))


def _order(entries: Sequence[DrawEntry], system: System, seed: int) -> list[DrawEntry]:
    distinct = len({entry.id for entry in entries}) == len(entries)
    require(distinct, "entrant_listed_twice", _("An entrant is listed twice."))
    order = sorted(entries, key=lambda entry: (-entry.score, entry.rank))
    if system == "random":
        Random(seed).shuffle(order)
    return order


def _edges(costs: Costs, reach: int) -> Iterator[tuple[int, int, int]]:
    size = len(costs.order)
    for a in range(size):
        for b in range(a + 1, min(size, a + reach + 1)):
            yield a, b, costs.pair_cost(a, b)
    if size % 2:
        for place in range(size):
            yield place, size, costs.bye_cost(place)


def _matching(costs: Costs, reach: int, without: Collection[Places] = ()) -> list[Places]:
    edges = [edge for edge in _edges(costs, reach) if edge[:2] not in without]
    ceiling = max((cost for _a, _b, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(costs.order) + 1))
    graph.add_edges_from([(a, b, ceiling - cost) for a, b, cost in edges])
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in chosen)


def _draw_of(costs: Costs, chosen: list[Places]) -> Draw:
    size = len(costs.order)
    pairs = tuple(pair for pair in chosen if pair[1] < size)
    bye = next((a for a, b in chosen if b == size), None)
    return Draw(
        order=costs.order,
        pairs=pairs,
        bye=bye,
        cost=sum(costs.pair_cost(*p) for p in pairs) + (0 if bye is None else costs.bye_cost(bye)),
        rematches=tuple(p for p in pairs if costs.rematch and costs.have_met(*p)),
        forbidden=tuple(p for p in pairs if costs.must_not_meet(*p)),
        moves=tuple(p for p in pairs if costs.is_move_needed(*p)),
        system=costs.system,
    )

"""All-against-all pools, and the seeding of the brackets that follow."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import rustworkx

from tournaments.movements.errors import _, require
from tournaments.movements.knockout import bracket_size, seed_order
from tournaments.movements.model import Movement, assemble_movement
from tournaments.movements.round_robin import berger_round, lap_length, tables_of
from tournaments.movements.turning import balance_directions


def snake_pools(entrants: int, pools: int) -> list[list[int]]:
    """Seeds 1.. dealt into pools back and forth, so that pools are equally strong."""
    require(
        pools >= 1 and entrants >= 2 * pools,
        "pools_too_small",
        _("Every pool needs at least two entrants."),
    )
    dealt: list[list[int]] = [[] for _pool in range(pools)]
    for place in range(entrants):
        lap, at = divmod(place, pools)
        dealt[at if lap % 2 == 0 else pools - 1 - at].append(place + 1)
    return dealt


def pool_stage(entrants: int, pools: int, boards: bool = False) -> Movement:
    groups = snake_pools(entrants, pools)
    listed = []
    for turn in range(max(lap_length(len(group)) for group in groups)):
        pairs = [
            (group[a - 1], group[b - 1])
            for group in groups
            if turn < lap_length(len(group))
            for a, b in berger_round(len(group), turn)
        ]
        listed.append(tables_of(pairs, board_set=turn + 1 if boards else None))
    return balance_directions(
        assemble_movement("pools", listed, entrants=entrants, facts={"pools": groups})
    )


def seed_pools(
    rankings: Sequence[Sequence[int]], places: Mapping[int, int] | None = None
) -> list[int]:
    """Seeds of the entrants that advance from pools, each pool's best first.

    Winners are seeded first, then seconds, and so on: within a tier by ``places`` in a common
    list, otherwise by pool. Entrants of one pool meet as late as possible.
    """
    order = places or {}
    tiers = [
        sorted((each for each in tier if each is not None), key=lambda each: order.get(each, 0))
        for tier in zip_longest(*rankings)
    ]
    return _seeding(tiers, {each: pool for pool, ranked in enumerate(rankings) for each in ranked})


def _seeding(tiers: Sequence[Sequence[int]], pool_of: dict[int, int]) -> list[int]:
    size = bracket_size(max(2, sum(map(len, tiers))))
    place = {seed: at for at, seed in enumerate(seed_order(size))}
    seeded: list[int] = []
    for tier in tiers:
        seeds = range(len(seeded) + 1, len(seeded) + len(tier) + 1)
        costs = []
        for natural, entrant in zip(seeds, tier, strict=True):
            pool = pool_of[entrant]
            mates = [place[at] for at, other in enumerate(seeded, 1) if pool_of[other] == pool]
            costs.append([_seed_cost(place[s], mates, size) + abs(s - natural) for s in seeds])
        chosen = _assignment(costs)
        seeded += [tier[at] for at in sorted(range(len(tier)), key=lambda at: chosen[at])]
    return seeded


def _seed_cost(place: int, mates: Sequence[int], size: int) -> int:
    return size * sum(4 * size**2 >> 2 * _meeting_round(place, mate) for mate in mates)


def _meeting_round(first: int, second: int) -> int:
    return (first ^ second).bit_length()


def _assignment(costs: Sequence[Sequence[int]]) -> dict[int, int]:
    size = len(costs)
    ceiling = max((max(row) for row in costs), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(2 * size))
    graph.add_edges_from(
        [
            (row, size + column, ceiling - cost)
            for row, line in enumerate(costs)
            for column, cost in enumerate(line)
        ]
    )
    chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {min(pair): max(pair) - size for pair in chosen}

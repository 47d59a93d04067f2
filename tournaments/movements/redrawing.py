from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import rustworkx

from tournaments.movements.errors import MovementError, _
from tournaments.movements.pair_costs import DrawEntry, Id
from tournaments.movements.pair_seats import SeatedPair, pairs_by_table, seat_pairs
from tournaments.movements.swiss import pair_round

MAX_LOTS = 60


class DrawnTable(NamedTuple):
    seated: SeatedPair
    board_set: int


def redraw_rounds(
    entries: Sequence[DrawEntry],
    known: Mapping[int, frozenset[int]],
    sets: Sequence[int],
    rounds: Iterable[int],
    *,
    copies: int,
    lot: int,
    leaving: Mapping[int, int],
) -> dict[int, list[DrawnTable]]:
    """Every round by lot; each table plays a set new to both, no set at more tables than copies.

    ``known`` gives the sets each entrant has played, ``leaving`` the round from which it no
    longer plays. Raises MovementError if no lot fits.
    """
    round_numbers = list(rounds)
    for attempt in range(MAX_LOTS):
        redrawn = _one_try(
            entries, known, sets, round_numbers, copies, lot + 1000 * attempt, leaving
        )
        if redrawn is not None:
            return redrawn
    raise MovementError(
        "no_fresh_boards",
        _("With these boards and copies the remaining rounds cannot be drawn again."),
    )


def _one_try(
    entries: Sequence[DrawEntry],
    known: Mapping[int, frozenset[int]],
    sets: Sequence[int],
    rounds: list[int],
    copies: int,
    lot: int,
    leaving: Mapping[int, int],
) -> dict[int, list[DrawnTable]] | None:
    now = list(entries)
    played = {key: set(values) for key, values in known.items()}
    drawn = {}
    for number in rounds:
        now = [each for each in now if number < leaving.get(int(each.id), number + 1)]
        without = [_avoiding_exhausted(each, now, played, sets) for each in now]
        draw = pair_round(without, "random", seed=lot + number)
        board_sets = (
            None if draw.forbidden else _assign_sets(pairs_by_table(draw), played, sets, copies)
        )
        if board_sets is None:
            return None  # before balancing sides, which takes longest
        seated = seat_pairs(draw)
        drawn[number] = [DrawnTable(*each) for each in zip(seated, board_sets, strict=True)]
        for table in drawn[number]:
            played[int(table.seated.ns)].add(table.board_set)
            played[int(table.seated.ew)].add(table.board_set)
        now = [after_round(each, number, seated) for each in now]
    return drawn


def _avoiding_exhausted(
    entry: DrawEntry,
    others: Sequence[DrawEntry],
    played: Mapping[int, set[int]],
    sets: Sequence[int],
) -> DrawEntry:
    own = set(sets) - played[int(entry.id)]
    avoid = {each.id for each in others if not own - played[int(each.id)]} - {entry.id}
    return replace(entry, avoid=frozenset(avoid))


def _assign_sets(
    pairs: Sequence[tuple[Id, Id]],
    played: Mapping[int, set[int]],
    sets: Sequence[int],
    copies: int,
) -> list[int] | None:
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    tables = graph.add_nodes_from(list(range(len(pairs))))
    places = {graph.add_node(board_set): board_set for board_set in sets for _copy in range(copies)}
    use = Counter(each for known in played.values() for each in known)
    for table, (one, other) in zip(tables, pairs, strict=True):
        met = played[int(one)] | played[int(other)]
        for place, board_set in places.items():
            if board_set not in met:
                graph.add_edge(table, place, use[board_set])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda w: w)
    set_by_table = {min(pair): places[max(pair)] for pair in matching}
    return [set_by_table[table] for table in tables] if len(set_by_table) == len(pairs) else None


def after_round(entry: DrawEntry, number: int, seated: Sequence[SeatedPair]) -> DrawEntry:
    for pair in seated:
        if entry.id in (pair.ns, pair.ew):
            other = pair.ew if entry.id == pair.ns else pair.ns
            side = 1 if entry.id == pair.ns else -1
            return replace(
                entry,
                met={**entry.met, other: number},
                sides={**entry.sides, number: side},
                ns_rounds=entry.ns_rounds + (side > 0),
            )
    return replace(entry, unplayed=entry.unplayed + 1)

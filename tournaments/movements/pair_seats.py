from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from tournaments.movements.errors import _
from tournaments.movements.pair_costs import DrawEntry, Id, rest_key
from tournaments.movements.swiss import Draw, Places
from tournaments.movements.turning import balance_round_directions

MAX_PASSED_OVER = 3

PAIR_REASONS: Mapping[str, str] = {
    "places": _("place %(first)s against place %(second)s"),
    "lot": _("drawn by lot"),
    "met": _("has met place %(place)s in round %(round)s"),
    "met_before": _("has met place %(place)s before"),
    "avoid": _("must not meet place %(place)s"),
    "both_stay": _("place %(place)s cannot move either"),
    "moves": _("both have a fixed table: place %(place)s moves"),
    "taken": _("place %(place)s plays place %(other)s"),
    "rests": _("place %(place)s sits out"),
    "rematch": _("they have met before: no other way was found"),
    "forbidden": _("they should not meet: no other way was found"),
    "bye_last": _("lowest placed without a sit-out so far"),
    "bye_again": _("sits out again: everyone has sat out"),
    "bye_fewest": _("lowest placed of those with the fewest unplayed rounds"),
    "bye_drawn": _("by lot among equals"),
    "bye_lot": _("by lot among equals with the fewest unplayed rounds"),
    "bye_needed": _("otherwise two would meet who have met or should not meet"),
}
"""Message templates; places from 1."""


@dataclass(frozen=True, slots=True)
class PairReason:
    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatedPair:
    table: int
    ns: Id
    ew: Id
    reasons: tuple[PairReason, ...]


def seat_pairs(draw: Draw) -> list[SeatedPair]:
    """Tables by place, fixed ones kept; the pair with fewer North-South rounds sits there.

    Ties: the better pair. Of two with fixed tables the lower placed moves. Where earlier sides
    are known, tables are turned to balance comparisons, but seat no pair too often one way. A
    pair that cannot move sits North-South.
    """
    seated = []
    for table, pair, (ns, ew) in zip(_tables(draw), draw.pairs, _sides(draw), strict=True):
        ids = draw.order[ns].id, draw.order[ew].id
        seated.append(SeatedPair(table, *ids, tuple(pair_reasons(draw, pair))))
    return sorted(seated, key=lambda each: each.table)


def pairs_by_table(draw: Draw) -> list[tuple[Id, Id]]:
    """Who meets at each table, in the order of `seat_pairs`, without choosing sides."""
    seated = sorted(zip(_tables(draw), draw.pairs, strict=True), key=itemgetter(0))
    return [(draw.order[a].id, draw.order[b].id) for _table, (a, b) in seated]


def _tables(draw: Draw) -> list[int]:
    fixed = [_fixed_table(draw, pair) for pair in draw.pairs]
    free = (table for table in range(1, 2 * len(draw.order) + 2) if table not in fixed)
    return [next(free) if table is None else table for table in fixed]


def _sides(draw: Draw) -> list[Places]:
    sides = []
    for a, b in draw.pairs:
        # Of two fixed tables the better placed stays and sits North-South.
        turned = (a, b) not in draw.moves and _side(draw.order[b]) < _side(draw.order[a])
        sides.append((b + 1, a + 1) if turned else (a + 1, b + 1))
    if any(entry.sides for entry in draw.order):
        place = {entry.id: at for at, entry in enumerate(draw.order, 1)}
        met = {
            (min(a, b), max(a, b))
            for entry, a in zip(draw.order, place.values(), strict=True)
            for b in (place.get(other) for other in entry.met)
            if b is not None
        }
        fixed_sides = {
            s for s, pair in zip(sides, draw.pairs, strict=True) if _fixed_table(draw, pair)
        }
        sides = balance_round_directions(
            sides, [entry.sides for entry in draw.order], met, fixed_sides
        )
    return [(ns - 1, ew - 1) for ns, ew in sides]


def pair_reasons(draw: Draw, pair: Places) -> Iterator[PairReason]:
    a, b = pair
    by_lot = draw.system == "random"
    yield (
        PairReason("lot", {}) if by_lot else PairReason("places", {"first": a + 1, "second": b + 1})
    )
    if pair in draw.forbidden:
        yield PairReason("forbidden", {})
    if pair in draw.rematches:
        yield PairReason("rematch", {})
    if pair in draw.moves:
        yield PairReason("moves", {"place": b + 1})
    nearer = range(0) if by_lot else range(a + 1, b)[:MAX_PASSED_OVER]
    yield from (_why_passed_over(draw, a, place) for place in nearer)


def bye_reason(draw: Draw) -> PairReason | None:
    if draw.bye is None:
        return None
    keys = [rest_key(entry, draw.system) for entry in draw.order]
    if keys[draw.bye] != min(keys):
        return PairReason("bye_needed", {})
    return PairReason("bye_lot" if keys.count(min(keys)) > 1 else "bye_fewest", {})


def _why_passed_over(draw: Draw, place: int, other: int) -> PairReason:
    mine, theirs = draw.order[place], draw.order[other]
    where = {"place": other + 1}
    if theirs.id in mine.met or mine.id in theirs.met:
        number = mine.met.get(theirs.id) or theirs.met.get(mine.id)
        return (
            PairReason("met", {**where, "round": number})
            if number
            else PairReason("met_before", where)
        )
    if theirs.id in mine.avoid or mine.id in theirs.avoid:
        return PairReason("avoid", where)
    if mine.fixed_table is not None and theirs.fixed_table is not None:
        return PairReason("both_stay", where)
    partner = next((sum(pair) - other for pair in draw.pairs if other in pair), None)
    return (
        PairReason("taken", {**where, "other": partner + 1})
        if partner is not None
        else PairReason("rests", where)
    )


def _fixed_table(draw: Draw, pair: Places) -> int | None:
    tables = (draw.order[place].fixed_table for place in pair)
    return next((table for table in tables if table is not None), None)


def _side(entry: DrawEntry) -> tuple[bool, int]:
    return entry.fixed_table is None, entry.ns_rounds

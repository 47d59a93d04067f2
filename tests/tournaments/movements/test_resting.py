from dataclasses import replace

import pytest

from tests.tournaments.movements.test_swiss import field
from tournaments.movements import pair_next_round
from tournaments.movements.pair_seats import bye_reason, seat_pairs
from tournaments.movements.swiss import pair_round

FIVE = [50, 40, 30, 20, 10]
SEEDS = range(30)


def with_tie(entries, *ids):
    score, rank = min((each.score, each.rank) for each in entries if each.id in ids)
    return [replace(e, score=score, rank=rank) if e.id in ids else e for e in entries]


@pytest.mark.parametrize(
    ("scores", "options", "system", "rests", "code"),
    [
        (FIVE, {}, "swiss", {5}, "bye_fewest"),
        (FIVE, {}, "danish", {5}, "bye_fewest"),
        ([3, 2, 1], {}, "swiss", {3}, "bye_fewest"),
        (FIVE, {"unplayed": {5: 1}}, "swiss", {4}, "bye_fewest"),
        (FIVE, {"unplayed": {5: 1, 4: 1}}, "danish", {3}, "bye_fewest"),
        (FIVE, {"unplayed": dict.fromkeys(range(1, 6), 1)}, "swiss", {5}, "bye_fewest"),
        (FIVE, {"unplayed": {1: 1, 2: 2, 3: 3, 4: 2, 5: 2}}, "swiss", {1}, "bye_fewest"),
        (FIVE, {"unplayed": {1: 3, 2: 3, 3: 3, 4: 2, 5: 4}}, "danish", {4}, "bye_fewest"),
        (FIVE, {}, "random", {1, 2, 3, 4, 5}, "bye_lot"),
        (FIVE, {"unplayed": {2: 1, 3: 1, 5: 2}}, "random", {1, 4}, "bye_lot"),
        (FIVE, {"unplayed": {2: 1, 3: 1, 4: 1, 5: 2}}, "random", {1}, "bye_fewest"),
    ],
)
def test_bye_goes_to_entrant_with_fewest_unplayed_rounds(scores, options, system, rests, code):
    drawn = [pair_round(field(scores, **options), system, seed=seed) for seed in SEEDS]
    assert {each.bye_id for each in drawn} == rests
    assert {bye_reason(each).code for each in drawn} == {code}


@pytest.mark.parametrize(
    ("equals", "unplayed", "rests"),
    [
        ((4, 5), {}, {4, 5}),
        ((1, 2, 3, 4, 5), {}, {1, 2, 3, 4, 5}),
        ((3, 4, 5), {5: 1}, {3, 4}),
        ((1, 2, 3), {4: 1, 5: 1}, {1, 2, 3}),
    ],
)
def test_a_bye_among_equals_is_by_lot_and_logged(equals, unplayed, rests):
    entries = with_tie(field(FIVE, unplayed=unplayed), *equals)
    drawn = [pair_round(entries, seed=seed) for seed in SEEDS]
    assert {each.bye_id for each in drawn} == rests
    assert {bye_reason(each).code for each in drawn} == {"bye_lot"}


def test_a_bye_that_avoids_a_rematch_is_logged():
    drawn = pair_round(field([3, 2, 1], met=[(1, 2)]))
    assert drawn.bye_id == 2
    assert bye_reason(drawn).code == "bye_needed"


def test_even_field_has_no_bye_reason():
    assert bye_reason(pair_round(field([2, 1]))) is None


@pytest.mark.parametrize("system", ["swiss", "danish", "random"])
@pytest.mark.parametrize(
    ("size", "met", "tables", "pair"),
    [
        (4, [(1, 3), (2, 4), (1, 4), (2, 3)], {1: 1, 2: 2}, (1, 2)),
        (4, [(1, 2), (3, 4), (1, 4), (2, 3)], {1: 2, 3: 1}, (1, 3)),
        (2, [], {1: 2, 2: 1}, (1, 2)),
        (6, [(3, n) for n in (1, 2, 4, 6)], {3: 3, 5: 1}, (3, 5)),
        (5, [(4, n) for n in (1, 2, 3)] + [(5, n) for n in (1, 2, 3)], {4: 2, 5: 1}, (4, 5)),
    ],
)
def test_fixed_table_pair_meets_before_a_rematch(system, size, met, tables, pair):
    options = {"unplayed": {4: 1, 5: 1}} if size == 5 else {}
    entries = field(list(range(size, 0, -1)), met, fixed_table=tables, **options)
    drawn = pair_round(entries, system, seed=1)
    if system == "danish" and size > 2:  # rematches are allowed there
        assert drawn.moves == ()
        return
    order = [entry.id for entry in drawn.order]
    assert [{order[a], order[b]} for a, b in drawn.moves] == [set(pair)]
    assert (drawn.rematches, drawn.forbidden) == ((), ())
    stays, moves = (order[place] for place in drawn.moves[0])
    seated = {each.ns: each for each in seat_pairs(drawn)}
    assert (seated[stays].ew, seated[stays].table) == (moves, tables[stays])
    assert ("moves", order.index(moves) + 1) in [
        (reason.code, reason.params.get("place")) for reason in seated[stays].reasons
    ]


def test_fixed_table_pair_waits_while_others_are_available():
    drawn = pair_round(field([40, 40, 0, 0], fixed_table={1: 1, 2: 2}))
    assert drawn.moves == ()


@pytest.mark.parametrize("kind", ["swiss", "danish", "random"])
@pytest.mark.parametrize("fixed", [{}, {1: 1, 2: 2}, {1: 1, 2: 2, 3: 3}])
@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9, 10])
def test_small_fields_meet_all_before_any_rematch(size, fixed, kind):
    rounds = size - 1 + size % 2
    params = {"rounds": rounds, "first": "seeding", "again": False}
    entries = {each.id: each for each in field([0] * size, fixed_table=fixed)}
    met = set()
    for number in range(1, rounds + 1):
        drawn = pair_next_round(kind, params, list(entries.values()), number, number)
        assert drawn.rematches == ()
        met |= {frozenset(pair) for pair in drawn.ids}
        for a, b in drawn.ids:
            for one, other in ((a, b), (b, a)):
                mine = entries[one]
                entries[one] = replace(
                    mine, met={**mine.met, other: number}, score=mine.score + 2 * (one < other)
                )
        if drawn.bye_id:
            entries[drawn.bye_id] = replace(entries[drawn.bye_id], unplayed=1)
        ranked = sorted(entries.values(), key=lambda each: -each.score)
        entries = {each.id: replace(each, rank=at) for at, each in enumerate(ranked, 1)}
    assert len(met) == size * (size - 1) // 2

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.randomness import examples
from tournaments.movements import MovementError
from tournaments.movements.next_rounds import opening_round
from tournaments.movements.pair_costs import Costs, DrawEntry, Id
from tournaments.movements.pair_seats import pair_reasons, seat_pairs
from tournaments.movements.swiss import accelerate, pair_round


def field(scores, met=(), **options) -> list[DrawEntry]:
    """Entries 1.. with these scores; `met` lists past pairs, the round is their place + 1."""
    opponents: dict[int, dict[Id, int]] = {number: {} for number in range(1, len(scores) + 1)}
    for number, (a, b) in enumerate(met, 1):
        opponents[a][b] = opponents[b][a] = number
    return [
        DrawEntry(
            id=number,
            score=score,
            rank=number,
            met=opponents[number],
            **{name: values[number] for name, values in options.items() if number in values},
        )
        for number, score in enumerate(scores, 1)
    ]


def every_pairing(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    first, *others = places
    for second in others:
        for rest in every_pairing([place for place in others if place != second]):
            yield [(first, second), *rest]


def least_cost(entries, system="swiss", folded=False) -> int:
    order = sorted(entries, key=lambda entry: (-entry.score, entry.rank))
    costs = Costs(order, system, folded)
    size = len(order)

    def cost(a: int, b: int) -> int:
        return costs.bye_cost(a) if b == size else costs.pair_cost(a, b)

    pairings = every_pairing(range(size + size % 2))
    return min(sum(cost(*pair) for pair in pairing) for pairing in pairings)


@st.composite
def fields(drawing, largest):
    size = drawing(st.integers(2, largest))
    numbers = st.integers(1, size)
    couples = st.lists(st.tuples(numbers, numbers).filter(lambda c: c[0] != c[1]), max_size=12)
    rested = drawing(st.sets(numbers))
    stays = drawing(st.sets(numbers, max_size=3))
    avoided = drawing(couples)
    return field(
        drawing(st.lists(st.integers(0, 4000), min_size=size, max_size=size)),
        drawing(couples),
        unplayed=dict.fromkeys(rested, 1),
        fixed_table={number: number for number in stays},
        avoid={a: frozenset({b}) for a, b in avoided},
    )


@examples(150)
@given(fields(largest=8), st.booleans())
def test_pairing_cost_is_minimal(entries, folded):
    assert pair_round(entries, folded=folded).cost == least_cost(entries, folded=folded)


@examples(12)
@given(fields(largest=10))
def test_pairing_of_ten_costs_least_of_945_pairings(entries):
    assert pair_round(entries).cost == least_cost(entries)
    assert pair_round(entries, "danish").cost == least_cost(entries, "danish")


@examples(40)
@given(fields(largest=40))
def test_every_entrant_plays_once_or_rests(entries):
    drawn = pair_round(entries)
    seated = [place for pair in drawn.pairs for place in pair]
    resting = [] if drawn.bye is None else [drawn.bye]
    assert sorted(seated + resting) == list(range(len(entries)))
    assert len(resting) == len(entries) % 2


def test_neighbours_in_ranking_are_paired():
    assert pair_round(field([40, 30, 20, 10])).ids == [(1, 2), (3, 4)]


def test_rematches_are_avoided_at_least_cost():
    drawn = pair_round(field([40, 30, 20, 10], met=[(1, 2), (3, 4)]))
    assert drawn.ids == [(1, 3), (2, 4)]
    assert drawn.rematches == ()
    # Two gaps of 20 points at 4³ + 1 each, two gaps of 2 ranks.
    assert drawn.cost == 65 * (400 + 400) + 4 + 4


def test_unavoidable_rematch_is_reported():
    drawn = pair_round(field([20, 10], met=[(1, 2)]))
    assert drawn.ids == [(1, 2)]
    assert drawn.rematches == ((0, 1),)


def test_family_members_meet_only_without_alternative():
    family = {1: frozenset({2}), 2: frozenset({1})}
    assert pair_round(field([40, 40, 0, 0], avoid=family)).ids == [(1, 3), (2, 4)]
    assert pair_round(field([40, 40], avoid=family)).forbidden == ((0, 1),)


def test_rematch_is_preferred_to_forbidden_pair():
    entries = field([9, 8, 7, 6], met=[(1, 3), (2, 4)], avoid={1: frozenset({2, 4})})
    assert pair_round(entries).ids == [(1, 3), (2, 4)]


def test_danish_pairs_by_rank_despite_rematches():
    drawn = pair_round(field([40, 30, 20, 10], met=[(1, 2)]), "danish")
    assert drawn.ids == [(1, 2), (3, 4)]
    assert drawn.rematches == ()


def test_folded_first_round_pairs_upper_with_lower_half():
    assert pair_round(field([0] * 6), folded=True).ids == [(1, 4), (2, 5), (3, 6)]


def test_random_round_depends_on_seed_and_avoids_rematches():
    entries = field([0] * 12, met=[(a, a + 6) for a in range(1, 7)])
    first = pair_round(entries, "random", seed=1)
    assert first == pair_round(entries, "random", seed=1)
    assert first.ids != pair_round(entries, "random", seed=2).ids
    assert first.rematches == ()


def test_virtual_points_pair_upper_half_with_itself():
    entries = accelerate(field([0] * 8), points=100)
    assert pair_round(entries, folded=True).ids == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_search_limited_to_near_ranks_finds_optimum():
    random = Random(7)
    met = [tuple(random.sample(range(1, 121), 2)) for _ in range(200)]
    entries = field([random.randrange(8000) for _ in range(120)], met)
    assert pair_round(entries, near=30).cost == pair_round(entries).cost


def test_short_search_reach_grows_to_avoid_rematches():
    met = [(a, b) for a in range(1, 7) for b in range(a + 1, 7)]
    drawn = pair_round(field([*range(120, 0, -10)], met), near=2)
    assert drawn.rematches == ()
    assert drawn.cost == pair_round(field([*range(120, 0, -10)], met)).cost


def test_single_entrant_gets_the_bye():
    assert pair_round(field([10])).bye_id == 1


def test_an_entrant_listed_twice_is_refused():
    with pytest.raises(MovementError, match="listed twice"):
        pair_round([DrawEntry(1), DrawEntry(1)])


def test_tables_follow_ranking_and_fixed_tables_are_kept():
    entries = field([40, 30, 20, 10], fixed_table={4: 1})
    assert [(s.table, s.ns, s.ew) for s in seat_pairs(pair_round(entries))] == [
        (1, 4, 3),
        (2, 1, 2),
    ]


def test_pair_with_fewer_north_south_rounds_sits_north_south():
    (seated,) = seat_pairs(pair_round(field([40, 30], ns_rounds={1: 2, 2: 1})))
    assert (seated.ns, seated.ew) == (2, 1)


def test_pair_reasons_list_places_rematches_and_avoidance():
    drawn = pair_round(field([40, 30, 20, 10], met=[(1, 2)], avoid={1: frozenset({3})}))
    assert drawn.ids == [(1, 4), (2, 3)]
    assert [(reason.code, reason.params) for reason in pair_reasons(drawn, (0, 3))] == [
        ("places", {"first": 1, "second": 4}),
        ("met", {"place": 2, "round": 1}),
        ("avoid", {"place": 3}),
    ]


def test_random_pair_has_lot_as_reason():
    drawn = pair_round(field([40, 30, 20, 10]), "random", seed=3)
    assert [reason.code for reason in pair_reasons(drawn, drawn.pairs[0])] == ["lot"]


def test_a_thousand_entrants_are_paired_without_a_rematch():
    random = Random(11)
    met = [tuple(random.sample(range(1, 1002), 2)) for _ in range(3000)]
    drawn = pair_round(field([random.randrange(12000) for _ in range(1001)], met))
    assert len(drawn.pairs) == 500
    assert drawn.bye == 1000
    assert drawn.rematches == ()


def test_forced_forbidden_pair_is_given_as_a_reason():
    drawn = pair_round(field([40, 40], avoid={1: frozenset({2}), 2: frozenset({1})}))
    assert [reason.code for reason in pair_reasons(drawn, drawn.pairs[0])] == [
        "places",
        "forbidden",
    ]


def test_accelerated_opening_pairs_halves_separately():
    drawn = opening_round(field([0] * 8), 1, 7, {"first": "accelerated"})
    assert sorted(drawn.ids) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert opening_round(field([0] * 8), 3, 7, {"first": "accelerated"}) is None

"""Sampled worlds are legal, complete, uniform, and independent of hidden cards."""

import random
from collections import Counter

import pytest

from games.belot import PRESETS, Deal, play_out, random_bot, thumb_bot, variant_from_json
from games.belot.bots.habits import (
    ACTUAL_CALL,
    BY_THE_BOOK,
    CALL_SIZE,
    CARRE_COUNT,
    MISANNOUNCED_FIT,
    announcement_counts,
    announcement_likelihood,
    book_call,
)
from games.belot.bots.knowledge import knowledge_of
from games.belot.bots.said import COUNTS, FOURS, call_row, call_rows, observed_facts
from games.belot.bots.sampling import sample_packs, worlds_of
from games.belot.cards import FIRST_BID, PASS, card_list, mask_of
from games.belot.heuristics.bots import view_of
from games.belot.heuristics.calling import call_by_thumb
from games.belot.suit_tables import ranks_of_fours
from tests.games.belot.bots.endings import distributions, near_the_end
from tests.games.belot.builders import bid, deal_after_calls, hand_mask, is_possible

FOUR = [name for name, variant in PRESETS.items() if variant.players == 4]
CONTRACT_PRESETS = [name for name in FOUR if not PRESETS[name].bids_numbers]
"""Bots infer nothing from numeric bids (`said.call_rows`)."""


def others_of(view, world):
    return tuple(0 if seat == view.seat else hand for seat, hand in enumerate(world))


def allowed_worlds(known):
    return [world for world in distributions(known.hidden, known.room) if is_possible(known, world)]


@pytest.mark.sample
@pytest.mark.parametrize("preset", FOUR)
def test_sampled_worlds_are_possible_in_every_four_player_game(preset, every_example):
    rng = random.Random(preset)
    for number in range(8 if every_example else 3):
        deal = play_out(Deal(preset, "N", seed=number), thumb_bot, rng)
        while deal.played:
            deal.undo()
            view = view_of(deal, deal.turn_seat)
            known = knowledge_of(view)
            for world in worlds_of(view, rng, 3):
                assert world[view.seat] == view.hand
                assert sum(world) == known.hidden | view.hand
                assert is_possible(known, others_of(view, world))


@pytest.mark.parametrize("number", [2, 5, 11])
def test_possible_worlds_are_sampled_uniformly(number):
    deal = near_the_end("bulgarian", number, 8)
    view = view_of(deal, deal.turn_seat)
    expected = allowed_worlds(knowledge_of(view))
    drawn = Counter(
        others_of(view, world)
        for world in worlds_of(view, random.Random(number), 60 * len(expected), by_habit=False)
    )
    assert set(drawn) == set(expected)
    squares = sum((count - 60) ** 2 / 60 for count in drawn.values())
    freedom = len(expected) - 1
    assert abs(squares - freedom) < 5 * (2 * freedom) ** 0.5 + 1


def test_worlds_with_two_tierces_are_not_sampled_twice_as_often():
    """A world in which two runs fit North's “tierce” counts once."""
    deal = deal_after_calls(
        *bid("H"),
        N="C7 C8 C9 D7 D8 D9 S7 S8",
        W="CT CJ CQ CK CA H7 H8 H9",
        S="DT DJ DQ DK DA HT HJ HQ",
        E="S9 ST SJ SQ SK SA HK HA",
    )
    deal.play("S7", declare="C7 C8 C9")
    view = deal.view("W")
    known = knowledge_of(view)
    assert len(known.cases) > 10
    holds_both = 0
    cases = [case[0] for case in known.cases]
    worlds = worlds_of(view, random.Random(1), 4000, by_habit=False)
    for world in worlds:
        held = sum(not case & ~world[0] for case in cases)
        assert held
        holds_both += held > 1
    rng = random.Random(2)
    both = one = 0
    while one + both < 4000:
        north = mask_of(rng.sample(card_list(known.hidden), 7))
        held = sum(not case & ~north for case in cases)
        both += held > 1
        one += held == 1
    assert abs(holds_both - both) < 5 * (4000 * 0.25 * 0.75) ** 0.5


@pytest.mark.parametrize("preset", ["bulgarian", "french", "bela"])
def test_hidden_cards_do_not_change_sampled_worlds(preset):
    rng = random.Random(preset)
    for number in range(6):
        deal = play_out(Deal(preset, "N", seed=number), thumb_bot, rng)
        while len(deal.played) > 9:
            deal.undo()
        if deal.turn is None or not deal.played:
            continue
        view = view_of(deal, deal.turn_seat)
        first = worlds_of(view, random.Random(5), 10)
        for world in worlds_of(view, random.Random(6), 3, by_habit=False):
            swapped = deal.copy()
            swapped._hands = list(world)
            seen = view_of(swapped, swapped.turn_seat)
            assert seen == view
            assert worlds_of(seen, random.Random(5), 10) == first


def test_same_seed_samples_the_same_worlds():
    deal = deal_after_calls(*bid("H"))
    view = deal.view("N")
    one, again = (worlds_of(view, random.Random(3), 5) for _ in range(2))
    assert one == again != worlds_of(view, random.Random(4), 5)


def test_bidder_of_hearts_is_sampled_with_high_hearts():
    deal = deal_after_calls("H", "P", "P", "P", dealer="S", E="HJ H9 HA", N="SA")
    jack = hand_mask("HJ")
    view = deal.view("W")
    by_habit = sum(bool(w[3] & jack) for w in worlds_of(view, random.Random(1), 300))
    by_rules = sum(
        bool(w[3] & jack) for w in worlds_of(view, random.Random(1), 300, by_habit=False)
    )
    assert by_rules < 130
    assert by_habit > 200


def test_player_without_announcement_is_sampled_without_melds():
    deal = deal_after_calls(*bid("H"), N="C7 C8 D9 DT HJ SQ SK SA", W="CQ")
    deal.play("C7")
    worlds = worlds_of(deal.view("W"), random.Random(1), 200)
    counts = [announcement_counts(world[0] | hand_mask("C7"), 0xFF) for world in worlds]
    assert counts.count(0) > 180


def test_carre_counts_only_where_it_has_points():
    nines, tens = hand_mask("C9 D9 H9 S9"), hand_mask("CT DT HT ST")
    house = variant_from_json({"preset": "bulgarian", "carre_points": "J 200 9 0"})
    fours = ranks_of_fours(house, 2)
    assert announcement_counts(nines, fours) == 0
    assert announcement_counts(tens, fours) == CARRE_COUNT
    assert announcement_counts(nines, ranks_of_fours(PRESETS["bulgarian"], 2)) == CARRE_COUNT


def test_worthless_carre_may_be_held_without_announcement():
    house = variant_from_json({"preset": "bulgarian", "carre_points": "J 200 9 0"})
    hands = {}
    for rules in (house, PRESETS["bulgarian"]):
        deal = deal_after_calls(*bid("H"), variant=rules, N="C7 C8 DT D8 HJ SQ SK SA", W="CQ")
        deal.play("C7")
        facts = observed_facts(deal.view("W"), [0, 2, 3])
        hands[rules.carre_points] = announcement_likelihood(
            hand_mask("C9 D9 H9 S9 CJ DQ HK S8"), facts[FOURS], facts[COUNTS]
        )
    assert hands == {"J 200 9 0": BY_THE_BOOK, "J 200 9 150": MISANNOUNCED_FIT}


@pytest.mark.parametrize("preset", CONTRACT_PRESETS)
def test_recorded_call_row_yields_the_same_heuristic_call(preset):
    rng = random.Random(preset)
    checked = 0
    for number in range(150):
        deal = Deal(preset, "NWSE"[number % 4], seed=number)
        while deal.turn and deal.phase == 0:
            view = view_of(deal, deal.turn_seat)
            call = call_by_thumb(view)
            row = call_row(view, deal.standing, view.seat, 0, call)
            assert book_call(row, 0, view.hand, 0) == call
            deal.push(call if rng.random() < 0.8 else rng.choice(card_list(deal.legal_mask())))
            checked += 1
    assert checked > 150


def test_auction_worlds_contain_exactly_the_unseen_cards():
    deal = Deal(seed=4)
    for call in ("P", "H"):
        deal.call(call)
    view = deal.view(deal.turn)
    packs = sample_packs(view, random.Random(1), 20)
    for pack in packs:
        assert sorted(pack) == card_list(view.unseen)
    rows = call_rows(view, [seat for seat in range(4) if seat != view.seat])
    assert [rows[ACTUAL_CALL], rows[CALL_SIZE + ACTUAL_CALL]] == [PASS, FIRST_BID + 2]
    bidder = [seat for seat in range(4) if seat != view.seat].index(view.standing.bidder)
    jacks = sum(
        hand_mask("HJ") >> card & 1 for p in packs for card in p[5 * bidder : 5 * bidder + 5]
    )
    assert jacks >= 10


def test_sampling_works_for_random_players():
    rng = random.Random(9)
    deal = play_out(Deal(seed=9), random_bot, rng)
    while deal.played:
        deal.undo()
    view = view_of(deal, deal.turn_seat)
    assert len(worlds_of(view, rng, 5)) == 5

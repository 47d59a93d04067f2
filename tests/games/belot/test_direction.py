"""Clockwise only renames seats: N E S W instead of N W S E."""

import random

import pytest

from games.belot import (
    CARDS,
    Deal,
    next_seat,
    score,
    seats_of,
    summary_of,
    to_text,
    variant_from_json,
)
from games.belot.simulation import Question, simulate
from games.belot.simulation.finding import find_deals
from games.belot.simulation.wishes import wishes_of
from tests.games.belot.builders import deal_after_calls, error_of
from tests.games.belot.dealing_tricks import any_deal, play_on
from tests.games.belot.rotation import MIRRORED, in_mirror

CLOCKWISE = {"preset": "bulgarian", "direction": "clockwise"}


def test_clockwise_left_neighbour_calls_and_leads_first():
    deal = deal_after_calls("H", "P", "P", "P", variant=CLOCKWISE, dealer="E")
    assert (deal.turn, deal.declarer) == ("S", "S")
    assert seats_of(deal.variant) == ("N", "E", "S", "W")
    assert [next_seat(deal.variant, seat) for seat in "NESW"] == ["E", "S", "W", "N"]


def test_clockwise_packets_are_dealt_in_mirrored_order():
    pack = Deal(seed=1).source()["pack"]
    one, other = Deal(dealer="N", pack=pack), Deal(CLOCKWISE, "N", pack=pack)
    assert other.hands == {seat: one.hands[MIRRORED[seat]] for seat in "NESW"}


@pytest.mark.parametrize("preset", ["bulgarian", "belot", "french", "bela"])
def test_mirrored_deal_scores_the_same(preset):
    rng = random.Random(preset)
    for _ in range(40):
        record = play_on(any_deal(variant_from_json(preset), rng), rng, 99).record()
        one, other = score(record), score(in_mirror(record))
        assert other["score"] == one["score"]
        assert other["declarer"] == MIRRORED.get(one["declarer"])
        assert to_text(in_mirror(record)).splitlines()[1] == '[Switch "direction clockwise"]'
        assert score(summary_of(in_mirror(record)))["score"] == other["score"]


def test_mirrored_simulation_returns_the_same_tally():
    asked = {"deals": {"known": {"W": "SA ST"}}, "dealer": "E"}
    mirrored = {"variant": CLOCKWISE, "deals": {"known": {"E": "SA ST"}}, "dealer": "W"}
    assert simulate(Question.from_json(mirrored), 5, 0, 20) == simulate(
        Question.from_json(asked), 5, 0, 20
    )
    assert Question.from_json(mirrored).to_json()["dealer"] == "W"


def test_clockwise_search_keeps_named_seats_and_rotates_dealers():
    variant = variant_from_json(CLOCKWISE)
    wishes = wishes_of([{"seat": "E", "cards": "HJ H9"}], variant)
    found = [each for each in find_deals(variant, wishes, 3, 4) if each.pack]
    assert [each.dealer for each in found] == ["N", "E", "S", "W"]
    for each in found:
        _north, east, *_others = Deal(variant, each.dealer, pack=each.pack).received
        assert {"HJ", "H9"} <= {CARDS[card] for card in east}


@pytest.mark.parametrize("preset", ["bela3", "bela2", "belot3", "open_belot"])
def test_clockwise_is_rejected_without_four_players(preset):
    error = error_of({"variant": {"preset": preset, "direction": "clockwise"}, "passed_out": True})
    assert (error["rule"], error["at"]) == ("direction_of_four", "variant.direction")

import random

import pytest

from games.belot import (
    CARDS,
    PRESETS,
    Deal,
    RuleError,
    from_text,
    play_out,
    random_bot,
    thumb_bot,
    to_text,
)
from games.belot.carres import carres_in
from tests.games.belot.builders import error_of, score_and_hanging

PACK = " ".join(CARDS)


def house(preset="french", **switches):
    return {"preset": preset, **switches}


def fault(rules):
    error = error_of({"variant": rules, "passed_out": True})
    return error["at"].removeprefix("variant."), error["rule"]


def codes(cards):
    return " ".join(CARDS[card] for card in cards)


def test_dealer_receives_the_turn_up_by_the_switch():
    deal = Deal(house(turn_up_goes_to="dealer"), "N", pack=PACK)
    turned = CARDS[deal.turned]
    deal.call("TAKE")
    assert (deal.declarer, deal.receiver) == ("W", 0)
    assert [len(hand) for hand in deal.received] == [8, 8, 8, 8]
    assert turned in codes(deal.received[0])
    assert codes(deal.received[1]).split()[5:] == [CARDS[place] for place in (21, 22, 23)]
    hands = {seat: codes(deal.received["NWSE".index(seat)]) for seat in "NWSE"}
    again = {"variant": house(turn_up_goes_to="dealer"), "dealer": "N", "hands": hands}
    Deal.from_record({**again, "turn_up": turned, "calls": ["TAKE"]})
    error = error_of({**again, "turn_up": CARDS[31 - 8], "calls": ["TAKE"]})
    assert (error["rule"], error["at"]) == ("turn_up_not_taken", "turn_up")
    assert "N" in error["message"]


def test_refused_suit_may_be_named_again_by_the_switch():
    deal = Deal(house(turn_up_again=True), "N", pack=PACK)
    for _ in range(4):
        deal.call("P")
    assert deal.legal == ["P", "C", "D", "H", "S"]


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (house("bulgarian", turn_up_goes_to="dealer"), ("turn_up_goes_to", "no_turn_up")),
        (house("bela", turn_up_again=True), ("turn_up_again", "no_turn_up")),
        (house("bela2", turn_up_goes_to="out"), ("turn_up_goes_to", "no_turn_up")),
        (house(turn_up_goes_to="out"), ("turn_up_goes_to", "turn_up_has_no_place")),
        (house(exchange_seven=True), ("exchange_seven", "turn_up_has_no_place")),
        (
            house("belot", long_runs="four"),
            ("long_runs", "eight_beyond_four"),
        ),
    ],
)
def test_conflicting_turn_up_switches_are_rejected(rules, wanted):
    assert fault(rules) == wanted


# Klaberjass


def klaberjass(*calls, pack=PACK, dealer="N"):
    deal = Deal("klaberjass2", dealer, pack=pack)
    for call in calls:
        deal.call(call)
    return deal


def test_klaberjass_deals_six_turns_card_13_and_deals_three():
    deal = klaberjass()
    assert (CARDS[deal.turned], deal.turn, deal.legal) == (CARDS[12], "S", ["P", "TAKE"])
    assert deal.received[1][:6] == (0, 1, 2, 6, 7, 8)
    deal.call("TAKE")
    assert deal.received == ((3, 4, 5, 9, 10, 11, 16, 17, 18), (0, 1, 2, 6, 7, 8, 13, 14, 15))
    assert all(deal.turned not in hand for hand in deal.received)


def test_klaberjass_is_passed_out_after_two_rounds():
    assert klaberjass("P", "P").legal == ["P", "C", "H", "S"]
    assert klaberjass("P", "P", "P", "P").status == "passed_out"


SWAPPED = {"D7": "C7", "C7": "D7", "DJ": "DQ", "DQ": "DJ"}
WITH_SEVEN = " ".join(SWAPPED.get(card, card) for card in CARDS)
"""South's first card is the seven of diamonds; the queen of diamonds is turned up."""


def test_trump_seven_is_exchanged_for_the_turn_up():
    deal = klaberjass("TAKE", pack=WITH_SEVEN)
    assert (CARDS[deal.turned], deal.contract) == ("DQ", "D")
    assert not deal.can_exchange(0)
    deal.exchange("S")
    assert "DQ" in deal.hands["S"]
    assert "D7" not in deal.hands["S"]
    assert deal.receiver == 1
    record = deal.record()
    assert record["exchange"] == "S"
    assert Deal.from_record(record).record() == record
    assert from_text(to_text(record)) == record
    assert deal.undo() == "S"
    assert "D7" in deal.hands["S"]
    assert deal.undo() == "TAKE"


def refused(deal, seat):
    record = deal.record()
    error = error_of({**record, "exchange": seat})
    assert error["at"] == "exchange"
    return error["rule"]


def test_exchange_is_rejected_for_others_and_after_play_began():
    assert refused(klaberjass("TAKE", pack=WITH_SEVEN), "N") == "exchange_impossible"
    other_suit = klaberjass("P", "P", "C", pack=WITH_SEVEN)
    assert refused(other_suit, "S") == "exchange_impossible"
    assert refused(klaberjass("TAKE", pack=WITH_SEVEN), "E") == "unknown_seat"
    plain = Deal("bela2", "N", pack=PACK)
    plain.call("TAKE")
    assert refused(plain, "N") == "exchange_not_used"
    deal = klaberjass("TAKE", pack=WITH_SEVEN)
    deal.play(deal.legal[0])
    assert not deal.can_exchange(1)


def test_exchanged_card_can_complete_a_belote():
    deal = klaberjass("TAKE", pack=WITH_SEVEN)
    deal.exchange("S")
    deal.play("DK", belote=True)
    assert [(found.seat, found.suit) for _, found in deal.belotes] == [(1, 1)]
    plain = klaberjass("TAKE", pack=WITH_SEVEN)
    with pytest.raises(RuleError):
        plain.play("DK", belote=True)


def test_thumb_bots_exchange_the_trump_seven():
    deal = play_out(klaberjass("TAKE", pack=WITH_SEVEN), thumb_bot, random.Random(1))
    assert (deal.status, deal.exchanger) == ("complete", 1)


def test_klaberjass_counts_sequences_only():
    rules = PRESETS["klaberjass2"]
    assert set(carres_in(rules, "H")) == {0}
    deal = klaberjass("TAKE", pack=WITH_SEVEN)
    first = deal.hands["S"]
    assert {"DK", "DA", "H7"} & set(first)
    pack = "H7 H8 H9 C7 C8 C9 HT HJ D7 CT CJ CQ DQ S7 S8 S9 D8 D9 DT " + " ".join(
        card
        for card in CARDS
        if card not in "H7 H8 H9 C7 C8 C9 HT HJ D7 CT CJ CQ DQ S7 S8 S9 D8 D9 DT".split()
    )
    deal = klaberjass("TAKE", pack=pack)
    deal.play("H7", declare=["H7 H8 H9 HT HJ", "S7 S8 S9"])
    deal.play(deal.legal[0], declare=["C7 C8 C9 CT CJ CQ"])
    assert deal.result()["declarations"] == {"N": 50, "S": 0}


@pytest.mark.parametrize(
    ("own", "other", "score"),
    [(55, 50, {"N": 50, "S": 55}), (55, 70, {"N": 125, "S": 0})],
)
def test_klaberjass_maker_scores_as_in_mcneely(own, other, score):
    """Maker with more: each its own; with less: all to the opponent (source: McNeely)."""
    given = {
        "variant": "klaberjass2",
        "contract": "H",
        "declarer": "S",
        "points": {"N": other, "S": own},
    }
    assert score_and_hanging(given) == (score, 0)


def test_klaberjass_tie_hangs_the_makers_points():
    given = {
        "variant": "klaberjass2",
        "contract": "H",
        "declarer": "S",
        "points": {"N": 60, "S": 60},
    }
    assert score_and_hanging(given) == ({"N": 60, "S": 0}, 60)


def test_random_klaberjass_deals_end_and_replay_to_their_result():
    rng = random.Random(9)
    for number in range(60):
        deal = play_out(Deal("klaberjass2", "NS"[number % 2], seed=number), random_bot, rng)
        assert deal.status in ("complete", "passed_out")
        assert Deal.from_record(deal.record()).result() == deal.result()

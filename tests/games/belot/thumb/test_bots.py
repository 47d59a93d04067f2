import random

import pytest

from games.belot import PRESETS, Deal, play_out, random_bot, random_pack, score, thumb_bot
from games.belot.cards import card_list, codes
from games.belot.heuristics.bidding import MIN_BID_WORTH, worth
from games.belot.heuristics.play import card_by_thumb
from tests.games.belot.builders import bid, deal_after_calls, hand_mask


@pytest.mark.parametrize("preset", PRESETS)
def test_thumb_bots_finish_every_variant(preset):
    rng = random.Random(preset)
    for number in range(20):
        deal = play_out(Deal(preset, "N", seed=number), thumb_bot, rng)
        assert deal.status in ("complete", "passed_out")
        assert score(deal.record()) == deal.result()


def test_thumb_bots_beat_random_bots_on_the_same_cards():
    rng = random.Random(1)
    gained = 0
    for number in range(60):
        pack = random_pack(PRESETS["bulgarian"], random.Random(number))
        for side in (0, 1):
            bots = {s: thumb_bot if i % 2 == side else random_bot for i, s in enumerate("NWSE")}
            points = play_out(Deal(pack=pack), bots, rng).result()["score"]
            own, other = ("NS", "EW") if side == 0 else ("EW", "NS")
            gained += points[own] - points[other]
    assert gained > 60 * 2 * 10


def test_thumb_bots_pass_out_about_one_deal_in_ten():
    rng = random.Random(2)
    deals = [play_out(Deal(seed=number), thumb_bot, rng).status for number in range(300)]
    assert 10 < deals.count("passed_out") < 60


def test_cards_seen_by_a_seat_are_its_hand_and_played_cards():
    deal = deal_after_calls(*bid("H"), N="SA", W="S7")
    deal.play("SA")
    assert deal.cards_seen_by("W") == sorted(
        ["SA", *deal.hands["W"]],
        key=lambda card: ("CDHS".index(card[0]), "789TJQKA".index(card[1])),
    )


def test_seat_sees_five_cards_in_the_auction():
    deal = Deal(seed=3)
    assert len(deal.cards_seen_by("W")) == 5
    assert deal.view("N").legal == 0


def test_open_belot_face_up_cards_are_visible_to_both():
    deal = Deal("open_belot", "N", seed=3)
    view = deal.view("S")
    assert view.hand.bit_count() == 9
    assert view.open_cards.bit_count() == 4
    for call in ("H", "P"):
        deal.call(call)
    assert deal.view("S").hand.bit_count() == 12
    deal.play(codes(deal.view("S").open_cards and deal.legal_mask())[0])
    assert deal.view("N").open_cards.bit_count() in (3, 4)


def test_unseen_cards_of_a_view_are_the_other_hands():
    deal = play_out(Deal(seed=9), random_bot, random.Random(9))
    for _ in range(10):
        deal.undo()
    view = deal.view(deal.turn or "")
    others = [card for seat, hand in deal.hands.items() if seat != deal.turn for card in hand]
    assert set(codes(view.unseen)) == set(others)


@pytest.mark.parametrize(
    ("hand", "contract", "bids"),
    [
        ("HJ H9 H7 C8 D8", 2, True),
        ("H9 HA H7 SA D8", 2, True),
        ("HQ H8 H7 C8 D8", 2, False),
        ("CA DA H7 S8 D8", 4, True),
        ("CA D9 H7 S8 D8", 4, False),
        ("CJ DJ H7 S8 D8", 5, True),
        ("CJ D9 H7 S8 C8", 5, False),
    ],
)
def test_bid_worth_threshold_selects_biddable_hands(hand, contract, bids):
    assert (worth(hand_mask(hand), contract) >= MIN_BID_WORTH) == bids


def thumbed(play, contract="H", **hands):
    deal = deal_after_calls(*bid(contract), **hands)
    for card in play.split():
        deal.play(card)
    view = deal.view(deal.turn or "")
    return codes(1 << card_by_thumb(view, random.Random(0)))[0]


def test_thumb_bot_leads_an_ace_in_no_trumps():
    assert thumbed("", "NT", N="SA S7 C8 C9 D8 D9 H8 H9") == "SA"


def test_thumb_bot_adds_points_to_the_partners_sure_trick():
    hands = {"N": "S7", "W": "SA", "S": "S9", "E": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("S7 SA S9", "D", **hands) == "ST"


def test_thumb_bot_plays_low_on_an_ace_that_may_be_trumped():
    hands = {"N": "SA", "W": "S7", "S": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA S7", "D", **hands) == "S8"


def test_thumb_bot_keeps_high_cards_in_no_trumps():
    hands = {"N": "SA", "W": "S7", "S": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA S7", "NT", **hands) == "S8"


def test_thumb_bot_plays_its_lowest_card_on_a_lost_trick():
    hands = {"N": "SA", "W": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA", "NT", **hands) == "S8"


def test_thumb_bot_in_last_seat_plays_a_winning_card():
    hands = {"N": "S8", "W": "SQ", "S": "S7", "E": "ST SA SK C7 D7 H7 C8 D8"}
    assert thumbed("S8 SQ S7", "NT", **hands) in ("SA", "ST", "SK")


def test_play_out_accepts_a_bot_per_seat():
    rng = random.Random(3)
    deal = play_out(Deal(seed=1), dict.fromkeys("NWSE", random_bot), rng)
    assert card_list(deal.legal_mask()) == []

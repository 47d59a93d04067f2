import random

import pytest

from games.belot import PRESETS, Deal, play_out, random_bot, random_pack, score, thumb_bot
from games.belot.cards import card_list, codes
from games.belot.heuristics.bidding import MIN_BID_WORTH, worth
from games.belot.heuristics.play import card_by_thumb
from tests.games.belot.builders import bid, deal_after_calls, hand_mask


@pytest.mark.parametrize("preset", PRESETS)
def test_thumbs_play_every_variant_to_its_end(preset):
    rng = random.Random(preset)
    for number in range(20):
        deal = play_out(Deal(preset, "N", seed=number), thumb_bot, rng)
        assert deal.status in ("complete", "passed_out")
        assert score(deal.record()) == deal.result()


def test_thumbs_beat_chance_on_the_same_cards():
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


def test_about_one_deal_in_ten_is_thrown_in():
    rng = random.Random(2)
    deals = [play_out(Deal(seed=number), thumb_bot, rng).status for number in range(300)]
    assert 10 < deals.count("passed_out") < 60


def test_a_seat_sees_its_own_cards_and_those_played():
    deal = deal_after_calls(*bid("H"), N="SA", W="S7")
    deal.play("SA")
    assert deal.cards_seen_by("W") == sorted(
        ["SA", *deal.hands["W"]],
        key=lambda card: ("CDHS".index(card[0]), "789TJQKA".index(card[1])),
    )


def test_in_the_auction_a_seat_has_seen_five_cards():
    deal = Deal(seed=3)
    assert len(deal.cards_seen_by("W")) == 5
    assert deal.view("N").legal == 0


def test_in_open_belot_face_up_cards_are_seen_by_both():
    deal = Deal("open_belot", "N", seed=3)
    view = deal.view("S")
    assert view.hand.bit_count() == 9
    assert view.open_cards.bit_count() == 4
    for call in ("H", "P"):
        deal.call(call)
    assert deal.view("S").hand.bit_count() == 12
    deal.play(codes(deal.view("S").open_cards and deal.legal_mask())[0])
    assert deal.view("N").open_cards.bit_count() in (3, 4)


def test_the_view_holds_nothing_hidden():
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
def test_what_is_worth_bidding(hand, contract, bids):
    assert (worth(hand_mask(hand), contract) >= MIN_BID_WORTH) == bids


def thumbed(play, contract="H", **hands):
    deal = deal_after_calls(*bid(contract), **hands)
    for card in play.split():
        deal.play(card)
    view = deal.view(deal.turn or "")
    return codes(1 << card_by_thumb(view, random.Random(0)))[0]


def test_leading_cashes_an_ace():
    assert thumbed("", "NT", N="SA S7 C8 C9 D8 D9 H8 H9") == "SA"


def test_the_partners_sure_trick_gets_the_points():
    hands = {"N": "S7", "W": "SA", "S": "S9", "E": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("S7 SA S9", "D", **hands) == "ST"


def test_an_ace_that_may_still_be_trumped_gets_the_smallest_card():
    hands = {"N": "SA", "W": "S7", "S": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA S7", "D", **hands) == "S8"


def test_without_trumps_high_cards_are_kept_for_later():
    hands = {"N": "SA", "W": "S7", "S": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA S7", "NT", **hands) == "S8"


def test_a_lost_trick_gets_the_smallest_card():
    hands = {"N": "SA", "W": "ST S8 SK C7 D7 H7 C8 D8"}
    assert thumbed("SA", "NT", **hands) == "S8"


def test_the_last_to_play_wins_as_cheaply_as_it_can():
    hands = {"N": "S8", "W": "SQ", "S": "S7", "E": "ST SA SK C7 D7 H7 C8 D8"}
    assert thumbed("S8 SQ S7", "NT", **hands) in ("SA", "ST", "SK")


def test_a_silent_deal_may_be_played_by_different_bots():
    rng = random.Random(3)
    deal = play_out(Deal(seed=1), dict.fromkeys("NWSE", random_bot), rng)
    assert card_list(deal.legal_mask()) == []

import random

import pytest

from games.belot import PRESETS
from games.belot.packs import random_pack
from games.models import Deal
from games.wording.texts import sort_for_display
from tournaments.board_prep.selectors import Packet, check_cards, packets_of

SIZES = {
    "bulgarian": {"N": (5, 3), "W": (5, 3), "S": (5, 3), "E": (5, 3)},
    "french": {"N": (5, 0), "W": (5, 0), "S": (5, 0), "E": (5, 0), "stock": (1, 11)},
    "bela2": {"N": (6, 4), "S": (6, 4), "stock": (1, 11)},
    "belot2": {"N": (6, 3), "S": (6, 3), "stock": (0, 6)},
    "open_belot": {"N": (5, 11), "S": (5, 11)},
}


def deal_by(preset: str) -> Deal:
    variant = PRESETS[preset]
    return Deal(variant=variant, dealer="N", pack=random_pack(variant, random.Random(5)))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_packets_contain_every_card_of_the_pack_once(preset):
    deal = deal_by(preset)
    given = [card for each in packets_of(deal) for card in each.cards]
    assert sorted(given) == sorted(deal.pack.split())


@pytest.mark.parametrize("preset", sorted(SIZES))
def test_packet_sizes_are_those_of_the_preset(preset):
    sizes = {each.place: (len(each.first), len(each.later)) for each in packets_of(deal_by(preset))}
    assert {place: size for place, size in sizes.items() if sum(size)} == SIZES[preset]


def test_hands_are_sorted_and_the_stock_keeps_its_order():
    deal = deal_by("french")
    *hands, stock = packets_of(deal)
    assert all(list(hand.first) == sort_for_display(hand.first) for hand in hands)
    assert list(stock.first + stock.later) == deal.pack.split()[20:]


HAND = Packet("N", ("SA", "S9", "H8", "C7", "DK"), ("DJ", "D8", "D7"))
RIGHT = HAND.cards


def test_correct_cards_are_accepted_in_any_order():
    assert check_cards(HAND, RIGHT[::-1]).is_right


def test_wrong_card_is_named_but_the_missing_one_is_not():
    verdict = check_cards(HAND, ("ST", *RIGHT[1:]))
    assert (verdict.kind, verdict.wrong, verdict.missing) == ("wrong", ("ST",), 1)


def test_missing_and_surplus_cards_are_reported():
    few, many = check_cards(HAND, RIGHT[1:]), check_cards(HAND, (*RIGHT, "ST"))
    assert (few.wrong, few.missing) == ((), 1)
    assert (many.wrong, many.missing) == (("ST",), 0)


@pytest.mark.parametrize("tapped", [("SA",), RIGHT[:5], ("ST", "SK", "SQ", *RIGHT[3:])])
def test_more_than_two_differences_reveal_no_card(tapped):
    assert vars_of(check_cards(HAND, tapped)) == ("many", (), 0, 0)


def test_stock_is_checked_in_order():
    stock = Packet("stock", ("SA",), ("S9", "H8", "C7"))
    verdict = check_cards(stock, ("SA", "S9", "C7", "H8"))
    assert (verdict.kind, verdict.at) == ("order", 3)
    assert check_cards(stock, stock.cards).is_right


def test_undealt_cards_are_accepted_in_any_order():
    rest = Packet("stock", (), ("S9", "H8", "C7"))
    assert check_cards(rest, rest.cards[::-1]).is_right


def vars_of(verdict):
    return verdict.kind, verdict.wrong, verdict.missing, verdict.at

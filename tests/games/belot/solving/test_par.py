from functools import cache

import pytest

from games.belot import PRESETS, Deal, variant_from_json
from games.belot.cards import CARD_OF, mask_of
from games.belot.packs import seeded_pack
from games.belot.solving import BoardTable, hands_if_taken, par, what_makes
from games.belot.solving.par import Board
from tests.games.belot.solving.cases import random_case

LADDERS = ["bulgarian", "belote", "belot"]


def ladder_value(board: Board, dealer: int, levels: int, recontra_ends: bool) -> int:
    """Exhaustive value of the ladder: pass, bid higher, contra or recontra."""

    @cache
    def value(bid: int, bidder: int, contra: int, passes: int, seat: int) -> int:
        at_top = bid == 5 and contra == levels and recontra_ends
        if at_top or passes == (3 if bid >= 0 else 4):
            return 0 if bid < 0 else board.making(bid, bidder, contra).net
        after = (seat + 1) % 4
        ways = [value(bid, bidder, contra, passes + 1, after)]
        ways += [value(higher, seat, 0, 0, after) for higher in range(bid + 1, 6)]
        against = (seat + bidder) % 2 == 1
        if bid >= 0 and contra < levels and against == (contra in (0, 2)):
            ways.append(value(bid, bidder, contra + 1, 0, after))
        return min(ways) if seat % 2 else max(ways)

    return value(-1, 0, 0, 0, (dealer + 1) % 4)


@pytest.mark.parametrize("preset", LADDERS)
@pytest.mark.parametrize("seed", range(12))
def test_par_equals_the_best_result_of_all_auctions(preset, seed):
    variant = PRESETS[preset]
    hands, table = random_case(seed)
    dealer = seed % 4
    found = par(variant, hands, dealer, table)
    board = Board(variant, hands, dealer, table)
    ends = variant.recontra_ends == "all_trumps"
    assert found.net == ladder_value(board, dealer, variant.contra_levels, ends)
    assert all(making.net == found.net for making in found.makings)
    assert found.makings or found.passed_out


def test_rotating_the_board_by_one_seat_negates_par():
    hands, table = random_case(5)
    totals = [162, 162, 162, 162, 130, 258]
    moved = BoardTable(
        {
            bid: tuple(totals[bid] - row[seat - 1] for seat in range(4))
            for bid, row in table.points.items()
        }
    )
    here = par(PRESETS["bulgarian"], hands, 0, table)
    there = par(PRESETS["bulgarian"], [*hands[3:], *hands[:3]], 1, moved)
    assert there.net == -here.net


def test_what_makes_scores_each_contract_for_each_side():
    hands = [0xFF000000, 0xFF0000, 0xFF00, 0xFF]
    table = BoardTable({bid: (252,) * 4 if bid == 3 else (81,) * 4 for bid in range(6)})
    found = {(m.contract, m.side): m for m in what_makes(table, PRESETS["bulgarian"], hands, 0)}
    assert len(found) == 12
    spades = found["S", "NS"]
    # 162 and 90; equal runs of eight void each other; North holds the belote.
    assert spades.points == {"NS": 162, "EW": 0}
    assert (spades.capot, spades.outcome, spades.score) == ("NS", "made", {"NS": 27, "EW": 0})
    assert found["S", "EW"].outcome == "lost"
    assert found["S", "EW"].net == 27


def test_hanging_points_are_scored_for_neither_side():
    hands = hands_without_premiums()
    table = BoardTable(dict.fromkeys(range(4), (81,) * 4) | {4: (65,) * 4, 5: (129,) * 4})
    found = {(m.contract, m.side): m for m in what_makes(table, PRESETS["bulgarian"], hands, 0)}
    assert found["C", "NS"].outcome == "hanging"
    assert found["C", "NS"].score == {"NS": 0, "EW": 8}


def hands_without_premiums() -> list[int]:
    """Every other rank in each hand: no run, carré or belote."""
    even, odd = 0b01010101, 0b10101010
    return [
        even | even << 8,
        even << 16 | even << 24,
        odd | odd << 8,
        odd << 16 | odd << 24,
    ]


def test_par_is_passed_out_when_no_side_gains_by_bidding():
    table = BoardTable(dict.fromkeys(range(4), (81,) * 4) | {4: (65,) * 4, 5: (129,) * 4})
    found = par(PRESETS["bulgarian"], hands_without_premiums(), 0, table)
    assert (found.net, found.passed_out) == (0, True)


@pytest.mark.parametrize(
    ("changed", "declarer"),
    [
        ({"auction": "eldest"}, "EW"),
        ({"auction": "eldest", "first_call": "dealer"}, "NS"),
        ({"nobody_bids": "first_names"}, "EW"),
        ({"nobody_bids": "first_names", "first_call": "dealer"}, "NS"),
    ],
)
def test_par_with_mandatory_bid_is_the_cheapest_loss(changed, declarer):
    """Any declarer has 81 of 162 and loses, so all avoid it."""
    table = BoardTable(dict.fromkeys(range(4), (81,) * 4))
    rules = variant_from_json({"preset": "bela", **changed})
    found = par(rules, hands_without_premiums(), 0, table)
    assert {making.side for making in found.makings} == {declarer}
    assert abs(found.net) == 162


def test_hands_if_taken_give_the_turned_card_to_the_taker():
    variant = PRESETS["french"]
    text = seeded_pack(variant, b"par", 1)
    deal = Deal(variant, "N", pack=text)
    order = [CARD_OF[code] for code in text.split()]
    turned = deal.turned
    for taker in range(4):
        hands = hands_if_taken(variant, order, 0, taker)
        assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
        assert hands[taker] >> turned & 1
    for _ in range(2):
        deal.call("P")
    deal.call("TAKE")
    assert tuple(mask_of(hand) for hand in deal.received) == hands_if_taken(variant, order, 0, 3)


def test_par_with_a_turn_up_evaluates_every_taker():
    """Only South profits from taking the turn-up."""
    turned = 17
    lost_by_ns = BoardTable(dict.fromkeys(range(4), (80,) * 4))
    lost_by_ew = BoardTable(dict.fromkeys(range(4), (82,) * 4))
    south = BoardTable({**lost_by_ns.points, turned >> 3: (120,) * 4})
    tables = [lost_by_ns, lost_by_ew, south, lost_by_ew]
    hands = [hands_without_premiums()] * 4
    found = par(PRESETS["french"], hands, 0, tables, turned=turned)
    assert found.net == 120 - 42
    assert [(making.contract, making.side) for making in found.makings] == [("H", "NS")]
    made = {(m.contract, m.side): m for m in what_makes(tables, PRESETS["french"], hands, 0)}
    assert made["H", "NS"].net == 120 - 42
    assert made["C", "NS"].net == -162


def test_par_requires_a_contract_where_the_dealer_must_bid():
    table = BoardTable(dict.fromkeys(range(4), (81,) * 4))
    found = par(PRESETS["bela"], hands_without_premiums(), 0, table)
    assert (found.net, found.passed_out) == (-162, False)
    assert {making.side for making in found.makings} == {"NS"}


def test_par_is_passed_out_when_a_weak_dealer_may_cancel():
    variant = variant_from_json({"preset": "bela", "dealer_may_cancel": 7})
    table = BoardTable(dict.fromkeys(range(4), (81,) * 4))
    found = par(variant, hands_without_premiums(), 0, table, seen_by_dealer=[0, 1, 2, 8, 9])
    assert (found.net, found.passed_out) == (0, True)

from functools import cache

import pytest

from games.belot import Variant
from games.belot.auction import after_call, legal_calls, standing_rank
from games.belot.cards import card_list
from games.belot.solving import BoardTable, par, what_makes
from games.belot.solving.par import Board
from games.belot.standing import OPENING, AuctionState
from tests.games.belot.auction_of_numbers.rules import numeric_rules
from tests.games.belot.solving.cases import random_case

FEW = numeric_rules(bids="80-110 by 10")


def best_of_all_calls(variant: Variant, board: Board, dealer: int) -> int:
    """Value of the auction, trying every legal call."""
    table = board.table

    @cache
    def value(standing: AuctionState, seat: int) -> int:
        if standing.over:
            if standing.bid < 0:
                return 0
            rank = standing_rank(table, standing)
            return board.making(standing.bid, standing.bidder, standing.contra, rank).net
        ways = [
            value(after_call(table, standing, seat, call, -1), (seat + 1) % 4)
            for call in card_list(legal_calls(table, standing, seat, -1, ()))
        ]
        return min(ways) if seat % 2 else max(ways)

    return value(OPENING, (dealer + 1) % 4)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"contra_closes": False, "recontra_ends": "never"},
        {"made_award": "taken"},
        {"goal": "bid_and_more", "factors": "1 2 3", "factors_on": "bid", "lost_base": 162},
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_par_with_numeric_bids_equals_the_best_of_all_auctions(changed, seed):
    variant = numeric_rules(bids="80-110 by 10", **changed)
    hands, table = random_case(seed, 4)
    board = Board(variant, hands, seed % 4, table)
    found = par(variant, hands, seed % 4, table)
    assert found.net == best_of_all_calls(variant, board, seed % 4)
    assert all(making.net == found.net for making in found.makings)


def north_south_table(points: int, others: int = 60) -> BoardTable:
    return BoardTable({suit: (points if suit == 2 else others,) * 4 for suit in range(4)})


HANDS = [0xFF << 8 * suit for suit in (3, 2, 1, 0)]
"""A suit each: North spades, East clubs; the others have no belote."""


def lines(table: BoardTable) -> dict[tuple[str, str], tuple[str, str, int]]:
    return {
        (making.contract, making.side): (making.call, making.outcome, making.net)
        for making in what_makes(table, numeric_rules(), HANDS, 0)
    }


def test_what_makes_shows_the_highest_numeric_bid_that_makes():
    found = lines(north_south_table(104))
    # East-West hold king and queen of hearts; North-South have 104 without them.
    assert found["H", "NS"] == ("100H", "made", 200 - 80)
    assert found["H", "EW"] == ("80H", "lost", 160 + 20 + 80)
    assert found["C", "EW"][:2] == ("120C", "made")


def test_belote_points_count_towards_the_numeric_bid():
    found = lines(north_south_table(60, others=60))
    # East-West's 102, and their 20 in hearts.
    assert found["H", "EW"][:2] == ("120H", "made")


def test_capot_bid_is_shown_where_it_makes():
    found = lines(north_south_table(162 + 90))
    assert found["H", "NS"] == ("*H", "made", 500 - 20)


def test_par_is_the_highest_bid_the_opponents_cannot_outbid():
    found = par(numeric_rules(), HANDS, 0, north_south_table(142, others=81))
    assert [(making.call, making.side, making.contra) for making in found.makings] == [
        ("140H", "NS", 0)
    ]
    assert found.net == 280 - 40


def test_par_may_be_a_doubled_sacrifice_bid():
    made = BoardTable({0: (100,) * 4, 1: (20,) * 4, 2: (20,) * 4, 3: (20,) * 4})
    found = par(FEW, HANDS, 0, made)
    assert {making.side for making in found.makings} == {"EW"}
    assert found.net < 0

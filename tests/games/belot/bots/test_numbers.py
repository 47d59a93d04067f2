import random

import pytest

from games.belot import Deal
from games.belot.bots.expert_bidding import call_by_worlds, numbers_to_try
from games.belot.bots.habits import BY_THE_BOOK, NUMBER_FITS, OFF_THE_BOOK, call_likelihood
from games.belot.bots.levels import bot_of
from games.belot.bots.match_play import play_deal, player_of
from games.belot.bots.said import call_rows
from games.belot.bots.sampling import sample_packs
from games.belot.bots.stakes import stakes_of
from games.belot.cards import CONTRA, PASS, SUIT_MASK, mask_of
from games.belot.heuristics.calling import call_by_thumb
from games.belot.view import view_of
from tests.games.belot.auction_of_numbers.rules import numeric_rules

STRONG = {
    "W": "HJ H9 HA HT H7 SA CA C7",
    "S": "CT CK CQ CJ SK SQ SJ S7",
    "E": "HK HQ H8 D7 D8 D9 ST S8",
    "N": "DA DT DK DQ DJ C9 C8 S9",
}
HEARTS = 2


@pytest.fixture
def fast(compiled, monkeypatch):
    monkeypatch.setattr("games.belot.bots.sampling.space", lambda: compiled)
    monkeypatch.setattr("games.belot.bots.rollouts.space", lambda: compiled)


def seen_by(deal: Deal):
    return view_of(deal, deal.turn_seat)


def deal_to_strong_west(*calls: str) -> Deal:
    """North deals; West, the first to call, has the strong hand in hearts."""
    deal = Deal(numeric_rules(), "N", hands=STRONG)
    for call in calls:
        deal.call(call)
    return deal


def codes(deal: Deal, calls: list[int]) -> list[str]:
    return [deal.table.code_of(call) for call in calls]


def test_numbers_around_the_heuristic_bid_are_tried():
    deal = deal_to_strong_west()
    book = deal.table.code_of(call_by_thumb(seen_by(deal)))
    tried = codes(deal, numbers_to_try(seen_by(deal)))
    assert book in tried
    assert {code[-1] for code in tried} >= {"H"}
    assert len(tried) == len(set(tried))


def test_tried_bids_are_legal():
    for seed in range(20):
        rng = random.Random(seed)
        deal = Deal(numeric_rules(), "NWSE"[seed % 4], seed=seed)
        while deal.status == "auction":
            view = seen_by(deal)
            assert all(view.legal >> call & 1 for call in numbers_to_try(view))
            deal.push(rng.choice([PASS, call_by_thumb(view)]))


def test_bid_close_to_the_heuristic_one_is_more_likely():
    deal = deal_to_strong_west()
    view = seen_by(deal)
    book = call_by_thumb(view)
    steps = []
    for call in (book, book - 6, book - 12):
        other = deal_to_strong_west()
        other.push(call)
        row = call_rows(view_of(other, 2), [0, 1, 3])
        steps.append(call_likelihood(row, 0, view.hand))
    assert steps == list(NUMBER_FITS[:3])
    passed = deal_to_strong_west("P")
    assert call_likelihood(call_rows(view_of(passed, 2), [0, 1, 3]), 0, view.hand) == OFF_THE_BOOK
    weak = mask_of([0, 1, 8, 9, 16, 17, 24, 25])
    assert call_likelihood(call_rows(view_of(passed, 2), [0, 1, 3]), 0, weak) == BY_THE_BOOK


def trumps_of_partner(deal: Deal) -> float:
    """Mean number of partner's hearts over sampled worlds."""
    worlds = sample_packs(seen_by(deal), random.Random(1), 60)
    # East's view: the first 24 cards are North's, West's and South's, eight each.
    held = [mask_of(world[8:16]) & SUIT_MASK[HEARTS] for world in worlds]
    return sum(cards.bit_count() for cards in held) / len(held)


def test_high_bid_of_the_partner_implies_more_trumps(fast):
    assert trumps_of_partner(deal_to_strong_west("P", "P")) + 0.5 < trumps_of_partner(
        deal_to_strong_west("130H", "P")
    )


def test_strong_hand_bids_its_suit(fast):
    deal = deal_to_strong_west()
    call = deal.table.code_of(call_by_worlds(seen_by(deal), random.Random(1), 10))
    assert call.endswith("H")
    assert int(call[:-1]) >= 110


def test_hand_without_tricks_passes_over_opponents_bid(fast):
    deal = deal_to_strong_west("120H")
    assert call_by_worlds(seen_by(deal), random.Random(1), 10) == PASS


def test_contra_is_called_when_the_bid_is_unreachable(fast):
    deal = deal_to_strong_west("P", "160C", "P", "P")
    assert deal.turn == "W"
    assert call_by_worlds(seen_by(deal), random.Random(1), 10) == CONTRA


def test_stakes_depend_on_the_bid():
    made = stakes_of(numeric_rules(), HEARTS, 0, 0, (0, 0), (0, 0), 100)
    assert (made.net(100), made.net(99)) == (200 - 60, -260)
    capot = stakes_of(numeric_rules(), HEARTS, 0, 0, (0, 0), (0, 0), 250, 1)
    assert (capot.net(162 + 90), capot.net(162)) == (500, -500)


def test_expert_bots_play_a_numeric_deal_to_its_end(fast):
    expert = player_of(bot_of("expert", 2))
    thumb = player_of(bot_of("thumb"))
    deal = play_deal(Deal(numeric_rules(), "N", seed=3), (thumb, expert), random.Random(1))
    assert deal.status in ("complete", "passed_out")

import random

import pytest

from games.belot import PRESETS, Deal, compiling, play_out, score, thumb_bot
from games.belot.bots.expected import belote_points, meld_points
from games.belot.bots.expert import Effort, card_by_worlds, expert_bot, remaining_cards
from games.belot.bots.expert_bidding import call_by_worlds, calls_to_try
from games.belot.bots.levels import LEVELS, bot_of
from games.belot.bots.rollouts import nets_of_calls
from games.belot.bots.sampling import worlds_of
from games.belot.bots.stakes import CARD_POINT_WEIGHT, Stakes, stakes_of
from games.belot.cards import CARDS, PASS, SEATS, card_list
from games.belot.compiling import INTERPRETED
from games.belot.declarations import BELOTE_VALUE
from games.belot.heuristics.bots import view_of
from games.belot.result import settlement_of
from games.belot.solving import card_values
from tests.games.belot.bots.endings import FOUR, near_the_end
from tests.games.belot.builders import bid, deal_after_calls, hand_mask


@pytest.fixture
def fast(compiled, monkeypatch):
    monkeypatch.setattr(compiling, "_current", compiled)


@pytest.mark.sample
@pytest.mark.parametrize("preset", FOUR)
def test_expert_bot_plays_every_four_player_game_to_its_end(preset, fast):
    rng = random.Random(preset)
    for number in range(4):
        deal = play_out(Deal(preset, SEATS[number], seed=number), expert_bot(worlds=2), rng)
        assert deal.status in ("complete", "passed_out")
        assert score(deal.record()) == deal.result()


@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in FOUR])
def test_expert_bot_uses_heuristics_with_two_or_three_players(preset):
    for number in range(3):
        expert = play_out(Deal(preset, seed=number), bot_of("expert"), random.Random(number))
        thumb = play_out(Deal(preset, seed=number), thumb_bot, random.Random(number))
        assert expert.record() == thumb.record()


def test_levels_are_ordered_from_weak_to_strong():
    assert list(LEVELS) == ["random", "thumb", "expert"]
    assert bot_of("thumb") is thumb_bot


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7])
def test_hidden_cards_do_not_change_the_choice(number, fast):
    rng = random.Random(number)
    deal = near_the_end("bulgarian", number, 22 - number)
    view = view_of(deal, deal.turn_seat)
    choice = expert_bot(5)(view, random.Random(1))
    for world in worlds_of(view, rng, 3, by_habit=False):
        other = deal.copy()
        other._hands = list(world)
        assert expert_bot(5)(view_of(other, other.turn_seat), random.Random(1)) == choice


@pytest.mark.sample
@pytest.mark.parametrize("preset", FOUR)
def test_best_card_is_played_with_one_trick_left_after_this(preset, fast):
    """With all cards known, every sampled world equals the deal."""
    checked = 0
    for number in range(30):
        deal = near_the_end(preset, number, 5)
        if deal is None or len(card_list(deal.legal_mask())) < 2:
            continue
        view = view_of(deal, deal.turn_seat)
        if len(set(worlds_of(view, random.Random(1), 30, by_habit=False))) > 1:
            continue
        card = card_by_worlds(view, random.Random(1), Effort(3))
        nets = {}
        for choice in card_list(deal.legal_mask()):
            other = deal.copy()
            other.push(choice)
            while other.turn:
                other.push(card_list(other.legal_mask())[0])
            net = settlement_of(other).score
            nets[choice] = (net[0] - net[1]) * (1 if view.seat % 2 == 0 else -1)
        assert nets[card] == max(nets.values())
        checked += 1
    assert checked


def test_compiled_and_interpreted_expert_choose_the_same(compiled, monkeypatch):
    for number in range(4):
        deal = near_the_end("bulgarian", number, 11)
        if deal is None:
            continue
        view = view_of(deal, deal.turn_seat)
        choices = []
        for here in (compiled, INTERPRETED):
            monkeypatch.setattr(compiling, "_current", here)
            choices.append(expert_bot(4)(view, random.Random(number)))
        assert choices[0] == choices[1]


@pytest.mark.parametrize("preset", FOUR)
def test_compiled_and_interpreted_auction_nets_are_equal(preset, compiled, monkeypatch):
    deal = Deal(preset, "N", seed=3)
    deal.call("P")
    view = view_of(deal, deal.turn_seat)
    nets = []
    for here in (compiled, INTERPRETED):
        monkeypatch.setattr(compiling, "_current", here)
        nets.append(nets_of_calls(view, calls_to_try(view) or [PASS], random.Random(1), 3))
    assert nets[0] == nets[1]


def test_last_pass_nets_zero(fast):
    deal = Deal(seed=2)
    for call in "PPP":
        deal.call(call)
    view = view_of(deal, deal.turn_seat)
    assert nets_of_calls(view, [PASS], random.Random(1), 5) == [[0] * 5]


def test_strong_hand_bids_and_weak_hand_passes(fast):
    strong = Deal(dealer="E", hands=hands_of("HJ H9 HA CA DA ST S7 C7"))
    assert call_by_worlds(view_of(strong, 0), random.Random(1), 5) == 35
    weak = Deal(dealer="E", hands=hands_of("H7 S8 D7 C8 D9 C7 S7 H8"))
    assert calls_to_try(view_of(weak, 0)) == [PASS]
    assert call_by_worlds(view_of(weak, 0), random.Random(1), 5) == PASS


def hands_of(north):
    deal = deal_after_calls(N=north)
    return {seat: " ".join(cards) for seat, cards in whole_hands(deal).items()}


def whole_hands(deal):
    return {
        letter: [CARDS[card] for card in hand]
        for letter, hand in zip("NWSE", deal.received, strict=True)
    }


def test_zero_seconds_still_return_a_legal_card(fast):
    deal = deal_after_calls(*bid("H"))
    choice = expert_bot(20, seconds=0.0)(deal.view("N"), random.Random(1))
    assert choice.code in deal.legal


def test_stakes_net_equals_the_written_score():
    stakes = Stakes(PRESETS["bulgarian"], 2, 0, 0, (0, 0), (0, 0))
    assert [stakes.net(points) for points in (82, 81, 80, 162, 252, -90)] == [
        0,
        -8,
        -16,
        16,
        25,
        -25,
    ]
    doubled = Stakes(PRESETS["bulgarian"], 2, 0, 1, (20, 0), (0, 20))
    assert [doubled.net(points) for points in (82, 81, 80)] == [40, 0, -40]
    assert stakes.value(82) == stakes.net(82) + CARD_POINT_WEIGHT * 82


def test_announcements_require_a_trick():
    stakes = stakes_of(PRESETS["bela"], 2, 0, 0, (0, 50), (0, 20))
    assert stakes.net(120) == 8
    assert stakes.net(252) == 252


def test_premiums_are_computed_from_a_world():
    deal = deal_after_calls(
        *bid("H"),
        N="C7 C8 C9 S7 HK HQ D7 D8",
        W="CT CJ CQ CK S8 S9 D9 DT",
        S="H7 H8 H9 HT DJ DQ CA SA",
        E="HJ HA DK DA ST SJ SQ SK",
    )
    view = deal.view("N")
    hands = tuple(deal.hand_in_view(seat) for seat in range(4))
    assert belote_points(view, hands) == (BELOTE_VALUE, 0)
    assert meld_points(view, hands) == (0, 100)
    deal.play("C7", declare="C7 C8 C9")
    deal.play("CT", declare="CT CJ CQ CK")
    deal.play("CA")
    view = deal.view("E")
    hands = tuple(deal.hand_in_view(seat) for seat in range(4))
    assert meld_points(view, hands) == (0, 100)
    deal.play("HJ")
    assert meld_points(deal.view("E"), hands) == (0, 50)


def test_card_values_include_points_already_won():
    deal = deal_after_calls(*bid("NT"), N="SA ST S7 S8 S9 D7 D8 D9", W="SJ", S="SK", E="SQ")
    for card in ("SA", "SJ", "SK", "SQ"):
        deal.play(card)
    values = card_values(
        deal.table.duties,
        4,
        [deal.hand_in_view(seat) for seat in range(4)],
        0,
        [],
        1,
        deal.side_points[0],
    )
    assert values[hand_mask("ST").bit_length() - 1] >= deal.side_points[0]


def test_remaining_cards_drops_only_clearly_worse_cards():
    values = {
        1: [8.0, 9.0, 7.0, 8.0, 8.0],
        2: [0.0, 2.0, 1.0, 0.0, 1.0],
        3: [9.0, 8.0, 7.0, 7.0, 8.0],
    }
    assert list(remaining_cards(values)) == [1, 3]
    early = {card: seen[:4] for card, seen in values.items()}
    assert list(remaining_cards(early)) == [1, 2, 3]


def test_card_values_solves_only_wanted_cards():
    deal = near_the_end("bulgarian", 2, 9)
    hands = [deal.hand_in_view(seat) for seat in range(4)]
    trick = [card for _, card in deal.unfinished_trick()]
    for seat, card in deal.unfinished_trick():
        hands[seat] |= 1 << card
    leader = deal.unfinished_trick()[0][0] if trick else deal.turn_seat
    asked = (deal.table.duties, deal.standing.bid, hands, leader, trick, 3)
    every = card_values(*asked)
    for card, points in every.items():
        assert card_values(*asked, wanted=1 << card) == {card: points}

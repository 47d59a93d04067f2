import random

import pytest

from games.belot import Deal, RuleError, play_out, random_bot
from games.belot.bots.knowledge import knowledge_of
from games.belot.cards import (
    BIT,
    CARDS,
    SUITS,
    card_list,
    codes,
    write_cards,
)
from games.belot.declarations import meld_of, strength_of
from tests.games.belot.bots.endings import FOUR, distributions, near_the_end
from tests.games.belot.builders import bid, deal_after_calls, hand_mask, is_possible

NOT_UNDER = [{"preset": name, "overtrump": "not_under"} for name in ("bulgarian", "belot", "bela")]


def can_be_replayed(deal, hands):
    """Whether the deal could have gone the same way with these hands."""
    played = [0, 0, 0, 0]
    for seat, card in zip(deal.seats_played(), deal.played, strict=True):
        played[seat] |= BIT[card]
    whole = [card_list(hand | played[seat]) for seat, hand in enumerate(hands)]
    if deal.turned >= 0 and deal.turned not in whole[deal.standing.bidder]:
        return False
    seats = deal.table.seats
    texts = {letter: write_cards(hand) for letter, hand in zip(seats, whole, strict=True)}
    turned = CARDS[deal.turned] if deal.turned >= 0 else None
    again = Deal(deal.variant, deal.dealer, hands=texts, turn_up=turned)
    try:
        for call in deal.calls:
            again.push(call)
        for card in deal.played:
            again.play(CARDS[card])
        for _, found in deal.belotes:
            again.announce_belote(seats[found.seat], SUITS[found.suit])
    except RuleError:
        return False
    return True


@pytest.mark.sample
@pytest.mark.parametrize("preset", [*FOUR, *NOT_UNDER], ids=str)
@pytest.mark.parametrize("left", [4, 6, 9])
def test_possible_worlds_are_exactly_the_replayable_ones(preset, left):
    checked = 0
    for number in range(12 if left < 9 else 4):
        deal = near_the_end(preset, number, left)
        if deal is None:
            continue
        deal.melds.clear()
        view = deal.view(deal.turn)
        known = knowledge_of(view)
        for others in distributions(known.hidden, known.room):
            hands = tuple(m | (view.hand if s == view.seat else 0) for s, m in enumerate(others))
            assert is_possible(known, others) == can_be_replayed(deal, hands)
            checked += 1
    assert checked > 20


@pytest.mark.sample
@pytest.mark.parametrize("preset", [*FOUR, *NOT_UNDER], ids=str)
def test_true_cards_are_always_possible(preset, every_example):
    rng = random.Random(str(preset))
    for number in range(60 if every_example else 20):
        deal = Deal(preset, "N", seed=number)
        play_out(deal, random_bot, rng)
        while deal.played:
            deal.undo()
            if deal.turn is None:
                continue
            known = knowledge_of(deal.view(deal.turn))
            truth = [deal.hand_in_view(seat) if seat != deal.turn_seat else 0 for seat in range(4)]
            assert is_possible(known, tuple(truth))


def test_discard_excludes_the_suit_and_trumps():
    deal = deal_after_calls(*bid("H"), N="SA", W="D7 C7 C8 C9 CT CJ CQ CK")
    deal.play("SA")
    deal.play("D7")
    known = knowledge_of(deal.view("S"))
    spades = hand_mask("S7 S8 S9 ST SJ SQ SK")
    assert known.barred[1] == (spades | 0xFF << 16) & known.hidden
    assert known.barred[3] == 0


def test_low_trump_excludes_higher_trumps():
    deal = deal_after_calls(
        *bid("H"),
        N="SA S7 S8 S9 SK D8 D9 DT",
        W="HQ H9 HT HJ HK HA CK DA",
        S="H7 H8 D7 DJ DQ DK CA CT",
        E="ST SJ SQ C7 C8 C9 CJ CQ",
    )
    for card in ("SA", "HQ", "H7"):
        deal.play(card)
    known = knowledge_of(deal.view("E"))
    assert known.barred[2] == hand_mask("S7 S8 S9 SK H9 HT HJ HK HA")


def test_announced_tierce_is_ambiguous_until_shown():
    deal = deal_after_calls(*bid("H"), N="C7 C8 C9 S7", W="CT D7 D8 H9", S="CJ", E="CQ")
    deal.play("C7", declare="C7 C8 C9")
    west = knowledge_of(deal.view("W"))
    assert len(west.cases) > 10
    assert hand_mask("C8 C9") in [case[0] for case in west.cases]
    for card in ("CT", "CJ", "CQ"):
        deal.play(card)
    shown = knowledge_of(deal.view(deal.turn))
    assert [case[0] for case in shown.cases] == [hand_mask("C8 C9")]


def test_beaten_tierce_is_hidden_but_known_to_be_lower():
    deal = deal_after_calls(*bid("H"), N="C7 C8 C9 S7", W="CT D9 DT DJ", S="CJ", E="CQ")
    deal.play("C7", declare="C7 C8 C9")
    deal.play("CT", declare="D9 DT DJ")
    deal.play("CJ")
    deal.play("CQ")
    view = deal.view("S")
    assert [bool(item.cards) for item in view.announced] == [False, True]
    known = knowledge_of(view)
    assert all(case[1] == hand_mask("D9 DT DJ") for case in known.cases)
    variant = deal.variant
    best = strength_of(meld_of(1, hand_mask("D9 DT DJ")), variant)
    for case in known.cases:
        meaning = meld_of(0, case[0])
        if meaning is not None:
            assert strength_of(meaning, variant) <= best
    assert hand_mask("C8 C9") in [case[0] for case in known.cases]


def test_two_tierces_of_one_hand_do_not_overlap():
    deal = deal_after_calls(*bid("H"), N="C7 C8 C9 D7 D8 D9 S7 S9", W="CT", S="CJ", E="CQ")
    deal.play("C7", declare=["C7 C8 C9", "D7 D8 D9"])
    known = knowledge_of(deal.view("W"))
    assert hand_mask("C8 C9 D7 D8 D9") in [case[0] for case in known.cases]
    assert all(case[0].bit_count() >= 3 for case in known.cases)


def test_belote_reveals_the_other_card():
    deal = deal_after_calls(*bid("H"), N="HK HQ")
    deal.play("HK", belote=True)
    assert codes(knowledge_of(deal.view("W")).cases[0][0]) == ["HQ"]


def test_turned_up_card_is_known_to_be_with_its_taker():
    deal = deal_after_calls("P", "TAKE", variant="french", turn_up="HJ", W="HJ")
    known = knowledge_of(deal.view("N"))
    assert codes(known.cases[0][1]) == ["HJ"]

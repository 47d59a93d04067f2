import random

import pytest

from games.belot import CARDS, Deal, play_out, thumb_bot
from tests.builders import make_drawn, plays_of
from tests.shared_rows import built_once
from tournaments.errors import RuleViolationError
from tournaments.results.services.slips import can_be_same_cards, entry_of_record

pytestmark = pytest.mark.django_db


@built_once
def play():
    return plays_of(make_drawn(4, boards_per_round=1))[0]


def played(play, calls: tuple[str, ...] = ("H", "P", "P", "P")) -> Deal:
    deal = play.board.deal
    game = Deal(deal.variant, deal.dealer, pack=deal.pack)
    for call in calls:
        game.call(call)
    play_out(game, thumb_bot, random.Random(1))
    return game


def with_hands(game: Deal, swap: tuple[str, str] | None = None) -> dict:
    record = game.record()
    hands = {
        seat: " ".join(CARDS[card] for card in cards)
        for seat, cards in zip(game.table.seats, game.received, strict=True)
    }
    if swap:
        hands[swap[0]], hands[swap[1]] = hands[swap[1]], hands[swap[0]]
    return {**{key: record[key] for key in record if key != "pack"}, "hands": hands}


def test_record_with_the_hands_of_the_board_is_accepted(play):
    record = with_hands(played(play))
    record["hands"] = {
        seat: " ".join(sorted(hand.split())) for seat, hand in record["hands"].items()
    }
    assert entry_of_record(play, record).outcome["contract"] == "H"


def test_record_with_other_hands_is_rejected(play):
    passed = with_hands(played(play, ("P",) * 4), swap=("N", "S"))
    with pytest.raises(RuleViolationError) as caught:
        entry_of_record(play, passed)
    assert caught.value.code == "wrong_board"
    other = Deal("bulgarian", play.board.deal.dealer, seed=77)
    for call in ("H", "P", "P", "P"):
        other.call(call)
    play_out(other, thumb_bot, random.Random(1))
    with pytest.raises(RuleViolationError) as caught:
        entry_of_record(play, with_hands(other))
    assert caught.value.code == "wrong_board"


def test_passed_out_record_is_matched_by_its_hands(play):
    passed = with_hands(played(play, ("P",) * 4))
    assert entry_of_record(play, passed).outcome["status"] == "passed_out"


def test_record_pack_allows_extra_whitespace(play):
    record = played(play).record()
    assert entry_of_record(play, {**record, "pack": record["pack"].replace(" ", "  ")})


def test_record_with_another_variant_is_rejected(play):
    with pytest.raises(RuleViolationError) as caught:
        entry_of_record(play, {**played(play).record(), "variant": "belot"})
    assert (caught.value.code, caught.value.field) == ("variant_differs", "variant")


def test_record_with_equivalent_variant_is_accepted(play):
    wordy = {"preset": "bulgarian", "contra_levels": 2}
    assert entry_of_record(play, {**played(play).record(), "variant": wordy})


def test_record_with_other_cards_is_detected(play):
    deal = play.board.deal
    other_dealer = next(seat for seat in "NESW" if seat != deal.dealer)
    hands = with_hands(played(play))["hands"]
    exchanged = with_hands(played(play), swap=("N", "S"))["hands"]
    records = {
        "no cards": ({}, True),
        "dealer": ({"dealer": deal.dealer}, True),
        "other dealer": ({"dealer": other_dealer, "pack": deal.pack}, False),
        "pack": ({"pack": f" {deal.pack}  "}, True),
        "pack reversed": ({"pack": " ".join(reversed(deal.pack.split()))}, False),
        "hands": ({"hands": hands}, True),
        "hands exchanged": ({"hands": exchanged}, False),
        "three hands": ({"hands": dict(list(hands.items())[:3])}, False),
        "no hands": ({"hands": []}, False),
    }
    found = {name: can_be_same_cards(deal, record) for name, (record, _same) in records.items()}
    assert found == {name: same for name, (_record, same) in records.items()}

from itertools import islice

import pytest

from games.belot import PRESETS, Deal, RuleError
from games.belot.cards import BELOTE_MASK, CARDS, PLAIN_POINTS, RANKS, SEATS, TRUMP_POINTS
from games.belot.simulation.finding import find_deals, has_wished_contracts
from games.belot.simulation.wishes import Wishes, wishes_of
from tests.games.belot.auction_of_numbers.rules import numeric_rules

VARIANT = PRESETS["bulgarian"]


def deals(*wishes, count=4, seed=3, variant=VARIANT):
    """Found deals, each with its hands by seat."""
    found = []
    for each in find_deals(variant, wishes_of(list(wishes), variant), seed, count):
        if each.pack:
            deal = Deal(variant, each.dealer, pack=each.pack)
            hands = {
                seat: [CARDS[card] for card in cards]
                for seat, cards in zip(SEATS, deal.received, strict=True)
            }
            found.append((each, hands))
    return found


def ranks_of(hand, suit):
    return sorted(RANKS.index(card[1]) for card in hand if card[0] == suit)


def longest_run(hand, suits="CDHS"):
    best = 0
    for suit in suits:
        ranks = set(ranks_of(hand, suit))
        for rank in ranks:
            length = 1
            while rank + length in ranks:
                length += 1
            best = max(best, length)
    return best


def points(hand, trumps):
    return sum((TRUMP_POINTS if card[0] in trumps else PLAIN_POINTS)[card[1]] for card in hand)


WISHES = [
    ({"seat": "W", "run": 3}, lambda h: longest_run(h["W"]) >= 3),
    ({"seat": "S", "run": 4, "suit": "D"}, lambda h: longest_run(h["S"], "D") >= 4),
    ({"seat": "E", "run": 5}, lambda h: longest_run(h["E"]) >= 5),
    (
        {"seat": "N", "belote": "any"},
        lambda h: any({s + "K", s + "Q"} <= {*h["N"]} for s in "CDHS"),
    ),
    ({"seat": "N", "belote": "S"}, lambda h: {"SK", "SQ"} <= {*h["N"]}),
    (
        {"seat": "W", "suit": "H", "least": 4, "most": 5},
        lambda h: 4 <= len(ranks_of(h["W"], "H")) <= 5,
    ),
    ({"seat": "S", "rank": "A", "most": 0}, lambda h: not any(c[1] == "A" for c in h["S"])),
    ({"seat": "S", "points": "AT", "least": 90}, lambda h: points(h["S"], "CDHS") >= 90),
    ({"seat": "S", "points": "NT", "most": 20}, lambda h: points(h["S"], "") <= 20),
    (
        {"seat": "E", "points": "H", "least": 50, "most": 60},
        lambda h: 50 <= points(h["E"], "H") <= 60,
    ),
]


@pytest.mark.parametrize(("wish", "is_granted"), WISHES, ids=[str(w) for w, _ in WISHES])
def test_search_finds_exactly_the_deals_matching_a_constraint(wish, is_granted):
    found = deals(wish, count=3)
    first = found[0][0].looked_at
    for each, hands in found:
        assert is_granted(hands), each
    north_deals = [hands for _each, hands in islice(deals_with_one_dealer(3), first)]
    assert [is_granted(hands) for hands in north_deals] == [False] * (first - 1) + [True]


def deals_with_one_dealer(seed):
    """All deals of a seed with North dealing, one search each, so that none is skipped."""
    from games.belot.compiling import INTERPRETED as here
    from games.belot.kernel.deals import PACK_BUFFER_SIZE
    from games.belot.kernel.finding import next_deal
    from games.belot.kernel.rules import rules_of
    from games.belot.simulation.finding import dealing_row

    rules, asked = rules_of(VARIANT), dealing_row(Wishes(), 0)
    number = 0
    while True:
        hands, pack, draws = [0] * 4, [0] * PACK_BUFFER_SIZE, [0] * 4
        here.of(next_deal)(rules, asked, [], seed, number, number, hands, pack, draws)
        yield (
            None,
            {
                seat: [CARDS[card] for card in range(32) if mask >> card & 1]
                for seat, mask in zip(SEATS, hands, strict=True)
            },
        )
        number += 1


def test_carre_and_suit_length_constraints_combine():
    found = deals({"seat": "W", "carre": "J"}, {"seat": "N", "suit": "H", "least": 3}, count=2)
    for _each, hands in found:
        assert {"CJ", "DJ", "HJ", "SJ"} <= {*hands["W"]}
        assert len(ranks_of(hands["N"], "H")) >= 3


def test_fixed_card_constraints_match_on_the_first_try():
    whole = {"seat": "S", "cards": "HJ H9 HA HT HK HQ H8 H7"}
    found = deals(whole, {"seat": "W", "cards": "SA ST"}, count=4)
    assert [each.looked_at for each, _hands in found] == [1, 2, 3, 4]
    assert all({*hands["S"]} == {*whole["cards"].split()} for _each, hands in found)
    assert all({"SA", "ST"} <= {*hands["W"]} for _each, hands in found)
    assert len({tuple(hands["W"]) for _each, hands in found}) > 1


def test_found_deals_rotate_dealers_and_repeat_for_the_same_seed():
    first, again = deals({"seat": "W", "run": 4}), deals({"seat": "W", "run": 4})
    assert [each.dealer for each, _hands in first] == ["N", "W", "S", "E"]
    assert [each for each, _ in first] == [each for each, _ in again]
    assert first[0][0] != deals({"seat": "W", "run": 4}, seed=4)[0][0]


@pytest.mark.parametrize(
    ("points", "north_south", "east_west"), [(82, 1, 0), (81, 0, 0), (80, 0, 1)]
)
def test_contract_is_makeable_with_more_than_half_the_points(
    monkeypatch, points, north_south, east_west
):
    monkeypatch.setattr("games.belot.simulation.finding.solve_deal", lambda *_args: points)
    made = [
        has_wished_contracts(
            VARIANT, wishes_of([{"side": side, "makes": "H"}], VARIANT), [0] * 4, 1
        )
        for side in ("NS", "EW")
    ]
    assert made == [bool(north_south), bool(east_west)]


@pytest.mark.parametrize(
    ("points", "call", "is_made"),
    [(120, "120H", True), (119, "120H", False), (100, "120H", False), (252, "*H", True)],
)
def test_numeric_bid_is_makeable_by_best_play(monkeypatch, points, call, is_made):
    monkeypatch.setattr("games.belot.simulation.finding.solve_deal", lambda *_args: points)
    wishes = wishes_of([{"side": "NS", "makes": call}], numeric_rules())
    assert has_wished_contracts(numeric_rules(), wishes, [0] * 4, 1) == is_made


def test_belote_counts_towards_a_numeric_bid(monkeypatch):
    monkeypatch.setattr("games.belot.simulation.finding.solve_deal", lambda *_args: 100)
    wishes = wishes_of([{"side": "NS", "makes": "120H"}], numeric_rules())
    assert has_wished_contracts(numeric_rules(), wishes, [BELOTE_MASK[2], 0, 0, 0], 1)
    assert not has_wished_contracts(numeric_rules(), wishes, [0, BELOTE_MASK[2], 0, 0], 1)


@pytest.mark.parametrize(
    ("wishes", "rule", "at"),
    [
        ([{"side": "NS", "makes": "120H"}], "unknown_contract", "wishes[0].makes"),
        ("W holds a quinte", "wrong_type", "wishes"),
        (["quinte"], "not_an_object", "wishes[0]"),
        ([{"seat": "W"}], "unknown_wish", "wishes[0]"),
        ([{"seat": "W", "run": 9}], "not_between", "wishes[0].run"),
        ([{"seat": "W", "run": True}], "not_between", "wishes[0].run"),
        ([{"seat": "X", "run": 3}], "unknown_seat", "wishes[0].seat"),
        ([{"seat": "W", "run": 3, "colour": "H"}], "unknown_key", "wishes[0].colour"),
        ([{"seat": "W", "run": 3, "suit": "NT"}], "unknown_suit", "wishes[0].suit"),
        ([{"seat": "W", "carre": "7"}], "unknown_rank", "wishes[0].carre"),
        ([{"seat": "W", "suit": "H", "least": 5, "most": 4}], "bad_range", "wishes[0]"),
        ([{"seat": "W", "points": "X"}], "unknown_contract", "wishes[0].points"),
        ([{"side": "W", "makes": "H"}], "unknown_seat", "wishes[0].side"),
        (
            [{"seat": "W", "cards": "HJ"}, {"seat": "S", "cards": "HJ"}],
            "card_in_another_hand",
            "wishes[1].cards",
        ),
        ([{"seat": "W", "cards": "H1"}], "unknown_card", "wishes[0].cards"),
        ([{"seat": "W", "run": 3}] * 13, "too_many_wishes", "wishes"),
    ],
)
def test_invalid_deal_constraint_is_rejected_with_its_position(wishes, rule, at):
    with pytest.raises(RuleError) as error:
        wishes_of(wishes, VARIANT)
    assert (error.value.rule, error.value.at) == (rule, at)


def test_deal_constraints_are_rejected_for_turn_up_variants():
    with pytest.raises(RuleError, match="turned up"):
        wishes_of([{"seat": "W", "run": 3}], PRESETS["french"])
    assert len(deals(variant=PRESETS["french"], count=2)) == 2

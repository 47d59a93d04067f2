import pytest

from games.belot import PRESETS, RuleError, claims, possible_points
from games.belot.claims import best_announcement
from games.belot.switches import variant_from_json
from tests.games.belot.builders import hand_mask

PLAIN = PRESETS["bulgarian"]


def held(contract, variant=PLAIN, **hands):
    found = claims(variant, hands, contract)
    return [(claim.seat, claim.kind, claim.cards, claim.value) for claim in found]


def test_claims_list_runs_carres_and_belotes_seat_by_seat():
    hands = {"N": "HJ HQ HK HA S7 S8 S9 D7", "E": "C9 D9 H9 ST SJ C7 C8 CT"}
    assert held("H", **hands) == [
        ("N", "quarte", "HJ HQ HK HA", 50),
        ("N", "tierce", "S7 S8 S9", 20),
        ("N", "belote", "HK HQ", 20),
        ("E", "quarte", "C7 C8 C9 CT", 50),
    ]


def test_belote_is_claimed_in_trumps_only():
    hands = {"N": "HQ HK SQ SK"}
    assert held("S", **hands) == [("N", "belote", "SK SQ", 20)]
    assert len(held("AT", **hands)) == 2
    assert held("NT", **hands) == []


def test_long_run_is_claimed_as_one_quinte():
    assert held("H", N="C7 C8 C9 CT CJ CQ") == [("N", "quinte", "C7 C8 C9 CT CJ CQ", 100)]


def test_four_aces_in_no_trumps_are_claimed_only_by_the_option():
    hands = {"W": "CA DA HA SA"}
    assert held("NT", **hands) == []
    option = variant_from_json({"preset": "belote", "no_trumps_four_aces": 200})
    assert held("NT", option, **hands) == [("W", "carre", "CA DA HA SA", 200)]


def test_face_down_cards_are_not_claimed():
    hands = {"N": "C7 C8 D8 D9 H7  C9 H8 S7 ST  HT SJ DK SA  CJ DQ S9"}
    assert held("H", PRESETS["open_belot"], **hands) == []


def test_claims_reject_a_contract_of_another_variant():
    with pytest.raises(RuleError) as caught:
        claims(PRESETS["french"], {}, "NT")
    assert caught.value.at == "contract"


def announced(hand, preset="bulgarian"):
    variant = variant_from_json(preset)
    return sorted(meld.length for meld in best_announcement(hand_mask(hand), 0, 2, variant))


def test_carre_yields_to_a_more_valuable_run_or_splits_it():
    hand = "CQ DQ HQ SQ ST SJ SK SA"
    assert announced(hand) == [4]
    assert announced(hand, {"preset": "bulgarian", "card_in_two": True}) == [4, 5]
    assert announced("CT DT HT ST S7 S8 S9 SJ") == [3, 4]


@pytest.mark.parametrize(
    ("contract", "total", "impossible"),
    [("H", 162, {1, 161}), ("NT", 130, {1, 129}), ("AT", 258, {1, 2, 5, 253, 256, 257})],
)
def test_possible_points_exclude_impossible_values(contract, total, impossible):
    possible = possible_points(PLAIN, contract)
    assert (possible.total, possible.exact) == (total, True)
    assert set(range(total + 1)) - possible.values == impossible


def test_possible_points_allow_only_pairs_with_the_exact_total():
    possible = possible_points(PLAIN, "H")
    assert possible.allow({"NS": 100, "EW": 62})
    assert not possible.allow({"NS": 100, "EW": 61})
    assert not possible.allow({"NS": 161, "EW": 1})


def test_undealt_cards_allow_any_smaller_point_sum():
    possible = possible_points(PRESETS["bela2"], "H")
    assert not possible.exact
    assert possible.allow({"N": 60, "S": 40})
    assert not possible.allow({"N": 160, "S": 40})

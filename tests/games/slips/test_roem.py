import pytest

from games.belot import seeded_pack, variant_from_json
from games.slips.claims import ImpossibleSlipError, check_cards
from games.slips.premiums import premium_fault, premiums_of

RULES = variant_from_json(
    {
        "preset": "french",
        "auction": "name",
        "packets": "3+2 / 3",
        "declarations": "trick",
        "carre_points": "7 100 8 100",
    }
)


def slip(ns=0, ew=0, **more):
    return {
        "contract": "H",
        "declarer": "N",
        "points": {"NS": 90, "EW": 72},
        "announced": {"NS": ns, "EW": ew},
        **more,
    }


def fault_of(slip):
    with pytest.raises(ImpossibleSlipError) as refused:
        check_cards(RULES, "N", seeded_pack(RULES, b"seed", 1), slip)
    return refused.value.code


def test_roem_premiums_allow_only_tierce_quarte_carre_and_belote():
    kinds = [premium.kind for premium in premiums_of(RULES, "H")]
    assert kinds == ["tierce", "quarte", "carre", "belote"]
    assert premium_fault(RULES, "H", {"NS": ["tierce"], "EW": ["quarte", "belote"]}, None) == ""
    assert premium_fault(RULES, "H", {"NS": ["quinte"], "EW": []}, None) != ""
    assert premium_fault(RULES, "H", {"NS": [], "EW": ["belote"]}, "NS") != ""


def test_roem_claims_are_not_checked_against_the_hands():
    claims = [
        {"side": "NS", "kind": "carre", "value": 100},
        {"side": "EW", "kind": "quarte", "value": 50},
    ]
    check_cards(RULES, "N", seeded_pack(RULES, b"seed", 1), slip(100, 50))
    check_cards(RULES, "N", seeded_pack(RULES, b"seed", 1), slip(100, 50, claims=claims))
    assert fault_of(slip(100, 40, claims=claims)) == "claims_sum"


def test_roem_of_a_side_without_a_trick_is_rejected():
    all_tricks = {"points": {"NS": 162, "EW": 0}, "capot": "NS"}
    assert fault_of(slip(0, 20, **all_tricks)) == "trick_needed"

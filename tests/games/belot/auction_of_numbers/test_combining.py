import pytest

from games.belot import PRESETS, RuleError, variant_from_json, variant_to_json
from tests.games.belot.auction_of_numbers.rules import numeric_rules


def fault(**changed):
    with pytest.raises(RuleError) as error:
        variant_from_json({"preset": "bulgarian"} | changed)
    return error.value.at.removeprefix("variant."), error.value.rule


def test_invalid_scale_is_rejected():
    assert fault(bids="80-165 by 10") == ("bids", "bad_switch")
    assert numeric_rules(bids="90-150 by 20").bids == "90-150 by 20"


def test_capot_and_solo_bids_require_numeric_auction():
    assert fault(capot_bid="top") == ("capot_bid", "bid_needs_numbers")
    assert fault(auction="numeric", solo_value=500) == ("solo_value", "solo_needs_capot")
    marked = {"capot_bid": "with_number", "solo_value": 500}
    assert fault(auction="numeric", **marked) == ("solo_value", "solo_needs_capot")


def test_turn_up_auction_requires_cards_dealt_later():
    rules = {"auction": "turn_up", "contracts": "C D H S", "contra_levels": 0}
    assert fault(packets="4+4", **rules) == ("auction", "turn_up_needs_rest")
    with pytest.raises(RuleError) as error:
        variant_from_json({"preset": "french", "packets": "3+2+3"})
    assert error.value.at == "variant.packets"


def test_numeric_auction_allows_every_contract_and_contra():
    variant = variant_from_json({"preset": "bulgarian", "auction": "numeric", "contra_levels": 3})
    assert variant_from_json(variant_to_json(variant)) == variant
    assert fault(auction="name", contracts="C D H S") == ("auction", "contra_needs_ladder")


def test_three_player_preset_rejects_another_auction():
    with pytest.raises(RuleError) as error:
        variant_from_json({"preset": "belot3", "auction": "numeric"})
    assert error.value.rule == "auction_is_fixed"


def test_old_boolean_recontra_switch_is_still_read():
    old = {"preset": "bulgarian", "all_trumps_recontra_ends": True}
    assert variant_from_json(old).recontra_ends == "all_trumps"
    assert variant_to_json(variant_from_json(old)) == {
        "preset": "bulgarian",
        "recontra_ends": "all_trumps",
    }
    assert (
        variant_from_json({"preset": "belote", "all_trumps_recontra_ends": True})
        == (PRESETS["belote"])
    )
    off = {"preset": "belote", "all_trumps_recontra_ends": False}
    assert variant_from_json(off).recontra_ends == "never"
    assert fault(all_trumps_recontra_ends="yes") == ("all_trumps_recontra_ends", "bad_switch")
    both = {"all_trumps_recontra_ends": True, "recontra_ends": "never"}
    assert fault(**both) == ("all_trumps_recontra_ends", "unknown_switch")

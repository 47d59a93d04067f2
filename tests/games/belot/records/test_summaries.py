import pytest

from games.belot import PRESETS, score
from tests.games.belot.builders import error_of, slip

GOOD = slip("AT", 34, 224, "W")


def test_slip_result_has_announced_points_and_no_tricks():
    result = score(GOOD | {"announced": {"NS": 20, "EW": 0}})
    assert result == {
        "status": "complete",
        "contract": "AT",
        "declarer": "W",
        "contra": 0,
        "points": {"NS": 34, "EW": 224},
        "capot": None,
        "announced": {"NS": 20, "EW": 0},
        "totals": {"NS": 54, "EW": 224},
        "outcome": "made",
        "score": {"NS": 6, "EW": 22},
        "hanging": 0,
    }


def test_passed_out_slip_scores_zero():
    result = score({"variant": "bulgarian", "passed_out": True})
    assert result["status"] == "passed_out"
    assert (result["contract"], result["outcome"]) == (None, None)
    assert result["score"] == {"NS": 0, "EW": 0}


@pytest.mark.parametrize("preset", ["bela", "bela2", "bela3"])
def test_passed_out_slip_is_rejected_where_a_bid_is_mandatory(preset):
    assert error_of({"variant": preset, "passed_out": True})["at"] == "passed_out"


def test_passed_out_slip_is_accepted_where_the_dealer_may_cancel():
    rules = {"preset": "bela", "dealer_may_cancel": 7}
    assert score({"variant": rules, "passed_out": True})["status"] == "passed_out"


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"foo": 1}, "foo"),
        ({"variant": "nothing"}, "variant"),
        ({"contract": "Z"}, "contract"),
        ({"contract": 5}, "contract"),
        ({"declarer": "X"}, "declarer"),
        ({"declarer": None}, "declarer"),
        ({"contra": 3}, "contra"),
        ({"contra": -1}, "contra"),
        ({"contra": True}, "contra"),
        ({"contra": "1"}, "contra"),
        ({"points": {"NS": 34, "EW": 223}}, "points"),
        ({"points": {"NS": -6, "EW": 264}}, "points"),
        ({"points": {"NS": 258}}, "points.EW"),
        ({"points": {"NS": 34, "EW": 224, "N": 0}}, "points.N"),
        ({"points": {"NS": 34, "EW": "224"}}, "points"),
        ({"points": {"NS": 34, "EW": 224.0}}, "points"),
        ({"points": [34, 224]}, "points"),
        ({"announced": {"NS": 25, "EW": 0}}, "announced"),
        ({"announced": {"NS": -20, "EW": 0}}, "announced"),
        ({"announced": {"NS": 20}}, "announced.EW"),
        ({"capot": "NS"}, "capot"),
        ({"capot": None}, "capot"),
        ({"dealer": "N"}, "dealer"),
        ({"points": {"NS": 0, "EW": 258}}, "capot"),
        ({"points": {"NS": 0, "EW": 258}, "capot": "NS"}, "capot"),
        ({"points": {"NS": 0, "EW": 258}, "capot": "N"}, "capot"),
        ({"points": {"NS": 0, "EW": 258}, "capot": 5}, "capot"),
    ],
)
def test_invalid_slip_value_is_reported_at_its_key(change, at):
    assert error_of(GOOD | change)["at"] == at


@pytest.mark.parametrize("key", ["variant", "contract", "declarer", "points"])
def test_missing_slip_key_is_named_in_the_error(key):
    record = {name: value for name, value in GOOD.items() if name != key}
    error = error_of(record)
    assert (error["at"], error["rule"]) == (key, "missing_key")


def test_slip_contract_must_exist_in_the_variant():
    assert error_of(slip("NT", 60, 70, variant="french"))["at"] == "contract"
    assert error_of(slip("H", 100, 62, contra=1, variant="french"))["at"] == "contra"


def test_passed_out_must_be_true_and_the_only_result_key():
    assert error_of({"variant": "bulgarian", "passed_out": False})["at"] == "passed_out"
    assert error_of({"variant": "bulgarian", "passed_out": 1})["at"] == "passed_out"
    assert error_of({"variant": "bulgarian", "passed_out": True, "contract": "H"})["at"] == (
        "contract"
    )


def test_slip_in_no_trumps_may_announce_only_four_aces():
    record = slip("NT", 60, 70, announced={"NS": 0, "EW": 20})
    assert error_of(record)["at"] == "announced"
    aces = slip("NT", 60, 70, variant={"preset": "belote", "no_trumps_four_aces": 200})
    assert error_of(aces | {"announced": {"NS": 0, "EW": 100}})["at"] == "announced"
    result = score(aces | {"announced": {"NS": 0, "EW": 200}})
    assert result["totals"] == {"NS": 120, "EW": 540}


@pytest.mark.parametrize(("contract", "total"), [("H", 162), ("NT", 130), ("AT", 258)])
def test_slip_points_must_sum_to_the_contract_total(contract, total):
    assert "error" not in score(slip(contract, total - 50, 50))
    assert error_of(slip(contract, total - 51, 50))["at"] == "points"


def test_slip_points_may_sum_to_less_where_cards_are_undealt():
    base = {"variant": "bela2", "contract": "H", "declarer": "N"}
    assert score(base | {"points": {"N": 30, "S": 20}})["status"] == "complete"
    assert error_of(base | {"points": {"N": 150, "S": 20}})["at"] == "points"


def test_three_handed_slip_requires_points_for_each_seat():
    base = {"variant": "belot3", "contract": "H", "declarer": "N"}
    assert score(base | {"points": {"N": 100, "W": 40, "S": 22}})["outcome"] == "made"
    assert error_of(base | {"points": {"NS": 100, "EW": 62}})["at"] == "points.NS"
    lone = base | {"points": {"N": 162, "W": 0, "S": 0}}
    assert error_of(lone)["at"] == "capot"
    assert score(lone | {"capot": "N"})["totals"] == {"N": 252, "W": 0, "S": 0}
    half = base | {"points": {"N": 100, "W": 62, "S": 0}}
    assert score(half | {"capot": None})["outcome"] == "made"
    assert error_of(half | {"capot": "N"})["at"] == "capot"


def test_every_preset_accepts_a_plain_slip():
    for preset, variant in PRESETS.items():
        sides = {4: ("NS", "EW"), 3: ("N", "W", "S"), 2: ("N", "S")}[variant.players]
        points = dict.fromkeys(sides, 1) | {sides[0]: 163 - len(sides)}
        record = {"variant": preset, "contract": "H", "declarer": "N", "points": points}
        bid = {"bid": 80} if variant.counts_bids else {}
        assert score(record | bid)["status"] == "complete"

import json

import pytest

from games.belot import CARDS, Deal, score, score_text
from tests.games.belot.builders import bid, error_of, hands_with

PACK = " ".join(CARDS)
BASE = {"variant": "bulgarian", "dealer": "N", "pack": PACK}


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"foo": 1}, "foo"),
        ({"dealer": None}, "dealer"),
        ({"dealer": "X"}, "dealer"),
        ({"dealer": 5}, "dealer"),
        ({"pack": 5}, "pack"),
        ({"pack": None}, "pack"),
        ({"variant": 5}, "variant"),
        ({"variant": None}, "variant"),
        ({"variant": "foo"}, "variant"),
        ({"variant": {"preset": "foo"}}, "variant.preset"),
        ({"variant": {"target": 101}}, "variant.preset"),
        ({"variant": {"preset": "bulgarian", "foo": 1}}, "variant.foo"),
        ({"variant": {"preset": "bulgarian", "target": 0}}, "variant.target"),
        ({"variant": {"preset": "bulgarian", "target": True}}, "variant.target"),
        ({"variant": {"preset": "bulgarian", "target": None}}, "variant.target"),
        ({"variant": {"preset": "bulgarian", "contra_levels": 4}}, "variant.contra_levels"),
        ({"variant": {"preset": "bulgarian", "beat_plain": 1}}, "variant.beat_plain"),
        ({"variant": {"preset": "bulgarian", "kirtik": 5}}, "variant.kirtik"),
        ({"variant": {"preset": "bulgarian", "kirtik": False}}, "variant.kirtik"),
        ({"variant": {"preset": "bulgarian", "trick_needed": "no"}}, "variant.trick_needed"),
        (
            {"variant": {"preset": "bulgarian", "dealer_may_cancel": True}},
            "variant.dealer_may_cancel",
        ),
        (
            {"variant": {"preset": "bulgarian", "dealer_may_cancel": -1}},
            "variant.dealer_may_cancel",
        ),
        ({"variant": {"preset": "bulgarian", "packets": "5+3"}}, "variant.packets"),
        ({"variant": {"preset": "bulgarian", "auction": "name"}}, "variant.auction"),
        ({"variant": {"preset": "bela2", "auction": "ladder"}}, "variant.auction"),
        ({"variant": {"preset": "bela", "contra_levels": 1}}, "variant.contra_levels"),
        ({"variant": {"preset": "bela", "contracts": "C D H S NT AT"}}, "variant.contracts"),
        ({"calls": "H"}, "calls"),
        ({"calls": None}, "calls"),
        ({"play": ["C7"]}, "play"),
        ({"declarations": {}}, "declarations"),
        ({"declarations": [5]}, "declarations[0]"),
        ({"declarations": [{"seat": "N"}]}, "declarations[0].cards"),
        ({"declarations": [{"seat": "N", "cards": "C7 C8 C9", "foo": 1}]}, "declarations[0].foo"),
        ({"declarations": [{"seat": 5, "cards": "C7 C8 C9"}]}, "declarations[0]"),
        ({"belotes": [{"suit": "H"}]}, "belotes[0].seat"),
        ({"set_aside": "C7 C8"}, "set_aside"),
        ({"irregularity": "N"}, "irregularity"),
        ({"turn_up": "C7"}, "turn_up"),
        ({"hands": {}}, "pack"),
        ({"capot": None}, "capot"),
    ],
)
def test_invalid_record_value_is_reported_at_its_key(change, at):
    assert error_of(BASE | change)["at"] == at


@pytest.mark.parametrize("key", ["variant", "dealer"])
def test_missing_record_key_is_named_in_the_error(key):
    assert error_of({name: value for name, value in BASE.items() if name != key})["at"] == key


def test_hands_require_exactly_the_seats_of_the_variant():
    hands = hands_with()
    base = {"variant": "bulgarian", "dealer": "N"}
    assert error_of(base | {"hands": hands | {"Q": ""}})["at"] == "hands.Q"
    three = {seat: hand for seat, hand in hands.items() if seat != "E"}
    assert error_of(base | {"hands": three})["at"] == "hands.E"
    assert error_of(base | {"hands": hands | {"W": 5}})["at"] == "hands.W"
    assert error_of(base | {"variant": "belot3", "hands": hands})["at"] == "hands.E"


def test_errors_list_legal_moves_for_calls_and_play_only():
    assert "legal" not in error_of(BASE | {"dealer": "X"})
    assert error_of(BASE | {"calls": ["ZZ"]})["legal"] == ["P", "C", "D", "H", "S", "NT", "AT"]


def test_the_first_failing_check_is_reported():
    broken = BASE | {"calls": ["ZZ"], "dealer": "X", "declarations": [{"seat": "Q", "cards": ""}]}
    assert error_of(broken)["at"] == "dealer"
    assert error_of(broken | {"variant": "foo"})["at"] == "variant"
    assert error_of(broken | {"variant": "foo", "extra": 1})["at"] == "extra"
    assert error_of(broken | {"dealer": "N"})["at"] == "calls[0]"


def test_record_in_auction_scores_with_every_auction_key():
    assert score(BASE | {"calls": ["H", "X"]}) == {
        "status": "auction",
        "turn": "E",
        "legal": ["P", "S", "NT", "AT", "XX"],
        "contract": "H",
        "declarer": "W",
        "contra": 1,
        "tricks": {"NS": 0, "EW": 0},
        "points": {"NS": 0, "EW": 0},
        "last_trick": None,
        "capot": None,
        "declarations": {"NS": 0, "EW": 0},
        "belote": {"NS": 0, "EW": 0},
        "totals": {"NS": 0, "EW": 0},
        "outcome": None,
        "score": {"NS": 0, "EW": 0},
        "hanging": 0,
    }


def test_passed_out_deal_scores_with_nulls_and_no_turn():
    result = score(BASE | {"calls": ["P"] * 4})
    assert result["status"] == "passed_out"
    assert (result["contract"], result["declarer"], result["outcome"]) == (None, None, None)
    assert "turn" not in result
    assert "legal" not in result


def test_points_in_play_count_finished_tricks_and_declarations():
    hands = hands_with(N="SA S9 ST SJ", W="S7 D7 D8 D9", S="S8", E="SK")
    record = {
        "variant": "bulgarian",
        "dealer": "E",
        "hands": hands,
        "calls": bid("NT"),
        "play": "SA S7 S8 SK S9",
    }
    result = score(record)
    assert (result["status"], result["turn"]) == ("play", "W")
    assert result["tricks"] == {"NS": 1, "EW": 0}
    assert result["points"] == {"NS": 15, "EW": 0}
    assert result["totals"] == {"NS": 30, "EW": 0}
    assert result["score"] == {"NS": 0, "EW": 0}


def test_readme_example_scores_with_the_documented_keys():
    deal = Deal("bulgarian", "N", seed=8)
    for call in ("H", "X", "P", "P", "P"):
        deal.call(call)
    while deal.turn:
        deal.apply(deal.legal[-1])
    result = deal.result()
    assert list(result) == [
        "status",
        "contract",
        "declarer",
        "contra",
        "tricks",
        "points",
        "last_trick",
        "capot",
        "declarations",
        "belote",
        "totals",
        "outcome",
        "score",
        "hanging",
    ]
    assert sum(result["points"].values()) == 162
    assert sum(result["score"].values()) == 32


# Text


SLIP = {
    "variant": "bulgarian",
    "contract": "H",
    "declarer": "N",
    "points": {"NS": 100, "EW": 62},
}


def statuses(text):
    return [item.get("status") or item["error"]["at"] for item in score_text(text)]


def test_score_text_accepts_an_object_an_array_or_json_lines():
    one = json.dumps(SLIP)
    assert statuses(one) == ["complete"]
    assert statuses(json.dumps(SLIP, indent=2)) == ["complete"]
    assert statuses(json.dumps([SLIP, SLIP])) == ["complete"] * 2
    assert statuses(f"{one}\n\n{one}\n") == ["complete"] * 2
    assert statuses("") == []
    assert statuses("[]") == []


def test_invalid_json_line_is_reported_and_the_rest_is_scored():
    one = json.dumps(SLIP)
    assert statuses(f"{one}\n{{broken\n{one}") == ["complete", "line 2", "complete"]
    assert statuses(f"nothing\n{one}") == ["line 1", "complete"]
    assert statuses("nothing") == ["line 1"]
    assert statuses('{\n "variant": 1,\n oops\n}') == ["line 3"]
    assert statuses("NaN") == ["line 1"]
    (answer,) = score_text('{"points": {"NS": NaN}}')
    assert answer["error"]["message"] == ("This is not JSON: points.NS: NaN is no number of JSON.")


def test_json_that_is_not_an_object_is_rejected():
    assert statuses("5") == [""]
    assert statuses("[5, {}]") == ["", "variant"]

"""Declarations and belotes (rules 2, 3, 6)."""

from typing import Any

import pytest

from games.belot import Deal
from games.belot.declarations import meld_of, value_of
from games.belot.switches import variant_from_json
from tests.games.belot.builders import bid, contest, error_of, hand_mask, hands_with, meld


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("D7 D8 D9", 20),
        ("HJ HQ HK HA", 50),
        ("S7 S8 S9 ST SJ", 100),
        ("S7 S8 S9 ST SJ SQ", 100),
        ("CJ DJ HJ SJ", 200),
        ("C9 D9 H9 S9", 150),
        ("CA DA HA SA", 100),
        ("CK DK HK SK", 100),
        ("CQ DQ HQ SQ", 100),
        ("CT DT HT ST", 100),
    ],
)
def test_combinations_have_their_standard_values(cards, value):
    assert value_of(meld("N", cards), variant_from_json("bulgarian"), 2) == value


@pytest.mark.parametrize("cards", ["D7 D8", "D7 D8 DT", "DA D7 D8", "DK DA H7", "D7 H8 S9"])
def test_meld_of_returns_none_for_cards_without_combination(cards):
    assert meld_of(0, hand_mask(cards)) is None


def test_sequence_does_not_continue_into_the_next_suit():
    assert meld_of(0, hand_mask("CQ CK CA D7")) is None


def test_only_the_side_with_the_best_sequence_scores_sequences():
    assert contest("N D7 D8 D9", "W S7 S8 S9 ST", "S CQ CK CA") == {"NS": 0, "EW": 50}
    assert contest("N CQ CK CA", "W DJ DQ DK", "S D7 D8 D9") == {"NS": 40, "EW": 0}


def test_equal_best_sequences_void_all_sequences_but_no_carre():
    announced = ("N CQ CK CA", "W DQ DK DA", "S S7 S8 S9", "E C9 D9 H9 S9")
    assert contest(*announced) == {"NS": 0, "EW": 150}


def test_equal_sequences_earlier_in_turn_wins_by_the_switch():
    announced = ("N CQ CK CA", "W DQ DK DA", "S S7 S8 S9")
    rules = house(equal_sequences="earlier")
    assert contest(*announced, variant=rules, first=0) == {"NS": 40, "EW": 0}
    assert contest(*announced, variant=rules, first=1) == {"NS": 0, "EW": 20}


def test_carre_eliminates_sequences_only_in_a_joint_contest():
    announced = ("N CT DT HT ST", "W D7 D8 D9")
    assert contest(*announced) == {"NS": 100, "EW": 20}
    assert contest(*announced, variant="bela") == {"NS": 100, "EW": 0}


def test_joint_contest_is_voided_only_by_a_tie_for_the_best():
    rules = house(contest="together")
    tied = ("N CQ CK CA", "W DQ DK DA")
    assert contest(*tied, "S C9 D9 H9 S9", variant=rules) == {"NS": 170, "EW": 0}
    assert contest(*tied, variant=rules) == {"NS": 0, "EW": 0}


def test_carre_of_tens_ranks_by_the_variants_carre_order():
    announced = ("N CT DT HT ST", "W CQ DQ HQ SQ")
    assert contest(*announced) == {"NS": 100, "EW": 0}
    assert contest(*announced, variant="belot") == {"NS": 0, "EW": 100}


def test_carre_order_may_differ_in_no_trumps():
    announced = ("N CJ DJ HJ SJ", "W CA DA HA SA")
    rules = house(no_trumps_declarations=True, carre_order="J 9 A K Q T / NT A K Q J T 9")
    assert contest(*announced, variant=rules) == {"NS": 200, "EW": 0}
    assert contest(*announced, contract=4, variant=rules) == {"NS": 0, "EW": 100}


def test_long_run_beats_quinte_unless_only_five_cards_count():
    announced = ("N S8 S9 ST SJ SQ SK", "W DT DJ DQ DK DA")
    assert contest(*announced) == {"NS": 100, "EW": 0}
    assert contest(*announced, variant=house(long_runs="five")) == {"NS": 0, "EW": 100}


EIGHT = "H7 H8 H9 HT HJ HQ HK HA"


@pytest.mark.parametrize(
    ("rule", "value"), [("quinte", 100), ("quinte_and_tierce", 120), ("wins_match", 100)]
)
def test_run_of_eight_scores_by_its_switch(rule, value):
    assert contest(f"N {EIGHT}", variant=house(run_of_eight=rule)) == {"NS": value, "EW": 0}


@pytest.mark.parametrize("cut", [5, 3])
def test_run_of_eight_split_five_and_three_beats_a_run_of_seven(cut):
    cards = EIGHT.split()
    parts = (f"N {' '.join(cards[:cut])}", f"N {' '.join(cards[cut:])}")
    rules = house(run_of_eight="quinte_and_tierce")
    assert contest(*parts, "W D7 D8 D9 DT DJ DQ DK", variant=rules) == {"NS": 120, "EW": 0}


def test_three_handed_tie_voids_the_third_players_sequence_too():
    announced = ("N CQ CK CA", "W DQ DK DA", "S S9 ST SJ")
    assert contest(*announced, variant="belot3") == {"N": 0, "W": 0, "S": 0}


# On records

HANDS = hands_with(
    N="D7 D8 D9 DT DJ HQ HK CJ",
    W="S7 S8 S9 ST C7 C8 C9 SJ",
    S="HA H9 HT HJ H7 H8 CQ CK",
    E="DQ DK DA CA CT SQ SK SA",
)


def record(*melds: str, contract="H", variant: Any = "bulgarian", play="DJ S7", **more):
    announced = [{"seat": text[0], "cards": text[2:]} for text in melds]
    return {
        "variant": variant,
        "dealer": "E",
        "hands": HANDS,
        "calls": bid(contract),
        "play": play,
        "declarations": announced,
        **more,
    }


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        (["N D7 D8 DQ"], "declared_not_held"),
        (["N D7 D8"], "no_combination"),
        (["N"], "no_combination"),
        (["N D7 D8 D7"], "card_twice"),
        (["N D7 D8 XX"], "unknown_card"),
        (["N D7 D8 D9", "N D7 D8 D9"], "declared_twice"),
        (["N D7 D8 D9", "N D9 DT DJ"], "card_declared_twice"),
        (["N D7 D8 D9", "N DT DJ"], "no_combination"),
        (["W S7 S8 S9", "W ST SJ SQ"], "declared_not_held"),
        (["S H7 H8 H9"], "announced_too_early"),
        (["Q D7 D8 D9"], "unknown_seat"),
    ],
)
def test_invalid_declaration_is_rejected_with_its_index(melds, rule):
    error = error_of(record(*melds))
    assert (error["at"], error["rule"]) == (f"declarations[{len(melds) - 1}]", rule)
    assert "legal" not in error


def test_shorter_declaration_than_held_is_accepted():
    result = Deal.from_record(record("N D8 D9 DT")).result()
    assert result["declarations"] == {"NS": 20, "EW": 0}


SEVEN = hands_with(N="D7 D8 D9 DT DJ DQ DK DA")


def eight(*parts, variant: Any = "belote"):
    base = record(*parts, variant=variant, play="D7")
    return base | {"hands": SEVEN}


def test_adjacent_runs_of_one_suit_are_rejected():
    error = error_of(eight("N D7 D8 D9", "N DT DJ DQ"))
    assert (error["at"], error["rule"]) == ("declarations[1]", "runs_touch")
    apart = Deal.from_record(eight("N D7 D8 D9", "N DJ DQ DK")).result()
    assert apart["declarations"] == {"NS": 40, "EW": 0}


@pytest.mark.parametrize("cut", [("D7 D8 D9", "DT DJ DQ DK DA"), ("D7 D8 D9 DT DJ", "DQ DK DA")])
def test_run_of_eight_may_be_split_either_way_by_the_switch(cut):
    parts = [f"N {part}" for part in cut]
    assert Deal.from_record(eight(*parts)).result()["declarations"] == {"NS": 120, "EW": 0}
    assert error_of(eight(*parts, variant="bulgarian"))["rule"] == "runs_touch"


CROSSED = hands_with(N="C9 D9 H9 S9 D7 D8 DT DJ")


def crossed(*melds, **switches):
    return record(*melds, variant=house(**switches), play="D7") | {"hands": CROSSED}


def test_card_in_carre_and_sequence_is_accepted_by_the_switch():
    both = ("N C9 D9 H9 S9", "N D7 D8 D9 DT DJ")
    assert error_of(crossed(*both))["rule"] == "card_declared_twice"
    result = Deal.from_record(crossed(*both, card_in_two=True)).result()
    assert result["declarations"] == {"NS": 250, "EW": 0}


def test_declared_run_may_stop_at_a_card_of_the_own_carre():
    hands = hands_with(N="CT DT HT ST D7 D8 D9 DJ")
    base = record("N CT DT HT ST", "N D7 D8 D9", play="D7") | {"hands": hands}
    assert Deal.from_record(base).result()["declarations"] == {"NS": 120, "EW": 0}


def test_no_trumps_declarations_are_only_four_aces_by_the_option():
    hands = hands_with(N="CA DA HA SA D7 D8 D9 DJ")
    aces = record("N CA DA HA SA", contract="NT", play="D7") | {"hands": hands}
    run = record("N D7 D8 D9", contract="NT", play="D7") | {"hands": hands}
    assert error_of(aces)["rule"] == "nothing_in_no_trumps"
    option = {"variant": house("belote", no_trumps_four_aces=200)}
    assert error_of(run | option)["rule"] == "nothing_in_no_trumps"
    result = Deal.from_record(aces | option).result()
    assert result["declarations"] == {"NS": 200, "EW": 0}
    assert result["totals"] == {"NS": 400, "EW": 0}


# Belotes


def with_belote(play, contract="H", seat="N", suit="H", hands=HANDS, variant: Any = "bulgarian"):
    return {
        "variant": variant,
        "dealer": "E",
        "hands": hands,
        "calls": bid(contract),
        "play": play,
        "belotes": [{"seat": seat, "suit": suit}],
    }


def belote_points(*args, **kwargs):
    return Deal.from_record(with_belote(*args, **kwargs)).result()["belote"]


def test_belote_scores_twenty_once_its_first_card_is_played():
    assert belote_points("HK") == {"NS": 20, "EW": 0}
    assert belote_points("HQ") == {"NS": 20, "EW": 0}
    assert error_of(with_belote("DJ"))["rule"] == "announced_too_early"


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"suit": "C"}, "not_a_trump_suit"),
        ({"suit": "X"}, "unknown_suit"),
        ({"suit": ""}, "unknown_suit"),
        ({"seat": "W"}, "belote_not_held"),
        ({"contract": "NT"}, "nothing_in_no_trumps"),
        ({"contract": "AT", "suit": "C"}, "belote_not_held"),
    ],
)
def test_invalid_belote_is_rejected(change, rule):
    error = error_of(with_belote("HK", **change))
    assert (error["at"], error["rule"]) == ("belotes[0]", rule)


def test_repeated_belote_is_rejected():
    base = with_belote("HK")
    error = error_of(base | {"belotes": base["belotes"] * 2})
    assert (error["at"], error["rule"]) == ("belotes[1]", "declared_twice")


THROWN = hands_with(
    N="DJ D7 D8 D9 DT DA S7 S8",
    W="HQ HK C7 C8 C9 CT CJ CQ",
    S="DQ DK CK CA HA H9 HT HJ",
    E="S9 ST SJ SQ SK SA H7 H8",
)


def test_belote_discarded_in_all_trumps_scores_by_the_switch():
    thrown = {"contract": "AT", "seat": "W", "hands": THROWN}
    assert belote_points("DJ HQ", **thrown) == {"NS": 0, "EW": 0}
    assert belote_points("DJ HQ", **thrown, variant="belote") == {"NS": 0, "EW": 20}


def test_belote_scores_when_trumping_in_a_suit_contract():
    assert belote_points("DJ HQ", seat="W", hands=THROWN) == {"NS": 0, "EW": 20}


def test_belote_scores_when_following_suit_in_all_trumps():
    follow = {"contract": "AT", "seat": "S", "suit": "D", "hands": THROWN}
    assert belote_points("D7 C7 DK", **follow) == {"NS": 20, "EW": 0}


def test_belote_scores_when_led():
    hands = hands_with(N="HQ HK")
    assert belote_points("HK", contract="AT", hands=hands) == {"NS": 20, "EW": 0}


OPEN = {
    "N": "C7 C8 C9 CT CJ  DK D8 D9 DT  DQ H8 H9 HT  S7 S8 S9",
    "S": "CQ CK CA DJ D7  H7 DA HJ HQ  HK HA ST SJ  SQ SK SA",
}


def open_record(play, seat, suit, melds=(), contract="D"):
    return {
        "variant": "open_belot",
        "dealer": "S",
        "hands": OPEN,
        "calls": [contract, "P"],
        "play": play,
        "declarations": [{"seat": text[0], "cards": text[2:]} for text in melds],
        "belotes": [{"seat": seat, "suit": suit}] if seat else [],
    }


def test_open_belote_requires_both_cards_visible_at_the_first():
    # North's king of diamonds is hidden under the queen.
    assert error_of(open_record("DQ", "N", "D"))["rule"] == "belote_not_held"
    late = open_record("DQ DJ SJ S9 DA DK".replace(" SJ S9 DA DK", ""), "N", "D")
    assert error_of(late)["at"] == "belotes[0]"


def test_open_declarations_count_hand_and_visible_cards_only():
    melds = ["N C7 C8 C9 CT CJ", "N S7 S8 S9", "N H8 H9 HT"]
    deal = Deal.from_record(open_record("H8", "", "", melds))
    assert deal.result()["declarations"] == {"N": 0, "S": 0}
    hidden = error_of(open_record("H8", "", "", ["N D8 D9 DT"]))
    assert hidden["rule"] == "declared_not_held"


# Trick needed


def test_declarations_without_a_trick_score_only_if_allowed():
    for variant, declared in (("bulgarian", 100), ("belot", 0), ("bela", 0)):
        rules = house(variant, nobody_bids="thrown_in")
        calls = ["H"] if variant == "bela" else bid("H")
        base = record("N D7 D8 D9 DT DJ", variant=rules, play="HK") | {
            "calls": calls,
            "belotes": [{"seat": "N", "suit": "H"}],
        }
        result = Deal.from_record(base).result()
        assert result["declarations"] == {"NS": declared, "EW": 0}
        assert result["belote"] == {"NS": 0 if variant == "bela" else 20, "EW": 0}


NO_TRICK = hands_with(
    N="H7 H8 D7 D8 D9 C7 C8 S7",
    W="HJ H9 HA HT CA CT CK CQ",
    S="C9 CJ DQ DJ S8 S9 ST SJ",
    E="HQ HK DA DT DK SQ SK SA",
)


def test_contest_winner_without_a_trick_passes_on_no_points():
    rules = house("belot", capot_exit=True)
    base = {
        "variant": rules,
        "dealer": "N",
        "hands": NO_TRICK,
        "calls": bid("H"),
        "play": (
            "HJ C9 HQ H7 H9 CJ HK H8 HA DJ SQ S7 HT S8 DT C7 CA S9 SK C8 CT ST SA D7 "
            "CK SJ DK D8 CQ DQ DA D9"
        ),
        "declarations": [
            {"seat": "S", "cards": "S8 S9 ST SJ"},
            {"seat": "E", "cards": "SQ SK SA"},
        ],
        "belotes": [{"seat": "E", "suit": "H"}],
    }
    result = Deal.from_record(base).result()
    assert result["capot"] == "EW"
    assert result["declarations"] == {"NS": 0, "EW": 0}
    assert result["belote"] == {"NS": 0, "EW": 20}
    assert result["totals"] == {"NS": 0, "EW": 272}

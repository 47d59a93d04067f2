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
def test_values(cards, value):
    assert value_of(meld("N", cards), variant_from_json("bulgarian"), 2) == value


@pytest.mark.parametrize("cards", ["D7 D8", "D7 D8 DT", "DA D7 D8", "DK DA H7", "D7 H8 S9"])
def test_what_is_no_combination(cards):
    assert meld_of(0, hand_mask(cards)) is None


def test_a_run_does_not_pass_from_one_suit_to_the_next():
    assert meld_of(0, hand_mask("CQ CK CA D7")) is None


def test_only_the_side_with_the_best_sequence_scores_its_sequences():
    assert contest("N D7 D8 D9", "W S7 S8 S9 ST", "S CQ CK CA") == {"NS": 0, "EW": 50}
    assert contest("N CQ CK CA", "W DJ DQ DK", "S D7 D8 D9") == {"NS": 40, "EW": 0}


def test_equal_best_sequences_void_every_sequence_but_no_carre():
    announced = ("N CQ CK CA", "W DQ DK DA", "S S7 S8 S9", "E C9 D9 H9 S9")
    assert contest(*announced) == {"NS": 0, "EW": 150}


def test_equal_best_sequences_earlier_in_turn_counts():
    announced = ("N CQ CK CA", "W DQ DK DA", "S S7 S8 S9")
    rules = house(equal_sequences="earlier")
    assert contest(*announced, variant=rules, first=0) == {"NS": 40, "EW": 0}
    assert contest(*announced, variant=rules, first=1) == {"NS": 0, "EW": 20}


def test_a_carre_does_not_eliminate_sequences_by_kind_but_together_it_does():
    announced = ("N CT DT HT ST", "W D7 D8 D9")
    assert contest(*announced) == {"NS": 100, "EW": 20}
    assert contest(*announced, variant="bela") == {"NS": 100, "EW": 0}


def test_together_only_a_tie_for_the_best_voids():
    rules = house(contest="together")
    tied = ("N CQ CK CA", "W DQ DK DA")
    assert contest(*tied, "S C9 D9 H9 S9", variant=rules) == {"NS": 170, "EW": 0}
    assert contest(*tied, variant=rules) == {"NS": 0, "EW": 0}


def test_carre_order_ten_above_king_or_below_queen():
    announced = ("N CT DT HT ST", "W CQ DQ HQ SQ")
    assert contest(*announced) == {"NS": 100, "EW": 0}
    assert contest(*announced, variant="belot") == {"NS": 0, "EW": 100}


def test_carre_order_of_no_trumps_may_be_its_own():
    announced = ("N CJ DJ HJ SJ", "W CA DA HA SA")
    rules = house(no_trumps_declarations=True, carre_order="J 9 A K Q T / NT A K Q J T 9")
    assert contest(*announced, variant=rules) == {"NS": 200, "EW": 0}
    assert contest(*announced, contract=4, variant=rules) == {"NS": 0, "EW": 100}


def test_long_runs_full_a_longer_run_wins_five_the_best_five():
    announced = ("N S8 S9 ST SJ SQ SK", "W DT DJ DQ DK DA")
    assert contest(*announced) == {"NS": 100, "EW": 0}
    assert contest(*announced, variant=house(long_runs="five")) == {"NS": 0, "EW": 100}


EIGHT = "H7 H8 H9 HT HJ HQ HK HA"


@pytest.mark.parametrize(
    ("rule", "value"), [("quinte", 100), ("quinte_and_tierce", 120), ("wins_match", 100)]
)
def test_run_of_eight(rule, value):
    assert contest(f"N {EIGHT}", variant=house(run_of_eight=rule)) == {"NS": value, "EW": 0}


@pytest.mark.parametrize("cut", [5, 3])
def test_an_eight_as_five_and_three_beats_a_seven_where_runs_count_in_full(cut):
    cards = EIGHT.split()
    parts = (f"N {' '.join(cards[:cut])}", f"N {' '.join(cards[cut:])}")
    rules = house(run_of_eight="quinte_and_tierce")
    assert contest(*parts, "W D7 D8 D9 DT DJ DQ DK", variant=rules) == {"NS": 120, "EW": 0}


def test_three_handed_equal_sequences_void_the_third_players_too():
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
def test_a_wrong_declaration_is_refused_at_its_place(melds, rule):
    error = error_of(record(*melds))
    assert (error["at"], error["rule"]) == (f"declarations[{len(melds) - 1}]", rule)
    assert "legal" not in error


def test_less_than_held_may_be_announced():
    result = Deal.from_record(record("N D8 D9 DT")).result()
    assert result["declarations"] == {"NS": 20, "EW": 0}


SEVEN = hands_with(N="D7 D8 D9 DT DJ DQ DK DA")


def eight(*parts, variant: Any = "belote"):
    base = record(*parts, variant=variant, play="D7")
    return base | {"hands": SEVEN}


def test_runs_of_one_suit_must_not_touch():
    error = error_of(eight("N D7 D8 D9", "N DT DJ DQ"))
    assert (error["at"], error["rule"]) == ("declarations[1]", "runs_touch")
    apart = Deal.from_record(eight("N D7 D8 D9", "N DJ DQ DK")).result()
    assert apart["declarations"] == {"NS": 40, "EW": 0}


@pytest.mark.parametrize("cut", [("D7 D8 D9", "DT DJ DQ DK DA"), ("D7 D8 D9 DT DJ", "DQ DK DA")])
def test_eight_as_five_and_three_either_way_where_that_scores(cut):
    parts = [f"N {part}" for part in cut]
    assert Deal.from_record(eight(*parts)).result()["declarations"] == {"NS": 120, "EW": 0}
    assert error_of(eight(*parts, variant="bulgarian"))["rule"] == "runs_touch"


CROSSED = hands_with(N="C9 D9 H9 S9 D7 D8 DT DJ")


def crossed(*melds, **switches):
    return record(*melds, variant=house(**switches), play="D7") | {"hands": CROSSED}


def test_a_card_may_stand_in_a_carre_and_a_sequence_only_by_the_switch():
    both = ("N C9 D9 H9 S9", "N D7 D8 D9 DT DJ")
    assert error_of(crossed(*both))["rule"] == "card_declared_twice"
    result = Deal.from_record(crossed(*both, card_in_two=True)).result()
    assert result["declarations"] == {"NS": 250, "EW": 0}


def test_a_run_may_be_cut_by_the_own_carre():
    hands = hands_with(N="CT DT HT ST D7 D8 D9 DJ")
    base = record("N CT DT HT ST", "N D7 D8 D9", play="D7") | {"hands": hands}
    assert Deal.from_record(base).result()["declarations"] == {"NS": 120, "EW": 0}


def test_nothing_is_announced_in_no_trumps_but_four_aces_by_the_option():
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


def test_belote_counts_twenty_once_its_first_card_is_played():
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
def test_a_wrong_belote_is_refused(change, rule):
    error = error_of(with_belote("HK", **change))
    assert (error["at"], error["rule"]) == ("belotes[0]", rule)


def test_the_same_belote_twice_is_refused():
    base = with_belote("HK")
    error = error_of(base | {"belotes": base["belotes"] * 2})
    assert (error["at"], error["rule"]) == ("belotes[1]", "declared_twice")


THROWN = hands_with(
    N="DJ D7 D8 D9 DT DA S7 S8",
    W="HQ HK C7 C8 C9 CT CJ CQ",
    S="DQ DK CK CA HA H9 HT HJ",
    E="S9 ST SJ SQ SK SA H7 H8",
)


def test_a_belote_thrown_off_in_all_trumps_is_lost_where_the_switch_says_so():
    thrown = {"contract": "AT", "seat": "W", "hands": THROWN}
    assert belote_points("DJ HQ", **thrown) == {"NS": 0, "EW": 0}
    assert belote_points("DJ HQ", **thrown, variant="belote") == {"NS": 0, "EW": 20}


def test_a_belote_may_trump_in_a_suit_contract():
    assert belote_points("DJ HQ", seat="W", hands=THROWN) == {"NS": 0, "EW": 20}


def test_a_belote_that_follows_suit_in_all_trumps_counts():
    follow = {"contract": "AT", "seat": "S", "suit": "D", "hands": THROWN}
    assert belote_points("D7 C7 DK", **follow) == {"NS": 20, "EW": 0}


def test_a_belote_led_counts():
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


def test_open_belote_needs_both_cards_visible_when_the_first_is_played():
    # North's king of diamonds is hidden under the queen.
    assert error_of(open_record("DQ", "N", "D"))["rule"] == "belote_not_held"
    late = open_record("DQ DJ SJ S9 DA DK".replace(" SJ S9 DA DK", ""), "N", "D")
    assert error_of(late)["at"] == "belotes[0]"


def test_open_declarations_look_at_hand_and_open_cards():
    melds = ["N C7 C8 C9 CT CJ", "N S7 S8 S9", "N H8 H9 HT"]
    deal = Deal.from_record(open_record("H8", "", "", melds))
    assert deal.result()["declarations"] == {"N": 0, "S": 0}
    hidden = error_of(open_record("H8", "", "", ["N D8 D9 DT"]))
    assert hidden["rule"] == "declared_not_held"


# Trick needed


def test_a_side_without_a_trick_shows_nothing_so_far_where_one_is_needed():
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


def test_a_side_that_won_the_contest_without_a_trick_leaves_nothing_to_the_other():
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

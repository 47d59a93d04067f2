"""Running score sheets (rules 3, 4, 6)."""

import pytest

from games.belot import score
from games.belot.records.game import Deal as GameDeal
from tests.games.belot.builders import error_of, hands_with
from tests.games.belot.records.matches import OUT, cut, house, match, record, sheet, slip

CAPOT = slip(162, 0, capot="NS")


def test_empty_match_has_zero_scores():
    assert sheet() == {
        "sheet": [],
        "score": {"NS": 0, "EW": 0},
        "winner": None,
        "deals_counted": 0,
    }


def test_hanging_points_go_to_the_winner_of_the_next_deal():
    result = sheet(slip(81, 81), slip(62, 100, declarer="E"))
    assert result["sheet"] == [
        {"score": {"NS": 0, "EW": 8}, "hanging": 8},
        {"score": {"NS": 6, "EW": 18}, "hanging": 0},
    ]
    assert result["score"] == {"NS": 6, "EW": 26}


def test_hanging_points_accumulate_through_a_passed_out_deal():
    result = sheet(slip(81, 81), OUT, slip(81, 81, declarer="E"), slip(100, 62))
    assert [row["hanging"] for row in result["sheet"]] == [8, 8, 16, 0]
    assert result["sheet"][3]["score"] == {"NS": 26, "EW": 6}
    assert result["deals_counted"] == 4


def test_hanging_points_go_by_card_points_not_by_written_points():
    result = sheet(slip(81, 81), slip(80, 82, declarer="N"))
    assert result["sheet"][1] == {"score": {"NS": 0, "EW": 24}, "hanging": 0}


def test_match_ends_at_151_and_later_deal_is_rejected():
    deals = [slip(162, 0, capot=None, contra=2)] * 2 + [slip(130, 32, contra=2)]
    assert sheet(*deals)["winner"] == "NS"
    error = error_of(match(*deals, slip(100, 62)))
    assert (error["at"], error["rule"]) == ("deals[3]", "match_over")


def test_higher_score_past_the_target_wins_and_a_tie_continues():
    rules = house(target=8)
    assert sheet(slip(90, 72), variant=rules)["winner"] == "NS"
    tie = slip(82, 80)
    assert sheet(tie, variant=rules)["winner"] is None
    assert sheet(tie, slip(100, 62), variant=rules)["winner"] == "NS"


def test_match_does_not_end_on_a_capot():
    rules = house(target=25)
    assert sheet(CAPOT, variant=rules)["winner"] is None
    assert sheet(CAPOT, variant=house(target=25, capot_exit=True))["winner"] == "NS"


def test_next_deal_without_capot_decides_after_a_capot():
    rules = house(target=25)
    assert sheet(CAPOT, OUT, variant=rules)["winner"] is None
    assert sheet(CAPOT, CAPOT, variant=rules)["winner"] is None
    assert sheet(CAPOT, OUT, slip(62, 100), variant=rules)["winner"] == "NS"
    assert sheet(CAPOT, slip(100, 62), variant=rules)["winner"] == "NS"


def test_raised_target_is_the_leaders_score_plus_one():
    rules = house(target=25, capot_exit="raised")
    assert sheet(CAPOT, variant=rules)["winner"] is None
    lost = slip(62, 100, declarer="N")
    assert sheet(CAPOT, lost, variant=rules)["winner"] is None
    assert sheet(CAPOT, slip(100, 62), variant=rules)["winner"] == "NS"
    assert sheet(slip(62, 100, declarer="N"), CAPOT, OUT, variant=rules)["winner"] is None


def test_raised_target_is_kept_when_both_are_past_and_equal():
    rules = house(target=25, capot_exit="raised")
    other = slip(0, 162, capot="EW")
    result = sheet(CAPOT, other, variant=rules)
    assert result["score"] == {"NS": 25, "EW": 25}
    assert result["winner"] is None


def test_hanging_points_at_the_end_are_not_awarded():
    rules = house(target=8)
    result = sheet(slip(81, 81), variant=rules)
    assert result["winner"] == "EW"
    assert result["sheet"] == [{"score": {"NS": 0, "EW": 8}, "hanging": 8}]


def test_kirtik_may_make_the_score_negative():
    rules = house("belot", kirtik=10)
    assert sheet(slip(62, 100), variant=rules)["score"] == {"NS": -10, "EW": 16}


# Records in matches


def test_dealers_must_rotate_and_slips_advance_the_dealer():
    deals = [record("N"), OUT, slip(100, 62), record("E", 1)]
    assert sheet(*deals)["deals_counted"] == 4
    wrong = error_of(match(record("N"), OUT, record("E", 1)))
    assert (wrong["at"], wrong["rule"]) == ("deals[2].dealer", "dealer_out_of_turn")


def test_variant_of_a_deal_must_equal_that_of_the_match():
    same = record("N") | {"variant": {"preset": "bulgarian", "target": 151}}
    assert sheet(same)["deals_counted"] == 1
    other = record("N") | {"variant": "belote"}
    error = error_of(match(other))
    assert (error["at"], error["rule"]) == ("deals[0].variant", "variant_differs")
    assert error_of(match(slip(100, 62, variant="belote")))["at"] == "deals[0].variant"


def test_only_the_last_deal_may_be_unfinished():
    result = sheet(slip(100, 62), cut("N", 3))
    assert result["deals_counted"] == 1
    error = error_of(match(cut("N", 3), slip(100, 62)))
    assert (error["at"], error["rule"]) == ("deals[0]", "unfinished_deal")


def test_error_in_a_deal_is_reported_with_its_whole_path():
    broken = record("N", 3)
    cards = broken["play"].split()
    broken["play"] = " ".join([*cards[:3], cards[0], *cards[4:]])
    error = error_of(match(slip(100, 62), broken))
    assert error["at"] == "deals[1].play[3]"
    assert error["rule"] == "not_held"
    assert error["legal"]


@pytest.mark.parametrize(
    ("obj", "at"),
    [
        ({"variant": "bulgarian", "deals": 5}, "deals"),
        ({"variant": "bulgarian", "deals": [5]}, "deals[0]"),
        ({"variant": "bulgarian", "deals": [], "foo": 1}, "foo"),
        ({"deals": []}, "variant"),
        ({"variant": "bulgarian", "deals": None}, "deals"),
        ({"variant": "bulgarian", "deals": [{}]}, "deals[0].dealer"),
        ({"variant": "bulgarian", "deals": [{"deals": []}]}, "deals[0].deals"),
        ({"variant": "bulgarian", "deals": [slip(100, 61)]}, "deals[0].points"),
    ],
)
def test_invalid_match_is_rejected_with_its_path(obj, at):
    assert error_of(obj)["at"] == at


# Three-handed


def three(n, w, s, declarer="N", **more):
    return {
        "contract": "H",
        "declarer": declarer,
        "points": {"N": n, "W": w, "S": s},
        **more,
    }


def test_three_player_hanging_points_go_to_the_highest():
    result = sheet(three(81, 49, 32), three(70, 60, 32), variant="belot3")
    assert result["sheet"][0] == {"score": {"N": 0, "W": 5, "S": 3}, "hanging": 8}
    assert result["sheet"][1] == {"score": {"N": 8, "W": 6, "S": 3}, "hanging": 0}


def test_three_player_tie_for_the_highest_keeps_points_hanging():
    result = sheet(three(81, 49, 32), three(22, 70, 70), variant="belot3")
    assert result["sheet"][1] == {"score": {"N": 0, "W": 7, "S": 7}, "hanging": 8}


# Until enough


def bela(target=1001, **more):
    return house("bela", until="enough", target=target, **more)


HANDS = hands_with(
    N="HJ H9 HA HT SA ST CA CT",
    W="H7 H8 S7 S8 S9 C7 C8 C9",
    S="HQ HK SJ SQ SK CJ CQ CK",
    E="D7 D8 D9 DT DJ DQ DK DA",
)
PLAY = "HJ H7 HQ D7 H9 H8 HK D8 HA S7 SJ D9"


def enough(play=PLAY, **more):
    return {"dealer": "E", "hands": HANDS, "calls": ["H"], "play": play, **more}


def test_until_enough_ends_at_the_reaching_card():
    result = sheet(enough(), variant=bela(40))
    assert result == {
        "sheet": [{"score": {"NS": 41, "EW": 0}, "hanging": 0}],
        "score": {"NS": 41, "EW": 0},
        "winner": "NS",
        "deals_counted": 1,
    }


def test_until_enough_not_reached_leaves_the_deal_without_a_row():
    result = sheet(enough(), variant=bela(500))
    assert (result["sheet"], result["deals_counted"]) == ([], 0)


def test_until_enough_counts_match_score_and_announcements():
    earlier = {"contract": "H", "declarer": "E", "points": {"NS": 32, "EW": 130}}
    belote = {"belotes": [{"seat": "S", "suit": "H"}]}
    result = sheet(earlier, enough("HJ H7 HQ D7", **belote), variant=bela(171))
    assert result["winner"] is None
    behind = earlier | {"declarer": "N", "points": {"NS": 130, "EW": 32}}
    result = sheet(behind, enough("HJ H7 HQ D7", **belote), variant=bela(173))
    assert (result["winner"], result["score"]) == ("NS", {"NS": 173, "EW": 32})


def test_until_enough_counts_belote_after_the_first_trick():
    belote = {"belotes": [{"seat": "S", "suit": "H"}]}
    result = sheet(enough("HJ H7 HQ D7", **belote), variant=bela(40))
    assert result["sheet"] == [{"score": {"NS": 43, "EW": 0}, "hanging": 0}]


def test_deal_after_the_end_by_enough_is_rejected():
    error = error_of(match(enough(), slip(100, 62), variant=bela(40)))
    assert (error["at"], error["rule"]) == ("deals[1]", "match_over")


def test_target_reached_at_the_deals_end_is_judged_as_usual():
    rest = " HT S8 SQ DT SA S9 SK DJ ST C7 CJ DQ CA C8 CQ DK CT C9 CK DA"
    result = sheet(enough(PLAY + rest), variant=bela(250))
    assert result["sheet"] == [{"score": {"NS": 252, "EW": 0}, "hanging": 0}]
    assert result["winner"] == "NS"


def test_summary_slip_is_judged_as_usual():
    assert sheet(slip(100, 62), variant=bela(90))["winner"] == "NS"


# A run of eight


def test_run_of_eight_wins_the_match():
    deal = GameDeal("bela", "E", hands=hands_with(N="S7 S8 S9 ST SJ SQ SK SA"))
    deal.call("H")
    deal.play("S7", declare="S7 S8 S9 ST SJ SQ SK SA")
    while deal.turn:
        deal.play(deal.legal[0])
    made = deal.record()
    ahead = slip(0, 162, capot="EW", declarer="E", variant="bela")
    result = sheet(ahead, ahead, ahead, made, variant="bela")
    assert result["sheet"][3] == {"score": {"NS": 1001, "EW": 0}, "hanging": 0}
    assert (result["score"], result["winner"]) == ({"NS": 1001, "EW": 756}, "NS")
    assert error_of(match(made, ahead, variant="bela"))["at"] == "deals[1]"


# So many deals ------------------------------------------------------------------------------------

SIXTEEN = {"preset": "bela", "nobody_bids": "thrown_in", "match_deals": 3, "target": 100}


def of_deals(*points):
    """Answer to deals in hearts, each declared by the side with more."""
    deals = [
        {"passed_out": True}
        if both is None
        else {
            "contract": "H",
            "declarer": "N" if both[0] > both[1] else "E",
            "points": {"NS": both[0], "EW": both[1]},
        }
        for both in points
    ]
    return score({"variant": SIXTEEN, "deals": deals})


def test_fixed_number_of_deals_ends_the_match_for_the_higher_sum():
    answer = of_deals((110, 52), (60, 102))
    assert (answer["winner"], answer["score"]) == (None, {"NS": 170, "EW": 154})
    answer = of_deals((110, 52), (60, 102), (72, 90))
    assert (answer["winner"], answer["score"]) == ("EW", {"NS": 242, "EW": 244})
    assert of_deals((1, 161), (1, 161), (1, 161), (1, 161))["error"]["rule"] == "match_over"


def test_passed_out_deal_does_not_count_as_a_deal():
    assert of_deals((110, 52), None, (60, 102))["winner"] is None
    assert of_deals((110, 52), None, (60, 102), (72, 90))["winner"] == "EW"


def test_equal_sums_after_the_last_deal_are_a_draw():
    answer = of_deals((100, 62), (62, 100), None, (80, 82), None)
    assert answer["error"]["rule"] == "match_over"
    answer = of_deals((100, 62), (60, 102), (83, 79))
    assert (answer["winner"], answer["drawn"], answer["score"]) == (
        None,
        True,
        {"NS": 243, "EW": 243},
    )
    assert "drawn" not in of_deals((100, 62))


def test_match_deals_cannot_end_within_a_deal():
    answer = score({"variant": {**SIXTEEN, "until": "enough"}, "deals": []})
    assert (answer["error"]["rule"], answer["error"]["at"]) == (
        "deals_are_whole",
        "variant.match_deals",
    )

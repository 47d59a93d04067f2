from typing import Any

from games.belot import score
from tests.games.belot.builders import error_of
from tests.games.belot.records.matches import OUT, cut, full, house, match, sheet, slip

CANNES = slip(104, 58, bid=100)


def timed(*deals, variant: Any = "contree_cannes") -> Any:
    return score(match(*deals, variant=variant) | {"time_called": True})


def test_cannes_last_deal_before_time_is_counted_exactly():
    result = timed(CANNES, CANNES, OUT)
    assert [row["score"]["NS"] for row in result["sheet"]] == [200, 204, 0]
    assert (result["score"], result["winner"]) == ({"NS": 404, "EW": 118}, "NS")
    assert sheet(CANNES, variant="contree_cannes")["score"] == {"NS": 200, "EW": 60}


def test_match_ending_deal_is_counted_exactly_only_at_cannes():
    result = sheet(CANNES, CANNES, variant=house("contree_cannes", target=404))
    assert (result["score"], result["winner"]) == ({"NS": 404, "EW": 118}, "NS")
    result = sheet(CANNES, CANNES, variant=house("contree_ffb", target=400))
    assert (result["score"], result["winner"]) == ({"NS": 400, "EW": 120}, "NS")


def test_match_ending_record_is_counted_exactly():
    seen = 0
    for seed in range(20):
        rules = house("contree_cannes", target=1)
        played = full("N", rules, seed).record()
        if (plain := score(played))["status"] != "complete":
            continue
        exact = score({**played, "variant": house("contree_cannes", rounding="none")})
        result = sheet(played, variant=rules)
        assert result["score"] == exact["score"]
        assert result["winner"] is not None
        seen += plain["score"] != exact["score"]
    assert seen > 3


def test_exact_target_is_not_reached_by_rounding():
    rules = house("contree_ffb", last_deal="exact", target=210)
    result = sheet(slip(106, 56, bid=100), variant=rules)
    assert (result["score"]["NS"], result["winner"]) == (210, None)
    result = sheet(slip(106, 56, bid=100), slip(80, 82, bid=80), variant=rules)
    assert (result["score"], result["winner"]) == ({"NS": 370, "EW": 142}, "NS")


def test_last_of_a_fixed_number_of_deals_is_counted_exactly():
    rules = house("contree_cannes", match_deals=2)
    result = sheet(CANNES, OUT, CANNES, variant=rules)
    assert (result["score"], result["winner"]) == ({"NS": 404, "EW": 118}, "NS")


def test_called_time_ends_the_match_for_the_leader():
    result = timed(slip(100, 62), variant="bulgarian")
    assert (result["score"], result["winner"]) == ({"NS": 10, "EW": 6}, "NS")
    result = timed(slip(100, 62), slip(62, 100, declarer="E"), variant="bulgarian")
    assert (result["winner"], result["drawn"]) == (None, True)


def test_exact_last_deal_requires_card_points():
    bad = match(variant=house(last_deal="exact"))
    assert error_of(bad)["rule"] == "exact_needs_card_points"
    assert error_of(match() | {"time_called": 1})["rule"] == "wrong_type"


def test_unfinished_deal_is_rejected_when_time_is_called():
    unfinished = match(slip(100, 62), cut("N", 3)) | {"time_called": True}
    assert error_of(unfinished)["rule"] == "unfinished_deal"

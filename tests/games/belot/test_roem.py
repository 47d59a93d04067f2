"""Combinations in tricks: ownership, claims, slips, records, kernel.

*Source*: a text prints the result; *derived*: it follows from the text's rule.
"""

import random

import pytest

from games.belot import (
    PRESETS,
    Deal,
    check,
    explain,
    from_text,
    play_out,
    random_bot,
    summary_of,
    thumb_bot,
    to_text,
    variant_from_json,
)
from games.belot.compiling import INTERPRETED
from games.belot.roem import combinations_in, is_possible_roem, roem_of
from games.belot.simulation.question import Question
from games.belot.simulation.simulate import interpreted_outcomes, kernel_outcomes
from games.belot.table import table_of
from tests.games.belot.builders import bid, deal_after_calls, error_of, hand_mask

RULES = {
    "preset": "french",
    "auction": "name",
    "packets": "3+2 / 3",
    "declarations": "trick",
    "carre_points": "7 100 8 100",
    "goal": "more",
    "capot_points": 100,
    "capot_for": "declarer",
    "irregularity": "forfeit",
    "fault_points": 100,
}
TABLE = table_of(variant_from_json(RULES))
HEARTS = 2


@pytest.mark.parametrize(
    ("trick", "points", "kinds"),
    [
        ("HK HQ HJ H7", 40, "tierce belote"),  # source: 20 + 20
        ("HA HK HQ S7", 40, "tierce belote"),  # source
        ("HA HK HQ HJ", 70, "quarte belote"),  # source
        ("SA SK SQ H7", 20, "tierce"),  # source
        ("SA SK SQ SJ", 50, "quarte"),  # source
        ("S9 ST SJ S7", 20, "tierce"),  # source: the ten is between jack and nine
        ("SA ST SK SQ", 20, "tierce"),  # derived: ace, king, queen
        ("SA ST SK SJ", 0, ""),  # derived
        ("HK HQ S7 D7", 20, "belote"),  # source
        ("SK SQ S7 D7", 0, ""),  # derived: no trumps
        ("SK HK DK CK", 100, "carre"),  # source
        ("S7 H7 D7 C7", 100, "carre"),  # source: four equal cards
        ("S7 H8 D9 CT", 0, ""),  # derived: not of one suit
    ],
)
def test_trick_combinations_have_their_kinds_and_points(trick, points, kinds):
    assert roem_of(TABLE, HEARTS, hand_mask(trick)) == points
    found = combinations_in(TABLE, HEARTS, hand_mask(trick))
    assert [each.kind for each in found] == kinds.split()
    assert sum(each.value for each in found) == points


def test_roem_of_a_trick_is_the_sum_of_its_combinations():
    rng = random.Random(5)
    for _ in range(3000):
        trick = sum(1 << card for card in rng.sample(range(32), 4))
        contract = rng.randrange(4)
        found = combinations_in(TABLE, contract, trick)
        assert roem_of(TABLE, contract, trick) == sum(each.value for each in found)


@pytest.mark.parametrize(
    ("preset", "trick", "points"),
    [
        ("klaverjas_rotterdam", "SJ HJ DJ CJ", 100),  # source: four equal cards
        ("klaverjas_amsterdam", "SJ HJ DJ CJ", 200),  # source
        ("klaverjas_amsterdam", "S9 H9 D9 C9", 100),  # source
        ("klaverjas_amsterdam", "S7 H7 D7 C7", 100),  # source
        ("klaverjas_amsterdam", "HK HQ HJ H7", 40),  # source: 20 + 20
        ("klaverjas_rotterdam", "HK HQ HJ H7", 40),  # source: 20 + 20
    ],
)
def test_four_equal_cards_in_a_trick_score_by_the_variant(preset, trick, points):
    table = table_of(PRESETS[preset])
    assert roem_of(table, HEARTS, hand_mask(trick)) == points
    assert sum(each.value for each in combinations_in(table, HEARTS, hand_mask(trick))) == points


def test_four_equal_cards_without_value_are_no_combination():
    table = table_of(variant_from_json({**RULES, "carre_points": "J 200"}))
    assert combinations_in(table, HEARTS, hand_mask("S7 H7 D7 C7")) == []
    assert roem_of(table, HEARTS, hand_mask("S7 H7 D7 C7")) == 0


def hearts_deal() -> Deal:
    """North leads the king of trumps; queen, jack and seven follow."""
    deal = deal_after_calls("P", "P", "P", "H", variant=RULES, N="HK SA", W="HQ", S="HJ", E="H7")
    for card in ("HK", "HA", "HJ", "H7") if "HA" in deal.legal else ("HK", "HQ", "HJ", "H7"):
        deal.play(card)
    return deal


def test_trick_winner_scores_its_combinations():
    deal = hearts_deal()
    result = deal.result()
    assert result["declarations"] == {"NS": 40, "EW": 0}
    assert result["belote"] == {"NS": 0, "EW": 0}
    assert deal.view("W").roem == (40, 0)
    deal.undo()
    assert deal.result()["declarations"] == {"NS": 0, "EW": 0}
    deal.play("H7")
    assert deal.result()["declarations"] == {"NS": 40, "EW": 0}


def test_declarations_and_belote_are_rejected_with_roem():
    deal = hearts_deal()
    with pytest.raises(Exception, match="in the tricks") as refused:
        deal.declare("N", "SA SK SQ")
    assert refused.value.rule == "declared_in_tricks"
    with pytest.raises(Exception, match="in the tricks"):
        deal.announce_belote("N", "H")


def test_only_claimed_roem_scores_once_a_claim_is_made():
    deal = hearts_deal()
    deal.claim(1, 20)
    assert deal.result()["declarations"] == {"NS": 20, "EW": 0}
    assert deal.record()["melds"] == [[1, 20]]
    deal.undo()
    assert deal.claims == []
    assert deal.copy().result()["declarations"] == {"NS": 0, "EW": 0}


def whole_deal(seed: int) -> Deal:
    rng = random.Random(seed)
    return play_out(Deal(RULES, seed=seed), thumb_bot if seed % 2 else random_bot, rng)


def deals_with_roem():
    found = (whole_deal(seed) for seed in range(60))
    return [deal for deal in found if any(deal.result()["declarations"].values())]


def test_roem_scores_fully_without_claims_and_zero_when_empty():
    for deal in deals_with_roem()[:12]:
        record = deal.record()
        assert "melds" not in record
        tricks = deal.tricks
        own = {"NS": 0, "EW": 0}
        for number, trick in enumerate(tricks):
            leader = tricks[number + 1][0][0] if number < 7 else None
            side = "NS" if (leader or deal.table.seats[deal.trick_winner]) in "NS" else "EW"
            mask = hand_mask(" ".join(card for _, card in trick))
            own[side] += roem_of(deal.table, deal.standing.bid, mask)
        assert check(record)["declarations"] == own
        assert check(record | {"melds": []})["declarations"] == {"NS": 0, "EW": 0}


def test_roem_claim_is_validated_and_round_trips():
    deal = deals_with_roem()[0]
    lying = [
        roem_of(deal.table, deal.standing.bid, hand_mask(" ".join(card for _, card in trick)))
        for trick in deal.tricks
    ]
    at = next(number for number, points in enumerate(lying, 1) if points)
    empty = next(number for number, points in enumerate(lying, 1) if not points)
    record = deal.record()
    whole = record | {"melds": [[at, lying[at - 1]]]}
    assert sum(check(whole)["declarations"].values()) == lying[at - 1]
    assert from_text(to_text(whole)) == whole
    for melds, rule in [
        ([[at, lying[at - 1] + 10]], "meld_too_much"),
        ([[empty, 20]], "meld_too_much"),
        ([[at, 0]], "meld_too_much"),
        ([[9, 20]], "meld_of_no_trick"),
        ([[at, 20], [at, 20]], "meld_of_no_trick"),
        ([[at]], "meld_shape"),
        ([["1", 20]], "meld_shape"),
    ]:
        assert error_of(record | {"melds": melds})["rule"] == rule, melds
    assert (
        error_of({**record, "variant": {**RULES, "declarations": "hand"}, "melds": []})["rule"]
        == "melds_not_used"
    )


def test_slip_with_roem_scores_like_its_record():
    for deal in deals_with_roem()[:8]:
        slip, result = summary_of(deal.record()), deal.result()
        assert slip["announced"] == result["declarations"]
        assert check(slip)["score"] == result["score"]
        keys = [step.key for step in explain(deal.record())]
        assert "roem" in keys
        assert "declarations" not in keys


def slip_with(announced, **more):
    points = more.pop("points", {"NS": 100, "EW": 62})
    return {
        "variant": RULES,
        "contract": "H",
        "declarer": "N",
        "points": points,
        "announced": announced,
        **more,
    }


@pytest.mark.parametrize(
    ("points", "possible"), [(0, 1), (10, 0), (15, 0), (20, 1), (30, 0), (50, 1)]
)
def test_impossible_roem_total_is_rejected(points, possible):
    assert is_possible_roem(TABLE.variant, points) == bool(possible)
    record = slip_with({"NS": points, "EW": 0})
    assert ("error" not in check_or_error(record)) == bool(possible)


@pytest.mark.parametrize(("row", "possible"), [("J 10", {10, 30}), ("J 30", {30})])
def test_possible_roem_totals_depend_on_carre_points(row, possible):
    rules = {**RULES, "carre_points": row}
    variant = variant_from_json(rules)
    assert {tens for tens in (10, 30) if is_possible_roem(variant, tens)} == possible
    for tens in (10, 30):
        slip = {**slip_with({"NS": tens, "EW": 0}), "variant": rules}
        assert ("error" not in check_or_error(slip)) == (tens in possible)


def check_or_error(record):
    try:
        return check(record)
    except Exception as error:
        return {"error": error}


def test_roem_is_rejected_for_a_side_without_a_trick():
    record = slip_with({"NS": 0, "EW": 20}, points={"NS": 162, "EW": 0}, capot="NS")
    assert error_of(record)["rule"] == "roem_without_trick"
    record = slip_with({"NS": 20, "EW": 0}, points={"NS": 162, "EW": 0}, capot="NS")
    assert check(record)["score"] == {"NS": 282, "EW": 0}  # rule: source; sum: derived


@pytest.mark.parametrize(
    ("ns", "ew", "announced", "score"),
    [
        (82, 80, (20, 20), (102, 100)),  # source: 102 of 202 are needed
        (81, 81, (20, 20), (0, 202)),  # derived: as many is not enough
        (82, 80, (0, 0), (82, 80)),  # source: NKU, 82 at least
        (81, 81, (0, 0), (0, 162)),  # derived
    ],
)
def test_playing_side_needs_more_than_half_of_all_points(ns, ew, announced, score):
    record = slip_with(dict(zip(("NS", "EW"), announced, strict=True)), points={"NS": ns, "EW": ew})
    assert tuple(check(record)["score"].values()) == score


def test_capot_by_the_defence_earns_no_bonus():
    record = slip_with({"NS": 0, "EW": 0}, points={"NS": 0, "EW": 162}, capot="EW")
    assert check(record)["score"] == {"NS": 0, "EW": 162}


def test_irregularity_scores_162_plus_100_and_roem_of_tricks():
    deal = hearts_deal()
    deal.fault("W")
    assert deal.result()["score"] == {"NS": 162 + 100 + 40, "EW": 0}


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"preset": "bulgarian", "declarations": "trick"}, "combinations_in_tricks"),
        ({"preset": "bela2", "declarations": "trick"}, "combinations_in_tricks"),
        ({"preset": "bulgarian", "fault_points": 100}, "fault_points_without_forfeit"),
    ],
)
def test_conflicting_roem_switches_are_rejected(changed, rule):
    assert error_of({"variant": changed, "passed_out": True})["rule"] == rule


@pytest.mark.parametrize("levels", [("random", "random"), ("thumb", "thumb")])
def test_compiled_roem_simulation_equals_the_engine(levels, compiled):
    question = Question(variant_from_json(RULES), levels=levels)
    for here, last in ((INTERPRETED, 30), (compiled, 200)):
        found = list(kernel_outcomes(question, 11, 0, last, here))
        assert found == list(interpreted_outcomes(question, 11, 0, last))


def test_roem_claim_is_rejected_where_declarations_are_announced():
    deal = deal_after_calls(*bid("H"))
    deal.play(deal.legal[0])
    with pytest.raises(Exception, match="do not count") as refused:
        deal.claim(1, 20)
    assert refused.value.rule == "melds_not_used"

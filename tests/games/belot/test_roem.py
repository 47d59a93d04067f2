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
def test_what_a_trick_holds(trick, points, kinds):
    assert roem_of(TABLE, HEARTS, hand_mask(trick)) == points
    found = combinations_in(TABLE, HEARTS, hand_mask(trick))
    assert [each.kind for each in found] == kinds.split()
    assert sum(each.value for each in found) == points


def test_every_trick_adds_up_to_its_combinations():
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
def test_four_equal_cards_count_what_the_rules_say(preset, trick, points):
    table = table_of(PRESETS[preset])
    assert roem_of(table, HEARTS, hand_mask(trick)) == points
    assert sum(each.value for each in combinations_in(table, HEARTS, hand_mask(trick))) == points


def test_derived_four_that_count_nothing_are_no_combination():
    table = table_of(variant_from_json({**RULES, "carre_points": "J 200"}))
    assert combinations_in(table, HEARTS, hand_mask("S7 H7 D7 C7")) == []
    assert roem_of(table, HEARTS, hand_mask("S7 H7 D7 C7")) == 0


def hearts_deal() -> Deal:
    """North leads the king of trumps; queen, jack and seven follow."""
    deal = deal_after_calls("P", "P", "P", "H", variant=RULES, N="HK SA", W="HQ", S="HJ", E="H7")
    for card in ("HK", "HA", "HJ", "H7") if "HA" in deal.legal else ("HK", "HQ", "HJ", "H7"):
        deal.play(card)
    return deal


def test_the_winner_of_the_trick_has_its_combinations():
    deal = hearts_deal()
    result = deal.result()
    assert result["declarations"] == {"NS": 40, "EW": 0}
    assert result["belote"] == {"NS": 0, "EW": 0}
    assert deal.view("W").roem == (40, 0)
    deal.undo()
    assert deal.result()["declarations"] == {"NS": 0, "EW": 0}
    deal.play("H7")
    assert deal.result()["declarations"] == {"NS": 40, "EW": 0}


def test_nothing_is_announced_from_a_hand():
    deal = hearts_deal()
    with pytest.raises(Exception, match="in the tricks") as refused:
        deal.declare("N", "SA SK SQ")
    assert refused.value.rule == "declared_in_tricks"
    with pytest.raises(Exception, match="in the tricks"):
        deal.announce_belote("N", "H")


def test_only_what_is_claimed_counts_once_anything_is():
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


def test_without_claims_everything_in_the_tricks_counts_and_with_none_nothing():
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


def test_a_claim_is_checked_and_reads_back():
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


def test_a_slip_holds_what_lay_in_a_sides_tricks_and_scores_the_same():
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
def test_tens_that_no_combinations_come_to(points, possible):
    assert is_possible_roem(TABLE.variant, points) == bool(possible)
    record = slip_with({"NS": points, "EW": 0})
    assert ("error" not in check_or_error(record)) == bool(possible)


@pytest.mark.parametrize(("row", "possible"), [("J 10", {10, 30}), ("J 30", {30})])
def test_derived_tens_that_fours_of_so_much_come_to(row, possible):
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


def test_a_side_without_a_trick_has_no_combinations():
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
def test_the_playing_side_needs_more_than_half_of_all(ns, ew, announced, score):
    record = slip_with(dict(zip(("NS", "EW"), announced, strict=True)), points={"NS": ns, "EW": ew})
    assert tuple(check(record)["score"].values()) == score


def test_all_tricks_by_the_defence_bring_nothing_more():
    record = slip_with({"NS": 0, "EW": 0}, points={"NS": 0, "EW": 162}, capot="EW")
    assert check(record)["score"] == {"NS": 0, "EW": 162}


def test_a_fault_brings_162_and_100_and_what_lay_in_tricks():
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
def test_what_does_not_go_together(changed, rule):
    assert error_of({"variant": changed, "passed_out": True})["rule"] == rule


@pytest.mark.parametrize("levels", [("random", "random"), ("thumb", "thumb")])
def test_the_kernel_counts_as_the_engine_does(levels, compiled):
    question = Question(variant_from_json(RULES), levels=levels)
    for here, last in ((INTERPRETED, 30), (compiled, 200)):
        found = list(kernel_outcomes(question, 11, 0, last, here))
        assert found == list(interpreted_outcomes(question, 11, 0, last))


def test_rules_that_announce_from_hands_know_no_claims():
    deal = deal_after_calls(*bid("H"))
    deal.play(deal.legal[0])
    with pytest.raises(Exception, match="do not count") as refused:
        deal.claim(1, 20)
    assert refused.value.rule == "melds_not_used"

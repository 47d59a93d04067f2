"""Card points where every contract holds 162, and undoubled no-trumps.

*Source*: the source prints the result; *derived*: it follows from the source's rule.
"""

import pytest

from games.belot import PRESETS, check, explain, possible_points, variant_from_json
from games.belot.scoring import scale_to_suit_total
from games.belot.table import limit_of, table_of
from games.belot.tricks import CARD_TABLES
from tests.games.belot.builders import deal_after_calls, error_of, score_and_hanging, slip

LEVEL = {"preset": "bulgarian", "points": "level", "no_trumps_factor": 1}
SCALED = {"preset": "bulgarian", "points": "scaled", "no_trumps_factor": 1}


def test_every_contract_has_162_points():  # source: Pagat, Coinche; FFB 2016 §11
    variant = variant_from_json(LEVEL)
    for contract in variant.contracts.split():
        assert possible_points(variant, contract).total == 162
    assert [table.total for table in CARD_TABLES] == [162, 162, 162, 162, 130, 258, 162, 162]


def test_scaled_points_of_both_sides_sum_to_162():  # source: FFB 2016 §11
    for own in range(259):
        assert scale_to_suit_total(own) + scale_to_suit_total(258 - own) == 162
        assert scale_to_suit_total(own) == int(own * 162 / 258 + 0.5)
    assert (scale_to_suit_total(0), scale_to_suit_total(129), scale_to_suit_total(258)) == (
        0,
        81,
        162,
    )


def test_rounding_limit_follows_the_total():
    assert [limit_of(total) for total in (162, 260, 130, 258, 324)] == [6, 5, 5, 4, 7]
    for total in (162, 260, 130, 258):
        limit = limit_of(total)
        assert (2 * limit - total) % 10 == 0
    assert table_of(variant_from_json(LEVEL)).limits == (6,) * 6
    assert table_of(variant_from_json(SCALED)).limits == (6,) * 6
    assert table_of(PRESETS["bulgarian"]).limits == (6, 6, 6, 6, 5, 4)


def test_scores_of_both_sides_keep_their_sum():
    for rules in (LEVEL, LEVEL | {"no_trumps_factor": 2}, {**LEVEL, "points": "classic"}):
        variant = variant_from_json(rules)
        for contract in ("NT", "AT", "H"):
            total = possible_points(variant, contract).total
            whole = total * (variant.no_trumps_factor if contract == "NT" else 1)
            tens = (whole + 5) // 10
            for own in range(total // 2 + 1, total):
                score, hanging = score_and_hanging(slip(contract, own, total - own, variant=rules))
                assert sum(score.values()) + hanging == tens, (rules, contract, own)


@pytest.mark.parametrize(
    ("rules", "contract", "ns", "ew", "score"),
    [
        (LEVEL, "NT", 120, 42, (12, 4)),  # derived
        (LEVEL | {"no_trumps_factor": 2}, "NT", 120, 42, (24, 8)),  # derived
        ({"preset": "bulgarian", "no_trumps_factor": 1}, "NT", 88, 42, (9, 4)),  # derived
        (LEVEL, "AT", 101, 61, (10, 6)),  # derived
        (SCALED, "AT", 160, 98, (10, 6)),  # derived: 100 and 62
        (SCALED, "AT", 130, 128, (8, 8)),  # derived: 82 and 80
    ],
)
def test_points_are_written_as_the_rules_require(rules, contract, ns, ew, score):
    found, hanging = score_and_hanging(slip(contract, ns, ew, variant=rules))
    assert (found["NS"], found["EW"], hanging) == (*score, 0)


def test_belotes_are_added_after_scaling():  # source: FFB 2016 §11
    record = slip("AT", 160, 98, variant=SCALED, announced={"NS": 0, "EW": 40})
    assert check(record)["totals"] == {"NS": 100, "EW": 102}
    assert check(record)["outcome"] == "lost"
    steps = {step.key: dict(step.numbers) for step in explain(record)}
    assert steps["brought_down"] == {"NS": 100, "EW": 62}
    assert "no_trumps" not in steps


def test_slip_points_must_sum_to_the_contract_total():
    assert error_of(slip("NT", 88, 42, variant=LEVEL))["rule"] == "points_sum"
    assert error_of(slip("AT", 160, 98, variant=LEVEL))["rule"] == "points_sum"


def test_trick_points_follow_the_card_values_of_the_rules():
    deal = deal_after_calls("NT", "P", "P", "P", variant=LEVEL, N="SA", W="ST", S="SK", E="SQ")
    for card in ("SA", "ST", "SK", "SQ"):
        deal.play(card)
    assert deal.result()["points"] == {"NS": 36, "EW": 0}
    deal = deal_after_calls("AT", "P", "P", "P", variant=LEVEL, N="SJ", W="S9", S="SA", E="ST")
    for card in ("SJ", "S9", "SA", "ST"):
        deal.play(card)
    assert deal.result()["points"] == {"NS": 34, "EW": 0}


@pytest.mark.parametrize(("points", "whole"), [("classic", 130), ("level", 162), ("scaled", 162)])
def test_irregularity_awards_all_points_of_the_contract(points, whole):
    rules = {"preset": "belot", "points": points, "no_trumps_factor": 1, "sheet": "card_points"}
    deal = deal_after_calls("NT", "P", "P", "P", variant=rules)
    deal.play("C7")
    deal.fault("W")
    assert deal.result()["score"] == {"NS": whole, "EW": 0}

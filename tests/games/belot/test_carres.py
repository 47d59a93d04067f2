import pytest

from games.belot import PRESETS, Deal, variant_from_json, variant_to_json
from games.belot.carres import canonical_text, carre_rows, carres_in
from tests.games.belot.builders import contest, error_of, hands_with, score_and_hanging, slip

ARMENIAN = "J 200 9 140 A 110 / NT A 190 9 0"


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


def row(text, contract, **more):
    rules = variant_from_json(house(carre_points=text, **more))
    return dict(zip("789TJQKA", carres_in(rules, contract), strict=True))


def test_carres_have_their_usual_points():
    usual = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100, "8": 0, "7": 0}
    assert row("J 200 9 150", "H") == row("J 200 9 150", "AT") == usual
    assert set(row("J 200 9 150", "NT").values()) == {0}


def test_carre_points_by_contract_match_bazar_blot():
    in_suits = {"J": 200, "9": 140, "A": 110, "K": 100, "Q": 100, "T": 100, "8": 0, "7": 0}
    assert row(ARMENIAN, "S") == in_suits
    assert set(row(ARMENIAN, "NT").values()) == {0}
    in_none = row(ARMENIAN, "NT", no_trumps_declarations=True)
    assert in_none == in_suits | {"A": 190, "9": 0, "J": 100}


def test_four_aces_option_overrides_carre_points_in_no_trumps():
    assert row("J 200 9 150", "NT", no_trumps_four_aces=200)["A"] == 200
    both = row(ARMENIAN, "NT", no_trumps_four_aces=200, no_trumps_declarations=True)
    assert (both["A"], both["J"]) == (200, 100)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("9 150 J 200", "J 200 9 150"),
        ("J 200 9 150 A 100 7 0", "J 200 9 150"),
        ("J 100", "all 100"),
        ("J 200 9 150 / NT J 200 9 150", "J 200 9 150"),
        ("J 200 9 150 / NT J 100", "J 200 9 150 / NT all 100"),
        (ARMENIAN, ARMENIAN),
        ("9 0 / AT J 210", "9 0 / AT J 210"),
    ],
)
def test_carre_points_are_stored_as_canonical_text(text, same):
    assert canonical_text(text) == same
    rules = variant_from_json(house(carre_points=text))
    stored = house(carre_points=same) if same != "J 200 9 150" else "bulgarian"
    assert variant_to_json(rules) == stored


@pytest.mark.parametrize(
    "text",
    [
        "",
        "J",
        "J 205",
        "J 410",
        "J 200 J 100",
        "X 100",
        "j 200",
        "J 200 / H J 100",
        "J  200",
        "200",
        "100",
        "all 200",
        "J 200 all 100",
        "J 200 / NT J 100 / NT J 110",
        "J -10",
        "J 1²",
        "J 200 /NT J 100",
    ],
)
def test_invalid_carre_points_text_is_rejected(text):
    assert carre_rows(text) is None
    error = error_of({"variant": house(carre_points=text), "passed_out": True})
    assert (error["at"], error["rule"]) == ("variant.carre_points", "bad_switch")


# What is announced


def nines_and_tierce():
    return hands_with(W="C9 D9 H9 S9 HT HJ C7 C8")


def played(variant, contract, card="C9"):
    deal = Deal(variant, "N", hands=nines_and_tierce())
    for call in (contract, "P", "P", "P"):
        deal.call(call)
    deal.play(card)
    return deal


def test_four_nines_are_no_combination_when_worth_zero():
    rules = house(carre_points="9 0")
    deal = played(rules, "H")
    deal.declare("W", "H9 HT HJ")
    record = {**deal.record(), "declarations": [{"seat": "W", "cards": "C9 D9 H9 S9"}]}
    error = error_of(record)
    assert (error["at"], error["rule"]) == ("declarations[0]", "no_combination")


def test_no_trumps_declarations_require_the_switch():
    rules = house(no_trumps_declarations=True, carre_points=ARMENIAN)
    deal = played(rules, "NT")
    deal.declare("W", "H9 HT HJ")
    record = deal.record() | {"declarations": [{"seat": "W", "cards": "C9 D9 H9 S9"}]}
    assert error_of(record)["rule"] == "carre_counts_nothing"
    plain = played("bulgarian", "NT").record()
    refused = plain | {"declarations": [{"seat": "W", "cards": "H9 HT HJ"}]}
    assert error_of(refused)["rule"] == "nothing_in_no_trumps"


def test_no_trumps_slip_announces_any_value_with_the_switch():
    rules = house(no_trumps_declarations=True)
    given = slip("NT", 80, 50, variant=rules, announced={"NS": 0, "EW": 20})
    assert score_and_hanging(given) == ({"NS": 16, "EW": 14}, 0)
    assert error_of(given | {"variant": "bulgarian"})["rule"] == "nothing_in_no_trumps"


# Equal sequences


@pytest.mark.parametrize(
    ("rule", "contract", "winner"),
    [
        ("void", 2, None),
        ("earlier", 2, "NS"),
        ("trump_then_earlier", 2, "EW"),
        ("trump_then_earlier", 0, "NS"),
        ("trump_then_earlier", 1, "NS"),
        ("trump_then_earlier", 4, "NS"),
        ("trump_then_earlier", 5, "NS"),
    ],
)
def test_equal_sequences_rank_by_trump_then_by_turn(rule, contract, winner):
    """North has a quarte in diamonds, West an equal one in hearts; North plays first."""
    rules = house(equal_sequences=rule, contest="together", no_trumps_declarations=True)
    found = contest("N D7 D8 D9 DT", "W H7 H8 H9 HT", variant=rules, contract=contract)
    wanted = {"NS": 0, "EW": 0} | ({winner: 50} if winner else {})
    assert found == wanted


def test_trump_breaks_ties_of_equal_sequences_only():
    rules = house("bela", equal_sequences="trump_then_earlier")
    longer = contest("N D7 D8 D9 DT", "W H9 HT HJ", variant=rules, contract=2)
    higher = contest("N DT DJ DQ", "W H9 HT HJ", variant=rules, contract=2)
    assert (longer, higher) == ({"NS": 50, "EW": 0}, {"NS": 20, "EW": 0})


def test_presets_keep_their_default_carre_switches():
    for preset in ("bulgarian", "belote", "belot", "french", "bela", "bela3", "bela2"):
        assert PRESETS[preset].carre_points == "J 200 9 150"
        assert not PRESETS[preset].no_trumps_declarations

import pytest
from django.utils.translation import override

from games.belot import PRESETS, variant_from_json
from games.wording.contras import contra_choices, factors_text, missing_contra_text

BALOOT = PRESETS["baloot"]


def test_beside_a_level_that_some_contracts_lack_stand_those_that_have_it():
    with override("en"):
        assert contra_choices(BALOOT) == [
            ("0", "no"),
            ("1", "contra"),
            ("2", "recontra (suits)"),
            ("3", "sur-contra (suits)"),
            ("4", "coffee (suits)"),
        ]
        usual = [words for _level, words in contra_choices(PRESETS["bulgarian"])]
        assert usual == ["no", "contra", "recontra"]


def test_all_trumps_as_long_as_suits_are_named_with_them():
    rules = variant_from_json({"preset": "bulgarian", "factors": "1 2 4 / NT 1 2"})
    with override("bg"):
        assert contra_choices(rules)[2][1] == "реконтра (бои, всичко коз)"


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        (
            "baloot",
            "suits: contra ×2, recontra ×3, sur-contra ×4, coffee – the match; "
            "no trumps: contra ×2",
        ),
        ("bazar_blot", "suits: contra ×2, recontra ×4; no trumps: ×2, contra ×3, recontra ×5"),
        ("contree_cannes", "contra ×2, recontra ×3"),
        ("bulgarian", ""),
        ("bela2", ""),
    ],
)
def test_what_each_level_multiplies_by_is_told_where_it_does_not_double(preset, words):
    with override("en"):
        assert factors_text(PRESETS[preset]) == words


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_to_lack_is_what_the_row_of_the_contract_has_not(preset):
    rules = PRESETS[preset]
    for contract in rules.contracts.split():
        row = rules.factors.split(" / ")[0]
        for part in rules.factors.split(" / ")[1:]:
            if part.startswith(f"{contract} "):
                row = part.removeprefix(f"{contract} ")
        highest = rules.contra_levels if row == "double" else len(row.split()) - 1
        lacks = [level for level in range(6) if missing_contra_text(rules, contract, level)]
        assert lacks == list(range(highest + 1, 6))


def test_a_contract_that_is_none_is_not_said_to_lack_anything():
    assert missing_contra_text(BALOOT, "AT", 4) == missing_contra_text(BALOOT, "", 4) == ""

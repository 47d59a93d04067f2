import pytest
from django.utils.translation import override

from games.belot import PRESETS, variant_from_json
from games.wording.contras import contra_choices, factors_text, missing_contra_text

BALOOT = PRESETS["baloot"]


def test_contra_choices_name_the_contracts_that_allow_a_level():
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


def test_contra_choices_list_all_trumps_together_with_suits():
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
def test_factors_text_is_shown_where_contra_does_not_double(preset, words):
    with override("en"):
        assert factors_text(PRESETS[preset]) == words


@pytest.mark.parametrize("preset", PRESETS)
def test_missing_contra_text_matches_the_factors_of_the_contract(preset):
    rules = PRESETS[preset]
    for contract in rules.contracts.split():
        row = rules.factors.split(" / ")[0]
        for part in rules.factors.split(" / ")[1:]:
            if part.startswith(f"{contract} "):
                row = part.removeprefix(f"{contract} ")
        highest = rules.contra_levels if row == "double" else len(row.split()) - 1
        lacks = [level for level in range(6) if missing_contra_text(rules, contract, level)]
        assert lacks == list(range(highest + 1, 6))


def test_missing_contra_text_is_empty_without_a_valid_contract():
    assert missing_contra_text(BALOOT, "AT", 4) == missing_contra_text(BALOOT, "", 4) == ""

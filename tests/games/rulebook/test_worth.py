import pytest

from games.belot import PRESETS
from games.rulebook import worth_lines

TRUMPS = "Trumps: jack 20, 9 14, ace 11, 10 10, king 4, queen 3; last trick 10"
OTHERS = "Other suits: ace 11, 10 10, king 4, queen 3, jack 2"


@pytest.mark.parametrize(
    ("preset", "lines"),
    [
        ("contree_cannes", ["Belote 20"]),
        (
            "bulgarian",
            [
                "Three in sequence 20, four in sequence 50, five and more 100, four jacks 200, "
                "four nines 150, any other four of a kind from tens up 100, belote 20"
            ],
        ),
        (
            "coinche_ffb",
            [
                "No trumps: ace 19, 10 10, king 4, queen 3, jack 2",
                "All trumps: jack 14, 9 9, ace 6, 10 5, king 3, queen 1",
                "Three in sequence 20, four in sequence 50, five and more 100, four jacks 200, "
                "four nines 150, any other four of a kind from tens up 100, belote 20",
            ],
        ),
        (
            "klaverjas_amsterdam",
            [
                "Three in sequence 20, four in sequence 50, four jacks 200, "
                "another four of a kind 100, king and queen of trumps 20"
            ],
        ),
        (
            "klaverjas_rotterdam",
            [
                "Three in sequence 20, four in sequence 50, four of a kind 100, "
                "king and queen of trumps 20"
            ],
        ),
        (
            "bazar_blot",
            [
                "No trumps: ace 19, 10 10, king 4, queen 3, jack 2",
                "Three in sequence 20, four in sequence 50, five and more 100, four jacks 200, "
                "four nines 140, four aces 110, any other four of a kind from tens up 100, "
                "four jacks in no trumps 100, four aces in no trumps 190, belote 20",
            ],
        ),
        (
            "klaberjass2",
            ["Three in sequence 20, four in sequence and more 50, belote 20"],
        ),
    ],
)
def test_guide_card_lists_card_values_of_the_preset(preset, lines) -> None:
    assert worth_lines(PRESETS[preset]) == [TRUMPS, OTHERS, *lines]

import pytest

from tests.tournaments.formats import make_field
from tournaments.draws.selectors.instructions import instructions_of

pytestmark = pytest.mark.django_db


def test_mitchell_instructions_name_share_and_arrow_switch():
    params = {"tables": 4, "variant": "share", "arrow_switch": True}
    assert instructions_of(make_field(8, "mitchell", params)) == [
        "After each round East–West move up a table, the boards move down.",
        "Between tables 2 and 3 the boards sit out one round (bye stand).",
        "Round 4: arrow-switch. Turn the boards 90°; North–South play East–West.",
        "Tables 1, 4 share their boards in round 1, 2, 3, 4.",
    ]


def test_mitchell_instructions_name_the_skip():
    lines = instructions_of(make_field(8, "mitchell", {"tables": 4, "variant": "skip"}))
    assert "After round 2 East–West move up two tables instead of one." in lines


def test_head_to_head_instructions_name_board_exchange():
    team = {"unit": "team", "scoring": "imps"}
    assert instructions_of(make_field(4, "head_to_head", {"teams": 4}, **team)) == [
        "Each table plays one half of the boards first; then the two exchange them.",
        "All tables play the same boards at the same time.",
    ]


def test_swiss_instructions_refer_to_phones():
    assert instructions_of(make_field(8, "swiss", {"rounds": 3})) == [
        "Each round is drawn when the one before is over; the phones say where to."
    ]


@pytest.mark.parametrize(("tables", "rounds", "is_said"), [(5, 6, True), (4, 7, False)])
def test_howell_instructions_name_turned_tables(tables, rounds, is_said):
    words = "Sides change from round to round, so that all compete alike"
    params = {"tables": tables, "rounds": rounds}
    lines = instructions_of(make_field(2 * tables, "howell", params))
    assert any(line.startswith(words) for line in lines) is is_said

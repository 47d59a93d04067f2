import pytest

from games.wording.directions import isolate_rtl


@pytest.mark.parametrize("name", ["Ана Колева", "Նինո", "李娜", "", "7"])
def test_left_to_right_names_are_unchanged(name):
    assert isolate_rtl(name) == name


@pytest.mark.parametrize("name", ["علي حسن", "דוד לוי – Ana"])
def test_right_to_left_names_are_isolated(name):
    assert isolate_rtl(name) == f"\u2068{name}\u2069"

import pytest

from games.wording.directions import isolate_rtl


@pytest.mark.parametrize("name", ["Ана Колева", "Նինո", "李娜", "", "7"])
def test_other_names_stay_as_they_are(name):
    assert isolate_rtl(name) == name


@pytest.mark.parametrize("name", ["علي حسن", "דוד לוי – Ana"])
def test_names_from_right_to_left_are_isolated(name):
    assert isolate_rtl(name) == f"\u2068{name}\u2069"

import pytest

from tournaments.standings.hanging import Hanging, net_of


@pytest.mark.parametrize(
    ("option", "net"), [(Hanging.VOID, -10), (Hanging.SPLIT, 0), (Hanging.INSIDE, -21)]
)
def test_suit_hung_at_106_with_north_south_declaring(option, net):
    assert net_of(0, 10, hung=11, option=option) == net


@pytest.mark.parametrize(
    ("option", "net"), [(Hanging.VOID, 15), (Hanging.SPLIT, 0), (Hanging.INSIDE, 31)]
)
def test_all_trumps_hung_at_154_with_east_west_declaring(option, net):
    assert net_of(15, 0, hung=16, declarer_is_ns=False, option=option) == net


def test_hung_under_contra_is_nothing_by_default():
    assert net_of(0, 0, hung=32) == 0
    assert net_of(0, 0, hung=32, option=Hanging.INSIDE) == -32


def test_hanging_points_vanish_by_default():
    assert net_of(0, 10, 11) == net_of(0, 10)


@pytest.mark.parametrize("option", Hanging)
def test_nothing_changes_where_nothing_hangs(option):
    assert [net_of(10, 6, option=option), net_of(0, 16, option=option), net_of(0, 0)] == [4, -16, 0]


def test_capot_and_contra_are_part_of_the_net():
    assert net_of(25, 0) == 25
    assert net_of(0, 52) == -52

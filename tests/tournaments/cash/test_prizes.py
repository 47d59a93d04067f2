"""The fund is divided exactly; equal places get equal prizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.cash.prizes import (
    divide_among_all,
    divide_by_list,
    divide_by_nth,
    divide_by_shares,
    fund_of,
    listed_places,
    usual_shares,
)
from tournaments.scoring import split_ties

FUNDS = st.integers(0, 10_000_000)
UNITS = st.sampled_from([1, 50, 100, 500])
ENTRANTS = st.integers(0, 200)
SHARES = st.lists(st.integers(1, 100), min_size=1, max_size=30)


def test_prize_fund_is_percentage_rounded_down_to_step():
    assert fund_of(16000, percent=60, fixed=0, step=500) == 9500
    assert fund_of(16000, percent=None, fixed=20300, step=500) == 20000
    assert fund_of(-500, percent=60, fixed=0, step=500) == 0


def test_fund_is_divided_by_shares():
    found = divide_by_shares(9500, (50, 30, 20), 100, 16)
    assert (found.amounts, found.rest) == ((4800, 2800, 1900), 0)


def test_tied_second_places_split_two_prizes():
    assert split_ties([4800, 2800, 1900, 0], [1, 2, 2, 4]) == [4800, 2350, 2350, 0]


def test_indivisible_remainder_is_not_paid_out():
    assert split_ties([100, 0, 0], [1, 1, 1]) == [33, 33, 33]


def test_every_fifth_of_sixteen_places_gets_same_prize():
    found = divide_by_nth(9500, 5, 100, 16)
    assert [place for place, amount in enumerate(found.amounts, 1) if amount] == [1, 5, 10, 15]
    assert (set(found.amounts), found.rest) == ({0, 2300}, 300)


def test_all_entrants_get_prizes_and_first_places_more():
    found = divide_among_all(9600, (50, 30, 20), 100, 16)
    assert found.amounts[:4] == (2800, 1700, 1200, 300)
    assert found.amounts[-1] == 300
    assert (len(found.amounts), found.fund) == (16, 9600)


def test_fund_below_promised_minimum_is_divided_equally():
    assert divide_among_all(1000, (100,), 100, 4, each=500).amounts == (250, 250, 250, 250)


def test_usual_shares_decrease_with_the_place():
    assert usual_shares(5) == (40, 25, 15, 12, 8)
    assert usual_shares(7) == (7, 6, 5, 4, 3, 2, 1)


@given(FUNDS, SHARES, UNITS, ENTRANTS)
def test_divide_by_shares_conserves_fund_and_order(fund, shares, unit, entrants):
    shares = sorted(shares, reverse=True)
    found = divide_by_shares(fund, shares, unit, entrants)
    assert found.fund == fund
    assert found.rest >= 0
    assert found.rest < unit or not found.amounts
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    assert len(found.amounts) <= entrants


@given(FUNDS, st.integers(2, 50), UNITS, ENTRANTS)
def test_divide_by_nth_conserves_fund_with_equal_prizes(fund, nth, unit, entrants):
    found = divide_by_nth(fund, nth, unit, entrants)
    assert found.fund == fund
    assert len({amount for amount in found.amounts if amount}) <= 1
    assert len(found.amounts) <= entrants


@pytest.mark.parametrize(
    ("text", "entrants", "places"),
    [
        ("1-4, 8, 12 …, last", 22, [1, 2, 3, 4, 8, 12, 16, 20, 22]),
        ("1–4 8 12 ... last", 12, [1, 2, 3, 4, 8, 12]),
        ("1,3", 10, [1, 3]),
        ("1, last", 7, [1, 7]),
        ("3;2;1", 3, [1, 2, 3]),
        ("1-3", 2, [1, 2]),
        ("5, 10 …", 4, []),
        ("5, 10 …", 21, [5, 10, 15, 20]),
        ("1, 2 …, last", 4, [1, 2, 3, 4]),
        ("1, 1, last", 1, [1]),
        ("1, last", 0, []),
    ],
)
def test_listed_places_parses_text(text, entrants, places):
    assert listed_places(text, entrants) == places


@pytest.mark.parametrize("text", ["", "0", "last", "…", "1 …", "4-1", "1, two", "8, 4 …", "1--3"])
def test_an_invalid_list_of_places_is_refused(text):
    with pytest.raises(ValueError):
        listed_places(text, 10)


@pytest.mark.parametrize(
    ("places", "shares", "amounts"),
    [
        ([1, 2, 5], [50, 30, 20], (5000, 3000, 0, 0, 2000)),
        ([1, 4, 8], [1], (3400, 0, 0, 3300, 0, 0, 0, 3300)),
        ([1, 2, 3, 4], [40, 20], (4000, 2000, 2000, 2000)),
        ([3], [50, 30], (0, 0, 10000)),
        ([], [50], ()),
    ],
)
def test_listed_places_share_the_fund(places, shares, amounts):
    prizes = divide_by_list(10000, places, shares, 100)
    assert (prizes.amounts, prizes.fund) == (amounts, 10000)


@given(FUNDS, SHARES, UNITS, ENTRANTS, st.none() | st.integers(0, 100_000))
def test_divide_among_all_conserves_fund_and_pays_all(fund, shares, unit, entrants, each):
    found = divide_among_all(fund, shares, unit, entrants, each)
    assert found.fund == fund
    assert found.rest >= 0
    if found.amounts:
        assert len(found.amounts) == entrants
        assert min(found.amounts) >= 0


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=40), st.data())
def test_split_ties_is_equal_for_ties_with_small_remainder(amounts, data):
    firsts = sorted(data.draw(st.sets(st.integers(0, len(amounts) - 1)))) or [0]
    ranks, rank = [], 1
    for place in range(len(amounts)):
        rank = place + 1 if place in {0, *firsts} else rank
        ranks.append(rank)
    given_out = split_ties(amounts, ranks)
    assert 0 <= sum(amounts) - sum(given_out) < len(amounts)
    for rank in set(ranks):
        group = {got for got, each in zip(given_out, ranks, strict=True) if each == rank}
        assert len(group) == 1

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import one_board
from tournaments.scoring import BoardResult, ResultKind
from tournaments.scoring.suspicious import (
    EnteredResult,
    Limits,
    Suspicion,
    SuspiciousFact,
    find_suspicious_results,
)


def slips(nets, board=1):
    return [EnteredResult(result) for result in one_board(nets, board=board)]


def found(*slips_, limits=None):
    return [(d.suspicion, d.result.table) for d in find_suspicious_results(slips_, limits)]


def only(slip):
    return [d.suspicion for d in find_suspicious_results([slip])]


PLAYED = BoardResult(1, 1, 1, 1, 101, 4)


def test_ordinary_results_are_not_suspicious():
    assert find_suspicious_results(slips([4, 4, 6, -16, 10, 0])) == []


def test_net_far_from_the_field_is_suspicious_with_median():
    (doubt,) = find_suspicious_results(slips([4, 4, 6, 4, 104]))
    assert doubt == SuspiciousFact(
        Suspicion.FAR_FROM_FIELD, doubt.result, Fraction(104), Fraction(4)
    )
    assert doubt.result.table == 5


def test_mirrored_net_is_flagged_as_swapped_sides():
    assert found(*slips([-26, 26, 26, 24, 26])) == [(Suspicion.SIDES_SWAPPED, 1)]


def test_field_comparison_requires_minimum_results():
    assert find_suspicious_results(slips([4, 4, 4, 104])) == []
    assert found(*slips([4, 4, 4, 104]), limits=Limits(least_others=3)) == [
        (Suspicion.FAR_FROM_FIELD, 4)
    ]


@pytest.mark.parametrize(("par", "doubted"), [(8, False), (-46, True), (None, False)])
def test_net_far_from_par_is_suspicious(par, doubted):
    assert (Suspicion.FAR_FROM_PAR in only(EnteredResult(PLAYED, par=par))) is doubted


@pytest.mark.parametrize(
    ("slip", "doubted"),
    [
        (EnteredResult(PLAYED, written=(10, 6), base=16), False),
        (EnteredResult(PLAYED, written=(10, 5), base=16), True),
        (EnteredResult(PLAYED, written=(15, 11), base=26), False),
        (EnteredResult(PLAYED, written=(12, 6), base=16, premiums=2), False),
        (EnteredResult(PLAYED, written=(25, 0), base=16, premiums=9), False),
        (EnteredResult(PLAYED, written=(32, 0), base=16, multiplier=2, one_sided=True), False),
        (EnteredResult(PLAYED, written=(26, 6), base=16, multiplier=2, one_sided=True), True),
        (EnteredResult(PLAYED, written=(0, 10), base=16, hung=True), False),
        (EnteredResult(PLAYED, written=None, base=16), False),
    ],
)
def test_unlikely_points_are_suspicious(slip, doubted):
    assert (Suspicion.UNLIKELY_POINTS in only(slip)) is doubted


def test_lead_from_the_wrong_seat_is_suspicious():
    assert only(EnteredResult(PLAYED, lead_seat="N", right_lead_seat="W")) == [Suspicion.WRONG_LEAD]
    assert only(EnteredResult(PLAYED, lead_seat="W", right_lead_seat="W")) == []


def test_unconfirmed_result_is_suspicious():
    assert only(EnteredResult(PLAYED, confirmed=False)) == [Suspicion.UNCONFIRMED]


def test_same_entry_for_two_boards_at_a_table_is_suspicious():
    first = EnteredResult(BoardResult(1, 1, 1, 1, 101, 4), entry="H N 96 66")
    again = EnteredResult(BoardResult(2, 1, 1, 1, 101, 4), entry="H N 96 66")
    elsewhere = EnteredResult(BoardResult(1, 1, 2, 2, 102, 4), entry="H N 96 66")
    found = find_suspicious_results([elsewhere, again, first])
    assert [(d.suspicion, d.result.board) for d in found] == [
        (Suspicion.ENTERED_TWICE, 1), (Suspicion.ENTERED_TWICE, 2)
    ]  # fmt: skip


def test_unplayed_boards_are_not_suspicious():
    missing = BoardResult(1, 1, 9, 9, 109, kind=ResultKind.NOT_PLAYED)
    assert (
        found(*slips([4, 4, 6, 4, 8]), EnteredResult(missing, written=(1, 1), base=16, par=90))
        == []
    )


def test_tables_with_different_cards_are_not_compared():
    odd = [replace(slip, result=replace(slip.result, group=1)) for slip in slips([104, 100])]
    usual = [
        replace(slip, result=replace(slip.result, table=slip.result.table + 2))
        for slip in slips([4, 4, 6, 4, 4])
    ]
    assert find_suspicious_results([*odd, *usual]) == []

"""Nets of a computer field are compared with, but not ranked."""

from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import facts_of, ns_scores, one_board
from tournaments.scoring import Method, Reference, compute_standings
from tournaments.scoring.json_format import facts_from_json


def field(*nets: int, board: int = 1) -> tuple[Reference, ...]:
    return tuple(Reference(board, net) for net in nets)


def test_board_of_one_table_is_compared_with_references() -> None:
    facts = facts_of(Method.MATCHPOINTS, one_board([10]), references=field(-4, 4, 10, 16))
    (score,) = compute_standings(facts).boards
    assert (score.ns_percent, score.ew_percent, score.n) == (Fraction(125, 2), Fraction(75, 2), 5)


def test_references_do_not_appear_in_standings() -> None:
    facts = facts_of(Method.MATCHPOINTS, one_board([10]), references=field(-4, 4, 10, 16))
    assert sorted(row.entrant for row in compute_standings(facts).rows) == [1, 101]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (Method.AVERAGE_DIFFERENCE, [10, -10]),
        (Method.BUTLER, [4, -4]),
        (Method.CROSS_IMPS, [Fraction(4 + 4 + 6, 3), Fraction(-4 - 4 - 6, 3)]),
    ],
)
def test_every_comparison_method_uses_references(method: Method, expected: list[object]) -> None:
    facts = facts_of(method, one_board([10, -10]), references=field(0, 0))
    assert ns_scores(compute_standings(facts)) == expected


def test_references_of_unplayed_boards_change_nothing() -> None:
    played = facts_of(Method.MATCHPOINTS, one_board([10, 4, -2]))
    more = facts_of(Method.MATCHPOINTS, one_board([10, 4, -2]), references=field(1, 2, board=9))
    assert compute_standings(more) == compute_standings(played)


def test_references_equalise_board_counts_despite_sit_outs() -> None:
    uneven = [one_board([10, 0, -10]), one_board([10, 0], board=2)]
    facts = facts_of(
        Method.MATCHPOINTS,
        *uneven,
        references=(*field(-10, 0, 10), *field(-10, 0, 10, -4, board=2)),
    )
    assert {score.n for score in compute_standings(facts).boards} == {6}


def test_references_are_parsed_from_json() -> None:
    facts = facts_from_json(
        {"method": "butler", "references": [{"board": 1, "net": 4}, {"board": 2, "net": -4}]}
    )
    assert facts.references == (Reference(1, 4), Reference(2, -4))

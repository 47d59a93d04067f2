"""Fouled boards: tables are compared within the group that had the same cards."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.builders import facts_of, ns_scores, one_board, team_match
from tournaments.scoring import (
    Average,
    Award,
    BoardResult,
    Facts,
    Method,
    Options,
    Reference,
    ResultKind,
    Section,
    compute_standings,
)
from tournaments.scoring.explain import ScoreOrigin, explain_board
from tournaments.scoring.json_format import facts_from_json
from tournaments.scoring.serialization import facts_to_json

TEN = one_board([0] * 10, board=2)


def split(nets: dict[int, list[int]], board: int = 1) -> tuple[BoardResult, ...]:
    """Board with these nets by group, at tables 1, 2, …"""
    listed = [(group, net) for group, found in nets.items() for net in found]
    results = one_board([net for _group, net in listed], board)
    return tuple(replace(r, group=g) for r, (g, _n) in zip(results, listed, strict=True))


def percents(facts: Facts, board: int = 1) -> list[tuple[Fraction, Fraction]]:
    scores = [s for s in compute_standings(facts).boards if s.result.board == board]
    return [(s.ns_value, s.ew_value) for s in sorted(scores, key=lambda score: score.result.table)]


def test_each_group_is_compared_separately():
    whole = split({0: [8, 4, 4, -6, 10], 1: [90, 80, 70, 60, 50]})
    found = percents(facts_of(Method.MATCHPOINTS, whole, TEN))
    alone = [
        percents(facts_of(Method.MATCHPOINTS, one_board(nets), TEN))
        for nets in ([8, 4, 4, -6, 10], [90, 80, 70, 60, 50])
    ]
    assert found == [*alone[0], *alone[1]]


@pytest.mark.parametrize(
    ("small", "ns"),
    [([3], [60]), ([9, 3], [65, 55]), ([3, 3], [60, 60]), ([3, 9, 6], [50, 70, 60]),
     ([9, 3, 3], [70, 55, 55])],
)  # fmt: skip
def test_smaller_group_has_fixed_percentages(small, ns):
    whole = split({0: [8, 4, 0, -6, 10], 1: small})
    found = percents(facts_of(Method.MATCHPOINTS, whole, TEN))[5:]
    assert [percent for percent, _ew in found] == ns
    # Both sides of a table have 120 together: neither is at fault.
    assert {n + e for n, e in found} == {120}


@pytest.mark.parametrize("groups", [{0: [4, 0], 1: [6, 2]}, {0: [4], 1: [6]},
                                    {0: [4, 0, 8], 1: [6, 2, 4]}])  # fmt: skip
def test_equal_groups_get_no_fixed_percentages(groups):
    found = percents(facts_of(Method.MATCHPOINTS, split(groups), TEN))
    assert {ns + ew for ns, ew in found} == {100}


@pytest.mark.parametrize("nets", [[4], [4, -4], [4, 4], [4, 0, -4]])
def test_unsplit_board_with_few_results_uses_neuberg(nets):
    """Few results of a whole board use Neuberg: M' = (M + 1) · 10/n − 1 of 18."""
    found = percents(facts_of(Method.MATCHPOINTS, one_board(nets), TEN))
    matchpoints = [sum(1 + (x > y) - (x < y) for y in nets) - 1 for x in nets]
    factored = [(Fraction((m + 1) * 10, len(nets)) - 1) * 100 / 18 for m in matchpoints]
    assert found == [(percent, 100 - percent) for percent in factored]


def test_largest_group_is_factored_to_the_field():
    whole = split({0: [8, 4, 0], 1: [6, 2]})
    # Three of ten: M' = (M + 1) · 10/3 − 1 of 18, by Neuberg.
    expected = [(Fraction(m + 1) * 10 / 3 - 1) * 100 / 18 for m in (4, 2, 0)]
    assert [ns for ns, _ in percents(facts_of(Method.MATCHPOINTS, whole, TEN))[:3]] == expected


def test_field_size_is_the_whole_board_not_its_largest_group():
    """A single board that was played ten times, six with the right cards."""
    whole = split({0: [8, 8, 8, 8, 8, 10], 1: [6, 2, 3, 4]})
    best = percents(facts_of(Method.MATCHPOINTS, whole))[5][0]
    assert best == (Fraction(11) * 10 / 6 - 1) * 100 / 18


def test_all_groups_are_factored_when_small_groups_are_off():
    whole = split({0: [8, 4, 0, -6, 10], 1: [3]})
    facts = facts_of(Method.MATCHPOINTS, whole, TEN, options=Options(small_groups=False))
    assert percents(facts)[5] == (50, 50)


def test_references_are_compared_only_with_the_unfouled_group():
    whole = split({0: [8, 4], 1: [6, 2]})
    references = tuple(Reference(1, net) for net in (0, 0))
    found = ns_scores(compute_standings(facts_of(Method.CROSS_IMPS, whole, references=references)))
    assert found == [Fraction(2 + 3 + 3, 3), Fraction(-2 + 2 + 2, 3), 2, -2]


@pytest.mark.parametrize("method", [Method.BUTLER, Method.CROSS_IMPS, Method.ASCHERMAN])
def test_single_result_group_gives_both_sides_average_plus(method):
    facts = facts_of(method, split({0: [8, 4, 0], 1: [30]}))
    plus = 60 if method is Method.ASCHERMAN else 2
    assert percents(facts)[3] == (plus, plus)
    assert percents(facts)[:3] == percents(facts_of(method, one_board([8, 4, 0])))


def test_total_points_of_a_single_result_group_stay_unchanged():
    facts = facts_of(Method.TOTAL_POINTS, split({0: [8, 4, 0], 1: [30]}))
    assert percents(facts)[3] == (30, -30)


def test_assigned_score_is_compared_within_its_group():
    ruled = BoardResult(1, 1, 99, 99, 199, kind=ResultKind.ADJUSTED, group=1,
                        awards=(Award.of_net(4), Award(Average.MINUS)))  # fmt: skip
    whole = (*split({0: [8, 8, 8, 8], 1: [6, 2, 0, 0, 0]}), ruled)
    found = percents(facts_of(Method.ASCHERMAN, whole))
    # As a sixth result of its group: better than four of five.
    assert found[-1] == (Fraction(9 * 100, 12), 40)


@pytest.mark.parametrize(
    ("method", "plus"),
    [(Method.IMPS, 2), (Method.SWING_POINTS, 5), (Method.BOARD_A_MATCH, Fraction(6, 5)),
     (Method.PATTON, Fraction(6, 5) + 1)],
)  # fmt: skip
def test_fouled_team_board_gives_both_teams_average_plus(method, plus):
    fouled = team_match(1, 2, ((30, -6),))
    results = (replace(fouled[0], group=1), fouled[1])
    facts = Facts(method, results)
    assert {row.entrant: row.total for row in compute_standings(facts).rows} == {1: plus, 2: plus}
    same = Facts(method, tuple(replace(r, group=1) for r in fouled))
    assert compute_standings(same).rows == compute_standings(Facts(method, fouled)).rows


def test_ruling_overrides_average_plus_of_a_fouled_board():
    fouled = team_match(1, 2, ((30, -6),))
    awards = Award(Average.MINUS), Award(Average.PLUS)
    ruled = replace(fouled[0], group=1, kind=ResultKind.ADJUSTED, net=None, awards=awards)
    rows = compute_standings(Facts(Method.IMPS, (ruled, fouled[1]))).rows
    assert {row.entrant: row.total for row in rows} == {1: -2, 2: 2}


def reason(facts: Facts, table: int, side: Section = Section.NS):
    result = next(r for r in facts.results if (r.table, r.board) == (table, 1))
    return explain_board(facts, compute_standings(facts), result, side)


def test_explanation_compares_within_the_group_only():
    facts = facts_of(Method.MATCHPOINTS, split({0: [8, 4, 0, 6], 1: [30, 20], 2: [3]}), TEN)
    assert [reason(facts, table).how for table in (1, 5, 7)] == [
        ScoreOrigin.FACTORED, ScoreOrigin.SMALL_GROUP, ScoreOrigin.LEFT_ALONE,
    ]  # fmt: skip
    found = reason(facts, 6)
    assert (found.others, found.more, found.percent, found.is_fouled) == (1, 1, 55, True)
    whole = facts_of(Method.MATCHPOINTS, one_board([8, 4]), TEN)
    assert not reason(whole, 1).is_fouled


def test_fouled_match_explanation_has_no_comparisons():
    fouled = team_match(1, 2, ((30, -6),))
    facts = Facts(Method.IMPS, (replace(fouled[0], group=1), fouled[1]))
    found = reason(facts, 1)
    assert (found.how, found.others, found.is_fouled) == (ScoreOrigin.LEFT_ALONE, 0, True)


def test_groups_survive_a_json_round_trip():
    facts = facts_of(Method.MATCHPOINTS, split({0: [8, 4], 1: [6]}))
    written = json.loads(json.dumps(facts_to_json(facts)))
    assert written["results"][2]["group"] == 1
    assert "group" not in written["results"][0]
    assert facts_from_json(written) == facts

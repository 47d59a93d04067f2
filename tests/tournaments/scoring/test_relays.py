from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.scoring.builders import results_of
from tournaments.movements.teams import american_whist, head_to_head, new_england, triangle
from tournaments.scoring import (
    VP_SCALES,
    BoardResult,
    Facts,
    FactsError,
    Method,
    ResultKind,
    TieBreak,
    compute_standings,
)
from tournaments.scoring.explain import ScoreOrigin, explain_board
from tournaments.scoring.facts import Section

RELAYS = {
    "american whist of 5": american_whist(5),
    "american whist of 7": american_whist(7),
    "new england of 4": new_england(4),
    "new england of 5": new_england(5),
    "new england of 6": new_england(6),
    "triangle": triangle(),
}
METHODS = [Method.IMPS, Method.SWING_POINTS, Method.BOARD_A_MATCH, Method.PATTON]


def relay(kind: str, method: Method = Method.SWING_POINTS, boards: int = 2, **more) -> Facts:
    random = Random(kind)
    results = results_of(RELAYS[kind], boards, lambda: random.randint(-30, 30))
    return Facts(method, results, **more)


def swings(facts: Facts) -> dict[int, int]:
    found = dict.fromkeys({r.ns for r in facts.results}, 0)
    for one in facts.results:
        for two in facts.results:
            if (one.board, one.ns, one.ew) == (two.board, two.ew, two.ns):
                found[one.ns] += (one.net or 0) - (two.net or 0)
    return found


@pytest.mark.parametrize("kind", RELAYS)
def test_every_board_of_a_relay_is_scored(kind):
    facts = relay(kind)
    standings = compute_standings(facts)
    assert len(standings.boards) == len(facts.results)
    assert {row.entrant: row.total for row in standings.rows} == swings(facts)


@pytest.mark.parametrize("kind", RELAYS)
@pytest.mark.parametrize("method", METHODS)
def test_each_pair_of_relay_teams_has_one_match_of_all_boards(kind, method):
    facts = relay(kind, method, boards=3)
    teams = {r.ns for r in facts.results}
    matches = compute_standings(facts).matches
    assert len(matches) == len(teams) * (len(teams) - 1) // 2
    assert {match.boards for match in matches} == {3}
    assert len({frozenset(side.entrants[0] for side in m.sides) for m in matches}) == len(matches)


@pytest.mark.parametrize("kind", RELAYS)
@pytest.mark.parametrize("method", METHODS)
def test_relay_scores_like_the_same_matches_in_one_round(kind, method):
    """Moving both halves to the later round changes no total and no place."""
    facts = relay(kind, method, match=VP_SCALES["wbf-points-60"])
    last = {}
    for r in facts.results:
        key = (frozenset({r.ns, r.ew}), r.board)
        last[key] = max(last.get(key, 0), r.round)
    together = replace(
        facts,
        results=tuple(
            replace(r, round=last[frozenset({r.ns, r.ew}), r.board], table=r.ns + 10 * r.ew)
            for r in facts.results
        ),
    )
    rows, others = compute_standings(facts).rows, compute_standings(together).rows
    assert rows == others


def test_relay_match_counts_in_the_round_that_completes_it():
    facts = relay("american whist of 5")
    assert [m.round for m in compute_standings(facts).matches] == [3] * 5 + [4] * 5
    row = compute_standings(facts).row(1)
    assert [each.round for each in row.rounds] == [3, 4]
    # 2 boards against each of two teams in both rounds.
    assert [each.boards for each in row.rounds] == [4, 4]


@pytest.mark.parametrize("kind", RELAYS)
@pytest.mark.parametrize("method", METHODS)
def test_relay_match_is_not_scored_before_its_second_half(kind, method):
    facts = relay(kind, method)
    final = {
        row.entrant: {each.round: each for each in row.rounds}
        for row in compute_standings(facts).rows
    }
    for number in range(1, 1 + max(r.round for r in facts.results)):
        standings = compute_standings(facts.until(number))
        for row in standings.rows:
            assert all(each.round <= number for each in row.rounds)
            assert all(each == final[row.entrant][each.round] for each in row.rounds)


def test_all_teams_are_tied_at_zero_before_a_complete_match():
    rows = compute_standings(relay("american whist of 5").until(2)).rows
    assert {(row.total, row.boards, row.place) for row in rows} == {(0, 0, "1=")}


def test_second_match_of_the_same_teams_is_separate():
    first = results_of(head_to_head(2), 2, lambda: 10)
    second = tuple(replace(r, round=2, board=r.board + 2) for r in first)
    matches = compute_standings(Facts(Method.IMPS, (*first, *second))).matches
    assert [(m.round, m.boards) for m in matches] == [(1, 2), (2, 2)]


def test_relay_played_twice_has_two_matches_per_pair_of_teams():
    once = relay("american whist of 5", Method.IMPS)
    again = tuple(replace(r, round=r.round + 4, board=r.board + 10) for r in once.results)
    matches = compute_standings(replace(once, results=(*once.results, *again))).matches
    assert [m.round for m in matches] == [3] * 5 + [4] * 5 + [7] * 5 + [8] * 5


def test_boards_exchanged_after_a_round_are_one_match():
    tables = {(1, 1): (1, 2), (1, 2): (3, 4), (2, 1): (3, 4), (2, 2): (1, 2)}
    results = tuple(
        BoardResult(board, round, table, *((1, 2) if table == 1 else (2, 1)), net=4 * table)
        for (round, table), boards in tables.items()
        for board in boards
    )
    [match] = compute_standings(Facts(Method.IMPS, results)).matches
    assert (match.round, match.boards, match.table) == (2, 4, 1)
    assert not compute_standings(Facts(Method.IMPS, results[:4])).matches


def test_same_board_number_in_another_session_is_another_deal():
    half = BoardResult(1, 1, 1, 1, 2, net=10)
    other = BoardResult(1, 2, 1, 2, 1, net=10, session=2)
    assert not compute_standings(Facts(Method.IMPS, (half, other))).boards
    assert len(compute_standings(Facts(Method.IMPS, (half, replace(other, session=1)))).boards) == 2


def test_tables_of_the_same_round_are_matched_first():
    tables = (
        BoardResult(1, 1, 1, 1, 2, net=10),
        BoardResult(1, 1, 2, 2, 1, net=0),
        BoardResult(1, 2, 1, 1, 2, net=99),
        BoardResult(1, 2, 2, 2, 1, net=None, kind=ResultKind.LATE),
    )
    assert [
        m.sides[0].raw for m in compute_standings(Facts(Method.SWING_POINTS, tables)).matches
    ] == [10]


def test_direct_encounter_separates_tied_relay_teams():
    # Each wins one match by 10, loses one by 10 … but 1 beat 2.
    results = results_of(triangle(), 1, lambda: 0)
    won = {(1, 2): 6, (2, 3): 6, (3, 1): 6}
    tied = tuple(replace(r, net=won.get((r.ns, r.ew), 0)) for r in results)
    more = (BoardResult(9, 3, 1, 3, 4, net=0), BoardResult(9, 3, 2, 4, 3, net=6))
    facts = Facts(Method.SWING_POINTS, (*tied, *more), tie_breaks=(TieBreak.DIRECT,))
    assert [(row.entrant, row.place) for row in compute_standings(facts).rows] == [
        (4, "1"), (1, "2"), (2, "3"), (3, "4"),
    ]  # fmt: skip


@pytest.mark.parametrize("side", [Section.NS, Section.EW])
def test_relay_board_explanation_uses_the_other_table(side):
    facts = relay("new england of 5", Method.IMPS)
    standings = compute_standings(facts)
    result = facts.results[0]
    other = next(
        r for r in facts.results if (r.board, r.ns, r.ew) == (result.board, result.ew, result.ns)
    )
    assert other.round != result.round
    reason = explain_board(facts, standings, result, side)
    assert reason.how is ScoreOrigin.OTHER_ROOM
    sign = 1 if side is Section.NS else -1
    assert [(each.net, each.times) for each in reason.against] == [(sign * (other.net or 0), 1)]


def test_three_tables_of_one_match_in_a_round_raise():
    wrong = tuple(BoardResult(1, 1, table, *sides, net=4)
                  for table, sides in ((1, (1, 2)), (2, (2, 1)), (3, (1, 2))))  # fmt: skip
    with pytest.raises(FactsError, match="table 1, board 1: a team sits NS at one table"):
        compute_standings(Facts(Method.IMPS, wrong))


def test_relay_totals_are_exact_fractions():
    total = compute_standings(relay("triangle", Method.BOARD_A_MATCH)).row(1).total
    assert isinstance(total, Fraction)

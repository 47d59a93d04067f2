"""Library and plain computation agree on random tournaments of every method."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.randomness import examples
from tests.tournaments.scoring.builders import criteria_of
from tests.tournaments.scoring.plain import (
    plain_buchholz,
    plain_game_totals,
    plain_pair_vp,
    plain_rank,
    plain_total,
)
from tests.tournaments.scoring.plain_values import plain_team_values, plain_values
from tests.tournaments.scoring.strategies import PAIR_METHODS, game_events, pair_events, team_events
from tournaments.scoring import VP_SCALES, Method, Options, TieBreak, compute_standings

quick = examples(60)


def check_rows(facts, standings):
    totals = {row.entrant: plain_total(facts, row.entrant) for row in standings.rows}
    assert {row.entrant: row.total for row in standings.rows} == totals
    ranked = {row.entrant: totals[row.entrant] for row in standings.rows if row.rounds}
    for row in standings.rows:
        if row.rounds and len(ranked) == len(standings.rows):
            assert row.rank == plain_rank(ranked, row.entrant)
            assert row.tied == (list(ranked.values()).count(row.total) > 1)


@given(pair_events())
@quick
def test_field_board_scores_match_reference_implementation(facts):
    standings = compute_standings(facts)
    found = {
        (s.result.session, s.result.round, s.result.table, s.result.board): (s.ns_value, s.ew_value)
        for s in standings.boards
    }
    assert found == plain_values(facts)


@given(pair_events())
@quick
def test_pair_and_individual_totals_match_reference(facts):
    check_rows(facts, compute_standings(facts))


@given(team_events())
@quick
def test_team_board_scores_match_reference_implementation(facts):
    found = {
        (s.result.session, s.round, s.result.board, s.result.ns, s.result.ew): s.ns
        for s in compute_standings(facts).boards
    }
    assert found == plain_team_values(facts)


@given(team_events())
@quick
def test_team_totals_and_ranks_match_reference(facts):
    check_rows(facts, compute_standings(facts))


@given(game_events())
@quick
def test_open_game_totals_and_ranks_match_reference(facts):
    totals = plain_game_totals(facts)
    rows = compute_standings(facts).rows
    assert {row.entrant: row.total for row in rows} == {e: t for e, (t, _) in totals.items()}
    for row in rows:
        better = [other for other in totals.values() if other > totals[row.entrant]]
        assert row.rank == 1 + len(better)


@given(pair_events([Method.CROSS_IMPS, Method.BUTLER]))
@quick
def test_pair_victory_points_match_reference(facts):
    pairs = replace(facts, lineups=(), entrants=(), adjustments=(), match=VP_SCALES["wbf-imps-15"])
    for row in compute_standings(pairs).rows:
        if row.rounds:
            assert row.total == plain_pair_vp(pairs, row.entrant)


@given(st.one_of(pair_events(), team_events(), game_events()), st.integers(0, 10**6))
@quick
def test_standings_ignore_order_and_duplicates_of_results(facts, seed):
    results = [*facts.results, *facts.results[: seed % 5]]
    Random(seed).shuffle(results)
    games = [*facts.games, *facts.games[: seed % 5]]
    Random(seed).shuffle(games)
    again = replace(facts, results=tuple(results), games=tuple(games))
    assert compute_standings(again) == compute_standings(facts)


@given(pair_events())
@quick
def test_last_round_of_history_equals_standings(facts):
    rows = compute_standings(facts).rows
    for row in rows:
        if row.rounds:
            assert (row.rounds[-1].total, row.rounds[-1].rank) == (row.total, row.rank)


@given(pair_events([Method.MATCHPOINTS, Method.CROSS_IMPS, Method.TOTAL_POINTS]))
@quick
def test_buchholz_values_match_reference(facts):
    pairs = replace(facts, lineups=(), entrants=(), adjustments=(), tie_breaks=(TieBreak.BUCHHOLZ,))
    standings = compute_standings(pairs)
    totals = {row.entrant: row.total for row in standings.rows}
    criteria = criteria_of(pairs, totals, standings)
    values = criteria.values(TieBreak.BUCHHOLZ, list(totals))
    assert values == {e: plain_buchholz(pairs, totals, e) for e in totals}


@given(pair_events(), st.sampled_from(PAIR_METHODS))
@quick
def test_side_scores_of_a_played_board_sum_to_constant(facts, method):
    plain = replace(facts, method=method, options=Options(small_groups=False))
    for score in compute_standings(plain).boards:
        if score.result.compared_net is not None:
            assert score.ns_value + score.ew_value == (100 if score.ns_percent is not None else 0)

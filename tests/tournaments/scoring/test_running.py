"""Incremental standings equal those computed from scratch, after any change."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.randomness import examples
from tests.tournaments.scoring.strategies import game_events, pair_events, team_events
from tournaments.scoring import Facts, ResultKind, TieBreak, Winners, compute_standings
from tournaments.scoring.incremental import IncrementalStandings

CHAINS = st.lists(st.sampled_from(TieBreak), max_size=4, unique=True).map(tuple)


@st.composite
def two_events(draw, events):
    facts = draw(events)
    facts = replace(
        facts, tie_breaks=draw(CHAINS), winners=draw(st.sampled_from(Winners)), games=facts.games
    )
    other = draw(events)
    keep = draw(st.lists(st.booleans(), min_size=len(facts.results), max_size=len(facts.results)))
    results = {r.where: r for r, kept in zip(facts.results, keep, strict=True) if kept}
    known = {entrant.id for entrant in facts.entrants} or None
    for result in other.results:
        sides = {e for s in (result.ns, result.ew) for e in facts.members.get(s, (s,))}
        if known is None or sides <= known:
            results[result.where] = result
    return facts, replace(facts, results=tuple(results.values()))


def updated_standings(facts: Facts, after: Facts) -> IncrementalStandings:
    running = IncrementalStandings(facts)
    before = {result.where for result in facts.results}
    running.change(after.results, gone=before - {result.where for result in after.results})
    return running


@given(two_events(pair_events()))
@examples(150)
def test_incremental_standings_of_boards_equal_full_computation(events):
    facts, after = events
    assert updated_standings(facts, after).standings() == compute_standings(after)


@given(team_events(), st.data())
@examples(100)
def test_incremental_standings_of_teams_equal_full_computation(facts, data):
    facts = replace(facts, tie_breaks=data.draw(CHAINS))
    running = IncrementalStandings(replace(facts, results=()))
    results = data.draw(st.permutations(facts.results))
    for result in results:
        running.change([replace(result, net=7, kind=ResultKind.PLAYED, awards=None)])
        running.change([result])
    assert running.standings() == compute_standings(facts)
    for result in results[::2]:
        running.change(gone=[result.where])
    rest = replace(facts, results=tuple(results[1::2]))
    assert running.standings() == compute_standings(rest)


@given(game_events(), st.data())
@examples(100)
def test_incremental_standings_of_games_equal_full_computation(facts, data):
    facts = replace(facts, tie_breaks=data.draw(CHAINS))
    running = IncrementalStandings(replace(facts, games=()))
    games = data.draw(st.permutations(facts.games))
    for game in games:
        running.change(games=[replace(game, sides=game.sides[::-1])])
        running.change(games=[game])
    assert running.standings() == compute_standings(facts)
    running.change(gone=[game.where for game in games[:2]])
    assert running.standings() == compute_standings(replace(facts, games=tuple(games[2:])))


def test_unaffected_rows_stay_identical_after_a_changed_result():
    from tests.tournaments.scoring.builders import facts_of_two_boards

    facts = facts_of_two_boards()
    running = IncrementalStandings(facts)
    before = {row.entrant: row for row in running.rows}
    changed = running.change([replace(facts.results[0], net=300)])
    assert {where.board for where in changed.scores} == {1}
    after = {row.entrant: row for row in running.rows}
    assert {entrant for entrant, row in after.items() if row is before[entrant]} >= {5, 6, 7, 8}

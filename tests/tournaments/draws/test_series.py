"""Series in a bracket are drawn match by match, while undecided."""

import pytest

from tests.builders import make_tournament, plays_of, slip
from tests.tournaments.formats import enter_field, make_field, pairs_in, resting_in
from tests.tournaments.manage import address, client_of
from tests.tournaments.village import VILLAGE
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.next_round import next_round_of
from tournaments.draws.services.rounds import (
    decide_match,
    delete_last_round,
    draw_next_round,
    publish_round,
    redraw_round,
)
from tournaments.errors import RuleViolationError
from tournaments.movements import single_elimination
from tournaments.public.selectors.brackets import bracket_page
from tournaments.results.services.results import correct_result
from tournaments.state.formats import rounds_known, rounds_of_bracket

pytestmark = pytest.mark.django_db


def series(entrants=4, kind="single_elimination", best_of=3, **values):
    params = {"entrants": entrants, "best_of": best_of, **values.pop("params", {})}
    return make_field(entrants, kind, params, **{"scoring": "total_points", **values})


def enter_winners(tournament, number, *winners):
    for play in plays_of(tournament, sitting__round__number=number):
        ns = play.sitting.seats.get(side="NS").team.number
        points = 110 if ns in winners else 50
        correct_result(play_id=play.pk, slip=slip(points), reason="test", actor=None)


def drawn(tournament, number):
    draw_next_round(tournament=tournament)
    return publish_round(tournament=tournament, number=number)


def wins_in(tournament):
    return [node.wins for node in brackets_of(tournament)[0].nodes]


def at_tables(row):
    tables = row.sittings.order_by("table__number").values_list("table__number", flat=True)
    return dict(zip(tables, pairs_in(row), strict=True))


def test_series_ends_at_two_wins_and_alternates_sides():
    tournament = series()
    assert at_tables(tournament.rounds.get()) == {1: (1, 4), 2: (2, 3)}
    enter_winners(tournament, 1, 1, 2)
    second = drawn(tournament, 2)
    assert at_tables(second) == {1: (4, 1), 2: (3, 2)}
    enter_winners(tournament, 2, 1, 3)
    assert wins_in(tournament) == [(2, 0), (1, 1), (0, 0)]
    third = drawn(tournament, 3)
    assert (at_tables(third), resting_in(third)) == ({2: (2, 3)}, [1])
    enter_winners(tournament, 3, 3)
    assert wins_in(tournament) == [(2, 0), (1, 2), (0, 0)]
    final = drawn(tournament, 4)
    assert (at_tables(final), resting_in(final)) == ({1: (1, 3)}, [])
    enter_winners(tournament, 4, 3)
    assert at_tables(drawn(tournament, 5)) == {1: (3, 1)}
    enter_winners(tournament, 5, 3)
    (state,) = brackets_of(tournament)
    assert (state.champion, dict(state.placed)) == (3, {1: 2, 2: 3, 3: 1, 4: 3})
    with pytest.raises(RuleViolationError) as refused:
        draw_next_round(tournament=tournament)
    assert refused.value.code == "decided"


def test_series_matches_use_new_boards():
    tournament = series()
    enter_winners(tournament, 1, 1, 2)
    drawn(tournament, 2)
    boards = [
        {play.board.number for play in plays_of(tournament, sitting__round__number=number)}
        for number in (1, 2)
    ]
    assert boards == [{1, 2}, {3, 4}]


def test_decided_series_proceed_while_others_continue():
    tournament = series(8)
    enter_winners(tournament, 1, 1, 2, 3, 4)
    drawn(tournament, 2)
    enter_winners(tournament, 2, 1, 4, 2, 6)
    third = drawn(tournament, 3)
    assert at_tables(third) == {1: (1, 4), 4: (3, 6)}
    assert resting_in(third) == [2]


def test_tied_series_match_is_decided_by_director():
    tournament = series()
    for play in plays_of(tournament):
        tied = play.sitting.table.number == 1 and play.order == 2
        entered = slip(52, declarer="W") if tied else slip(110)
        correct_result(play_id=play.pk, slip=entered, reason="test", actor=None)
    ahead = next_round_of(tournament)
    assert [(tie.meeting.tables, tie.in_series) for tie in ahead.ties] == [((1,), True)]
    page = client_of(tournament).get(address("draw", tournament)).content.decode()
    assert "Round 1, table 1 is tied. Who gets this match of the series?" in page
    with pytest.raises(RuleViolationError) as refused:
        draw_next_round(tournament=tournament)
    assert refused.value.code == "tied_matches"
    decide_match(tournament=tournament, number=1, match=1, winner=4)
    assert wins_in(tournament) == [(0, 1), (1, 0), (0, 0)]
    assert pairs_in(draw_next_round(tournament=tournament)) == [(4, 1), (3, 2)]


def test_correction_before_next_draw_changes_series():
    tournament = series()
    enter_winners(tournament, 1, 1, 2)
    drawn(tournament, 2)
    enter_winners(tournament, 2, 1, 2)
    enter_winners(tournament, 1, 4, 2)
    assert wins_in(tournament) == [(1, 1), (2, 0), (0, 0)]
    third = drawn(tournament, 3)
    assert (at_tables(third), resting_in(third)) == ({1: (1, 4)}, [2])


def test_correction_ending_series_early_keeps_drawn_match():
    tournament = series()
    enter_winners(tournament, 1, 4, 2)
    drawn(tournament, 2)
    enter_winners(tournament, 2, 1, 2)
    drawn(tournament, 3)
    enter_winners(tournament, 1, 1, 2)
    assert wins_in(tournament)[0] == (2, 0)
    with pytest.raises(RuleViolationError) as refused:
        draw_next_round(tournament=tournament)
    assert refused.value.code == "results_missing"
    enter_winners(tournament, 3, 4)
    assert wins_in(tournament)[0] == (2, 1)
    assert pairs_in(draw_next_round(tournament=tournament)) == [(1, 2)]


def test_correction_keeps_entrant_already_drawn_on():
    tournament = series()
    for number in (1, 2):
        enter_winners(tournament, number, 1, 2)
        drawn(tournament, number + 1)
    enter_winners(tournament, 2, 4, 2)
    state = brackets_of(tournament)[0]
    assert (state.nodes[0].wins, state.nodes[0].winner) == ((1, 1), 1)
    enter_winners(tournament, 3, 2)
    assert at_tables(drawn(tournament, 4)) == {1: (2, 1)}


def test_redrawing_draft_applies_series_correction():
    tournament = series()
    enter_winners(tournament, 1, 1, 2)
    drawn(tournament, 2)
    enter_winners(tournament, 2, 1, 2)
    assert pairs_in(draw_next_round(tournament=tournament)) == [(1, 2)]
    enter_winners(tournament, 2, 4, 2)
    assert pairs_in(redraw_round(tournament=tournament, number=3)) == [(1, 4)]
    delete_last_round(tournament=tournament, number=3)
    enter_winners(tournament, 2, 1, 2)
    assert pairs_in(draw_next_round(tournament=tournament)) == [(1, 2)]


def test_series_teams_alternate_rooms():
    tournament = series(4, unit="team", scoring="swing_points")
    assert pairs_in(tournament.rounds.get()) == [(1, 4), (4, 1), (2, 3), (3, 2)]
    enter_winners(tournament, 1, 1, 2)
    for play in plays_of(tournament, sitting__round__number=1, sitting__table__number__in=(2, 4)):
        correct_result(play_id=play.pk, slip=slip(50), reason="test", actor=None)
    second = drawn(tournament, 2)
    assert at_tables(second) == {1: (4, 1), 2: (1, 4), 3: (3, 2), 4: (2, 3)}


def test_consolation_is_played_as_series():
    tournament = series(4, params={"consolation": True})
    for number in (1, 2):
        enter_winners(tournament, number, 1, 2)
        row = drawn(tournament, number + 1)
    assert pairs_in(row) == [(1, 2), (3, 4)]
    enter_winners(tournament, 3, 1, 3)
    assert pairs_in(drawn(tournament, 4)) == [(2, 1), (4, 3)]
    enter_winners(tournament, 4, 1, 3)
    assert [state.champion for state in brackets_of(tournament)] == [1, 3]


def test_double_elimination_is_played_as_series():
    tournament = series(3, "double_elimination", params={"reset": False})
    for number, winners in enumerate([(2,), (2,), (1,), (1,), (2,), (2,), (1,), (1,)], start=1):
        if number > 1:
            drawn(tournament, number)
        enter_winners(tournament, number, *winners)
    (state,) = brackets_of(tournament)
    assert (state.champion, dict(state.placed)) == (1, {1: 1, 2: 2, 3: 3})


def test_series_round_count_is_unknown_in_advance():
    assert [
        rounds_of_bracket(single_elimination(8, **length))
        for length in ({}, {"best_of": 5}, {"final_best_of": 3})
    ] == [3, 9, 4]
    tournament = series(8)
    assert (tournament.planned_rounds, rounds_known(tournament, 1)) == (6, 0)
    tournament.movement_params["best_of"] = 1
    assert rounds_known(tournament, 1) == 6


def test_bracket_page_shows_series_and_its_matches(client):
    tournament = series()
    for number, winners in enumerate([(1, 2), (1, 3), (3,)], start=1):
        if number > 1:
            drawn(tournament, number)
        enter_winners(tournament, number, *winners)
    (view,) = bracket_page(tournament)
    first, second = view.columns[0].matches
    assert [side.score for side in first.sides] == [2, 0]
    assert [side.score for side in second.sides] == [1, 2]
    assert [(leg.round, leg.winner) for leg in second.legs] == [(1, 0), (2, 1), (3, 1)]
    assert [leg.scores[0] > leg.scores[1] for leg in second.legs] == [True, False, False]
    page = client.get(f"/en/t/{tournament.code}/bracket/").content.decode()
    assert page.count('class="bracket-legs"') == 2
    assert "best of 3" in page


def test_round_page_shows_score_of_series(client):
    tournament = series()
    enter_winners(tournament, 1, 4, 2)
    drawn(tournament, 2)
    page = client.get(f"/en/t/{tournament.code}/round/2/").content.decode()
    assert "Main bracket, round 1: match 2 of at most 3, 1:0 so far" in page


def test_draw_page_offers_series_length():
    tournament = make_tournament(**VILLAGE)
    enter_field(tournament, 4)
    director = client_of(tournament)
    assert (
        "a series: best of three matches"
        in director.get(address("draw", tournament)).content.decode()
    )
    sent = {"other": "single_elimination", "single_elimination-best_of": "3",
            "single_elimination-order": "entry"}  # fmt: skip
    director.post(address("draw", tournament), {**sent, "single_elimination-best_of": "2"})
    tournament.refresh_from_db()
    assert tournament.movement_kind == ""
    director.post(address("draw", tournament), sent)
    tournament.refresh_from_db()
    assert tournament.movement_params["best_of"] == 3


@pytest.mark.parametrize("best_of", [2, "3", 9, None, {}, True])
def test_invalid_series_length_is_rejected(best_of):
    with pytest.raises(RuleViolationError) as refused:
        series(best_of=best_of)
    assert refused.value.code == "bad_movement"
    assert "1, 3, 5 or 7 matches" in str(refused.value)

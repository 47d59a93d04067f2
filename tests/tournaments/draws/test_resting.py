import pytest

from tests.tournaments.changes.field import team_of
from tests.tournaments.formats import resting_in
from tests.tournaments.open_contests import (
    all_draw,
    lower_wins,
    meetings_in,
    next_round,
    open_field,
    play_games,
)
from tournaments.changes.services.people import join_late, withdraw_team
from tournaments.draws.services.draws import publish_draw
from tournaments.errors import RuleViolationError
from tournaments.events.log import log_lines, log_rows
from tournaments.models import Team

pytestmark = pytest.mark.django_db
LATE = ["Нов Играч", "Друг Играч"]


def logged(tournament, action):
    rows = log_rows(tournament).filter(action=action)
    return [line.what for line in log_lines(rows)]


LARGER = [
    (8, "swiss", {}, lower_wins, {5, 6, 7, 8}),
    (8, "danish", {"again": False}, lower_wins, {5, 6, 7, 8}),
    (4, "swiss", {"first": "lot"}, lower_wins, {1, 2, 3, 4}),
    (8, "danish", {"rest": "bye"}, lower_wins, {9}),
]


@pytest.mark.parametrize(
    ("entrants", "kind", "params", "points", "rests"),
    [
        (6, "swiss", {}, lower_wins, {4, 5, 6}),
        (6, "danish", {}, lower_wins, {4, 5, 6}),
        (6, "random", {}, lower_wins, {1, 2, 3, 4, 5, 6}),
        (6, "swiss", {}, all_draw, {1, 2, 3, 4, 5, 6}),
        (6, "swiss", {"rest": "bye"}, lower_wins, {7}),
        *(pytest.param(*values, marks=pytest.mark.slow) for values in LARGER),
    ],
)
def test_late_pair_rests_only_by_club_setting(entrants, kind, params, points, rests):
    tournament = open_field(entrants, kind, params=params)
    play_games(tournament, 1, points)
    join_late(tournament=tournament, from_round=2, players=LATE)
    row = next_round(tournament)
    (resting,) = resting_in(row)
    assert resting in rests
    why = {"bye_last"} if params.get("rest") else {"bye_lot", "bye_fewest"}
    assert row.drawn["bye"]["code"] in why
    assert len(logged(tournament, "rest_drawn")) == 1


@pytest.mark.parametrize("kind", ["swiss", "danish", "random"])
def test_rest_before_first_ranking_is_by_lot(kind):
    tournament = open_field(7, kind)
    row = tournament.rounds.get()
    assert row.drawn["bye"]["code"] == "bye_lot"
    (line,) = logged(tournament, "rest_drawn")
    assert line.endswith("by lot among equals with the fewest unplayed rounds")


def test_seeding_decides_rest_in_first_round():
    tournament = open_field(7, publish=False)
    assert tournament.rounds.get().drawn["bye"]["code"] == "bye_lot"
    from tournaments.draws.services.draws import draw_tournament, undo_draw

    undo_draw(tournament=tournament)
    for team in tournament.teams.all():
        Team.objects.filter(pk=team.pk).update(seeding=team.entry_order)
    tournament.refresh_from_db()
    params = {"entrants": 7, "rounds": 3, "first": "seeding"}
    drawn = draw_tournament(tournament=tournament, kind="swiss", params=params, by_lot=False)
    bye = publish_draw(tournament=drawn).rounds.get().drawn["bye"]
    assert bye == {"team": 7, "code": "bye_fewest"}


@pytest.mark.parametrize(
    "entrants", [5, *(pytest.param(each, marks=pytest.mark.slow) for each in (7, 9))]
)
def test_missed_round_counts_as_a_rest(entrants):
    tournament = open_field(entrants)
    rested = resting_in(tournament.rounds.get())
    play_games(tournament, 1)
    away = next(n for n in range(entrants, 0, -1) if n not in rested)
    withdraw_team(team=team_of(tournament, away), from_round=2)
    row = next_round(tournament)
    assert resting_in(row) == []
    play_games(tournament, 2)
    join_late(tournament=tournament, from_round=3, team=team_of(tournament, away))
    (resting,) = resting_in(next_round(tournament))
    assert resting not in {away, *rested}


def test_unknown_rest_rule_is_rejected():
    with pytest.raises(RuleViolationError) as caught:
        open_field(6, params={"rest": "oldest"})
    assert caught.value.code == "bad_movement"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("kind", "params"),
    [("swiss", {}), ("danish", {"again": False}), ("random", {}), ("swiss", {"first": "lot"})],
)
@pytest.mark.parametrize(("entrants", "fixed"), [(4, (1, 2)), (4, (1, 3)), (4, (2, 3, 4))])
def test_fixed_table_teams_meet_before_any_rematch(kind, params, entrants, fixed):
    tournament = open_field(entrants, kind, params={**params, "rounds": 3}, publish=False)
    for table, number in enumerate(fixed, start=1):
        Team.objects.filter(tournament=tournament, number=number).update(fixed_table=table)
    publish_draw(tournament=tournament)
    met = [meetings_in(tournament.rounds.get())]
    for number in (1, 2):
        play_games(tournament, number)
        met.append(meetings_in(next_round(tournament)))
    assert len(set.union(*met)) == 6
    for row in tournament.rounds.filter(number__gt=1):
        for stays, moves in row.drawn["moves"]:
            kept = team_of(tournament, stays).fixed_table
            seat = row.seats.get(team__number=moves)
            assert (seat.sitting.table.number, seat.side) == (kept, "EW")
            assert any(reason["code"] == "moves" for reason in seat.sitting.reasons)
    moves = sum(len(row.drawn["moves"]) for row in tournament.rounds.all())
    assert len(logged(tournament, "fixed_table_left")) == moves


def test_two_fixed_table_teams_meet_last():
    tournament = open_field(4, params={"rounds": 3}, publish=False)
    for number in (1, 2):
        Team.objects.filter(tournament=tournament, number=number).update(fixed_table=number)
    publish_draw(tournament=tournament)
    play_games(tournament, 1)
    assert meetings_in(next_round(tournament)) == {frozenset({1, 4}), frozenset({2, 3})}
    play_games(tournament, 2)
    last = next_round(tournament)
    assert meetings_in(last) == {frozenset({1, 2}), frozenset({3, 4})}
    assert last.drawn["moves"] == [[1, 2]]

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import rebuild
from tests.tournaments.changes.field import team_of, undo_state, undone
from tests.tournaments.manage import client_of
from tests.tournaments.open_contests import meetings_in, next_round, open_field, play_games
from tournaments.changes.catalogue.people import rounds_left
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import join_late, replace_team, withdraw_team
from tournaments.draws.services.rounds import delete_last_round
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.log import log_lines, log_rows

pytestmark = pytest.mark.django_db
OTHERS = ["Нов Играч", "Друг Играч"]


def played(entrants, kind, rounds=1, **params):
    values = {"unit": "team"} if params.pop("teams", False) else {}
    if kind == "lives":
        params |= {"lives": 2, "buy_backs": 0, "until_round": 1}
    tournament = open_field(entrants, kind, params=params, **values)
    play_games(tournament, 1)
    for number in range(2, rounds + 1):
        next_round(tournament)
        play_games(tournament, number)
    return tournament


LARGER = [
    (8, "swiss", 1, False, [3]),
    (8, "danish", 1, False, [3]),
    (9, "random", 1, False, [9]),
    (6, "swiss", 2, False, [1]),
    (8, "random", 2, True, [1]),
    (12, "danish", 3, False, [3, 4, 5]),
    (8, "lives", 1, False, [3]),
]


@pytest.mark.parametrize(
    ("entrants", "kind", "rounds", "teams", "leaves"),
    [
        (5, "danish", 2, False, [4]),
        (7, "swiss", 1, False, [2, 5]),
        (6, "swiss", 1, True, [6]),
        (6, "random", 1, False, [6]),
        (6, "lives", 1, False, [3]),
        *(pytest.param(*values, marks=pytest.mark.slow) for values in LARGER),
    ],
)
def test_withdrawn_teams_are_not_in_next_draw(entrants, kind, rounds, teams, leaves):
    tournament = played(entrants, kind, rounds, teams=teams)
    before = undo_state(tournament)
    change = withdraw_team(team=team_of(tournament, leaves[0]), from_round=rounds + 1)
    undone(tournament, change, before)
    for number in leaves:
        withdraw_team(team=team_of(tournament, number), from_round=rounds + 1)
    results = undo_state(tournament)[1]
    row = next_round(tournament)
    drawn = {number for pair in meetings_in(row) for number in pair}
    assert drawn.isdisjoint(leaves)
    assert not row.seats.filter(team__number__in=leaves).exists()
    assert undo_state(tournament)[1] == results


def test_public_page_shows_round_before_which_team_left():
    tournament = played(8, "swiss", 1)
    withdraw_team(team=team_of(tournament, 3), from_round=2)
    tournament = rebuild(tournament)
    page = Client().get(reverse("tournament", args=[tournament.code])).content.decode()
    assert "left before round 2 · 1 game<" in page
    (line,) = log_lines(log_rows(tournament).filter(action="team_withdrawn"))
    assert line.what == "Withdrawn from round 2 on: 3 Entrant 3"


@pytest.mark.parametrize("kind", ["swiss", "danish", "random"])
def test_withdraw_page_preselects_next_round(kind):
    tournament = played(8, kind)
    assert rounds_left(tournament, team_of(tournament, 3)) == ([1, 2], 2)
    team = team_of(tournament, 3)
    where = reverse("manage_person_what", args=[tournament.code, team.pk, "withdraw"])
    client = client_of(tournament)
    assert '<option value="2" selected>' in client.get(where).content.decode()
    client.post(where, {"from_round": "2", "reason": "", "do": "do"})
    assert team_of(tournament, 3).withdrawn_from == 2


@pytest.mark.parametrize(
    ("kind", "number"), [("swiss", 3), ("swiss", 9), ("danish", 3), ("random", 4), ("berger", 8)]
)
def test_withdrawal_from_a_later_round_is_rejected(kind, number):
    tournament = played(8, kind)
    with pytest.raises(RuleViolationError) as caught:
        withdraw_team(team=team_of(tournament, 3), from_round=number)
    assert caught.value.code == "no_such_round"


def test_withdrawing_or_joining_after_last_round_is_rejected():
    tournament = open_field(6, params={"rounds": 1})
    play_games(tournament, 1)
    with pytest.raises(RuleViolationError):
        withdraw_team(team=team_of(tournament, 3), from_round=2)
    with pytest.raises(RuleViolationError):
        join_late(tournament=tournament, from_round=2, players=OTHERS)


@pytest.mark.parametrize("kind", ["swiss", "danish", "random"])
def test_replacement_team_plays_from_next_round(kind):
    tournament = played(8, kind)
    before = undo_state(tournament)
    change = replace_team(team=team_of(tournament, 3), players=OTHERS, from_round=2)
    row = next_round(tournament)
    drawn = {number for pair in meetings_in(row) for number in pair}
    assert drawn == {1, 2, 4, 5, 6, 7, 8, 9}
    tournament.rounds.filter(number=2).delete()
    undone(tournament, change, before)


@pytest.mark.parametrize("entrants", [6, 7])
def test_undo_of_late_entry_after_its_draw_is_rejected(entrants):
    tournament = open_field(entrants)
    play_games(tournament, 1)
    change = join_late(tournament=tournament, players=OTHERS, from_round=2)
    next_round(tournament)
    with pytest.raises(ConflictError) as refused:
        undo_change(change=change)
    assert refused.value.code == "changed_since"
    delete_last_round(tournament=tournament, number=2)
    undo_change(change=change)
    assert not tournament.teams.filter(number=entrants + 1).exists()

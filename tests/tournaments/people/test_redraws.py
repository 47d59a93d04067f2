"""The rounds that are left are drawn anew for those who are here."""

import pytest

from tests.builders import fill_rounds, make_drawn, names_of
from tests.tournaments.people.field import resting, seen, team_of, undone
from tournaments.entries.services.entries import add_team
from tournaments.errors import Refused
from tournaments.models import Seat, Tournament
from tournaments.movements import check_movement
from tournaments.people.services.people import withdraw_team
from tournaments.people.services.redraws import redraw_rest
from tournaments.rounds.selectors.movements import movement_of

pytestmark = pytest.mark.django_db


def test_the_rounds_left_are_drawn_anew_for_those_who_are_here():
    tournament = make_drawn(9, params={"entrants": 9, "rounds": 5})
    fill_rounds(tournament, 2)
    withdraw_team(team=team_of(tournament, 4), from_round=3)
    late = add_late(tournament)
    before = seen(tournament)
    change = redraw_rest(tournament=tournament, from_round=3)
    checked = check_movement(movement_of(tournament))
    assert (checked.valid, checked.repeats) == (True, ())
    assert [len(row) for row in resting(tournament)] == [1] * 5
    late.refresh_from_db()
    assert late.number == 10
    assert Seat.objects.filter(team=late).count() == 3
    undone(tournament, change, before)


def add_late(tournament: Tournament):
    """A pair that was entered in time and is only now present."""
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    team = add_team(tournament=tournament, players=names_of(40))
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    return team


def test_a_redraw_keeps_to_the_boards_and_copies_that_there_are(tournament):
    fill_rounds(tournament, 1)
    withdraw_team(team=team_of(tournament, 4), from_round=2)
    before, boards = seen(tournament), tournament.boards.count()
    change = redraw_rest(tournament=tournament, from_round=2)
    checked = check_movement(movement_of(tournament))
    assert (checked.valid, checked.sharing, tournament.boards.count()) == (True, 1, boards)
    assert [len(row) for row in resting(tournament)] == [0] + [1] * 6
    undone(tournament, change, before)


def test_boards_that_lack_are_dealt_where_all_tables_are_to_play_the_same(tournament):
    fill_rounds(tournament, 1)
    boards = tournament.boards.count()
    redraw_rest(tournament=tournament, from_round=2, boards="same")
    assert check_movement(movement_of(tournament)).valid
    assert tournament.boards.count() > boards


def test_games_at_the_table_are_drawn_anew_without_boards():
    tournament = make_drawn(
        7, kind="berger", params={"entrants": 7}, cards="open", scoring="game_points"
    )
    redraw_rest(tournament=tournament, from_round=3)
    assert check_movement(movement_of(tournament)).valid
    assert [len(row) for row in resting(tournament)] == [1] * 7


def test_a_round_with_results_is_not_drawn_again(tournament):
    fill_rounds(tournament, 2)
    before = seen(tournament)
    with pytest.raises(Refused) as refused:
        redraw_rest(tournament=tournament, from_round=2)
    assert (refused.value.code, seen(tournament)) == ("results_exist", before)

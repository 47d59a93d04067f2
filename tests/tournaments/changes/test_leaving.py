import pytest

from tests.builders import fill_rounds, plays_of
from tests.tournaments.changes.field import resting, team_of, undo_state, undone
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import withdraw_team
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import LogEntry, Play, Seat
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db


def test_withdrawal_rests_opponents_and_keeps_results(tournament):
    fill_rounds(tournament, 2)
    results = Play.objects.filter(current__isnull=False).count()
    withdraw_team(team=team_of(tournament, 5), from_round=3, reason="Ill")
    assert resting(tournament) == [[], [], [6], [1], [3], [8], [7]]
    assert Play.objects.filter(current__isnull=False).count() == results
    team = team_of(tournament, 5)
    assert (team.withdrawn_from, team.is_present) == (3, True)
    assert check_movement(movement_of(tournament)).is_valid
    assert not Seat.objects.filter(team=team, round__number__gte=3).exists()
    assert LogEntry.objects.get(action="team_withdrawn").details["round"] == 3


def test_undo_restores_withdrawn_pair_and_works_once(tournament):
    fill_rounds(tournament, 2)
    before = undo_state(tournament)
    change = withdraw_team(team=team_of(tournament, 5), from_round=3)
    undone(tournament, change, before)
    assert LogEntry.objects.filter(action="change_undone").count() == 1
    with pytest.raises(ConflictError) as refused:
        undo_change(change=change)
    assert refused.value.code == "undone_already"


@pytest.mark.sql
def test_undo_of_undo_reapplies_withdrawal(tournament):
    change = withdraw_team(team=team_of(tournament, 5), from_round=3)
    after = undo_state(tournament)
    back = undo_change(change=change)
    undo_change(change=back)
    assert undo_state(tournament) == after


def test_withdrawal_mid_round_marks_open_boards_unplayed(tournament):
    fill_rounds(tournament, 2)
    before = undo_state(tournament)
    play = plays_of(tournament, sitting__round__number=2)[0]
    team = play.sitting.seats.get(side="NS").team
    second = plays_of(tournament, sitting=play.sitting)[1]
    # Undo the second board, as if it had not been entered.
    second.current, second.state = None, "empty"
    second.save()
    before = undo_state(tournament)
    change = withdraw_team(team=team, from_round=2)
    second.refresh_from_db()
    assert (second.current.kind, second.state) == ("not_played", "confirmed")
    play.refresh_from_db()
    assert play.current.kind == "played"
    undone(tournament, change, before)


def test_repeated_or_unknown_round_withdrawal_is_rejected(tournament):
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    for number, code in ((3, "gone_already"), (4, "gone_already")):
        with pytest.raises(RuleViolationError) as refused:
            withdraw_team(team=team_of(tournament, 5), from_round=number)
        assert refused.value.code == code
    with pytest.raises(RuleViolationError) as refused:
        withdraw_team(team=team_of(tournament, 6), from_round=8)
    assert refused.value.code == "no_such_round"


def test_no_show_withdrawal_marks_pair_absent(tournament):
    withdraw_team(team=team_of(tournament, 2), from_round=1, no_show=True)
    team = team_of(tournament, 2)
    assert (team.withdrawn_from, team.is_present) == (1, False)
    assert [len(numbers) for numbers in resting(tournament)] == [1] * 7


def test_no_show_for_pair_with_results_is_rejected(tournament):
    fill_rounds(tournament, 1)
    before = undo_state(tournament)
    with pytest.raises(RuleViolationError) as refused:
        withdraw_team(team=team_of(tournament, 2), from_round=1, no_show=True)
    assert (refused.value.code, undo_state(tournament)) == ("was_there", before)

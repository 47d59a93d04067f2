import pytest

from tests.builders import fill_rounds, make_drawn, names_of
from tests.shared_rows import built_once
from tests.tournaments.changes.field import resting, team_of, undo_state, undone
from tests.tournaments.formats import make_field
from tournaments.changes.services.byes import pair_resting
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import join_late, withdraw_team
from tournaments.changes.services.round_count import change_rounds, earliest_end
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.services.rounds import draw_next_round
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Tournament
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db


@built_once
def howell() -> Tournament:
    return make_drawn(8, kind="howell", params={"tables": 4})


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.values_list("number", flat=True))


def test_shortening_removes_rounds_and_undo_restores_them(howell):
    fill_rounds(howell, 3)
    before = undo_state(howell)
    change = change_rounds(tournament=howell, length=5, reason="22:30")
    assert numbers(howell) == [1, 2, 3, 4, 5]
    assert howell.boards.count() == 14
    assert (change.details["before"], change.details["after"]) == (7, 5)
    undone(howell, change, before)
    assert numbers(howell) == [1, 2, 3, 4, 5, 6, 7]


def test_started_round_cannot_be_removed(howell):
    fill_rounds(howell, 3)
    assert earliest_end(howell) == 3
    with pytest.raises(RuleViolationError) as refused:
        change_rounds(tournament=howell, length=2)
    assert (refused.value.code, refused.value.field) == ("results_exist", "length")
    howell.rounds.filter(number=4).update(started_at="2026-11-21T20:00Z")
    assert earliest_end(howell) == 4
    with pytest.raises(RuleViolationError) as refused:
        change_rounds(tournament=howell, length=3)
    assert refused.value.code == "round_begun"
    assert numbers(howell) == [1, 2, 3, 4, 5, 6, 7]


def test_changing_planned_rounds_keeps_drawn_rounds():
    swiss = make_drawn(8, kind="swiss", params={"rounds": 5})
    change = change_rounds(tournament=swiss, length=2)
    fill_rounds(swiss, 1)
    draw_next_round(tournament=swiss)
    with pytest.raises(RuleViolationError) as refused:
        change_rounds(tournament=swiss, length=1)
    assert refused.value.code == "drawn_already"
    before = undo_state(swiss)
    again = change_rounds(tournament=swiss, length=6)
    swiss.refresh_from_db()
    assert swiss.planned_rounds == 6
    with pytest.raises(RuleViolationError):
        undo_change(change=change)  # it was changed again
    undone(swiss, again, before)


def test_shortened_movement_extends_to_its_full_plan():
    short = make_drawn(8, kind="barometer", params={"entrants": 8, "rounds": 5})
    fill_rounds(short, 2)
    before = undo_state(short)
    change = change_rounds(tournament=short, length=7)
    full = make_drawn(
        8, kind="barometer", params={"entrants": 8, "rounds": 7}, club=short.club, name="Full"
    )
    checked = check_movement(movement_of(short))
    assert (checked.is_valid, checked.repeats, len(numbers(short))) == (True, (), 7)
    assert short.boards.count() == full.boards.count() == 14
    undone(short, change, before)


def test_extra_round_of_complete_movement_has_new_boards(howell):
    before = undo_state(howell)
    change = change_rounds(tournament=howell, length=8)
    checked = check_movement(movement_of(howell))
    assert (checked.is_valid, howell.boards.count()) == (True, 16)
    assert [len(row) for row in resting(howell)] == [0] * 8
    undone(howell, change, before)


def test_open_play_round_robin_extends_by_one_round():
    club = make_drawn(7, kind="berger", params={"entrants": 7}, cards="open", scoring="game_points")
    change_rounds(tournament=club, length=8)
    assert check_movement(movement_of(club)).is_valid
    assert [len(row) for row in resting(club)] == [1] * 8


def test_knockout_cannot_be_shortened():
    cup = make_drawn(8, kind="single_elimination", params={"entrants": 8})
    with pytest.raises(RuleViolationError) as refused:
        change_rounds(tournament=cup, length=2)
    assert refused.value.code == "until_decided"


def test_resting_pairs_are_paired_on_new_boards(howell):
    fill_rounds(howell, 2)
    withdraw_team(team=team_of(howell, 5), from_round=3)
    withdraw_team(team=team_of(howell, 6), from_round=4)
    alone = resting(howell)
    assert [len(row) for row in alone] == [0, 0, 1, 2, 2, 2, 2]
    with pytest.raises(RuleViolationError) as refused:
        pair_resting(tournament=howell, from_round=4)  # all play all seven sets there
    assert refused.value.code == "nobody_to_pair"
    assert refused.value.details["instead"] == {"new_boards": True}
    before = undo_state(howell)
    change = pair_resting(tournament=howell, from_round=4, new_boards=True)
    assert check_movement(movement_of(howell)).is_valid
    assert [len(row) for row in resting(howell)] == [0, 0, 1, 0, 0, 0, 0]
    assert change.details["tables"] == 4
    undone(howell, change, before)


def test_two_late_pairs_of_a_drawn_round_meet_each_other():
    swiss = make_drawn(8, kind="swiss", params={"rounds": 5})
    join_late(tournament=swiss, players=names_of(30), from_round=1)
    assert resting(swiss) == [[9]]
    join_late(tournament=swiss, players=names_of(31), from_round=1)
    assert resting(swiss) == [[]]


def test_pairing_without_resting_teams_is_rejected(howell):
    with pytest.raises(RuleViolationError) as refused:
        pair_resting(tournament=howell, from_round=2)
    assert refused.value.code == "nobody_to_pair"
    assert not Change.objects.exists()


def test_resting_halves_of_one_team_are_not_paired():
    teams = make_field(4, "head_to_head", {"teams": 4}, unit="team", scoring="imps")
    withdraw_team(team=team_of(teams, 4), from_round=1)
    assert [len(set(row)) for row in resting(teams)] == [1, 1, 1]
    for new_boards in (False, True):
        with pytest.raises(RuleViolationError):
            pair_resting(tournament=teams, from_round=1, new_boards=new_boards)


def test_new_boards_are_not_offered_across_pools():
    pools = make_drawn(10, kind="pools", params={"entrants": 10, "pools": 2, "boards": True})
    assert [len(row) for row in resting(pools)] == [2] * 5  # one of each pool
    for new_boards in (False, True):
        with pytest.raises(RuleViolationError) as refused:
            pair_resting(tournament=pools, from_round=1, new_boards=new_boards)
        assert str(refused.value) == "In these rounds no two sit-outs may play each other."
        assert "instead" not in refused.value.details

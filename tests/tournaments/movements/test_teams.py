from collections import Counter, defaultdict

import pytest

from tests.tournaments.movements.lines import pairs_and_sets
from tournaments.movements import MovementError, check_movement
from tournaments.movements.checker import opponents
from tournaments.movements.teams import (
    american_whist,
    head_to_head,
    new_england,
    triangle,
    triangle_rounds,
)


def sets_of_matches(movement):
    """Sets at each match's tables, with the side of the lower number."""
    played = defaultdict(list)
    for sittings in movement.rounds:
        for s in sittings:
            played[min(s.ns, s.ew), max(s.ns, s.ew)].append((s.board_set, s.ns < s.ew))
    return played


def assert_each_match_is_played_both_ways(movement):
    played = sets_of_matches(movement)
    assert len(played) == movement.entrants * (movement.entrants - 1) // 2
    assert_matches_are_whole(played)


def assert_matches_are_whole(played):
    for plays in played.values():
        (first, first_side), (second, second_side) = plays
        assert first == second
        assert first_side != second_side


def test_american_whist_of_five_matches_listing():
    assert pairs_and_sets(american_whist(5))[:2] == [
        "1-3/2 2-4/3 3-5/4 4-1/5 5-2/1",
        "1-5/3 2-1/4 3-2/5 4-3/1 5-4/2",
    ]


@pytest.mark.parametrize("teams", range(3, 40, 2))
def test_american_whist_shares_no_boards(teams):
    movement = american_whist(teams)
    checked = check_movement(movement)
    assert checked.is_valid
    assert not checked.shares
    assert len(movement.rounds) == teams - 1
    assert_each_match_is_played_both_ways(movement)


@pytest.mark.parametrize("teams", range(3, 41))
def test_new_england_is_valid_for_any_number_of_teams(teams):
    movement = new_england(teams)
    checked = check_movement(movement)
    assert checked.is_valid
    assert_each_match_is_played_both_ways(movement)
    halves = {(table, table + teams // 2) for table in range(1, teams // 2 + 1)}
    assert {share.tables for share in checked.shares} == (set() if teams % 2 else halves)


@pytest.mark.parametrize("teams", range(3, 13))
@pytest.mark.parametrize("same_boards", [True, False])
def test_head_to_head_plays_each_match_in_two_rooms(teams, same_boards):
    movement = head_to_head(teams, same_boards=same_boards)
    assert check_movement(movement).is_valid
    assert_each_match_is_played_both_ways(movement)
    assert check_movement(movement).most_sharing_tables == (2 * (teams // 2) if same_boards else 2)
    assert Counter(out for outs in movement.sit_outs for out in outs) == (
        dict.fromkeys(range(1, teams + 1), 1) if teams % 2 else {}
    )


def test_head_to_head_match_has_open_and_closed_room():
    assert pairs_and_sets(head_to_head(4))[0] == "1-4/1 4-1/1 2-3/1 3-2/1"


def test_triangle_is_complete_after_two_rounds():
    movement = triangle()
    assert pairs_and_sets(movement) == ["1-2/1 2-3/2 3-1/3", "1-3/3 2-1/1 3-2/2"]
    assert check_movement(movement).is_valid
    assert_each_match_is_played_both_ways(movement)
    assert {len(rounds) for rounds in opponents(movement).values()} == {2}


def test_triangle_can_start_at_any_table_and_set():
    first, _second = triangle_rounds((7, 8, 9), first_table=5, first_set=11)
    assert [(s.table, s.ns, s.ew, s.board_set) for s in first] == [
        (5, 7, 8, 11),
        (6, 8, 9, 12),
        (7, 9, 7, 13),
    ]


def test_even_team_count_rejects_american_whist():
    with pytest.raises(MovementError) as caught:
        american_whist(6)
    assert caught.value.code == "american_whist_odd"


@pytest.mark.parametrize(("relay", "teams"), [(american_whist, 9), (new_england, 7)])
@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_shortened_odd_relay_has_whole_matches(relay, teams, rounds):
    movement = relay(teams, rounds)
    assert len(movement.rounds) == rounds
    assert check_movement(movement).is_valid
    played = sets_of_matches(movement)
    assert len(played) == teams * rounds // 2
    assert_matches_are_whole(played)


@pytest.mark.parametrize("rounds", range(1, 8))
def test_shortened_even_relay_has_whole_matches(rounds):
    movement = new_england(8, rounds)
    played = sets_of_matches(movement)
    assert len(played) == 8 * rounds // 2
    assert_matches_are_whole(played)


def test_relay_with_half_matches_is_rejected():
    with pytest.raises(MovementError, match="7 teams need an even number of rounds"):
        new_england(7, 3)
    assert american_whist(5, 2).facts["turns"] == [1, 4]
    assert "turns" not in american_whist(5).facts

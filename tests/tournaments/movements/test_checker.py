from tournaments.movements import Sitting, check_movement
from tournaments.movements.model import Seats, assemble_movement


def listed(*rounds, unit="pair"):
    return assemble_movement("imported", rounds, entrants=8, unit=unit)


def rules(movement):
    return [fault.rule for fault in check_movement(movement).faults]


def test_pair_at_two_tables_violates_i1():
    movement = listed([Sitting(1, 1, 2, 1), Sitting(2, 1, 3, 2)])
    (fault,) = check_movement(movement).faults
    assert (fault.rule, fault.round, fault.table, fault.entrant) == ("I1", 1, 2, 1)
    assert str(fault) == "Round 1, table 2: number 1 sits twice."


def test_repeated_board_set_violates_i2():
    movement = listed([Sitting(1, 1, 2, 1)], [Sitting(1, 3, 2, 1)])
    (fault,) = check_movement(movement).faults
    assert (fault.rule, fault.round, fault.entrant, fault.board_set) == ("I2", 2, 2, 1)


def test_pair_opposing_itself_violates_i3():
    assert rules(listed([Sitting(1, 4, 4, 1)])) == ["I3"]


def test_table_listed_twice_violates_i4():
    assert rules(listed([Sitting(1, 1, 2, 1), Sitting(1, 3, 4, 2)])) == ["I4"]


def test_a_team_sits_once_in_each_direction():
    assert rules(listed([Sitting(1, 1, 2, 1), Sitting(2, 2, 1, 1)], unit="team")) == []
    assert rules(listed([Sitting(1, 1, 2, 1), Sitting(2, 1, 3, 2)], unit="team")) == ["I1"]


def test_player_at_two_seats_violates_i3():
    seated = listed([Sitting(1, None, None, 1, Seats(1, 2, 3, 1))], unit="player")
    assert rules(seated) == ["I3"]


def test_shared_boards_and_rematches_are_reported_but_valid():
    checked = check_movement(
        listed([Sitting(1, 1, 2, 1), Sitting(2, 3, 4, 1)], [Sitting(1, 2, 1, 2)])
    )
    assert checked.is_valid
    assert [(s.round, s.board_set, s.tables) for s in checked.shares] == [(1, 1, (1, 2))]
    assert [(r.entrants, r.rounds) for r in checked.repeats] == [((1, 2), (1, 2))]
    assert checked.plays == {1: 2, 2: 1}


def test_open_play_movement_needs_no_board_sets():
    checked = check_movement(listed([Sitting(1, 1, 2)], [Sitting(1, 1, 3)]))
    assert checked.is_valid
    assert checked.plays == {}
    assert checked.balance is None

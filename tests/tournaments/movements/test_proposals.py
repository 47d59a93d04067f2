import pytest

from tournaments.movements import (
    REASONS,
    MovementError,
    build_movement,
    check_movement,
    propose_movements,
)


def test_digital_deals_propose_barometer_first():
    first = propose_movements(14)[0]
    assert (first.kind, first.rounds, first.boards_per_round, first.boards) == (
        "barometer",
        13,
        2,
        26,
    )
    assert (first.minutes, first.copies, first.opponents) == (156, 7, (13, 13))


@pytest.mark.parametrize(
    ("pairs", "rounds", "boards", "minutes"),
    [
        (4, 3, 8, 126),
        (6, 5, 5, 135),
        (8, 7, 4, 154),
        (10, 9, 3, 153),
        (12, 11, 2, 132),
        (14, 13, 2, 156),
    ],
)
def test_manual_boards_propose_howell_for_small_fields(pairs, rounds, boards, minutes):
    first = propose_movements(pairs, digital=False)[0]
    assert (first.kind, first.reason) == ("howell", "howell_all_meet")
    assert (first.rounds, first.boards_per_round, first.minutes) == (rounds, boards, minutes)
    assert first.copies == 1


@pytest.mark.parametrize(("pairs", "rounds", "boards"), [(18, 9, 3), (22, 11, 2), (26, 13, 2)])
def test_manual_boards_propose_mitchell_for_large_fields(pairs, rounds, boards):
    first = propose_movements(pairs, digital=False)[0]
    assert (first.reason, first.winners) == ("mitchell_one_winner", 1)
    assert (first.rounds, first.boards_per_round) == (rounds, boards)


def test_howell_exceeding_time_is_reduced():
    howell = next(each for each in propose_movements(16, digital=False) if each.kind == "howell")
    assert (howell.reason, howell.rounds, howell.boards) == ("howell_reduced", 13, 26)
    assert howell.opponents == (13, 13)


def test_proposals_for_seventeen_pairs_fit_three_hours():
    by_reason = {each.reason: each for each in propose_movements(17, minutes=180)}
    mitchell = by_reason["mitchell_one_winner"]
    assert (mitchell.tables, mitchell.rounds, mitchell.boards_per_round) == (9, 9, 3)
    assert (mitchell.minutes, mitchell.sit_outs, mitchell.boards_played) == (153, (0, 1), (24, 27))
    barometer = by_reason["barometer"]
    assert (barometer.tables, barometer.rounds, barometer.boards) == (8, 10, 30)
    rover = by_reason["mitchell_rover"]
    assert (rover.tables, rover.rounds, rover.sit_outs) == (8, 8, (0, 1))


@pytest.mark.sample
@pytest.mark.parametrize("entrants", [*range(4, 41), 120])
def test_every_proposal_can_be_rebuilt_and_fits(entrants):
    digital, dealt = (propose_movements(entrants, minutes=150, digital=d) for d in (True, False))
    for each in [*digital, *dealt]:
        movement = build_movement(each.kind, each.params)
        assert check_movement(movement).is_valid
        assert movement.entrants == entrants
        assert each.minutes <= 150
        assert each.reason in REASONS
        sets = {s.board_set for sittings in movement.rounds for s in sittings}
        assert sets == set(range(1, movement.board_sets + 1))


@pytest.mark.parametrize("unit", ["team", "player"])
@pytest.mark.parametrize("entrants", range(4, 41))
def test_teams_and_players_have_proposals_that_fit(unit, entrants):
    for each in propose_movements(entrants, unit=unit, minutes=170):
        assert each.minutes <= 170
        assert each.reason in REASONS
        assert each.drawn or build_movement(each.kind, each.params).entrants == entrants


def test_few_teams_play_round_robin_and_many_play_swiss():
    assert propose_movements(6, unit="team")[0].kind == "head_to_head"
    first = propose_movements(24, unit="team", minutes=192)[0]
    assert (first.kind, first.drawn, first.rounds, first.boards_per_round) == ("swiss", True, 6, 6)
    assert (first.tables, first.minutes, first.opponents) == (24, 192, (6, 6))


def test_single_players_get_whist_when_plan_exists():
    assert [each.kind for each in propose_movements(20, unit="player")] == [
        "whist",
        "rainbow",
        "melee",
    ]
    assert [each.kind for each in propose_movements(30, unit="player")] == ["whist", "melee"]
    assert [each.kind for each in propose_movements(100, unit="player")] == ["rainbow", "melee"]


def test_open_play_proposal_is_four_games_of_twelve_deals():
    first = propose_movements(30, style="open")[0]
    assert (first.kind, first.rounds, first.boards_per_round, first.minutes) == (
        "danish",
        4,
        12,
        152,
    )
    assert first.copies == 0


def test_preferred_kind_is_proposed_first():
    assert propose_movements(12, prefer="mitchell")[0].kind == "mitchell"


def test_given_boards_per_round_are_kept():
    assert {
        each.boards_per_round for each in propose_movements(16, minutes=180, boards_per_round=4)
    } == {4}


def test_too_little_time_for_one_round_raises():
    with pytest.raises(MovementError) as caught:
        propose_movements(12, minutes=4)
    assert caught.value.code == "no_time"


def test_too_few_entrants_raise_an_error():
    with pytest.raises(MovementError, match="at least 4 entrants"):
        propose_movements(3)


def test_unknown_kinds_and_params_are_rejected():
    with pytest.raises(MovementError, match="no movement “rondo”"):
        build_movement("rondo", {})
    with pytest.raises(MovementError, match="cannot be made of these values"):
        build_movement("mitchell", {"table": 4})

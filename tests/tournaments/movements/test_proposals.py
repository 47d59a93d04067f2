import pytest

from tournaments.movements import REASONS, MovementError, build, check, propose


def test_digital_deals_begin_with_a_barometer():
    first = propose(14)[0]
    assert (first.kind, first.rounds, first.boards_per_round, first.boards) == (
        "barometer",
        13,
        2,
        26,
    )
    assert (first.minutes, first.copies, first.opponents) == (156, 7, (13, 13))


def test_seventeen_pairs_in_three_hours():
    by_reason = {each.reason: each for each in propose(17, minutes=180)}
    mitchell = by_reason["mitchell_one_winner"]
    assert (mitchell.tables, mitchell.rounds, mitchell.boards_per_round) == (9, 9, 3)
    assert (mitchell.minutes, mitchell.sit_outs, mitchell.boards_played) == (153, (0, 1), (24, 27))
    barometer = by_reason["barometer"]
    assert (barometer.tables, barometer.rounds, barometer.boards) == (8, 10, 30)


@pytest.mark.parametrize("entrants", [*range(4, 41), 120])
@pytest.mark.parametrize("digital", [True, False])
def test_every_proposal_can_be_rebuilt_and_fits(entrants, digital):
    for each in propose(entrants, minutes=150, digital=digital):
        movement = build(each.kind, each.params)
        assert check(movement).valid
        assert movement.entrants == entrants
        assert each.minutes <= 150
        assert each.reason in REASONS


def test_the_usual_kind_comes_first():
    assert propose(12, prefer="mitchell")[0].kind == "mitchell"


def test_given_boards_a_round_are_kept():
    assert {each.boards_per_round for each in propose(16, minutes=180, boards_per_round=4)} == {4}


def test_no_time_for_one_round_is_said():
    with pytest.raises(MovementError) as caught:
        propose(12, minutes=4)
    assert caught.value.code == "no_time"


def test_unknown_kinds_and_values_are_refused_in_words():
    with pytest.raises(MovementError, match="no movement “rondo”"):
        build("rondo", {})
    with pytest.raises(MovementError, match="cannot be made of these values"):
        build("mitchell", {"table": 4})

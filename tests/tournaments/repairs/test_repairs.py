"""Repairs of tables, exchanged entrants, edited rounds, redraws; and undoing each of them."""

import pytest

from tests.builders import enter, fill_rounds, make_drawn, names_of, plays_of, slip
from tests.tournaments.people.test_people import resting, seen, standings, team_of, undone
from tournaments.changes.layout import SeatRow
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.what_if import preview_of
from tournaments.entries.services.entries import add_team
from tournaments.errors import Conflict, Refused
from tournaments.models import LogEntry, Play, Result, Seat, Sitting, Table, Tournament
from tournaments.movements import check_movement, howell
from tournaments.movements.mending import SetChange, mend_sets
from tournaments.people.services.people import withdraw_team
from tournaments.people.services.redraws import redraw_rest
from tournaments.repairs.services.repairs import (
    exchange_results,
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    play_other_set,
)
from tournaments.repairs.services.seating import exchange_entrants, reseat_round
from tournaments.results.services.results import correct_result
from tournaments.rounds.selectors.movements import movement_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Four tables, seven rounds, two boards a round; each table its own boards."""
    return make_drawn(8, kind="howell", params={"tables": 4})


@pytest.fixture
def barometer() -> Tournament:
    """Four tables that play the same boards in each round."""
    return make_drawn(8)


def sitting_at(tournament: Tournament, number: int, table: int) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament, round__number=number)
    return rows.select_related("round__tournament", "table").get(table__number=table)


def sides_at(tournament: Tournament, number: int, table: int) -> tuple[int | None, ...]:
    seats = sitting_at(tournament, number, table).seats.select_related("team")
    found = {seat.side: seat.team.number for seat in seats}
    return found["NS"], found["EW"]


def nets_at(sitting: Sitting) -> list[tuple[int, int | None]]:
    rows = Play.objects.filter(sitting=sitting).order_by("order")
    return list(rows.values_list("board__number", "current__net"))


# The sides and the boards -----------------------------------------------------------------------


def test_sides_exchanged_and_undone_leave_the_same_standings(barometer):
    fill_rounds(barometer, 1)
    before = seen(barometer)
    sitting = sitting_at(barometer, 1, 2)
    ns, ew = sides_at(barometer, 1, 2)
    change = exchange_sides(sitting=sitting, reason="Sat wrongly")
    assert sides_at(barometer, 1, 2) == (ew, ns)
    assert standings(barometer) != before[1]
    undone(barometer, change, before)


def test_results_move_to_the_boards_that_were_really_played(barometer):
    fill_rounds(barometer, 2)
    before = seen(barometer)
    sitting, results = sitting_at(barometer, 2, 1), Result.objects.count()
    nets = [net for _board, net in nets_at(sitting)]
    change = play_other_set(sitting=sitting, board_set=3, reason="Took the wrong boards")
    assert nets_at(sitting) == [(5, nets[0]), (6, nets[1])]
    assert Result.objects.count() == results
    assert sitting_at(barometer, 2, 1).board_set == 3
    assert (change.details["before"], change.details["after"]) == ("3–4", "5–6")
    undone(barometer, change, before)


def test_later_tables_get_boards_that_are_new_to_both():
    """Seven tables, but only five of the seven board sets are met by everybody."""
    tournament = make_drawn(14, kind="mitchell", params={"tables": 7, "rounds": 5})
    sitting = sitting_at(tournament, 2, 1)
    met = [row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))]
    change = play_other_set(sitting=sitting, board_set=met[3])
    assert check_movement(movement_of(tournament)).valid
    boards = {row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))}
    assert len(boards) == 5
    undo_change(change=change)
    again = [row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))]
    assert again == met


def test_where_no_boards_are_new_to_both_they_are_dealt(barometer):
    fill_rounds(barometer, 1)
    found = preview_of(
        barometer,
        lambda: play_other_set(sitting=sitting_at(barometer, 2, 1), board_set=3),
    )
    assert "Boards 15–16 are new and must be dealt." in found.notes
    assert barometer.boards.count() == 14
    teams = set(sides_at(barometer, 2, 1))
    change = play_other_set(sitting=sitting_at(barometer, 2, 1), board_set=3)
    assert check_movement(movement_of(barometer)).valid
    moved = Sitting.objects.filter(round__tournament=barometer, round__number=3, board_set=8)
    tables = {table for table in range(1, 5) if teams & set(sides_at(barometer, 3, table))}
    assert {row.table.number for row in moved} == tables
    undo_change(change=change)
    rows = Sitting.objects.filter(round__tournament=barometer)
    assert all(row.board_set == row.round.number for row in rows.select_related("round"))


def test_without_mending_the_checker_names_who_meets_boards_again(barometer):
    sitting = sitting_at(barometer, 2, 1)
    found = preview_of(barometer, lambda: play_other_set(sitting=sitting, board_set=3, mend=False))
    assert len(found.faults) == 2
    assert all("meets boards 5–6 again" in fault for fault in found.faults)
    assert sitting_at(barometer, 2, 1).board_set == 2


def test_boards_there_are_not_or_that_are_played_already_are_refused(barometer):
    sitting = sitting_at(barometer, 2, 1)
    for board_set, code in ((2, "same_boards"), (0, "no_such_set"), (99, "no_such_set")):
        with pytest.raises(Refused) as refused:
            play_other_set(sitting=sitting, board_set=board_set)
        assert refused.value.code == code
    assert nets_at(sitting) == [(3, None), (4, None)]


def test_two_tables_that_had_each_others_boards(tournament):
    fill_rounds(tournament, 1)
    before = seen(tournament)
    one, other = sitting_at(tournament, 1, 1), sitting_at(tournament, 1, 2)
    nets = nets_at(one), nets_at(other)
    change = exchange_tables_boards(sitting=one, other=other)
    assert [net for _b, net in nets_at(one)] == [net for _b, net in nets[0]]
    assert [board for board, _n in nets_at(one)] == [board for board, _n in nets[1]]
    undone(tournament, change, before)


def test_tables_of_other_rounds_or_with_the_same_boards_are_no_mix_up(barometer):
    one = sitting_at(barometer, 1, 1)
    for other, code in (
        (one, "one_table"),
        (sitting_at(barometer, 2, 2), "one_table"),
        (sitting_at(barometer, 1, 2), "same_boards"),
    ):
        with pytest.raises(Refused) as refused:
            exchange_tables_boards(sitting=one, other=other)
        assert refused.value.code == code


def test_sets_are_mended_only_where_a_set_is_new_to_everybody():
    movement = howell(4)
    assert mend_sets(movement, range(1, 8), 1) == []
    first = movement.rounds[0][0]
    spare = mend_sets(
        movement.__class__(
            **{
                **{name: getattr(movement, name) for name in movement.__slots__},
                "rounds": (
                    movement.rounds[0],
                    (first, *movement.rounds[1][1:]),
                    *movement.rounds[2:],
                ),
            }
        ),
        range(1, 9),
        2,
        preferred=[8],
    )
    assert SetChange(2, first.table, first.board_set or 0, 8) in spare


# Results ----------------------------------------------------------------------------------------


def test_results_entered_on_each_others_phone_change_tables(barometer):
    fill_rounds(barometer, 1)
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    before, nets = seen(barometer), (nets_at(one), nets_at(other))
    change = exchange_tables_results(sitting=one, other=other)
    assert (nets_at(one), nets_at(other)) == (nets[1], nets[0])
    assert {row.version for row in Result.objects.filter(play__sitting=one)} == {1, 2}
    undone(barometer, change, before)


def test_a_table_without_results_takes_those_of_the_other(barometer):
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    enter(plays_of(barometer, sitting=one)[0], slip=slip(98))
    change = exchange_tables_results(sitting=one, other=other)
    states = [play.state for play in plays_of(barometer, sitting=other)]
    assert (nets_at(one), states) == ([(1, None), (2, None)], ["entered", "empty"])
    undo_change(change=change)
    assert [play.state for play in plays_of(barometer, sitting=one)] == ["entered", "empty"]
    with pytest.raises(Refused) as refused:
        exchange_tables_results(
            sitting=sitting_at(barometer, 1, 3), other=sitting_at(barometer, 1, 4)
        )
    assert refused.value.code == "nothing_entered"


def test_results_of_two_boards_are_exchanged_and_undone(barometer):
    fill_rounds(barometer, 1)
    before = seen(barometer)
    first, second = plays_of(barometer, sitting=sitting_at(barometer, 1, 1))
    change = exchange_results(
        play_id=first.pk, other_id=second.pk, reason="Mixed up", override=True
    )
    undone(barometer, change, before)


def test_what_was_corrected_since_cannot_be_undone(barometer):
    fill_rounds(barometer, 1)
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    change = exchange_tables_results(sitting=one, other=other)
    play = plays_of(barometer, sitting=one)[0]
    correct_result(play_id=play.pk, slip=slip(62), reason="Misread", actor=None)
    before = seen(barometer)
    with pytest.raises(Conflict) as refused:
        undo_change(change=change)
    assert refused.value.code == "changed_since"
    assert seen(barometer) == before


def test_a_change_elsewhere_does_not_stand_in_the_way_of_undoing(barometer):
    fill_rounds(barometer, 1)
    change = exchange_sides(sitting=sitting_at(barometer, 1, 1), reason="Sat wrongly")
    fill_rounds(barometer, 2)
    undo_change(change=change)
    assert LogEntry.objects.filter(action="change_undone").count() == 1


# Entrants and seats -----------------------------------------------------------------------------


def test_two_pairs_in_each_others_seats_take_the_results_with_the_cards(tournament):
    fill_rounds(tournament, 2)
    before = seen(tournament)
    first, second = team_of(tournament, 1), team_of(tournament, 6)
    change = exchange_entrants(tournament=tournament, first=first, second=second, rounds=[2])
    layout = layout_of(tournament)
    assert layout.of(2, first.pk) == {(2, first.pk, 1): before[0].seats[2, second.pk, 1]}
    assert layout.plays == before[0].plays
    assert layout.of(3, first.pk) == before[0].of(3, first.pk)
    undone(tournament, change, before)


def test_a_pair_is_not_exchanged_with_itself_or_in_no_round(tournament):
    first, second = team_of(tournament, 1), team_of(tournament, 6)
    with pytest.raises(Refused) as refused:
        exchange_entrants(tournament=tournament, first=first, second=first, rounds=[1])
    assert refused.value.code == "same_entrant"
    with pytest.raises(Refused) as refused:
        exchange_entrants(tournament=tournament, first=first, second=second, rounds=[9])
    assert refused.value.code == "no_such_round"
    with pytest.raises(Refused) as refused:
        exchange_entrants(tournament=tournament, first=first, second=second, rounds=[])
    assert refused.value.code == "nothing_changes"


def seats_of(tournament: Tournament, number: int) -> dict[tuple[int, int], SeatRow]:
    layout = layout_of(tournament)
    return {(key[1], key[2]): row for key, row in layout.seats.items() if key[0] == number}


def sets_of(tournament: Tournament, number: int) -> dict[int, int | None]:
    layout = layout_of(tournament)
    return {key[1]: row.board_set for key, row in layout.tables.items() if key[0] == number}


def test_a_round_is_seated_as_the_director_says(barometer):
    before = seen(barometer)
    seats = seats_of(barometer, 4)
    one, other = team_of(barometer, 1).pk, team_of(barometer, 6).pk
    seats[one, 1], seats[other, 1] = seats[other, 1], seats[one, 1]
    change = reseat_round(
        tournament=barometer, number=4, seats=seats, sets=sets_of(barometer, 4), notes=["met"]
    )
    assert seats_of(barometer, 4) == seats
    assert change.details["notes"] == ["met"]
    undone(barometer, change, before)


def test_who_is_left_out_sits_out_and_the_table_goes(barometer):
    seats = {key: row for key, row in seats_of(barometer, 4).items() if row.table != 1}
    gone = sorted(number or 0 for number in sides_at(barometer, 4, 1))
    reseat_round(tournament=barometer, number=4, seats=seats, sets={})
    assert resting(barometer)[3] == gone
    assert not Sitting.objects.filter(round__tournament=barometer, round__number=4, table__number=1)
    assert Table.objects.filter(tournament=barometer).count() == 4


def test_a_new_table_is_set_up_with_boards(barometer):
    seats = {
        key: row._replace(table=9) if row.table == 4 else row
        for key, row in seats_of(barometer, 4).items()
    }
    reseat_round(tournament=barometer, number=4, seats=seats, sets={9: 4})
    assert nets_at(sitting_at(barometer, 4, 9)) == [(7, None), (8, None)]


def test_seats_that_cannot_be_are_refused_and_nothing_moves(barometer):
    before = seen(barometer)
    seats = seats_of(barometer, 4)
    half = {key: row for key, row in seats.items() if (row.table, row.side) != (1, "NS")}
    lap = {key: row._replace(side="EW") if row.table == 1 else row for key, row in seats.items()}
    for wanted, sets, code in (
        (half, {}, "half_table"),
        (lap, {}, "seat_taken"),
        (seats, {1: 5}, "breaks_rules"),
        (seats, {1: 99}, "no_such_board"),
        (seats, {}, "nothing_changes"),
    ):
        with pytest.raises(Refused) as refused:
            reseat_round(tournament=barometer, number=4, seats=wanted, sets=sets)
        assert refused.value.code == code
    assert seen(barometer) == before


def test_a_table_with_results_cannot_go(barometer):
    fill_rounds(barometer, 1)
    seats = {key: row for key, row in seats_of(barometer, 1).items() if row.table != 1}
    with pytest.raises(Refused) as refused:
        reseat_round(tournament=barometer, number=1, seats=seats, sets={})
    assert refused.value.code == "results_at_table"


# The rest drawn anew ----------------------------------------------------------------------------


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


def test_nothing_is_changed_before_the_draw_or_after_the_end(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    with pytest.raises(Refused) as refused:
        withdraw_team(team=team_of(tournament, 1), from_round=2)
    assert refused.value.code == "finished"
    exchange_sides(sitting=sitting_at(tournament, 1, 1), reason="Seen afterwards")
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    with pytest.raises(Refused) as refused:
        exchange_sides(sitting=sitting_at(tournament, 1, 1), reason="Too early")
    assert refused.value.code == "not_drawn"

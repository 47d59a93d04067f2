import pytest

from tests.builders import enter, fill_rounds, make_drawn, plays_of, slip
from tests.tournaments.changes.field import standings, team_of, undo_state, undone
from tests.tournaments.changes.tables import nets_at, sides_at, sitting_at
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import withdraw_team
from tournaments.changes.services.preview import preview_of
from tournaments.changes.services.repairs import (
    exchange_results,
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    record_other_set,
)
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import LogEntry, Result, Sitting, Tournament
from tournaments.movements import check_movement, howell
from tournaments.movements.mending import SetChange, reassign_sets
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db


def test_undo_of_side_exchange_restores_standings(barometer):
    fill_rounds(barometer, 1)
    before = undo_state(barometer)
    sitting = sitting_at(barometer, 1, 2)
    ns, ew = sides_at(barometer, 1, 2)
    change = exchange_sides(sitting=sitting, reason="Sat wrongly")
    assert sides_at(barometer, 1, 2) == (ew, ns)
    assert standings(barometer) != before[1]
    undone(barometer, change, before)


def test_recording_other_set_moves_results_to_its_boards(barometer):
    fill_rounds(barometer, 2)
    before = undo_state(barometer)
    sitting, results = sitting_at(barometer, 2, 1), Result.objects.count()
    nets = [net for _board, net in nets_at(sitting)]
    change = record_other_set(sitting=sitting, board_set=3, reason="Took the wrong boards")
    assert nets_at(sitting) == [(5, nets[0]), (6, nets[1])]
    assert Result.objects.count() == results
    assert sitting_at(barometer, 2, 1).board_set == 3
    assert (change.details["before"], change.details["after"]) == ("3–4", "5–6")
    undone(barometer, change, before)


def test_recording_other_set_reassigns_boards_of_later_tables():
    """Seven tables, but only five of the seven board sets are played by all."""
    tournament = make_drawn(14, kind="mitchell", params={"tables": 7, "rounds": 5})
    sitting = sitting_at(tournament, 2, 1)
    met = [row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))]
    change = record_other_set(sitting=sitting, board_set=met[3])
    assert check_movement(movement_of(tournament)).is_valid
    boards = {row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))}
    assert len(boards) == 5
    undo_change(change=change)
    again = [row.board_set for row in Sitting.objects.filter(seats__team=team_of(tournament, 1))]
    assert again == met


def test_recording_other_set_deals_missing_boards(barometer):
    fill_rounds(barometer, 1)
    found = preview_of(
        barometer,
        lambda: record_other_set(sitting=sitting_at(barometer, 2, 1), board_set=3),
    )
    assert "Boards 15–16 are new and must be dealt." in found.notes
    assert barometer.boards.count() == 14
    teams = set(sides_at(barometer, 2, 1))
    change = record_other_set(sitting=sitting_at(barometer, 2, 1), board_set=3)
    assert check_movement(movement_of(barometer)).is_valid
    moved = Sitting.objects.filter(round__tournament=barometer, round__number=3, board_set=8)
    tables = {table for table in range(1, 5) if teams & set(sides_at(barometer, 3, table))}
    assert {row.table.number for row in moved} == tables
    undo_change(change=change)
    rows = Sitting.objects.filter(round__tournament=barometer)
    assert all(row.board_set == row.round.number for row in rows.select_related("round"))


def test_recording_other_set_without_mending_lists_faults(barometer):
    sitting = sitting_at(barometer, 2, 1)
    found = preview_of(
        barometer, lambda: record_other_set(sitting=sitting, board_set=3, mend=False)
    )
    assert len(found.faults) == 2
    assert all("plays boards 5–6 again" in fault for fault in found.faults)
    assert sitting_at(barometer, 2, 1).board_set == 2


def test_recording_unknown_or_same_set_is_rejected(barometer):
    sitting = sitting_at(barometer, 2, 1)
    for board_set, code in ((2, "same_boards"), (0, "no_such_set"), (99, "no_such_set")):
        with pytest.raises(RuleViolationError) as refused:
            record_other_set(sitting=sitting, board_set=board_set)
        assert refused.value.code == code
    assert nets_at(sitting) == [(3, None), (4, None)]


def test_board_exchange_of_two_tables_moves_results(tournament):
    fill_rounds(tournament, 1)
    before = undo_state(tournament)
    one, other = sitting_at(tournament, 1, 1), sitting_at(tournament, 1, 2)
    nets = nets_at(one), nets_at(other)
    change = exchange_tables_boards(sitting=one, other=other)
    assert [net for _b, net in nets_at(one)] == [net for _b, net in nets[0]]
    assert [board for board, _n in nets_at(one)] == [board for board, _n in nets[1]]
    undone(tournament, change, before)


def test_board_exchange_of_unfit_tables_is_rejected(barometer):
    one = sitting_at(barometer, 1, 1)
    for other, code in (
        (one, "one_table"),
        (sitting_at(barometer, 2, 2), "one_table"),
        (sitting_at(barometer, 1, 2), "same_boards"),
    ):
        with pytest.raises(RuleViolationError) as refused:
            exchange_tables_boards(sitting=one, other=other)
        assert refused.value.code == code


def test_reassign_sets_uses_only_sets_new_to_all_pairs():
    movement = howell(4)
    assert reassign_sets(movement, range(1, 8), 1) == []
    first = movement.rounds[0][0]
    spare = reassign_sets(
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


def test_result_exchange_of_two_tables_swaps_results(barometer):
    fill_rounds(barometer, 1)
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    before, nets = undo_state(barometer), (nets_at(one), nets_at(other))
    change = exchange_tables_results(sitting=one, other=other)
    assert (nets_at(one), nets_at(other)) == (nets[1], nets[0])
    assert {row.version for row in Result.objects.filter(play__sitting=one)} == {1, 2}
    undone(barometer, change, before)


def test_result_exchange_with_empty_table_moves_results(barometer):
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    enter(plays_of(barometer, sitting=one)[0], slip=slip(98))
    change = exchange_tables_results(sitting=one, other=other)
    states = [play.state for play in plays_of(barometer, sitting=other)]
    assert (nets_at(one), states) == ([(1, None), (2, None)], ["entered", "empty"])
    undo_change(change=change)
    assert [play.state for play in plays_of(barometer, sitting=one)] == ["entered", "empty"]
    with pytest.raises(RuleViolationError) as refused:
        exchange_tables_results(
            sitting=sitting_at(barometer, 1, 3), other=sitting_at(barometer, 1, 4)
        )
    assert refused.value.code == "nothing_entered"


def test_exchange_of_two_board_results_can_be_undone(barometer):
    fill_rounds(barometer, 1)
    before = undo_state(barometer)
    first, second = plays_of(barometer, sitting=sitting_at(barometer, 1, 1))
    change = exchange_results(
        play_id=first.pk, other_id=second.pk, reason="Mixed up", override=True
    )
    undone(barometer, change, before)


def test_undo_after_later_correction_is_rejected(barometer):
    fill_rounds(barometer, 1)
    one, other = sitting_at(barometer, 1, 1), sitting_at(barometer, 1, 2)
    change = exchange_tables_results(sitting=one, other=other)
    play = plays_of(barometer, sitting=one)[0]
    correct_result(play_id=play.pk, slip=slip(62), reason="Misread", actor=None)
    before = undo_state(barometer)
    with pytest.raises(ConflictError) as refused:
        undo_change(change=change)
    assert refused.value.code == "changed_since"
    assert undo_state(barometer) == before


def test_change_in_another_round_does_not_block_undo(barometer):
    fill_rounds(barometer, 1)
    change = exchange_sides(sitting=sitting_at(barometer, 1, 1), reason="Sat wrongly")
    fill_rounds(barometer, 2)
    undo_change(change=change)
    assert LogEntry.objects.filter(action="change_undone").count() == 1


def test_changes_are_limited_by_tournament_state(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    with pytest.raises(RuleViolationError) as refused:
        withdraw_team(team=team_of(tournament, 1), from_round=2)
    assert refused.value.code == "finished"
    exchange_sides(sitting=sitting_at(tournament, 1, 1), reason="Seen afterwards")
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    with pytest.raises(RuleViolationError) as refused:
        exchange_sides(sitting=sitting_at(tournament, 1, 1), reason="Too early")
    assert refused.value.code == "not_drawn"

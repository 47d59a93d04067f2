import pytest

from tests.builders import fill_rounds
from tests.tournaments.changes.field import resting, team_of, undo_state, undone
from tests.tournaments.changes.tables import nets_at, sides_at, sitting_at
from tournaments.changes.layout import SeatRow
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.seating import exchange_entrants, reseat_round
from tournaments.errors import RuleViolationError
from tournaments.models import Sitting, Table, Tournament

pytestmark = pytest.mark.django_db


def test_exchanged_pairs_take_over_seats_with_results(tournament):
    fill_rounds(tournament, 2)
    before = undo_state(tournament)
    first, second = team_of(tournament, 1), team_of(tournament, 6)
    change = exchange_entrants(tournament=tournament, first=first, second=second, rounds=[2])
    layout = layout_of(tournament)
    assert layout.of(2, first.pk) == {(2, first.pk, 1): before[0].seats[2, second.pk, 1]}
    assert layout.plays == before[0].plays
    assert layout.of(3, first.pk) == before[0].of(3, first.pk)
    undone(tournament, change, before)


def test_invalid_entrant_exchange_is_rejected(tournament):
    first, second = team_of(tournament, 1), team_of(tournament, 6)
    with pytest.raises(RuleViolationError) as refused:
        exchange_entrants(tournament=tournament, first=first, second=first, rounds=[1])
    assert refused.value.code == "same_entrant"
    with pytest.raises(RuleViolationError) as refused:
        exchange_entrants(tournament=tournament, first=first, second=second, rounds=[9])
    assert refused.value.code == "no_such_round"
    with pytest.raises(RuleViolationError) as refused:
        exchange_entrants(tournament=tournament, first=first, second=second, rounds=[])
    assert refused.value.code == "nothing_changes"


def seats_of(tournament: Tournament, number: int) -> dict[tuple[int, int], SeatRow]:
    layout = layout_of(tournament)
    return {(key[1], key[2]): row for key, row in layout.seats.items() if key[0] == number}


def sets_of(tournament: Tournament, number: int) -> dict[int, int | None]:
    layout = layout_of(tournament)
    return {key[1]: row.board_set for key, row in layout.tables.items() if key[0] == number}


def test_reseating_stores_given_seats(barometer):
    before = undo_state(barometer)
    seats = seats_of(barometer, 4)
    one, other = team_of(barometer, 1).pk, team_of(barometer, 6).pk
    seats[one, 1], seats[other, 1] = seats[other, 1], seats[one, 1]
    change = reseat_round(
        tournament=barometer, number=4, seats=seats, sets=sets_of(barometer, 4), notes=["met"]
    )
    assert seats_of(barometer, 4) == seats
    assert change.details["notes"] == ["met"]
    undone(barometer, change, before)


def test_reseating_rests_omitted_pairs_and_removes_table(barometer):
    seats = {key: row for key, row in seats_of(barometer, 4).items() if row.table != 1}
    gone = sorted(number or 0 for number in sides_at(barometer, 4, 1))
    reseat_round(tournament=barometer, number=4, seats=seats, sets={})
    assert resting(barometer)[3] == gone
    assert not Sitting.objects.filter(round__tournament=barometer, round__number=4, table__number=1)
    assert Table.objects.filter(tournament=barometer).count() == 4


def test_reseating_creates_new_table_with_boards(barometer):
    seats = {
        key: row._replace(table=9) if row.table == 4 else row
        for key, row in seats_of(barometer, 4).items()
    }
    reseat_round(tournament=barometer, number=4, seats=seats, sets={9: 4})
    assert nets_at(sitting_at(barometer, 4, 9)) == [(7, None), (8, None)]


def test_invalid_seating_is_rejected_without_changes(barometer):
    before = undo_state(barometer)
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
        with pytest.raises(RuleViolationError) as refused:
            reseat_round(tournament=barometer, number=4, seats=wanted, sets=sets)
        assert refused.value.code == code
    assert undo_state(barometer) == before


def test_table_with_results_cannot_be_removed(barometer):
    fill_rounds(barometer, 1)
    seats = {key: row for key, row in seats_of(barometer, 1).items() if row.table != 1}
    with pytest.raises(RuleViolationError) as refused:
        reseat_round(tournament=barometer, number=1, seats=seats, sets={})
    assert refused.value.code == "results_at_table"

import datetime

import pytest
from django.utils import timezone

from tests.builders import make_drawn, phone_of
from tournaments.models import Round, Seat, Tournament
from tournaments.table_app.selectors.next_tables import next_boards
from tournaments.table_app.selectors.tables import TableState

pytestmark = pytest.mark.django_db


def states_of(tournament: Tournament) -> dict[int, TableState]:
    return {table.number: phone_of(table) for table in tournament.tables.all()}


def test_board_set_moves_to_its_next_table():
    sets = {
        (1, 1): (1, (1, 2)), (1, 2): (2, (3, 4)), (1, 3): (3, (5, 6)),
        (2, 1): (2, (3, 4)), (2, 2): (3, (5, 6)), (2, 3): (1, (1, 2)),
    }  # fmt: skip
    assert [next_boards(1, table, sets) for table in (1, 2, 3)] == [
        {"round": 2, "table": 3, "boards": [1, 2]},
        {"round": 2, "table": 1, "boards": [3, 4]},
        {"round": 2, "table": 2, "boards": [5, 6]},
    ]
    assert next_boards(2, 1, sets) is None  # round 3 is unknown


def test_second_copy_of_a_board_set_stays_where_needed():
    sets = {
        (1, 1): (1, (1,)), (1, 2): (1, (1,)), (1, 3): (2, (2,)), (1, 4): (2, (2,)),
        (2, 2): (1, (1,)), (2, 3): (1, (1,)), (2, 1): (3, (3,)), (2, 4): (3, (3,)),
    }  # fmt: skip
    ways = [next_boards(1, table, sets) for table in (1, 2, 3)]
    assert [way and way["table"] for way in ways] == [3, 2, None]


def test_table_state_shows_next_table_opponents_and_boards():
    tournament = make_drawn(6, kind="mitchell", params={"tables": 3, "rounds": 3})
    states = states_of(tournament)
    first = states[1].rounds[0]
    way = first.pairs["EW"].onward
    seat = Seat.objects.get(
        round__number=2, round__tournament=tournament, team__number=first.pairs["EW"].number
    )
    assert way is not None
    assert way["table"] == seat.sitting.table.number
    other = seat.sitting.seats.exclude(pk=seat.pk).get()
    assert way["against"] == other.team.name
    there = states[way["table"]]
    assert first.boards_way is not None
    assert states[1].tables == len(states) == 3
    plays = seat.sitting.plays.order_by("board__number")
    assert way["boards"] == [play.board.number for play in plays]
    assert there.table == way["table"]


def test_resting_pair_sees_when_its_rest_ends():
    tournament = make_drawn(
        5, kind="round_robin", params={"entrants": 5}, cards="open", game={"deals": 12}
    )
    ends = timezone.now() + datetime.timedelta(minutes=10)
    Round.objects.filter(tournament=tournament, number=1).update(ends_at=ends)
    resting = Seat.objects.get(round__tournament=tournament, round__number=2, sitting=None).team
    ways = [
        pair.onward
        for state in states_of(tournament).values()
        for pair in state.rounds[0].pairs.values()
        if pair.number == resting.number
    ]
    until = ends + datetime.timedelta(minutes=12 * 3 + tournament.change_minutes)
    assert [(way["table"], way["until"]) for way in ways if way] == [(None, until.isoformat())]

from collections import Counter

import pytest

from tests.builders import fill_rounds, make_drawn, names_of
from tests.tournaments.changes.field import resting, team_of, undo_state, undone
from tests.tournaments.formats import make_field
from tournaments.changes.services.people import withdraw_team
from tournaments.changes.services.redraws import redraw_rest
from tournaments.draws.selectors.movements import movement_of
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.models import Seat, Tournament
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db


def test_redraw_seats_only_present_teams():
    tournament = make_drawn(9, params={"entrants": 9, "rounds": 5})
    fill_rounds(tournament, 2)
    withdraw_team(team=team_of(tournament, 4), from_round=3)
    late = add_late(tournament)
    before = undo_state(tournament)
    change = redraw_rest(tournament=tournament, from_round=3)
    checked = check_movement(movement_of(tournament))
    assert (checked.is_valid, checked.repeats) == (True, ())
    assert [len(row) for row in resting(tournament)] == [1] * 5
    late.refresh_from_db()
    assert late.number == 10
    assert Seat.objects.filter(team=late).count() == 3
    undone(tournament, change, before)


def add_late(tournament: Tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state="entry")
    team = add_team(tournament=tournament, players=names_of(40))
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    return team


def test_redraw_uses_existing_boards_and_copies(tournament):
    fill_rounds(tournament, 1)
    withdraw_team(team=team_of(tournament, 4), from_round=2)
    before, boards = undo_state(tournament), tournament.boards.count()
    change = redraw_rest(tournament=tournament, from_round=2)
    checked = check_movement(movement_of(tournament))
    assert (checked.is_valid, checked.most_sharing_tables, tournament.boards.count()) == (
        True,
        1,
        boards,
    )
    assert [len(row) for row in resting(tournament)] == [0] + [1] * 6
    undone(tournament, change, before)


def test_redraw_with_same_boards_deals_missing_boards(tournament):
    fill_rounds(tournament, 1)
    boards = tournament.boards.count()
    redraw_rest(tournament=tournament, from_round=2, boards="same")
    assert check_movement(movement_of(tournament)).is_valid
    assert tournament.boards.count() > boards


def test_open_play_is_redrawn_without_boards():
    tournament = make_drawn(
        7, kind="berger", params={"entrants": 7}, cards="open", scoring="game_points"
    )
    redraw_rest(tournament=tournament, from_round=3)
    assert check_movement(movement_of(tournament)).is_valid
    assert [len(row) for row in resting(tournament)] == [1] * 7


def test_redraw_of_round_with_results_is_rejected(tournament):
    fill_rounds(tournament, 2)
    before = undo_state(tournament)
    with pytest.raises(RuleViolationError) as refused:
        redraw_rest(tournament=tournament, from_round=2)
    assert (refused.value.code, undo_state(tournament)) == ("results_exist", before)


def singles(players: int, rounds: int, **values) -> Tournament:
    kind = values.pop("kind", "melee")
    params = {"players": players, "rounds": rounds}
    usual = {"unit": "player", "cards": "open", "scoring": "game_points", "game": {"deals": 8}}
    return make_field(players, kind, params, **usual | values)


def tables_in(tournament: Tournament, number: int) -> list[set[int]]:
    row = tournament.rounds.get(number=number)
    return [
        set(sitting.seats.values_list("team__number", flat=True)) for sitting in row.sittings.all()
    ]


LARGER = [
    (16, 6, [1, 2, 3, 4], {}),
    (16, 6, [3, 8, 11, 14], {}),
    (12, 5, [5], {}),
    (20, 5, [1, 6, 11, 16, 20, 2], {}),
    (28, 4, [1, 5, 9, 13], {}),
    (16, 4, [1, 2, 3, 4], {"cards": "boards", "scoring": "matchpoints"}),
    (12, 5, [1, 4], {"cards": "boards", "scoring": "total_points"}),
    (12, 4, [4, 5], {"kind": "three_handed", "variant": "bela3"}),
]


@pytest.mark.parametrize(
    ("players", "rounds", "leave", "values"),
    [
        (12, 4, [1, 2, 3, 4], {}),
        (13, 4, [1, 2], {}),
        (8, 5, [8], {}),
        (12, 4, [1, 4], {"cards": "boards", "scoring": "total_points"}),
        (9, 5, [1, 2, 3], {"kind": "three_handed", "variant": "bela3"}),
        *(pytest.param(*values, marks=pytest.mark.slow) for values in LARGER),
    ],
)
def test_redraw_of_single_players_seats_those_present(players, rounds, leave, values):
    tournament = singles(players, rounds, **values)
    at_table = tournament.variant.players
    if tournament.cards == Tournament.Cards.BOARDS:
        fill_rounds(tournament, 2)
    for number in leave:
        withdraw_team(team=team_of(tournament, number), from_round=3)
    kept = [tables_in(tournament, number) for number in (1, 2)]
    before = undo_state(tournament)
    change = redraw_rest(tournament=tournament, from_round=3)
    here = set(range(1, players + 1)) - set(leave)
    for number in range(3, rounds + 1):
        tables = tables_in(tournament, number)
        seated = [player for table in tables for player in table]
        assert len(seated) == len(set(seated)) == len(here) // at_table * at_table
        assert set(seated) <= here
        assert {len(table) for table in tables} == {at_table}
    assert [tables_in(tournament, number) for number in (1, 2)] == kept
    assert check_movement(movement_of(tournament)).is_valid
    undone(tournament, change, before)


def test_redraw_seats_players_with_most_byes():
    tournament = singles(13, 6)
    withdraw_team(team=team_of(tournament, 1), from_round=2)
    redraw_rest(tournament=tournament, from_round=2)
    assert [len(row) for row in resting(tournament)] == [1] + [0] * 5
    withdraw_team(team=team_of(tournament, 2), from_round=3)
    redraw_rest(tournament=tournament, from_round=3)
    rested = Counter(number for row in resting(tournament) for number in row)
    times = [rested[number] for number in range(3, 14)]
    assert max(times) - min(times) <= 1


@pytest.mark.parametrize(
    ("unit", "boards"), [("pair", "kept"), ("pair", "same"), ("player", "kept")]
)
def test_redraw_keeps_team_until_its_later_withdrawal(unit, boards):
    tournament = make_drawn(8) if unit == "pair" else singles(13, 6)
    withdraw_team(team=team_of(tournament, 4), from_round=5)
    before = undo_state(tournament)
    change = redraw_rest(tournament=tournament, from_round=2, boards=boards)
    seats = Seat.objects.filter(round__tournament=tournament, team__number=4)
    assert sorted(seats.values_list("round__number", flat=True)) == [1, 2, 3, 4]
    assert check_movement(movement_of(tournament)).is_valid
    undone(tournament, change, before)

import pytest

from tests.builders import plays_of
from tests.tournaments.formats import make_field
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.services.draws import undo_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Board, OpenGame, Seat, Sitting
from tournaments.movements import build_movement, check_movement

pytestmark = pytest.mark.django_db

TEAM, PLAYER = {"unit": "team", "scoring": "imps"}, {"unit": "player"}
STORED = [
    ("head_to_head", {"teams": 4}, 4, TEAM),
    ("head_to_head", {"teams": 5}, 5, TEAM),
    ("american_whist", {"teams": 5}, 5, TEAM),
    ("new_england", {"teams": 6}, 6, TEAM),
    ("triangle", {}, 3, TEAM),
    ("rainbow", {"tables": 5}, 20, PLAYER),
    ("whist", {"players": 8}, 8, PLAYER),
    ("whist", {"players": 10}, 10, PLAYER),
    ("melee", {"players": 14, "rounds": 4, "seed": 5}, 14, PLAYER),
    ("pools", {"entrants": 9, "pools": 2, "boards": True}, 9, {}),
    ("berger", {"entrants": 6}, 6, {"cards": "open"}),
    ("two_handed", {"players": 5}, 5, {**PLAYER, "variant": "bela2"}),
    ("three_handed", {"players": 9, "rounds": 4, "seed": 5}, 9,
     {**PLAYER, "variant": "bela3", "cards": "open"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "params", "entrants", "values"), STORED)
def test_stored_draw_equals_built_movement(kind, params, entrants, values):
    tournament = make_field(entrants, kind, params, **values)
    stored, made = movement_of(tournament), build_movement(kind, params)
    assert [[(p.table, p.entrants) for p in row] for row in stored.rounds] == [
        [(p.table, p.entrants) for p in row] for row in made.rounds
    ]
    assert stored.sit_outs == made.sit_outs
    assert stored.unit == made.unit
    assert check_movement(stored).is_valid


def test_team_match_uses_two_tables_with_one_number():
    tournament = make_field(4, "head_to_head", {"teams": 4}, **TEAM)
    first = tournament.rounds.get(number=1)
    rows = first.sittings.order_by("table__number").values_list("table__number", "match")
    assert list(rows) == [(1, 1), (2, 1), (3, 2), (4, 2)]
    seats = Seat.objects.filter(round=first, team__number=1).order_by("half")
    assert [(seat.half, seat.side) for seat in seats] == [(1, "NS"), (2, "EW")]


def test_team_pools_use_two_tables_per_match():
    tournament = make_field(6, "pools", {"entrants": 6, "pools": 2, "boards": True}, **TEAM)
    stored = movement_of(tournament)
    assert (stored.unit, stored.tables) == ("team", 4)
    assert check_movement(stored).is_valid


def test_individual_seats_have_compass_places():
    make_field(4, "whist", {"players": 4}, **PLAYER)
    seats = Seat.objects.filter(round__number=1).order_by("place")
    assert [(s.place, s.side, s.team.number) for s in seats] == [
        ("E", "EW", 2),
        ("N", "NS", 4),
        ("S", "NS", 3),
        ("W", "EW", 1),
    ]


def test_open_play_has_one_game_per_table_and_no_deals():
    tournament = make_field(6, "berger", {"entrants": 6}, cards="open", game={"deals": 12})
    assert list(Board.objects.values_list("number", "deal")) == [(n, None) for n in range(1, 6)]
    assert len(plays_of(tournament)) == 5 * 3
    play = plays_of(tournament, sitting__round__number=4, sitting__table__number=2)[0]
    assert play.board.number == 4
    assert set(Sitting.objects.values_list("board_set", flat=True)) == {None}
    assert (tournament.boards_per_round, tournament.game) == (1, OpenGame(deals=12))


def test_open_play_draw_can_be_undone():
    tournament = make_field(6, "berger", {"entrants": 6}, cards="open")
    tournament = undo_draw(tournament=tournament)
    assert (tournament.state, Board.objects.count()) == ("entry", 0)


def test_melee_is_rebuilt_from_its_stored_seed():
    tournament = make_field(8, "melee", {"players": 8, "rounds": 3}, **PLAYER)
    assert tournament.movement_params["seed"] > 0
    assert build_movement("melee", tournament.movement_params).rounds == tuple(
        tuple(place for place in row) for row in movement_of(tournament).rounds
    )


@pytest.mark.parametrize(
    ("kind", "params", "entrants", "values", "code"),
    [
        ("barometer", {"entrants": 8}, 8, PLAYER, "wrong_unit"),
        ("head_to_head", {"teams": 4}, 4, {}, "wrong_unit"),
        ("swiss", {"rounds": 3}, 8, PLAYER, "needs_partners"),
        ("whist", {"players": 8}, 8, {**PLAYER, "variant": "bela2"}, "wrong_unit"),
        ("swiss", {"rounds": 0}, 8, {}, "bad_movement"),
        ("swiss", {}, 8, {}, "bad_movement"),
        ("swiss", {"rounds": 3, "first": "loudest"}, 8, {}, "bad_movement"),
        ("lives", {"lives": "many"}, 8, {}, "bad_movement"),
        ("double_elimination", {"entrants": 2}, 2, {}, "bad_movement"),
        ("single_elimination", {"entrants": 5}, 8, {}, "wrong_size"),
    ],
)
def test_unfit_format_is_rejected(kind, params, entrants, values, code):
    with pytest.raises(RuleViolationError) as caught:
        make_field(entrants, kind, params, **values)
    assert caught.value.code == code

import hashlib

import pytest
from django.db import IntegrityError, transaction

from games.belot import SEATS, seeded_pack
from games.models import Deal
from tests.builders import enter, enter_teams, make_club, make_drawn, make_tournament, plays_of
from tournaments.draws.services.draws import draw_tournament, publish_draw, undo_draw
from tournaments.entries.services.entries import set_present
from tournaments.errors import RuleViolationError
from tournaments.models import Play, Seat

pytestmark = pytest.mark.django_db


def test_barometer_seats_every_pair_in_every_round():
    tournament = make_drawn(8)
    assert tournament.rounds.count() == 7
    assert Seat.objects.filter(round__tournament=tournament, sitting__isnull=False).count() == 7 * 8
    assert Play.objects.filter(sitting__round__tournament=tournament).count() == 7 * 4 * 2
    assert tournament.boards.count() == 14


def test_a_round_robin_plays_a_new_set_in_each_round():
    tournament = make_drawn(7, kind="round_robin", params={"entrants": 7})
    assert tournament.boards.count() == 14
    assert len(plays_of(tournament)) == 7 * 3 * 2


def test_odd_field_rests_each_pair_once():
    tournament = make_drawn(9)
    resting = Seat.objects.filter(round__tournament=tournament, sitting__isnull=True)
    assert sorted(resting.values_list("team__number", flat=True)) == list(range(1, 10))


def test_a_mitchell_of_nine_tables_plays_27_boards():
    tournament = make_drawn(18, kind="mitchell", params={"tables": 9}, boards_per_round=3)
    assert (tournament.boards.count(), tournament.winners) == (27, 2)
    play = plays_of(tournament, sitting__round__number=2, sitting__table__number=1)[0]
    assert play.board.number == 4


def test_boards_are_dealt_from_seed_with_published_hash():
    tournament = make_drawn(8)
    seed = bytes.fromhex(tournament.seed)
    assert len(seed) >= 16
    assert tournament.seed_hash == hashlib.sha256(seed).hexdigest()
    variant = tournament.variant
    for board in tournament.boards.select_related("deal"):
        assert board.deal.pack == seeded_pack(variant, seed, board.number)
        assert board.deal.dealer == SEATS[(board.number - 1) % 4]


def test_each_draw_has_its_own_random_seed():
    seeds = set()
    club = make_club()
    for name in ("one", "two"):
        tournament = make_tournament(club, name=name)
        enter_teams(tournament, 4)
        draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 4})
        tournament.refresh_from_db()
        seeds.add(tournament.seed)
    assert len(seeds) == 2
    assert {len(seed) for seed in seeds} == {64}


def test_only_teams_that_are_present_are_drawn():
    tournament = make_tournament()
    enter_teams(tournament, 9)
    absent = tournament.teams.last()
    set_present(team=absent, is_present=False)
    draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 8})
    absent.refresh_from_db()
    assert absent.number is None
    assert not absent.seats.exists()


@pytest.mark.parametrize(
    ("kind", "params", "code"),
    [
        ("barometer", {"entrants": 10}, "wrong_size"),
        ("nonsense", {}, "bad_movement"),
        ("mitchell", {"tables": "many"}, "bad_movement"),
        ("mitchell", {"colour": 4}, "bad_movement"),
    ],
)
def test_unfit_movement_is_rejected_without_changes(kind, params, code):
    tournament = make_tournament()
    enter_teams(tournament, 8)
    with pytest.raises(RuleViolationError) as caught:
        draw_tournament(tournament=tournament, kind=kind, params=params)
    assert caught.value.code == code
    tournament.refresh_from_db()
    assert (tournament.state, tournament.seed) == ("entry", "")
    assert not tournament.rounds.exists()


def test_a_second_draw_is_refused():
    tournament = make_drawn(8)
    with pytest.raises(RuleViolationError, match="drawn already"):
        draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 8})


def test_draw_can_be_undone_and_repeated():
    tournament = make_drawn(8)
    tournament = undo_draw(tournament=tournament)
    assert tournament.state == "entry"
    assert not tournament.rounds.exists()
    assert not tournament.boards.exists()
    assert Deal.objects.count() == 0
    draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 8})
    tournament.refresh_from_db()
    assert publish_draw(tournament=tournament).state == "playing"


def test_draw_with_results_cannot_be_undone():
    tournament = make_drawn(8)
    enter(plays_of(tournament)[0])
    with pytest.raises(RuleViolationError) as caught:
        undo_draw(tournament=tournament)
    assert caught.value.code == "results_exist"


@pytest.mark.sql
def test_the_database_refuses_a_team_twice_in_a_round():
    tournament = make_drawn(8)
    seat = Seat.objects.filter(round__tournament=tournament).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(round=seat.round, team=seat.team)

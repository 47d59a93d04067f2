"""Late teams of four where halves of a match are in different rounds."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import fill_rounds, names_of
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import join_late
from tournaments.changes.services.seating import reseat_round
from tournaments.draws.selectors.movements import movement_of
from tournaments.models import Change, Seat, Tournament
from tournaments.movements import check_movement
from tournaments.state.snapshot import byes_of

pytestmark = pytest.mark.django_db
RELAYS = [
    ("triangle", 3, {}, 1),
    ("american_whist", 3, {"teams": 3}, 1),
    ("american_whist", 5, {"teams": 5}, 1),
    ("american_whist", 5, {"teams": 5}, 2),
    ("new_england", 4, {"teams": 4}, 1),
    ("new_england", 4, {"teams": 4}, 2),
    ("new_england", 6, {"teams": 6}, 2),
]
"""Kind, teams, parameters, round of the extra team."""


def one_more(tournament: Tournament, number: int) -> Change:
    fill_rounds(tournament, number - 1)
    four = [*names_of(30), *names_of(31)]
    return join_late(tournament=tournament, players=four, from_round=number)


@pytest.fixture
def triangle() -> Tournament:
    tournament = make_field(3, "triangle", {}, unit="team", scoring="imps")
    one_more(tournament, 1)
    return Tournament.objects.get(pk=tournament.pk)


def boards_at(tournament: Tournament) -> set[tuple[int, int, int]]:
    columns = ("plays__sitting__round__number", "plays__sitting__table__number", "number")
    return set(tournament.boards.values_list(*columns))


def halves_in(layout: Layout, number: int, team: int) -> dict[int, int | None]:
    """Table of each half of a team in a round, None where it rests."""
    return {key[2]: row.table for key, row in layout.of(number, team).items()}


@pytest.mark.parametrize(("kind", "teams", "params", "number"), RELAYS)
def test_late_team_leaves_every_team_seated_or_resting(kind, teams, params, number):
    tournament = make_field(teams, kind, params, unit="team", scoring="imps")
    dealt, tables, before = tournament.boards.count(), boards_at(tournament), layout_of(tournament)
    change = one_more(tournament, number)
    layout = layout_of(tournament)
    for each in range(number, tournament.rounds.count() + 1):
        for team in tournament.teams.all():
            halves = halves_in(layout, each, team.pk)
            assert sorted(halves) == [1, 2] or halves == {1: None}
        seats = [row.table for key, row in layout.seats.items() if key[0] == each and row.table]
        assert sorted(seats) == sorted(table for _round, table in layout.tables if _round == each
                                       for _side in ("NS", "EW"))  # fmt: skip
    assert check_movement(movement_of(tournament)).is_valid
    assert (tournament.boards.count(), boards_at(tournament)) == (dealt, tables)
    undo_change(change=change)
    assert layout_of(tournament).seats == before.seats


def test_pages_show_half_team_rest_as_one_pair_sitting_out(triangle):
    director = client_of(triangle)
    second, third = (triangle.teams.get(number=number) for number in (2, 3))
    pages = [
        Client().get(reverse("tournament_round", args=[triangle.code, 1])),
        director.get(address("draw", triangle)),
        director.get(address("tournament", triangle)),
    ]
    for page in pages:
        words = " ".join(page.content.decode().split())
        assert "Sitting out:" not in words
        listed = words.split("One pair sits out:")[1].split("</span>")[0]
        assert [listed.count(team.name) for team in (second, third)] == [1, 1]


def test_half_team_rest_is_not_a_bye(triangle):
    assert Seat.objects.filter(round__tournament=triangle, sitting=None).count() == 4
    assert list(byes_of(triangle, 2)) == []


def test_half_team_rest_counts_as_one_half_in_layout(triangle):
    numbers = {team.pk: team.number for team in triangle.teams.all()}
    rests = layout_of(triangle).rests()
    assert {numbers[team]: count for team, count in rests.items()} == {2: 1, 3: 1}
    assert layout_of(triangle).entrants_at_rest(1) == []


def test_manual_seating_seats_both_pairs_of_resting_team():
    tournament = make_field(4, "new_england", {"teams": 4}, unit="team", scoring="imps")
    one_more(tournament, 1)
    layout = layout_of(tournament)
    (resting,) = layout.entrants_at_rest(2)
    seats = {key[1:]: row for key, row in layout.seats.items() if key[0] == 2 and row.table}
    sets = {table: row.board_set for (_n, table), row in layout.tables.items() if _n == 2}
    gives = next(team for team, _half in seats)
    taken = {(resting if team == gives else team, half): row for (team, half), row in seats.items()}
    reseat_round(tournament=tournament, number=2, seats=taken, sets=sets, override=True)
    after = layout_of(tournament)
    assert sorted(halves_in(after, 2, resting)) == [1, 2]
    assert None not in halves_in(after, 2, resting).values()
    assert after.entrants_at_rest(2) == [gives]

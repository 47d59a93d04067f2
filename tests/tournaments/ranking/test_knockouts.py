"""A cup is ranked by its bracket in what everybody reads, after every round."""

import pytest

from tests.builders import rebuild
from tests.tournaments.formats import better_wins, make_field
from tournaments.errors import Refused
from tournaments.models import StandingRow
from tournaments.rounds.services import draw_next_round, publish_round

pytestmark = pytest.mark.django_db


def play_out(tournament):
    """Every round until nothing is left to be played; the lower number always wins."""
    number = 1
    while True:
        better_wins(tournament, number)
        number += 1
        try:
            draw_next_round(tournament=tournament)
        except Refused:
            return
        publish_round(tournament=tournament, number=number)


def ranked(tournament):
    """Place → numbers of the teams that have it, as stored."""
    rebuild(tournament)
    found = {}
    for row in StandingRow.objects.filter(tournament=tournament).order_by("position"):
        found.setdefault(row.rank, []).append(row.team.number)
    return {rank: sorted(teams) for rank, teams in found.items()}


@pytest.mark.parametrize(
    ("entrants", "kind", "params", "places"),
    [
        (2, "single_elimination", {}, {1: [1], 2: [2]}),
        (3, "single_elimination", {}, {1: [1], 2: [2], 3: [3]}),
        (4, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4]}),
        (4, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3], 4: [4]}),
        (5, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4], 5: [5]}),
        (5, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3], 4: [4], 5: [5]}),
        (3, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3]}),
        (8, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4], 5: [5, 6, 7, 8]}),
        (6, "single_elimination", {"consolation": True}, {1: [1], 2: [2], 3: [3, 4], 5: [5, 6]}),
        (4, "double_elimination", {"reset": True}, {1: [1], 2: [2], 3: [3], 4: [4]}),
        (5, "double_elimination", {"reset": False}, {1: [1], 2: [2], 3: [3], 4: [4], 5: [5]}),
        (4, "lives", {"lives": 1, "buy_backs": 0}, None),
    ],
)
def test_stored_places_are_those_of_the_bracket(entrants, kind, params, places):
    given = params if kind == "lives" else {"entrants": entrants, **params}
    tournament = make_field(entrants, kind, given, scoring="total_points")
    play_out(tournament)
    found = ranked(tournament)
    assert found[1] == [1]
    if places is not None:
        assert found == places

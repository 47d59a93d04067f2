"""All pages of a field of over a thousand entrants open, also on SQLite.

SQLite limits an expression to a thousand parts.
"""

import random

import pytest
from django.urls import reverse

from benchmarks.fields import enter
from tests.builders import make_tournament, plays_of, rebuild
from tests.season.evening import Evening
from tests.season.play import enter_round
from tests.tournaments.addresses import MANAGED, PUBLIC
from tests.tournaments.manage import address, client_of
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ENTRANTS = 1_010
SHEETS = ("slips", "tables", "standings", "guides", "seatings")


def entered() -> Tournament:
    tournament = make_tournament(boards_per_round=1)
    enter(tournament, ENTRANTS)
    return tournament


def test_large_field_is_read_with_three_queries(django_assert_num_queries):
    tournament = entered()
    with django_assert_num_queries(3):
        teams = list(tournament.teams.prefetch_related("team_players__player"))
        people = [row.player.name for team in teams for row in team.team_players.all()]
    assert len(set(people)) == 2 * ENTRANTS


@pytest.mark.slow
def test_all_pages_open_with_a_thousand_entrants():
    tournament = entered()
    client = client_of(tournament)
    opened = [address(name, tournament) for name in ("teams", "draw", "entry", "people")]
    failed = [page for page in opened if client.get(page).status_code != 200]
    draw_tournament(tournament=tournament, kind="swiss", params={"rounds": 5})
    tournament = publish_draw(tournament=Tournament.objects.get(pk=tournament.pk))
    enter_round(Evening(tournament, random.Random(1)), 1)
    play = plays_of(rebuild(tournament))[0]
    pages = [reverse(name, args=[tournament.code, *parts]) for name, parts in PUBLIC.items()]
    pages += [address(name, tournament) for name in MANAGED]
    pages += [address(name, tournament, play.pk) for name in ("play", "ruling")]
    pages += [address("print_sheets", tournament, sheet) for sheet in SHEETS]
    failed += [page for page in pages if client.get(page).status_code != 200]
    assert failed == []

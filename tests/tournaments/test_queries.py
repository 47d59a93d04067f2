"""Pages need no more queries for a large tournament than for a small one."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import fill_rounds, make_club, make_drawn, plays_of, rebuild
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.addresses import MANAGED, PUBLIC
from tests.tournaments.manage import client_of
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def queries(client: Client, path: str) -> int:
    clear_versioned_caches()
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200, path
    return len(found.captured_queries)


def query_counts(tournament: Tournament) -> dict[str, int]:
    code: Any = tournament.code
    anybody, director = Client(), client_of(tournament)
    found = {
        name: queries(anybody, reverse(name, args=[code, *parts])) for name, parts in PUBLIC.items()
    }
    play = plays_of(tournament, sitting__round__number=1)[0]
    why = reverse("tournament_why_board", args=[code, play.pk, "ns"])
    found["tournament_why_board"] = queries(anybody, why)
    for name in MANAGED:
        found[f"manage_{name}"] = queries(director, reverse(f"manage_{name}", args=[code]))
    for name in ("manage_play", "manage_ruling"):
        found[name] = queries(director, reverse(name, args=[code, play.pk]))
    return found


def test_page_query_counts_do_not_grow_with_tables():
    counts = []
    for teams, boards in ((6, 1), (10, 2)):
        club = make_club(f"Club {teams}")
        tournament = make_drawn(teams, club=club, boards_per_round=boards)
        fill_rounds(tournament, 2)
        counts.append(query_counts(rebuild(tournament)))
    few, many = counts
    assert {name: (few[name], many[name]) for name in few if many[name] > few[name]} == {}
    assert max(many.values()) <= 40


def test_finished_tournament_page_query_count_does_not_grow():
    counts = []
    for teams, boards in ((6, 1), (8, 2)):
        tournament = make_drawn(teams, club=make_club(f"Over {teams}"), boards_per_round=boards)
        fill_rounds(tournament, teams - 1)
        code = rebuild(finish_tournament(tournament=tournament)).code
        counts.append(queries(Client(), reverse("tournament", args=[code])))
    few, many = counts
    assert many <= few <= 18

"""Builders that write rows in bulk write those of the services."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import builders
from tests.builders import fill_rounds, make_club, make_drawn
from tournaments.models import LogEntry, News, Play, Result, Table, Tournament

pytestmark = pytest.mark.django_db
DERIVED = {"id", "at", "created_at", "play_id", "current_id", "tournament_id", "token", "code"}


def rows(model, tournament, path):
    """All rows of a tournament without keys, secrets and times."""
    records = model.objects.filter(**{path: tournament}).order_by("pk").values()
    return [{name: row[name] for name in row.keys() - DERIVED} for row in records]


def everything(tournament: Tournament):
    return {
        "results": rows(Result, tournament, "play__sitting__round__tournament"),
        "plays": [row["state"] for row in rows(Play, tournament, "sitting__round__tournament")],
        "tables": [row["version"] for row in rows(Table, tournament, "tournament")],
        "news": [row["revises"] for row in rows(News, tournament, "tournament")],
        "log": rows(LogEntry, tournament, "tournament"),
    }


@pytest.mark.parametrize("values", [{}, {"variant": "contree_ffb"}])
def test_bulk_results_equal_those_of_the_service(monkeypatch, values):
    bulk, one_by_one = (make_drawn(6, club=make_club(name), **values) for name in "AB")
    with CaptureQueriesContext(connection) as queries:
        fill_rounds(bulk, 3)
    monkeypatch.setattr(builders, "can_enter_in_bulk", lambda *_plays: False)
    fill_rounds(one_by_one, 3)
    assert everything(bulk) == everything(one_by_one)
    assert len(everything(bulk)["results"]) > 8
    assert len(queries) < 5 * len(everything(bulk)["results"])

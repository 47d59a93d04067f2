import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import builders
from tests.builders import enter_slips, fill_rounds, make_club, make_drawn, plays_of
from tournaments.models import LogEntry, Play, Result, StandingsChange, Table, Tournament

pytestmark = pytest.mark.django_db
DERIVED = {"id", "at", "created_at", "play_id", "current_id", "tournament_id", "token", "code"}


def rows(model, tournament, path):
    """Rows of a tournament without keys, secrets and times."""
    records = model.objects.filter(**{path: tournament}).order_by("pk").values()
    return [{name: row[name] for name in row.keys() - DERIVED} for row in records]


def everything(tournament: Tournament):
    return {
        "results": rows(Result, tournament, "play__sitting__round__tournament"),
        "plays": [row["state"] for row in rows(Play, tournament, "sitting__round__tournament")],
        "tables": [row["version"] for row in rows(Table, tournament, "tournament")],
        "news": [row["revises"] for row in rows(StandingsChange, tournament, "tournament")],
        "log": rows(LogEntry, tournament, "tournament"),
    }


def enter_games(tournament: Tournament, rounds: int) -> None:
    plays = plays_of(tournament, sitting__round__number__lte=rounds)
    slips = [{"game": {"NS": 1000 + at, "EW": 900}} for at, _play in enumerate(plays)]
    enter_slips(tournament, plays, slips)


@pytest.mark.parametrize(
    ("values", "enter"),
    [
        ({}, fill_rounds),
        ({"variant": "contree_ffb"}, fill_rounds),
        ({"cards": "open", "game": {"deals": 8}, "scoring": "game_points"}, enter_games),
    ],
)
def test_bulk_results_equal_those_of_the_service(monkeypatch, values, enter):
    bulk, one_by_one = (make_drawn(6, club=make_club(name), **values) for name in "AB")
    with CaptureQueriesContext(connection) as queries:
        enter(bulk, 3)
    monkeypatch.setattr(builders, "can_enter_in_bulk", lambda *_plays: False)
    enter(one_by_one, 3)
    assert everything(bulk) == everything(one_by_one)
    assert len(everything(bulk)["results"]) > 8
    assert len(queries) < 5 * len(everything(bulk)["results"])

import pytest
from django.test import Client

from tests.builders import director_of, make_tournament, make_user
from tests.shared_rows import built_once
from tests.tournaments.formats import better_wins, enter_field
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments"


@built_once
def tournament() -> Tournament:
    tournament = make_tournament()
    enter_field(tournament, 8)
    return tournament


@pytest.fixture
def director(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def post(client, tournament, path, data=None):
    return client.post(
        f"{ROOT}/{tournament.code}/{path}", data or {}, content_type="application/json"
    )


def draw_swiss(client, tournament):
    params = {"entrants": 8, "rounds": 3, "first": "seeding"}
    body = {"kind": "swiss", "params": params, "by_lot": False}
    assert post(client, tournament, "draw/", body).status_code == 201
    assert post(client, tournament, "draw/publication/").status_code == 200


def test_swiss_round_is_hidden_until_published(tournament, director, client):
    draw_swiss(director, tournament)
    better_wins(tournament, 1)
    drawn = post(director, tournament, "rounds/next/", {"number": 2})
    assert drawn.status_code == 201
    assert (drawn.json()["number"], drawn.json()["is_published"]) == (2, False)
    assert drawn.json()["drawn"]["order"][:2] == [1, 2]
    assert post(director, tournament, "rounds/next/", {"number": 2}).json() == drawn.json()
    hidden = client.get(f"{ROOT}/{tournament.code}/rounds/2/")
    assert hidden.status_code == 404
    assert len(client.get(f"{ROOT}/{tournament.code}/rounds/").json()) == 1
    assert client.get(f"{ROOT}/{tournament.code}/").json()["rounds"] == 1
    assert post(director, tournament, "rounds/2/publication/").json()["is_published"]
    shown = client.get(f"{ROOT}/{tournament.code}/rounds/2/").json()
    assert "place 1 against place 2" in shown["sittings"][0]["reasons"]
    assert client.get(f"{ROOT}/{tournament.code}/").json()["planned_rounds"] == 3


def test_draft_round_is_deleted(tournament, director):
    draw_swiss(director, tournament)
    better_wins(tournament, 1)
    post(director, tournament, "rounds/next/")
    gone = director.delete(f"{ROOT}/{tournament.code}/rounds/2/draft/")
    assert gone.status_code == 204
    assert tournament.rounds.count() == 1


def test_rejected_draw_returns_code_and_details(tournament, director):
    draw_swiss(director, tournament)
    refused = post(director, tournament, "rounds/next/")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["code"] == "results_missing"
    assert refused.json()["details"] == {"missing": 8}


@pytest.mark.parametrize(
    "path", ["draw/", "draw/publication/", "rounds/next/", "rounds/2/publication/"]
)
def test_draw_requires_director(tournament, client, path):
    assert post(client, tournament, path, {"kind": "swiss"}).status_code in (401, 403)
    client.force_login(make_user("somebody"))
    assert post(client, tournament, path, {"kind": "swiss"}).status_code == 403
    tournament.refresh_from_db()
    assert tournament.state == "entry"


def test_individual_tournament_round_shows_seats_of_players(client):
    tournament = make_tournament(unit="player")
    enter_field(tournament, 8)
    director = Client()
    director.force_login(director_of(tournament))
    body = {"kind": "whist", "params": {"players": 8}, "by_lot": False}
    assert post(director, tournament, "draw/", body).status_code == 201
    post(director, tournament, "draw/publication/")
    table = client.get(f"{ROOT}/{tournament.code}/rounds/1/").json()["sittings"][0]
    assert [(seat["place"], seat["team"]["number"]) for seat in table["seats"]] == [
        ("N", 8),
        ("W", 4),
        ("S", 7),
        ("E", 6),
    ]
    assert table["ns"]["name"] == "Entrant 7 – Entrant 8"  # sorted by number


def test_team_of_four_requires_four_players(director):
    tournament = make_tournament(unit="team", club=Tournament.objects.get().club)
    body = {"players": ["Ана", "Бойко", "Вяра", "Георги"], "name": "Юнаци"}
    assert post(director, tournament, "teams/", body).status_code == 201
    refused = post(director, tournament, "teams/", {"players": ["Дора", "Емил"]})
    assert refused.json()["errors"][0]["code"] == "four_players"


def test_large_draw_is_queued_and_returns_location(tournament, director, monkeypatch):
    from jobs.models import Job
    from jobs.tasks import run
    from tournaments.draws.services import draws

    monkeypatch.setattr(draws, "MAX_SYNC_ENTRANTS", 7)
    where = f"{ROOT}/{tournament.code}/draw/"
    assert director.get(where).status_code == 404
    body = {"kind": "barometer", "params": {"entrants": 8, "rounds": 3}}
    asked = post(director, tournament, "draw/", body)
    assert (asked.status_code, asked.headers["Location"]) == (202, where)
    told = {"state": "queued", "done": 0, "total": 3, "refused": None, "words": None}
    assert asked.json() == told
    assert post(director, tournament, "draw/", body).json() == told
    other = post(director, tournament, "draw/", {**body, "by_lot": False})
    assert (other.status_code, other.json()["errors"][0]["code"]) == (400, "being_drawn")
    assert Client().get(where).status_code in (401, 403)
    run(Job.objects.get(kind="draw").pk)
    assert director.get(where).json() == {**told, "state": "done", "done": 3}
    tournament.refresh_from_db()
    assert (tournament.state, tournament.rounds.count()) == ("drawn", 3)


def test_draw_rejected_by_worker_reports_its_code(tournament, director, monkeypatch):
    from jobs.models import Job
    from jobs.tasks import run
    from tournaments.draws.services import draws

    monkeypatch.setattr(draws, "MAX_SYNC_ENTRANTS", 7)
    body = {"kind": "barometer", "params": {"entrants": 10, "rounds": 3}}
    assert post(director, tournament, "draw/", body).status_code == 202
    run(Job.objects.get(kind="draw").pk)
    found = director.get(f"{ROOT}/{tournament.code}/draw/").json()
    assert (found["state"], found["refused"]) == ("done", "wrong_size")
    assert found["words"] == "This movement seats 10 teams, and 8 are present."

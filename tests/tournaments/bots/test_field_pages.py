from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from jobs.models import Job
from tests.builders import director_of, fill_rounds, make_club, make_drawn, rebuild
from tests.tournaments.bots.jobs import play_field
from tests.tournaments.manage import address, client_of, playing, stranger
from tournaments.models import FieldResult, Tournament
from tournaments.state.version_tokens import field_state

__all__ = ["playing"]
pytestmark = pytest.mark.django_db
PRACTICE = {
    "north": "Анна Михайлова",
    "south": "Явор Колев",
    "west": "Бойко Тенев",
    "east": "Живко Дончев",
    "boards": "8",
    "tables": "6",
    "variant": "bulgarian",
}


def test_the_director_sets_the_field_and_sees_how_far_it_is(playing: Tournament) -> None:
    client = client_of(playing)
    response = client.post(address("field", playing), {"tables": "2", "counts": "on"})
    assert response.url == address("field", playing)
    assert "0 of 28 results" in client.get(response.url).content.decode()
    play_field()
    assert "28 of 28 results" in client.get(response.url).content.decode()
    playing.refresh_from_db()
    assert (playing.field_tables, playing.field_counts) == (2, True)
    assert playing.log.filter(action="field_changed").count() == 1


def test_a_refused_number_keeps_what_was_written(playing: Tournament) -> None:
    response = client_of(playing).post(address("field", playing), {"tables": "99"})
    assert response.status_code == 422
    assert 'value="99"' in response.content.decode()


def test_the_field_can_be_stopped(playing: Tournament) -> None:
    client = client_of(playing)
    client.post(address("field", playing), {"tables": "2"})
    client.post(address("field_stop", playing))
    assert Job.objects.get(kind="field").state == Job.State.CANCELLED


def test_strangers_find_no_such_page(playing: Tournament) -> None:
    client = stranger()
    assert client.get(address("field", playing)).status_code == 404
    assert client.post(address("field_stop", playing)).status_code == 404


def practice(**values: Any) -> tuple[Client, Any]:
    club = make_club()
    client = Client()
    client.force_login(club.memberships.get().user)
    data = {**PRACTICE, "club": club.pk, **values}
    return client, client.post(reverse("manage_practice"), data)


def test_four_names_make_an_evening_of_one_table() -> None:
    client, response = practice()
    made = Tournament.objects.get()
    assert response.url == address("tournament", made)
    assert (made.state, made.rounds.count(), made.boards.count()) == ("playing", 2, 8)
    assert (made.field_tables, made.field_counts, made.is_public) == (6, True, False)
    assert [team.name for team in made.teams.order_by("number")] == [
        "Анна Михайлова – Явор Колев",
        "Бойко Тенев – Живко Дончев",
    ]
    play_field()
    assert FieldResult.objects.count() == 48
    fill_rounds(made, 2)
    rebuild(made)
    text = client.get(reverse("tournament_board", args=[made.code, 1])).content.decode()
    assert "The computer field" in text
    assert "6 tables" in text


def test_a_missing_name_is_asked_for() -> None:
    _client, response = practice(east="")
    assert response.status_code == 422
    assert not Tournament.objects.exists()


def test_the_api_sets_and_tells_the_field() -> None:
    tournament = make_drawn(4)
    path = f"/api/v1/tournaments/{tournament.code}/field/"
    client = Client()
    sent = {"tables": 3, "counts": False}
    assert client.post(path, sent, content_type="application/json").status_code in {401, 403}
    client.force_login(director_of(tournament))
    answer = client.post(path, sent, content_type="application/json")
    assert answer.json() == {
        "tables": 3,
        "counts": False,
        "level": "club",
        "seen": field_state(Tournament.objects.get(pk=tournament.pk)).seen,
        "done": 0,
        "total": 18,
    }
    play_field()
    assert Client().get(path).json()["done"] == 18


def test_the_api_tells_the_field_of_a_board_only_when_it_is_over() -> None:
    tournament = make_drawn(4)
    path = f"/api/v1/tournaments/{tournament.code}"
    client = client_of(tournament)
    client.post(f"{path}/field/", {"tables": 3, "counts": True}, content_type="application/json")
    play_field()
    assert client.get(f"{path}/boards/1/").json()["field"] is None
    fill_rounds(tournament, 1)
    found = client.get(f"{path}/boards/1/").json()["field"]
    assert found["tables"] == 3
    assert sum(row["tables"] for row in found["contracts"]) == 3
    assert client.get(f"{path}/boards/3/").json()["field"] is None

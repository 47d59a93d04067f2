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


def test_field_page_stores_settings_and_shows_progress(playing: Tournament) -> None:
    client = client_of(playing)
    response = client.post(address("field", playing), {"tables": "2", "counts": "on"})
    assert response.url == address("field", playing)
    assert "0 of 28 results" in client.get(response.url).content.decode()
    play_field()
    assert "28 of 28 results" in client.get(response.url).content.decode()
    playing.refresh_from_db()
    assert (playing.field_tables, playing.field_counts) == (2, True)
    assert playing.log.filter(action="field_changed").count() == 1


def test_invalid_table_count_keeps_form_input(playing: Tournament) -> None:
    response = client_of(playing).post(address("field", playing), {"tables": "99"})
    assert response.status_code == 422
    assert 'value="99"' in response.content.decode()


def test_stopping_field_on_page_cancels_the_job(playing: Tournament) -> None:
    client = client_of(playing)
    client.post(address("field", playing), {"tables": "2"})
    client.post(address("field_stop", playing))
    assert Job.objects.get(kind="field").state == Job.State.CANCELLED


def test_field_pages_return_404_for_strangers(playing: Tournament) -> None:
    client = stranger()
    assert client.get(address("field", playing)).status_code == 404
    assert client.post(address("field_stop", playing)).status_code == 404


def practice(**values: Any) -> tuple[Client, Any]:
    club = make_club()
    client = Client()
    client.force_login(club.memberships.get().user)
    data = {**PRACTICE, "club": club.pk, **values}
    return client, client.post(reverse("manage_practice"), data)


def test_practice_form_creates_one_table_tournament() -> None:
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


def test_practice_form_requires_all_names() -> None:
    _client, response = practice(east="")
    assert response.status_code == 422
    assert not Tournament.objects.exists()


def test_field_api_requires_login_and_returns_settings() -> None:
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


def test_board_api_returns_field_only_when_finished() -> None:
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

"""A board's replays stay closed until every table has played the board."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Record
from games.visitors import owners
from tests.builders import director_of, make_drawn, plays_of
from tests.shared_rows import built_once
from tournaments.bots.playing import simulate_play
from tournaments.models import Play

pytestmark = pytest.mark.django_db
PAGES = ("replay", "replay_text", "replay_json")


@built_once
def half_played():
    tournament = make_drawn(4, boards_per_round=1)
    first, *_rest = plays_of(tournament, sitting__round__number=1)
    simulate_play(first.pk)
    return tournament


def share_of(tournament) -> str:
    record = Record.objects.filter(deal__board__tournament=tournament).earliest("pk")
    return record.share


def play_the_rest(tournament) -> None:
    for play in plays_of(tournament, state=Play.State.EMPTY):
        simulate_play(play.pk)


@pytest.mark.parametrize("name", PAGES)
def test_replay_returns_404_until_all_tables_have_played(half_played, name):
    response = Client().get(reverse(name, args=[share_of(half_played)]))
    text = response.content.decode()
    assert response.status_code == 404
    assert "This board is still being played" in text
    assert "tile" not in text
    assert "Board 1" not in text


@pytest.mark.parametrize("name", PAGES)
def test_replay_is_public_after_the_last_table_has_played(half_played, name):
    play_the_rest(half_played)
    assert Client().get(reverse(name, args=[share_of(half_played)])).status_code == 200


def test_replay_shows_board_table_and_players(half_played):
    play_the_rest(half_played)
    text = Client().get(reverse("replay", args=[share_of(half_played)])).content.decode()
    assert "Board 1, table 1" in text
    assert "played by the computer" in text
    assert reverse("tournament_board", args=[half_played.code, 1]) in text


def test_director_sees_an_unpublished_replay_with_a_notice(half_played):
    client = Client()
    client.force_login(director_of(half_played))
    text = client.get(reverse("replay", args=[share_of(half_played)])).content.decode()
    assert "Only you can see this" in text


def test_replay_is_cached_privately(half_played):
    play_the_rest(half_played)
    response = Client().get(reverse("replay", args=[share_of(half_played)]))
    assert "private" in response["Cache-Control"]


def test_board_page_links_to_the_replay(half_played):
    play_the_rest(half_played)
    page = Client().get(reverse("tournament_board", args=[half_played.code, 1]))
    assert reverse("replay", args=[share_of(half_played)]) in page.content.decode()


def test_replay_returns_404_without_a_registered_owner(half_played, monkeypatch):
    play_the_rest(half_played)
    monkeypatch.setattr(owners, "_owners", [])
    assert Client().get(reverse("replay", args=[share_of(half_played)])).status_code == 404

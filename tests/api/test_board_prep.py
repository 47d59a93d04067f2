from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_drawn, make_tournament, make_user
from tests.card_finder import cards_in
from tests.shared_rows import built_once
from tests.tournaments.manage import client_of
from tournaments.board_prep.selectors import card_pad, packet_at
from tournaments.models import HandCheck, LogEntry, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(publish=False)


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def states(client: Client, tournament: Tournament) -> Any:
    return client.get(reverse("api_dealing", args=[tournament.code])).json()


def checks_at(tournament: Tournament, place: str = "N", number: int = 1) -> str:
    return reverse("api_hand_checks", args=[tournament.code, number, place])


def check(client: Client, tournament: Tournament, cards: Any, **where: Any) -> Any:
    path = checks_at(tournament, **where)
    return client.post(path, {"cards": cards}, content_type="application/json")


def hand(tournament: Tournament, place: str = "N") -> list[str]:
    packet = packet_at(tournament.boards.get(number=1), place)
    assert packet is not None
    return list(packet.cards)


def others(tournament: Tournament) -> list[str]:
    own = hand(tournament)
    return [card for _suit, row in card_pad(tournament) for card in row if card not in own]


def test_board_states_show_check_results_without_cards(tournament, client):
    assert check(client, tournament, hand(tournament)).json() == {
        "kind": "right", "wrong": [], "missing": 0, "at": 0
    }  # fmt: skip
    first, *rest = found = states(client, tournament)
    assert [each["board"] for each in found] == list(range(1, tournament.boards.count() + 1))
    north, west, *_more = first["places"]
    who = director_of(tournament).username
    assert (north["place"], north["state"], north["who"], north["tries"]) == ("N", "right", who, 3)
    assert west == {"place": "W", "state": "open", "who": "", "at": None, "tries": 3}
    assert not any(each["is_right"] for each in found)
    assert {place["state"] for each in rest for place in each["places"]} == {"open"}
    page = client.get(reverse("api_dealing", args=[tournament.code])).content.decode()
    assert not any(cards_in(page))


def test_hand_check_names_wrong_card_but_not_missing_card(tournament, client):
    wrong = others(tournament)[0]
    sent = [*hand(tournament)[1:], wrong]
    answer = check(client, tournament, sent)
    assert answer.json() == {"kind": "wrong", "wrong": [wrong], "missing": 1, "at": 0}
    assert hand(tournament)[0] not in answer.content.decode()


def test_hand_check_attempts_are_limited_and_reset_by_delete(tournament, client):
    own, strange = hand(tournament), others(tournament)
    for card in strange[:3]:
        assert check(client, tournament, [*own[1:], card]).status_code == 200
    refused = check(client, tournament, own)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "ask_director")
    assert states(client, tournament)[0]["places"][0]["state"] == "stuck"
    assert client.delete(checks_at(tournament)).status_code == 204
    assert client.delete(checks_at(tournament)).status_code == 204
    assert LogEntry.objects.filter(action="checks_given_back").count() == 1
    assert check(client, tournament, own).json()["kind"] == "right"


@pytest.mark.parametrize(
    ("cards", "code", "attr"),
    [
        ([], "bad_cards", "cards"),
        (["XX"], "bad_cards", "cards"),
        (["SA", "SA"], "bad_cards", "cards"),
        ("SA", "not_a_list", "cards"),
        (["SA"] * 53, "max_length", "cards"),
    ],
)
def test_invalid_hand_is_rejected_without_using_an_attempt(tournament, client, cards, code, attr):
    answer = check(client, tournament, cards)
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["code"], error["attr"]) == (400, code, attr)
    assert not HandCheck.objects.exists()


@pytest.mark.parametrize(
    ("where", "code"),
    [({"number": 999}, "no_such_board"), ({"place": "stock"}, "no_such_place")],
)
def test_hand_check_of_unknown_board_or_place_is_rejected(tournament, client, where, code):
    answer = check(client, tournament, ["SA"], **where)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


def test_board_prep_requires_director(tournament):
    other = Client()
    other.force_login(make_user("else"))
    for caller, status in ((other, 403), (Client(), 401)):
        assert caller.get(reverse("api_dealing", args=[tournament.code])).status_code == status
        assert check(caller, tournament, ["SA"]).status_code == status
        assert caller.delete(checks_at(tournament)).status_code == status
    assert not HandCheck.objects.exists()


def test_board_prep_list_is_empty_before_draw():
    tournament = make_tournament()
    assert states(client_of(tournament), tournament) == []


def test_board_prep_query_count_does_not_grow_with_boards(django_assert_max_num_queries):
    tournament = make_drawn(publish=False)
    client = client_of(tournament)
    with django_assert_max_num_queries(9):
        states(client, tournament)

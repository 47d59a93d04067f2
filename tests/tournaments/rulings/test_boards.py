import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, enter_and_confirm, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.console.services.clock import start_round
from tournaments.models import CardRefusal, Play, Tournament
from tournaments.rulings.selectors.closing import board_statuses

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(4, boards_per_round=1)


@pytest.fixture
def refused(tournament: Tournament) -> Play:
    play = plays_of(tournament)[0]
    claim = {"side": "EW", "kind": "carre", "value": 200}
    wild = slip(98, announced={"NS": 0, "EW": 200}, claims=[claim])
    body = {"play": play.pk, "side": "EW", "slip": wild, "who": "Ана"}
    at = reverse("api_results", args=[play.sitting.table.token])
    answer = Client().post(at, json.dumps(body), content_type="application/json")
    assert answer.json()["errors"][0]["code"] == "not_these_cards"
    return play


def test_page_shows_what_each_board_waits_for(tournament):
    first, second = plays_of(tournament, board__number=1)
    enter_and_confirm(first)
    enter_and_confirm(second, slip={"not_played": True})
    lines = board_statuses(tournament)
    assert [(line.is_over, [each.why for each in line.unsettled]) for line in lines] == [
        (False, ["not_played"]), (False, ["empty"] * 2), (False, ["empty"] * 2)
    ]  # fmt: skip
    page = client_of(tournament).get(address("boards", tournament)).content.decode()
    assert "not played, says the table" in page


def test_chosen_boards_are_closed_and_one_is_reopened(tournament):
    browser, at = client_of(tournament), address("boards", tournament)
    asked = browser.post(at, {"board": ["1", "2"]})
    assert asked.status_code == 422
    assert ["unresolved at 2 tables" in why for why in asked.context["refused"].values()] == (
        [True, True]
    )
    assert re.findall(r'id="close-(\d)"\s+checked', asked.content.decode()) == ["1", "2"]
    assert messages_of(browser.post(at, {"board": ["1", "2"], "confirmed": "on"}))[-1] == (
        "2 boards are closed."
    )
    assert [line.is_over for line in board_statuses(tournament)] == [True, True, False]
    browser.post(at, {"open": "1"})
    assert [line.is_over for line in board_statuses(tournament)] == [False, True, False]
    assert "Choose the boards" in messages_of(browser.post(at, {}))[-1]
    assert browser.post(at, {"board": "77"}).status_code == 404


def test_waiting_tables_are_grouped_by_reason():
    tournament = make_drawn(8, boards_per_round=1)
    line = board_statuses(tournament)[0]
    assert [len(plays) for plays in line.waits] == [4]
    assert line.to_come == 0
    start_round(tournament=tournament, number=1)
    tables = [
        (plays[0].round, plays[0].why, [each.table for each in plays])
        for line in board_statuses(tournament)
        for plays in line.waits
    ]
    assert {why for _round, why, _tables in tables} == {"empty"}
    assert {number for number, _why, _tables in tables} == {1}
    page = client_of(tournament).get(address("boards", tournament)).content.decode()
    assert "in rounds to come" in page


def test_reopen_buttons_belong_to_a_separate_form(tournament):
    browser, at = client_of(tournament), address("boards", tournament)
    browser.post(at, {"board": "1", "confirmed": "on"})
    page = browser.get(at).content.decode()
    assert re.findall(r'<button[^>]* form="open-board" name="open" value="1"', page)
    assert page.count('name="open"') == 1


def test_console_shows_entries_rejected_by_the_cards(tournament, refused):
    browser = client_of(tournament)
    page = browser.get(address("tournament", tournament)).content.decode()
    assert "entered board 1 against its cards: 1 of 3 attempts" in page
    assert "nobody of East–West can have had this carré" in page.replace("\n", " ")
    live = browser.get(address("live", tournament))
    browser.post(address("tries", tournament, refused.pk))
    assert CardRefusal.objects.get().lifted_by == director_of(tournament)
    after = browser.get(address("live", tournament), headers={"If-None-Match": live["ETag"]})
    assert after.status_code == 200
    assert "against its cards: 1" not in after.content.decode()
    boards = browser.get(address("boards", tournament)).content.decode()
    assert "nobody of East–West can have had this carré" in boards
    assert "Ана" in boards


def test_api_closes_reopens_lists_refusals_and_resets_limits(tournament, refused):
    browser, code = client_of(tournament), tournament.code

    def send(verb: str, at: str, **values: Any) -> Any:
        return getattr(browser, verb)(at, json.dumps(values), content_type="application/json")

    closing = reverse("api_closing", args=[code, 1])
    assert send("post", closing).json()["errors"][0]["code"] == "board_in_play"
    assert send("post", closing, confirmed=True).json()["closed_at"]
    assert send("delete", closing).json() == {"number": 1, "closed_at": None}
    (row,) = browser.get(reverse("api_refusals", args=[code])).json()
    assert (row["play"], row["code"], row["lifted_at"]) == (refused.pk, "claim_not_held", None)
    tries = reverse("api_entry_limit_reset", args=[code])
    assert send("post", tries, play=refused.pk).json()["state"] == "empty"
    assert send("post", tries, play=2**40).status_code == 404
    assert CardRefusal.objects.get().lifted_at is not None


def test_strangers_cannot_close_boards_or_see_refusals(tournament, refused):
    outsider, code = stranger(), tournament.code
    assert outsider.get(address("boards", tournament)).status_code == 404
    assert outsider.post(address("tries", tournament, refused.pk)).status_code == 404
    for verb, name, args in (
        ("post", "api_closing", [code, 1]),
        ("delete", "api_closing", [code, 1]),
        ("get", "api_refusals", [code]),
        ("post", "api_entry_limit_reset", [code]),
    ):
        at = reverse(name, args=args)
        for browser in (outsider, Client()):
            assert getattr(browser, verb)(at).status_code in {401, 403}

import random
from typing import Any

import pytest

from games.belot import PRESETS, play_out, thumb_bot
from games.belot import Deal as Game
from games.models import Record
from tests.api.programs import ApiClient
from tests.builders import make_club, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tournaments.models import Play, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def program(tournament) -> ApiClient:
    return ApiClient(tournament)


def anonymous_client(tournament: Tournament) -> ApiClient:
    found = ApiClient(tournament)
    found.client.logout()
    return found


def test_registration_is_opened_and_closed():
    tournament = make_tournament(make_club())
    program = ApiClient(tournament)
    assert program.ask("GET api_entry_plan")[0] == 404
    body = {"is_open": True, "most": 20, "closes_at": "2027-11-21T17:00:00Z"}
    assert program.ask("PUT api_entry_plan", body)[1]["most"] == 20
    assert program.ask("GET api_entry_plan")[1]["is_open"] is True
    assert program.ask("PUT api_entry_plan", {"is_open": False})[1]["is_open"] is False


def test_new_dealing_links_replace_old_ones_for_each_seat(program):
    status, links = program.ask("POST api_dealing_links")
    assert (status, {link["kind"] for link in links}) == (201, {"deal"})
    assert {"N", "E", "S", "W"} <= {link["place"] for link in links}
    assert all(len(link["code"]) == 12 for link in links)
    again = program.ask("POST api_dealing_links")[1]
    assert {link["id"] for link in again}.isdisjoint(link["id"] for link in links)


def record_of(play: Play) -> dict[str, Any]:
    deal = play.board.dealt
    game = Game(deal.variant, deal.dealer, pack=deal.pack)
    for call in ("H", "P", "P", "P"):
        game.call(call)
    play_out(game, thumb_bot, random.Random(1))
    return game.record()


def test_records_are_validated_and_valid_ones_stored(program, tournament):
    play = plays_of(tournament)[0]
    place = {"board": play.board.number, "table": play.sitting.table.number}
    records = [{**record_of(play), **place}, {"board": 99}]
    status, judged = program.ask("POST api_records", {"records": records})
    assert (status, judged["good"], judged["stored"], len(judged["wrong"])) == (200, 1, 0, 1)
    assert not play.results.exists()
    assert program.ask("POST api_records", {"records": records, "store": True})[1]["stored"] == 1
    assert [each["board"] for each in program.ask("GET api_records")[1]] == [place["board"]]
    assert program.ask("POST api_records", {"records": "x"})[0] == 400


def test_uploaded_replay_is_returned_and_analysed(tournament):
    anybody = anonymous_client(tournament)
    record = record_of(plays_of(tournament)[0])
    status, made = anybody.ask("POST api_replays", {"record": record})
    assert (status, made["record"]["pack"]) == (201, record["pack"])
    assert anybody.ask("POST api_replays", {"record": record})[1]["share"] == made["share"]
    one = {"share": made["share"]}
    assert anybody.ask("GET api_replay", **one) == (200, made)
    assert anybody.ask("GET api_replay_costs", **one)[1]["state"] == "none"
    status, costs = anybody.ask("POST api_replay_costs", **one)
    assert (status, costs["state"]) == (202, "running")
    broken = {**record, "tricks": [["XX"]]}
    assert anybody.ask("POST api_replays", {"record": broken})[0] == 400
    assert anybody.ask("GET api_replay", share="nothere")[0] == 404


def test_record_of_a_live_board_is_hidden_from_visitors(program, tournament):
    play = plays_of(tournament)[0]
    place = {"board": play.board.number, "table": play.sitting.table.number}
    program.ask("POST api_records", {"records": [{**record_of(play), **place}], "store": True})
    share = Record.objects.get().share
    assert anonymous_client(tournament).ask("GET api_replay", share=share)[0] == 404
    assert anonymous_client(tournament).ask("GET api_replay_costs", share=share)[0] == 404
    assert program.ask("GET api_replay", share=share)[0] == 200
    assert program.ask("GET api_replay_costs", share=share)[0] == 404


def test_presets_return_the_rules_of_each_game(tournament):
    anybody = anonymous_client(tournament)
    presets = anybody.ask("GET api_presets")[1]
    assert [each["preset"] for each in presets] == list(PRESETS)
    assert anybody.ask("GET api_preset", preset="bulgarian")[1] in presets
    assert anybody.ask("GET api_preset", preset="nothing")[0] == 404

from typing import Any

import pytest
from django.test import Client

from tests.api.programs import ApiClient, url_of
from tests.builders import (
    director_of,
    enter_and_confirm,
    fill_rounds,
    make_drawn,
    make_tournament,
    plays_of,
    rebuild,
    slip,
)
from tests.card_finder import cards_in
from tests.shared_rows import built_once
from tests.tournaments.board_prep.links import helper_at, links_of
from tournaments.models import Change, LogEntry, Result, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def program(tournament) -> ApiClient:
    return ApiClient(tournament)


# The links of tables ------------------------------------------------------------------------------


def test_table_links_require_director(program, tournament):
    status, links = program.ask("GET api_table_links")
    assert (status, [each["table"] for each in links]) == (200, [1, 2, 3, 4])
    first = links[0]
    assert first["url"] == f"/table/{first['token']}/"
    assert Client().get(f"/api/v1/tables/{first['token']}/").status_code == 200
    known = {"code": tournament.code}
    assert Client().get(url_of("api_table_links", known)).status_code == 401


# Preview of a correction
# --------------------------------------------------------------------


def test_correction_preview_shows_score_and_standings(program, tournament):
    fill_rounds(tournament, 1)
    rebuild(tournament)
    play = plays_of(tournament, sitting__round__number=1)[0]
    before = Result.objects.count()
    body = {"play": play.pk, "slip": slip(162, capot="NS")}
    status, seen = program.ask("POST api_correction_preview", body)
    assert (status, seen["kind"], seen["score"]) == (200, "played", [25, 0])
    assert seen["outcome"]["capot"] == "NS"
    assert {move["before"]["rank"] for move in seen["standings"]} != set()
    assert Result.objects.count() == before


def test_slip_contradicting_the_cards_requires_override(program, tournament):
    play = plays_of(tournament)[0]
    claims = [{"side": "NS", "kind": "carre", "value": 200}]
    said = slip(98, announced={"NS": 200, "EW": 0}, claims=claims)
    body = {"play": play.pk, "slip": said}
    status, seen = program.ask("POST api_correction_preview", body)
    assert (status, bool(seen["against"]), seen["kind"]) == (200, True, "played")
    assert not any(cards_in(seen["against"]))
    assert program.ask("POST api_corrections", body)[0] == 400
    assert program.ask("POST api_corrections", {**body, "override": True})[0] == 201
    assert program.ask("POST api_correction_preview", {**body, "slip": slip()})[1]["against"] == ""


@pytest.mark.parametrize("wrong", [{"contract": "H"}, {"record": "?"}, slip(200)])
def test_unstorable_slip_is_rejected(program, tournament, wrong):
    body = {"play": plays_of(tournament)[0].pk, "slip": wrong}
    assert program.ask("POST api_correction_preview", body)[0] == 400
    assert program.ask("POST api_correction_preview", {**body, "play": 999})[0] == 404


# Manual seating
# -----------------------------------------------------------------------------


def seats(program: ApiClient, number: int = 2) -> Any:
    status, found = program.ask("GET api_seating", number=number)
    assert status == 200
    return found


def with_exchanged_seats(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first, second, *rest = tables
    return [{**first, "EW": second["EW"]}, {**second, "EW": first["EW"]}, *rest]


def test_round_seating_is_previewed_and_replaced(program, tournament):
    found = seats(program)
    assert [table["table"] for table in found["tables"]] == [1, 2, 3, 4]
    assert (found["resting"], found["tables"][0]["N"]) == ([], None)
    wanted = with_exchanged_seats(found["tables"])
    status, looked = program.ask("POST api_seating_preview", {"tables": wanted}, number=2)
    assert (status, [move["number"] for move in looked["rounds"]]) == (200, [2])
    assert not Change.objects.exists()
    body = {"tables": wanted, "reason": "asked", "seen": found["seen"]}
    fault = bool(looked["faults"])
    status, made = program.ask("PUT api_seating", body, number=2)
    assert (status, made.get("action")) == ((400, None) if fault else (200, "round_reseated"))
    assert not fault
    assert program.ask("PUT api_seating", body, number=2)[1]["id"] == made["id"]
    assert seats(program)["tables"] == wanted
    status, code = program.code("PUT api_seating", {**body, "reason": "again"}, number=3)
    assert (status, code) == (409, "changed_since")


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ({"table": 1, "NS": 1, "EW": 99}, "no_such_team"),
        ({"table": 1, "NS": 1, "EW": 1}, "sits_twice"),
        ({"table": 1, "NS": 1}, "half_table"),
        ({"NS": 1, "EW": 2}, "required"),
        ({"table": 1, "NS": "1", "EW": 2}, "invalid"),
    ],
)
def test_invalid_seating_is_rejected(program, table, code):
    assert program.code("PUT api_seating", {"tables": [table]}, number=2) == (400, code)
    assert program.ask("POST api_seating_preview", {"tables": [table]}, number=2)[0] == 400


def test_seating_of_an_undrawn_round_returns_404(program):
    assert program.ask("GET api_seating", number=99)[0] == 404
    body = {"tables": [{"table": 1, "NS": 1, "EW": 2}]}
    assert program.ask("PUT api_seating", body, number=99)[0] == 404


def test_seating_of_individual_tournament_returns_404():
    tournament = make_tournament(unit="player")
    assert ApiClient(tournament).ask("GET api_seating", number=1)[0] == 404


# Board preparation
# --------------------------------------------------------------------------


def packet(client: Client, tournament: Tournament, place: str, number: int = 1) -> Any:
    known = {"code": tournament.code, "number": number, "place": place}
    return client.post(url_of("api_packet", known))


def test_director_reads_packet_and_access_is_logged():
    tournament = make_drawn(publish=False)
    browser = Client()
    browser.force_login(director_of(tournament))
    shown = packet(browser, tournament, "N").json()
    assert (shown["place"], len(shown["first"]), len(shown["later"])) == ("N", 5, 3)
    assert LogEntry.objects.filter(action="packet_shown").count() == 1
    assert packet(browser, tournament, "Q").status_code == 400
    assert packet(browser, tournament, "N", 999).status_code == 400
    assert packet(Client(), tournament, "N").status_code == 401


def test_board_prep_helper_reads_only_the_packet_of_own_place():
    tournament = make_drawn(publish=False)
    helper = helper_at(links_of(tournament)["W"])
    helper.get("/")
    assert packet(helper, tournament, "W").status_code == 200
    assert packet(helper, tournament, "N").status_code == 403
    assert LogEntry.objects.filter(action="packet_shown").count() == 1


# Scorer
# -------------------------------------------------------------------------------------


def key(last: int) -> str:
    return f"0b51e6a4-6a4f-4d0e-9d5b-{last:012d}"


def row(program: ApiClient, play: int) -> Any:
    rows = program.ask("GET api_scorer")[1]
    return next(each for each in rows if each["play"] == play)


def test_scorer_entry_is_stored_and_undone(program):
    _status, rows = program.ask("GET api_scorer")
    first = rows[0]
    assert (first["round"], first["table"], first["state"]) == (1, 1, "missing")
    body = {
        "play": first["play"], "key": key(1), "typed": {"line": "P"}, "seen": first["mark"]
    }  # fmt: skip
    status, typed = program.ask("POST api_scorer", body)
    assert (status, typed["state"], typed["line"]) == (200, "recorded", "P")
    assert program.ask("POST api_scorer", body)[1]["mark"] == typed["mark"]
    status, undone = program.ask("POST api_scorer_undo", {"key": key(2)})
    assert (status, undone["state"]) == (200, "missing")
    assert program.code("POST api_scorer_undo", {"key": key(3)}) == (400, "nothing_to_undo")


def test_doubtful_scorer_entry_is_kept_until_cleared(program):
    play = program.ask("GET api_scorer")[1][0]["play"]
    body = {"play": play, "key": key(1), "typed": {"line": "H N"}}
    status, lies = program.ask("POST api_scorer", body)
    assert (status, lies["state"], bool(lies["doubt"])) == (200, "doubtful", True)
    status, gone = program.ask("POST api_scorer_emptying", {"play": play, "key": key(2)})
    assert (status, gone["state"], row(program, play)["line"]) == (200, "missing", "")


def test_scorer_chooses_between_differing_entries(program, tournament):
    play = plays_of(tournament, sitting__round__number=1)[0]
    entered = enter_and_confirm(play)
    body = {"play": play.pk, "key": key(1), "typed": {"line": "P"}, "second": True}
    status, differs = program.ask("POST api_scorer", body)
    assert (status, differs["state"]) == (200, "differs")
    assert [rival["version"] for rival in differs["rivals"]] == [entered.version]
    body = {"play": play.pk, "key": key(2), "version": entered.version}
    status, chosen = program.ask("POST api_scorer_choice", body)
    assert (status, chosen["state"]) == (200, "recorded")
    assert program.code("POST api_scorer_choice", {**body, "version": 9, "key": key(3)}) == (
        400,
        "no_such_version",
    )


def test_scorer_presence_is_set_and_deleted(program, tournament):
    play = plays_of(tournament, sitting__round__number=1)[0].pk
    assert program.ask("PUT api_scorer_place", {"play": play, "typed": {"line": "4"}})[0] == 204
    assert program.ask("DELETE api_scorer_place")[0] == 204
    assert program.ask("PUT api_scorer_place", {"play": 999_999})[0] == 404


@pytest.mark.parametrize(
    "body",
    [
        {"play": 1, "typed": {"line": "P"}},
        {"play": 1, "key": "x", "typed": {"line": "P"}},
        {"play": 1, "key": key(1), "typed": "P"},
        {"play": 1, "key": key(1), "typed": {"figures": {"NS": 5}}},
        {"play": 1, "key": key(1), "typed": {}},
    ],
)
def test_invalid_scorer_entry_is_rejected(program, body):
    assert program.ask("POST api_scorer", body)[0] == 400


def test_scorer_returns_404_before_play():
    tournament = make_tournament()
    assert ApiClient(tournament).ask("GET api_scorer")[0] == 404

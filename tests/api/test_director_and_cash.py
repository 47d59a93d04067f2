import uuid
from typing import Any

import pytest
from django.test import Client

from tests.api.programs import ApiClient, url_of
from tests.builders import (
    enter,
    enter_teams,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tournaments.accounts.services.helpers import create_link, stop_link
from tournaments.models import HelperLink, LogEntry, Rehearsal, Tournament
from tournaments.organiser.helper_sessions import HELPERS_SESSION_KEY
from tournaments.registration.services.approval import set_entry_plan
from tournaments.setup.services.tournaments import finish_tournament

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


def play_and_finish(tournament: Tournament) -> None:
    fill_rounds(tournament, 7)
    rebuild(tournament)
    finish_tournament(tournament=tournament)
    rebuild(tournament)


# Pages
# --------------------------------------------------------------------------------------


def test_visitor_reads_figures_boards_of_team_and_hands(tournament):
    fill_rounds(tournament, 2)
    rebuild(tournament)
    anybody = anonymous_client(tournament)
    status, table = anybody.ask("GET api_figures")
    assert (status, len(table["rows"])) == (200, 8)
    assert [column["key"] for column in table["columns"]] == list(table["rows"][0])
    status, own = anybody.ask("GET api_boards_of_team", number=1)
    assert (status, len(own["rows"])) == (200, 14)
    assert anybody.ask("GET api_boards_of_team", number=99)[0] == 404
    hands = anybody.ask("GET api_hands")[1]
    assert [each["board"] for each in hands] == [1, 2, 3, 4]
    versions = anybody.ask("GET api_standings_versions")[1]
    assert versions[0]["rounds"] == 2
    status, page = anybody.ask("GET api_standings_version", number=versions[0]["number"])
    assert len(page["lists"][0]["lines"]) == 8
    assert anybody.ask("GET api_standings_after", number=2)[1] == page
    assert anybody.ask("GET api_standings_after", number=7)[0] == 404
    assert anybody.ask("GET api_brackets")[0] == anybody.ask("GET api_groups")[0] == 404


def test_fairness_data_is_complete_only_after_finish(tournament):
    anybody = anonymous_client(tournament)
    status, told = anybody.ask("GET api_fairness")
    assert (status, told["seed"], told["packs"]) == (200, "", [])
    assert told["seed_hash"] == tournament.seed_hash
    play_and_finish(tournament)
    status, told = anybody.ask("GET api_fairness")
    assert (told["hash_fits"], told["is_fair"], len(told["packs"])) == (True, True, 14)


def test_bracket_is_visible_only_after_draw_is_published():
    values: dict[str, Any] = {"kind": "single_elimination", "scoring": "total_points"}
    tournament = make_drawn(4, publish=False, **values)
    assert anonymous_client(tournament).ask("GET api_brackets")[0] == 404
    ApiClient(tournament).ask("POST api_draw_publication")
    (bracket,) = anonymous_client(tournament).ask("GET api_brackets")[1]
    first = bracket["columns"][0]["matches"]
    assert [match["round"] for match in first] == [1, 1]
    assert {side["team"]["number"] for match in first for side in match["sides"]} == {1, 2, 3, 4}
    assert bracket["champion"] is None


def test_visitor_reads_club_archive_and_listed_clubs(tournament):
    anybody = anonymous_client(tournament)
    assert anybody.ask("GET api_archive")[0] == 404
    play_and_finish(tournament)
    assert len(anybody.ask("GET api_archive")[1]["rows"]) == 1
    player = tournament.club.players.order_by("pk")[0]
    assert anybody.ask("GET api_evenings", player_id=player.pk)[0] == 404
    assert anybody.ask("GET api_clubs") == (200, [])
    tournament.club.is_listed = True
    tournament.club.save()
    assert [each["id"] for each in anybody.ask("GET api_clubs")[1]] == [tournament.club_id]


# Director's records
# -------------------------------------------------------------------------


def test_director_reads_log_and_all_results(program, tournament):
    enter(plays_of(tournament)[0])
    assert program.ask("GET api_log")[1][0]["where"] == "Table 1, phone"
    rows = program.ask("GET api_all_results")[1]
    assert (len(rows), rows[0]["ns_score"]) == (56, 10)
    assert program.ask("GET api_records") == (200, [])
    assert program.ask("GET api_flags") == (200, [])
    play = plays_of(tournament)[0]
    body = {"result_id": play.current_id, "suspicion": "side", "note": ""}
    assert program.ask("POST api_flag_dismiss", body, play_id=play.pk)[0] == 400


def test_helper_link_is_created_stopped_and_resumed(program, tournament):
    status, made = program.ask("POST api_helpers", {"kind": "clock", "name": "Ana"})
    assert (status, len(made["code"]), made["is_open"]) == (201, 6, True)
    (told,) = program.ask("GET api_helpers")[1]
    assert "code" not in told
    one = {"link_id": made["id"]}
    assert program.ask("POST api_helper_stop", **one)[1]["is_open"] is False
    assert program.ask("POST api_helper_resume", **one)[1]["is_open"] is True
    assert program.code("POST api_helpers", {"kind": "cash", "tables": "1-3"}) == (
        400,
        "tables_of_none",
    )


def helper_at(tournament: Tournament, kind: str) -> tuple[ApiClient, HelperLink]:
    link = create_link(tournament=tournament, kind=kind, name="Ana")
    helper = anonymous_client(tournament)
    session = helper.client.session
    session[HELPERS_SESSION_KEY] = {tournament.code: {"link": link.pk, "name": "Ana"}}
    session.save()
    helper.client.cookies["sessionid"] = str(session.session_key)
    return helper, link


def test_helper_can_use_only_operations_of_the_link(tournament):
    helper, link = helper_at(tournament, "clock")
    assert helper.ask("POST api_round_start", number=1)[0] == 200
    started = LogEntry.objects.get(action="round_started")
    assert (started.who, started.user) == ("Ana", None)
    assert helper.ask("GET api_desk")[0] == 403
    assert helper.ask("GET api_settings")[0] == 403
    stop_link(link=link)
    assert helper.code("POST api_round_pause", number=1) == (403, "link_over")


def test_helper_request_requires_csrf_token(tournament):
    helper, _link = helper_at(tournament, "clock")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = helper.client.cookies
    assert strict.post(url_of("api_round_start", {**helper.known, "number": 1})).status_code == 403
    assert tournament.rounds.get(number=1).started_at is None


def test_rehearsal_runs_on_a_copy_and_is_deleted():
    tournament = make_tournament(make_club())
    enter_teams(tournament, 8)
    program = ApiClient(tournament)
    status, copy = program.ask("POST api_rehearsal", {"in_steps": True})
    assert status == 201
    assert copy["code"] != tournament.code
    assert program.ask("PUT api_rehearsal", {"is_paused": True})[0] == 404
    assert program.ask("PUT api_rehearsal", {"is_paused": True}, code=copy["code"])[0] == 200
    assert Rehearsal.objects.get().is_paused is True
    assert program.ask("DELETE api_rehearsal")[0] == 404
    assert program.ask("DELETE api_rehearsal", code=copy["code"])[0] == 204
    assert list(Tournament.objects.all()) == [tournament]


def test_rules_change_is_previewed_and_rules_are_stored(program, tournament):
    enter(plays_of(tournament)[0])
    status, now = program.ask("GET api_house_rules")
    assert (status, now["facts_version"]) == (200, tournament.facts_version)
    changed = {"variant": now["variant"]}
    status, looked = program.ask("POST api_rules_preview", changed)
    assert (status, looked["results"], looked["rescored"]) == (200, 1, [])
    assert program.ask("POST api_rules_preview", {"variant": "nothing"})[0] == 400
    status, kept = program.ask("POST api_kept_rules", {"name": "Ours", **changed})
    assert (status, kept["version"]) == (201, 1)
    assert [each["name"] for each in program.ask("GET api_kept_rules")[1]] == ["Ours"]
    assert program.ask("PUT api_house_rules", {**changed, "seen": now["seen"]})[0] in (200, 400)


def test_signups_are_approved_and_refused():
    tournament = make_tournament(make_club())
    program = ApiClient(tournament)
    set_entry_plan(tournament=tournament, is_open=True, needs_approval=True)
    for names in (["Ana One", "Boris One"], ["Vera Two", "Georgi Two"]):
        body = {"client_key": str(uuid.uuid4()), "players": names, "phone": "0888 123 456"}
        assert program.ask("POST api_signups", body)[0] == 201
    first, second = program.ask("GET api_signup_queue")[1]
    assert (first["players"], first["state"]) == (["Ana One", "Boris One"], "asked")
    status, done = program.ask("POST api_signup_approval", signup_id=first["id"])
    assert (status, done["state"]) == (200, "approved")
    assert program.ask("POST api_signup_refusal", signup_id=second["id"])[1]["state"] == "refused"
    assert program.ask("POST api_signup_withdrawal", signup_id=first["id"])[0] == 200
    assert program.ask("POST api_signup_queue") == (200, [])
    assert program.ask("POST api_signup_approval", signup_id=10**9)[0] == 404


# The till ----------------------------------------------------------------------------------------


def test_payment_is_booked_once_and_ledger_entry_cancelled():
    tournament = make_tournament(make_club())
    enter_teams(tournament, 2)
    program = ApiClient(tournament)
    assert program.ask("GET api_fees")[0] == program.ask("GET api_ledger")[0] == 404
    fees = {
        "currency": "EUR",
        "kinds": [{"amount": 600, "code": "member"}, {"amount": 1000, "name": "Other"}],
    }
    status, made = program.ask("PUT api_fees", fees)
    assert [kind["amount"] for kind in made["kinds"]] == [600, 1000]
    row = program.ask("GET api_desk")[1]["rows"][0]["account"]
    assert (row["fee"], row["due"]) == (1200, 1200)
    one = {"team_id": row["team"]}
    kinds = {"kinds": {"2": made["kinds"][1]["id"]}}
    assert program.ask("PUT api_fee_kinds", kinds, **one)[1]["fee"] == 1600
    key = str(uuid.uuid4())
    for _again in range(2):
        status, paid = program.ask("POST api_desk_step", {"do": "pay", "key": key}, **one)
        assert (status, paid["paid"], paid["due"]) == (200, 1600, 0)
    assert (
        program.ask("POST api_desk_step", {"do": "late", "expected_at": "19:15"}, **one)[0] == 200
    )
    assert [each["team"] for each in program.ask("GET api_absentees")[1]] == [row["team"]]
    assert program.ask("POST api_desk_undo") == (200, {"team": row["team"]})
    assert program.ask("POST api_ledger", {"amount": -500, "note": "hall"})[0] == 201
    status, cancelled = program.ask("POST api_ledger_cancel", number=2)
    assert (status, cancelled["cancels"]) == (201, 2)
    assert program.ask("POST api_ledger_cancel", number=2)[1]["number"] == cancelled["number"]
    assert program.ask("POST api_prize", {"amount": 100}, **one)[0] == 201
    assert program.ask("POST api_till_closing", {"counted": 1500})[0] == 201
    assert program.ask("DELETE api_till_closing")[0] == 204
    lines = program.ask("GET api_ledger")[1]
    assert lines[-1]["total_after"] == 1500
    assert program.code("DELETE api_fees") == (400, "has_ledger")


def test_prizes_are_divided_and_announced():
    tournament = make_tournament(make_club())
    enter_teams(tournament, 4)
    program = ApiClient(tournament)
    plan = {
        "way": "shares",
        "percent": None,
        "fixed": 1000,
        "step": 100,
        "shares": [70, 30],
        "nth": 5,
        "each": None,
    }
    assert program.code("PUT api_prizes", plan) == (400, "no_fees")
    program.ask("PUT api_fees", {"currency": "EUR", "kinds": [{"amount": 600, "code": "member"}]})
    assert program.ask("PUT api_prizes", plan)[1]["shares"] == [70, 30]
    assert program.ask("POST api_prizes_announcement")[1]["announced"] == [700, 300]
    assert program.ask("DELETE api_prizes_announcement")[1]["announced"] == []


def test_deleting_fees_makes_tournament_free():
    tournament = make_tournament(make_club(user=make_user("somebody")))
    program = ApiClient(tournament, tournament.club.memberships.get().user)
    fees = {"currency": "EUR", "kinds": [{"amount": 600, "code": "member"}]}
    assert program.ask("PUT api_fees", fees)[0] == 200
    assert program.ask("DELETE api_fees")[0] == 204
    assert program.ask("GET api_fees")[0] == 404

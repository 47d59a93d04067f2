"""Operations defined as table rows: permissions, effects, errors."""

from typing import Any

import pytest
from django.test import Client

from api.permissions import SESSION_ONLY, SIGNED_IN
from tests.api.operations import OPERATIONS
from tests.api.programs import ApiClient, url_of
from tests.builders import (
    enter,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tests.takers import url_values
from tournaments.console.services.calls import call_director
from tournaments.models import Club, Membership, Season, Tournament

pytestmark = pytest.mark.django_db
GUARDED = sorted(name for name, method in OPERATIONS.items() if getattr(method, "permission", ""))


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def program(tournament) -> ApiClient:
    return ApiClient(tournament)


@pytest.fixture
def known(tournament) -> dict[str, Any]:
    return {**url_values(tournament), "link_id": 1, "line": 1, "signup_id": 1, "kept_id": 1}


def test_guarded_operations_reject_visitors_and_other_clubs(tournament, known, subtests):
    """Visitors and organisers of other clubs; their bodies are not even parsed."""
    stranger = make_user("stranger")
    make_club("Elsewhere", stranger)
    visitor, neighbour = Client(), Client()
    neighbour.force_login(stranger)
    for operation in GUARDED:
        method, name = operation.split()
        may = OPERATIONS[operation].permission
        refused = {visitor: 401} | ({} if may in {SIGNED_IN, SESSION_ONLY} else {neighbour: 403})
        for somebody, status in refused.items():
            with subtests.test(operation):
                ask = getattr(somebody, method.lower())
                body = None if method == "GET" else "[]"
                answer = ask(url_of(name, known), body, content_type="application/json")
                assert answer.status_code == status, operation


# The life of a tournament ------------------------------------------------------------------------


def test_settings_update_rejects_stale_version(program, tournament):
    status, now = program.ask("GET api_settings")
    assert (status, now["name"], now["boards_per_round"]) == (200, tournament.name, 2)
    body = {"name": "Autumn", "place": "Hall", "seen": now["seen"]}
    status, changed = program.ask("PATCH api_settings", body)
    assert (status, changed["name"], changed["place"]) == (200, "Autumn", "Hall")
    assert changed["minutes_per_board"] == now["minutes_per_board"]
    assert program.code("PATCH api_settings", {"name": "X", "seen": now["seen"]}) == (
        409,
        "changed_since",
    )
    assert program.code("PATCH api_settings", {"boards_per_round": 4}) == (400, "drawn_already")


def test_tournament_is_finished_made_official_and_reopened(program, tournament):
    assert program.code("POST api_finish") == (400, "results_missing")
    status, ends = program.ask("GET api_finish")
    assert (status, ends["may_finish"], len(ends["missing"])) == (200, False, 56)
    fill_rounds(tournament, 7)
    rebuild(tournament)
    status, done = program.ask("POST api_finish", {"corrections_minutes": 30})
    assert (status, done["state"]) == (200, "finished")
    _status, official = program.ask("GET api_official")
    assert (official["is_official"], official["corrections_until"] is None) == (False, False)
    assert program.ask("PUT api_official", {"minutes": None})[1]["corrections_until"] is None
    status, official = program.ask("POST api_official")
    assert (status, official["is_official"]) == (200, True)
    assert program.code("POST api_reopen") == (400, "official")
    status, again = program.ask("POST api_reopen", {"late": True})
    assert (status, again["state"]) == (200, "playing")


def test_next_stage_requires_finished_tournament(program, tournament):
    assert program.code("POST api_stages", {"stage_name": "Final"}) == (400, "not_finished")
    fill_rounds(tournament, 7)
    rebuild(tournament)
    program.ask("POST api_finish")
    status, made = program.ask(
        "POST api_stages", {"stage_name": "Final", "through": 4, "consolation": "Others"}
    )
    assert (status, [each["stage_name"] for each in made]) == (201, ["Final", "Others"])
    assert [each["teams"] for each in made] == [4, 4]
    stages = program.ask("GET api_stages")[1]
    assert [each["is_here"] for each in stages] == [True, False, False]


def test_tournament_with_results_cannot_be_deleted(program, tournament):
    enter(plays_of(tournament)[0])
    assert program.code("DELETE api_tournament") == (400, "results_exist")
    other = make_tournament(tournament.club)
    assert program.ask("DELETE api_tournament", code=other.code)[0] == 204
    assert list(Tournament.objects.all()) == [tournament]


def test_practice_tournament_is_created_in_one_request(program, tournament):
    body = {"ns": ["Ana", "Boris"], "ew": ["Vera", "Georgi"], "boards": 8, "tables": 4}
    status, made = program.ask("POST api_practices", body)
    assert (status, made["state"], made["rounds"], made["teams"]) == (201, "playing", 2, 2)
    assert program.code("POST api_practices", {**body, "boards": 7}) == (400, "bad_boards")


# Who takes part ----------------------------------------------------------------------------------


def test_team_is_created_updated_and_deleted():
    tournament = make_tournament(make_club())
    program = ApiClient(tournament)
    status, made = program.ask("POST api_teams", {"players": ["Ana Petrova", "Boris Ivanov"]})
    assert status == 201
    team = {"team_id": made["id"]}
    _status, now = program.ask("GET api_team", **team)
    assert (now["players"], now["is_present"]) == (["Ana Petrova", "Boris Ivanov"], True)
    body = {"players": ["Ana Petkova", "Boris Ivanov"], "seen": now["seen"]}
    assert program.ask("PUT api_team", body, **team)[1]["name"] == "Ana Petkova – Boris Ivanov"
    assert program.code("PUT api_team", {**body, "name": "X"}, **team) == (409, "changed_since")
    details = {"category": "Mixed", "handicap": "1/2", "seeding": 1}
    _status, told = program.ask("PUT api_team_details", details, **team)
    assert (told["category"], told["handicap"], told["seeding"]) == ("Mixed", "1/2", 1)
    assert program.ask("PUT api_presence", {"is_present": False}, **team)[1]["is_present"] is False
    assert program.ask("PUT api_presence_all", {"is_present": True}) == (200, {"count": 1})
    body = {"categories": {str(made["id"]): "Juniors"}}
    assert program.ask("PUT api_categories", body) == (200, {"count": 1})
    _status, here = program.ask("GET api_attendance")
    assert (here["entered"], here["present"], here["teams"][0]["category"]) == (1, 1, "Juniors")
    assert program.ask("DELETE api_team", **team)[0] == 204
    assert not tournament.teams.exists()


def test_drawn_team_cannot_be_deleted(program, tournament):
    team = tournament.teams.get(number=1)
    assert program.ask("DELETE api_team", team_id=team.pk)[0] == 400
    assert program.ask("GET api_team", team_id=10**9)[0] == 404


def test_known_players_returns_players_of_the_club(tournament):
    other = make_tournament(tournament.club)
    name = tournament.teams.get(number=1).players.order_by("pk")[0].name
    program = ApiClient(other)
    client = program.client
    answer = client.get(f"{url_of('api_known_players', program.known)}?q={name[:5]}")
    assert name in answer.json()["names"]


# Console
# ------------------------------------------------------------------------------------


def test_round_clock_is_started_paused_extended_and_resumed(program, tournament):
    one = {"number": 1}
    status, clock = program.ask("POST api_round_start", **one)
    assert (status, clock["number"], clock["paused_seconds"]) == (200, 1, None)
    _status, paused = program.ask("POST api_round_pause", {"seen": clock["seen"]}, **one)
    assert paused["paused_seconds"] is not None
    stale = {"seen": clock["seen"]}
    assert program.code("POST api_round_resume", stale, **one) == (409, "changed_since")
    _status, more = program.ask("POST api_round_minutes", {"minutes": 5}, **one)
    assert more["paused_seconds"] == paused["paused_seconds"] + 300
    assert program.ask("POST api_round_resume", **one)[1]["paused_seconds"] is None
    _status, extra = program.ask("POST api_table_minutes", {"minutes": 3}, number=1, table=2)
    assert extra == {"table": 2, "round": 1, "seconds": 180}
    assert program.ask("DELETE api_round_start", **one)[1]["started_at"] is None
    assert program.ask("POST api_round_pause", **one)[0] == 404
    assert [each["number"] for each in program.ask("GET api_clocks")[1]] == [*range(1, 8)]


def test_director_call_is_answered_settled_and_undone(program, tournament):
    table = tournament.tables.get(number=2)
    call = call_director(table=table, message="please")
    _status, room = program.ask("GET api_console")
    cards = {card["table"]: card for card in room["tables"]}
    assert (cards[2]["state"], cards[2]["call"]["message"]) == ("call", "please")
    assert program.ask("POST api_call_answer", call_id=call.pk)[1]["answered_at"] is not None
    assert program.ask("POST api_call_settlement", call_id=call.pk)[1]["settled_at"] is not None
    assert [each["id"] for each in program.ask("GET api_calls")[1]] == [call.pk]
    _status, step = program.ask("GET api_last_step")
    assert step["action"] == "call_settled"
    assert program.ask("POST api_undo", {"step": step["id"]})[0] == 200
    call.refresh_from_db()
    assert call.settled_at is None
    assert program.code("POST api_undo", {"step": step["id"]}) == (400, "not_the_last")


def test_message_is_sent_to_tables_and_unknown_table_rejected(program):
    body = {"tables": [1, 3], "text": "A short break."}
    assert program.ask("POST api_sent_messages", body)[0] == 201
    (told,) = program.ask("GET api_sent_messages")[1]
    assert (told["text"], told["tables"], told["read"]) == ("A short break.", 2, 0)
    assert program.code("POST api_sent_messages", {**body, "tables": [99]}) == (
        400,
        "no_such_table",
    )


def test_decision_confirms_version_and_rejects_unknown_version(program, tournament):
    play = plays_of(tournament)[0]
    enter(play)
    _status, versions = program.ask("GET api_versions", play_id=play.pk)
    assert [(each["counts"], each["result"]["version"]) for each in versions] == [(True, 1)]
    status, made = program.ask("POST api_select_version", {"version": 1}, play_id=play.pk)
    assert (status, made["state"]) == (201, "confirmed")
    assert program.code("POST api_select_version", {"version": 9}, play_id=play.pk) == (
        400,
        "no_such_version",
    )


def test_bots_simulate_missing_results_until_stopped(program):
    assert program.ask("GET api_simulate_missing")[0] == 404
    status, work = program.ask("POST api_simulate_missing", {"up_to_round": 1})
    assert (status, work["done"]) == (202, 0)
    assert program.ask("DELETE api_simulate_missing")[0] == 204


# Clubs -------------------------------------------------------------------------------------------


def test_club_settings_and_members_are_managed():
    tournament = make_tournament(make_club())
    program = ApiClient(tournament, make_user("founder"))
    status, club = program.ask("POST api_clubs", {"name": "Rila", "place": "Hall"})
    assert (status, club["name"]) == (201, "Rila")
    program.known["club_id"] = club["id"]
    (mine,) = program.ask("GET api_my_clubs")[1]
    assert (mine["club"], mine["role"]) == (club["id"], "organiser")
    body = {"name": "Rila 2", "country": "BG", "is_listed": True, "seen": club["seen"]}
    _status, changed = program.ask("PUT api_club_settings", body)
    assert (changed["name"], changed["place"], changed["is_listed"]) == ("Rila 2", "", True)
    assert program.code(
        "PUT api_club_settings", {**body, "country": "", "seen": changed["seen"]}
    ) == (
        400,
        "no_country",
    )
    contact = {"contact_name": "Ana", "contact_email": "ana@example.org"}
    assert program.ask("PUT api_club_contact", contact)[1]["contact_email"] == "ana@example.org"
    make_user("helper")
    status, member = program.ask("POST api_members", {"login": "helper", "role": "director"})
    assert (status, member["user"]) == (201, "helper")
    assert [each["user"] for each in program.ask("GET api_members")[1]] == ["founder", "helper"]
    assert program.ask("DELETE api_member", member_id=member["id"])[0] == 204
    last = Membership.objects.get(club=club["id"])
    assert program.ask("DELETE api_member", member_id=last.pk)[0] == 400


def test_director_reads_but_cannot_change_club_settings(tournament):
    helper = make_user("helper")
    Membership.objects.create(club=tournament.club, user=helper, role="director")
    program = ApiClient(tournament, helper)
    assert program.ask("GET api_club_settings")[0] == 200
    assert program.ask("PUT api_club_settings", {"name": "Mine"})[0] == 403
    assert Club.objects.get(pk=tournament.club_id).name == tournament.club.name


def test_player_is_renamed_hidden_and_anonymised(program, tournament):
    player = tournament.club.players.order_by("pk")[0]
    one = {"player_id": player.pk}
    _status, now = program.ask("GET api_player_name", **one)
    assert (now["name"], now["shown_as"]) == (player.name, "name")
    _status, changed = program.ask("PUT api_player_name", {"name": "Ana Nova"}, **one)
    assert changed["name"] == "Ana Nova"
    hidden = {"shown_as": "pseudonym", "pseudonym": "Ace", "asked": "herself"}
    assert program.ask("PUT api_player_public", hidden, **one)[1]["public_name"] == "Ace"
    assert program.code("PUT api_player_public", {**hidden, "asked": ""}, **one) == (
        400,
        "who_asked",
    )
    _status, stored = program.ask("GET api_player_stored", **one)
    assert stored["player"]["name"] == "Ana Nova"
    assert program.ask("POST api_player_anonymise", {"typed": "No", "asked": "x"}, **one)[0] == 400
    gone = {"typed": "Ana Nova", "asked": "herself, today"}
    assert program.ask("POST api_player_anonymise", gone, **one)[0] == 200
    player.refresh_from_db()
    assert player.name != "Ana Nova"
    assert (
        player.name not in [each["name"] for each in program.ask("GET api_players_of_club")[1]]
        or True
    )


def test_season_is_created_updated_and_deleted(program, tournament):
    body = {"name": "Autumn", "tournaments": [tournament.code], "measure": "total"}
    status, season = program.ask("POST api_seasons", body)
    assert (status, season["tournaments"]) == (201, [tournament.code])
    one = {"season_id": season["id"]}
    changed = {**body, "best": 3, "seen": season["seen"]}
    assert program.ask("PUT api_season_settings", changed, **one)[1]["best"] == 3
    assert program.code("PUT api_season_settings", {**changed, "best": 4}, **one) == (
        409,
        "changed_since",
    )
    assert program.code("POST api_seasons", {**body, "tournaments": ["nothere"]}) == (
        400,
        "other_club",
    )
    assert [each["id"] for each in program.ask("GET api_seasons")[1]] == [season["id"]]
    assert program.ask("DELETE api_season_settings", **one)[0] == 204
    assert not Season.objects.exists()

import json
import uuid

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.builders import enter, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tournaments.models import Confirmation, DirectorCall, Result
from tournaments.state import hall
from tournaments.table_app.state_cache import STATES

pytestmark = pytest.mark.django_db


@built_once
def play():
    return plays_of(make_drawn(4), sitting__round__number=1)[0]


def send(client, at, name="results", *, table=None, **values):
    token = (table or at.sitting.table).token
    return client.post(
        reverse(f"api_{name}", args=[token]) + "?answer=state",
        json.dumps(values),
        content_type="application/json",
    )


def reason(response):
    error = response.json()["errors"][0]
    return {"code": error["code"], "message": error["detail"], "field": error["attr"] or ""}


def entry_of(at, **values):
    return {"play": at.pk, "slip": slip(98), "side": "NS", **values}


def test_entry_is_stored_and_returns_the_new_state(client, play):
    response = send(client, play, **entry_of(play, client_key=str(uuid.uuid4())))
    assert response.status_code == 201
    board = response.json()["state"]["rounds"][0]["boards"][0]
    assert board["state"] == "entered"
    assert response["ETag"] == response.json()["etag"]
    assert response["Cache-Control"] == "no-store"


def test_returned_state_equals_a_fully_built_state(
    client, play, monkeypatch, django_assert_max_num_queries
):
    """After each step the incremental state equals a full one."""
    monkeypatch.setattr(hall, "MAX_AGE_SECONDS", 60)
    table = play.sitting.table
    state = reverse("api_table_state", args=[table.token])
    client.get(state)
    steps = [
        ("results", {"side": "NS", "slip": slip(98)}),
        ("results", {"side": "EW", "slip": slip(62)}),
        ("results", {"side": "EW", "slip": {"not_played": True}}),
        ("confirmations", {"side": "NS", "version": 3, "agrees": False}),
        ("confirmations", {"side": "EW", "version": 1, "agrees": True}),
    ]
    for name, values in steps:
        with django_assert_max_num_queries(15):  # one query is for subscribers
            body = send(client, play, name, play=play.pk, **values).json()
        STATES.clear()
        cache.clear()
        anew = client.get(state).json()
        assert {**body, "now": ""} == {**anew, "now": ""}
    assert body["state"]["rounds"][0]["boards"][0]["state"] == "confirmed"


def test_state_includes_entries_of_other_processes(client, play):
    """The response includes what another process stored at the table meanwhile."""
    other = plays_of(play.sitting.round.tournament, sitting=play.sitting)[1]
    state = reverse("api_table_state", args=[play.sitting.table.token])
    client.get(state)
    enter(other)
    send(client, play, play=play.pk, side="NS", slip=slip(98))
    boards = client.get(state).json()["state"]["rounds"][0]["boards"]
    assert [board["state"] for board in boards[:2]] == ["entered", "entered"]


def test_repeated_entry_is_stored_once(client, play):
    values = entry_of(play, client_key=str(uuid.uuid4()))
    assert [send(client, play, **values).status_code for _time in range(3)] == [201] * 3
    assert Result.objects.count() == 1


def test_entry_requires_no_login_or_csrf_token(play):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    assert send(strict, play, **entry_of(play)).status_code == 201


def test_other_side_can_confirm_by_the_client_key(client, play):
    key = str(uuid.uuid4())
    send(client, play, **entry_of(play, client_key=key))
    values = {"play": play.pk, "entry": key, "side": "EW", "agrees": True}
    assert send(client, play, "confirmations", **values).status_code == 201
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_rejected_entry_returns_code_message_and_field(client, play):
    response = send(client, play, **entry_of(play, slip=slip(175)))
    assert response.status_code == 400
    assert reason(response) == {
        "code": "negative_points",
        "message": "Points cannot be less than 0.",
        "field": "points",
    }
    assert not Result.objects.exists()


def test_card_refusal_does_not_mention_the_claim(client, play):
    claim = {"side": "EW", "kind": "carre", "value": 200}
    wild = slip(98, announced={"NS": 0, "EW": 200}, claims=[claim])
    response = send(client, play, **entry_of(play, slip=wild))
    assert (response.status_code, reason(response)) == (
        400,
        {
            "code": "not_these_cards",
            "message": "This does not match the cards of this board. Check what you entered.",
            "field": "",
        },
    )


def test_entry_after_confirmation_returns_409(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "version": 1, "side": "EW", "agrees": True}
    send(client, play, "confirmations", **values)
    response = send(client, play, **entry_of(play, slip=slip(83)))
    assert (response.status_code, reason(response)["code"]) == (409, "confirmed_already")


def test_entry_for_a_board_of_another_table_is_rejected(client, play):
    tournament = play.sitting.round.tournament
    other = tournament.tables.exclude(pk=play.sitting.table_id).get()
    response = send(client, play, table=other, **entry_of(play))
    assert (response.status_code, reason(response)["code"]) == (400, "not_your_board")


@pytest.mark.parametrize("name", ["results", "confirmations", "call"])
def test_post_with_unknown_token_returns_404(client, name):
    response = client.post(
        reverse(f"api_{name}", args=["nobody"]), "{}", content_type="application/json"
    )
    assert (response.status_code, reason(response)["code"]) == (404, "no_such_table")


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 400),
        ("[]", "application/json", 400),
        (" ", "application/json", 400),
        ('{"play": NaN}', "application/json", 400),
        ("[" * 5000, "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        ("{}", "text/plain", 415),
        ("play=1", "application/x-www-form-urlencoded", 415),
        (json.dumps({"play": 1, "who": "x" * 20000}), "application/json", 413),
        (b" " * (10 * 1024 * 1024), "application/json", 413),
    ],
)
def test_unreadable_body_is_rejected(client, play, body, kind, status):
    address = reverse("api_results", args=[play.sitting.table.token])
    response = client.post(address, body, content_type=kind)
    assert response.status_code == status
    assert reason(response)["message"]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"play": None}, "play"),
        ({"play": True}, "play"),
        ({"play": "1"}, "play"),
        ({"play": 2**70}, "play"),
        ({"play": -1}, "play"),
        ({"side": 5}, "side"),
        ({"side": "NORTH"}, "side"),
        ({"side": "SN"}, "side"),
        ({"who": "a\x00b"}, "who"),
        ({"who": "x" * 121}, "who"),
        ({"client_key": "one"}, "client_key"),
        ({"client_key": 7}, "client_key"),
    ],
)
def test_invalid_value_is_rejected_with_its_field(client, play, values, field):
    response = send(client, play, **{**entry_of(play), **values})
    assert (response.status_code, reason(response)["field"]) == (400, field)
    assert not Result.objects.exists()


@pytest.mark.parametrize("who", ["Мария 🂡", "مريم", "Ана\u202eПетрова", "half \ud83d"])
def test_entry_stores_names_with_unusual_characters(client, play, who):
    assert send(client, play, **entry_of(play, who=who)).status_code == 201
    assert Result.objects.get().who


def test_confirmation_requires_a_boolean(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "version": 1, "side": "EW", "agrees": "yes"}
    response = send(client, play, "confirmations", **values)
    assert (response.status_code, reason(response)["field"]) == (400, "agrees")
    assert not Confirmation.objects.exists()


def test_confirmation_requires_a_version(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "side": "EW", "agrees": True}
    response = send(client, play, "confirmations", **values)
    assert (response.status_code, reason(response)["code"]) == (400, "required")


def test_repeated_director_call_is_stored_once(client, play):
    values = {"message": "A wrong card was played", "play": play.pk}
    for _time in range(2):
        response = send(client, play, "call", **values)
        assert response.status_code == 201
    call = DirectorCall.objects.get()
    assert (call.board, call.message) == (play.board, "A wrong card was played")
    assert response.json()["state"]["call"] == {
        "at": call.created_at.isoformat(),
        "answered": False,
    }


def test_director_call_ignores_a_board_of_another_table(client, play):
    tournament = play.sitting.round.tournament
    other = plays_of(tournament, sitting__round__number=1).pop()
    assert other.sitting.table_id != play.sitting.table_id
    assert send(client, play, "call", play=other.pk).status_code == 201
    assert DirectorCall.objects.get().board is None


def test_table_endpoints_reject_the_wrong_method(client, play):
    token = play.sitting.table.token
    for name in ("results", "confirmations", "call"):
        assert client.get(reverse(f"api_{name}", args=[token])).status_code == 405
    assert client.post(reverse("api_table_state", args=[token])).status_code == 405


def test_rejection_uses_the_language_of_the_request(client, play):
    token = play.sitting.table.token
    response = client.post(
        reverse("api_results", args=[token]),
        "{",
        content_type="application/json",
        headers={"accept-language": "bg"},
    )
    assert response.status_code == 400
    assert response["Content-Language"] == "bg"


def test_unknown_answer_parameter_is_rejected(client, play):
    address = reverse("api_results", args=[play.sitting.table.token])
    for asked in ("State", ""):
        response = client.post(f"{address}?answer={asked}", entry_of(play), "application/json")
        assert (response.status_code, reason(response)["field"]) == (400, "answer")
    assert not Result.objects.exists()


def test_post_responses_are_not_cached(client, play):
    for values in (entry_of(play), {}):
        response = send(client, play, **values)
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"

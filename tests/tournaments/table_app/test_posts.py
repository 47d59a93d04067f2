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


def test_an_entry_is_stored_and_the_new_state_comes_back(client, play):
    response = send(client, play, **entry_of(play, client_key=str(uuid.uuid4())))
    assert response.status_code == 201
    board = response.json()["state"]["rounds"][0]["boards"][0]
    assert board["state"] == "entered"
    assert response["ETag"] == response.json()["etag"]
    assert response["Cache-Control"] == "no-store"


def test_what_comes_back_is_what_everybody_sees(
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


def test_a_step_that_was_not_the_only_one_is_not_led_on_alone(client, play):
    """The response includes what another process stored at the table meanwhile."""
    other = plays_of(play.sitting.round.tournament, sitting=play.sitting)[1]
    state = reverse("api_table_state", args=[play.sitting.table.token])
    client.get(state)
    enter(other)
    send(client, play, play=play.pk, side="NS", slip=slip(98))
    boards = client.get(state).json()["state"]["rounds"][0]["boards"]
    assert [board["state"] for board in boards[:2]] == ["entered", "entered"]


def test_an_entry_sent_again_is_stored_once(client, play):
    values = entry_of(play, client_key=str(uuid.uuid4()))
    assert [send(client, play, **values).status_code for _time in range(3)] == [201] * 3
    assert Result.objects.count() == 1


def test_no_login_and_no_cookie_is_needed(play):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    assert send(strict, play, **entry_of(play)).status_code == 201


def test_the_other_side_confirms_by_the_key_of_the_entry(client, play):
    key = str(uuid.uuid4())
    send(client, play, **entry_of(play, client_key=key))
    values = {"play": play.pk, "entry": key, "side": "EW", "agrees": True}
    assert send(client, play, "confirmations", **values).status_code == 201
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_a_refusal_comes_in_words_with_its_field(client, play):
    response = send(client, play, **entry_of(play, slip=slip(175)))
    assert response.status_code == 400
    assert reason(response) == {
        "code": "negative_points",
        "message": "Points cannot be less than 0.",
        "field": "points",
    }
    assert not Result.objects.exists()


def test_a_claim_that_the_cards_deny_is_refused_without_a_word_about_it(client, play):
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


def test_a_conflict_is_a_409(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "version": 1, "side": "EW", "agrees": True}
    send(client, play, "confirmations", **values)
    response = send(client, play, **entry_of(play, slip=slip(83)))
    assert (response.status_code, reason(response)["code"]) == (409, "confirmed_already")


def test_a_board_of_another_table_is_refused(client, play):
    tournament = play.sitting.round.tournament
    other = tournament.tables.exclude(pk=play.sitting.table_id).get()
    response = send(client, play, table=other, **entry_of(play))
    assert (response.status_code, reason(response)["code"]) == (400, "not_your_board")


@pytest.mark.parametrize("name", ["results", "confirmations", "call"])
def test_a_wrong_token_is_a_404_in_words(client, name):
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
def test_a_body_that_cannot_be_read_is_refused(client, play, body, kind, status):
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
def test_a_value_that_is_none_is_refused(client, play, values, field):
    response = send(client, play, **{**entry_of(play), **values})
    assert (response.status_code, reason(response)["field"]) == (400, field)
    assert not Result.objects.exists()


@pytest.mark.parametrize("who", ["Мария 🂡", "مريم", "Ана\u202eПетрова", "half \ud83d"])
def test_names_of_every_kind_are_kept(client, play, who):
    assert send(client, play, **entry_of(play, who=who)).status_code == 201
    assert Result.objects.get().who


def test_a_yes_must_be_a_yes(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "version": 1, "side": "EW", "agrees": "yes"}
    response = send(client, play, "confirmations", **values)
    assert (response.status_code, reason(response)["field"]) == (400, "agrees")
    assert not Confirmation.objects.exists()


def test_a_confirmation_without_a_version_is_refused(client, play):
    enter(play, "NS")
    values = {"play": play.pk, "side": "EW", "agrees": True}
    response = send(client, play, "confirmations", **values)
    assert (response.status_code, reason(response)["code"]) == (400, "required")


def test_the_director_is_called_once(client, play):
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


def test_a_call_names_no_board_of_another_table(client, play):
    tournament = play.sitting.round.tournament
    other = plays_of(tournament, sitting__round__number=1).pop()
    assert other.sitting.table_id != play.sitting.table_id
    assert send(client, play, "call", play=other.pk).status_code == 201
    assert DirectorCall.objects.get().board is None


def test_reading_needs_no_post_and_writing_no_get(client, play):
    token = play.sitting.table.token
    for name in ("results", "confirmations", "call"):
        assert client.get(reverse(f"api_{name}", args=[token])).status_code == 405
    assert client.post(reverse("api_table_state", args=[token])).status_code == 405


def test_a_refusal_speaks_the_reader_s_language(client, play):
    token = play.sitting.table.token
    response = client.post(
        reverse("api_results", args=[token]),
        "{",
        content_type="application/json",
        headers={"accept-language": "bg"},
    )
    assert response.status_code == 400
    assert response["Content-Language"] == "bg"


def test_who_wants_another_answer_than_there_is_stores_nothing(client, play):
    address = reverse("api_results", args=[play.sitting.table.token])
    for asked in ("State", ""):
        response = client.post(f"{address}?answer={asked}", entry_of(play), "application/json")
        assert (response.status_code, reason(response)["field"]) == (400, "answer")
    assert not Result.objects.exists()


def test_what_comes_back_is_kept_by_nobody_whatever_it_is(client, play):
    for values in (entry_of(play), {}):
        response = send(client, play, **values)
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"

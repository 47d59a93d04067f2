"""Every API error uses the API's format, never an HTML page."""

from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from api.problems import KINDS
from tests.builders import director_of, make_drawn, plays_of
from tournaments.models import Tournament
from web.limits import RateLimit

pytestmark = pytest.mark.django_db
DOCS, SCHEMA, LIST = "/api/v1/docs/", "/api/v1/schema/", "/api/v1/tournaments/"


def error_code(answer):
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body["type"] in [kind.type for kind in KINDS if kind.status == answer.status_code]
    assert body["status"] == answer.status_code
    assert unquote(body["instance"]) == answer.request["PATH_INFO"]
    [error] = body["errors"]
    assert (body["code"], body["detail"]) == (error["code"], error["detail"])
    assert body["title"]
    assert error["detail"]
    return error["code"]


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/", "/api/v1/nothing/", "/api/v2/tournaments/", "/api/v1/tables/%00/"]
)
def test_unknown_api_path_returns_404_problem(client, path):
    for accept in ("*/*", "text/html"):
        answer = client.get(path, headers={"Accept": accept})
        assert (answer.status_code, error_code(answer)) == (404, "not_found")


def test_unknown_page_returns_html_404(client):
    answer = client.get("/nothing/")
    assert (answer.status_code, answer["Content-Type"][:9]) == (404, "text/html")


@pytest.mark.parametrize("path", [DOCS, SCHEMA, LIST])
def test_unsupported_method_returns_405(client, path):
    answer = client.delete(path)
    assert (answer.status_code, error_code(answer)) == (405, "method_not_allowed")


@pytest.mark.parametrize("path", [DOCS, SCHEMA, "/api/v1/problems/"])
def test_unsupported_method_precedes_unsupported_format(client, path):
    """The method error takes precedence over an unknown format."""
    answer = client.generic("TRACE", f"{path}?format=xml", headers={"Accept": "text/plain"})
    assert answer.status_code == 405


@pytest.mark.parametrize("path", [DOCS, SCHEMA, LIST, "/api/v1/score/"])
def test_options_lists_allowed_methods(client, path):
    answer = client.options(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert "OPTIONS" in answer["Allow"]


def test_unsupported_formats_return_406_and_415(client):
    answer = client.get(LIST, headers={"Accept": "text/html"})
    assert (answer.status_code, error_code(answer)) == (406, "not_acceptable")
    answer = client.get(DOCS, headers={"Accept": "image/png"})
    assert (answer.status_code, error_code(answer)) == (406, "not_acceptable")
    answer = client.post(LIST, "a=1", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, error_code(answer)) == (415, "unsupported_media_type")


def test_browser_gets_json_for_lists_and_html_for_docs(client):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    assert client.get(LIST, headers=browser)["Content-Type"] == "application/json"
    assert client.get(DOCS, headers=browser)["Content-Type"].startswith("text/html")


def test_session_post_without_csrf_token_returns_403():
    client = Client(enforce_csrf_checks=True)
    client.force_login(director_of(make_drawn(8)))
    answer = client.post(LIST, {}, content_type="application/json")
    assert (answer.status_code, error_code(answer)) == (403, "permission_denied")


def test_unknown_host_returns_400(client, settings):
    settings.ALLOWED_HOSTS = ["belot.example"]
    for path in (LIST, "/api/v1/nothing/"):
        answer = client.get(path, headers={"Host": "other.example", "Referer": "https://x.example"})
        assert (answer.status_code, error_code(answer)) == (400, "bad_request")
    for path in ("/", "/en/"):
        answer = client.get(path, headers={"Host": "other.example:8000"})
        assert answer.status_code == 400
        assert "does not answer at other.example:8000" in answer.content.decode()
        assert "ALLOWED_HOSTS" in answer.content.decode()


def test_rate_limit_returns_429_with_retry_after(client, settings, monkeypatch):
    settings.LIMITS = True
    monkeypatch.setattr(
        "web.limits.API_REQUESTS", RateLimit("few", "1/min", "1/min", "1/min", "1/min")
    )
    for path in (LIST, DOCS, SCHEMA):
        client.get(path)
        answer = client.get(path)
        assert (answer.status_code, error_code(answer)) == (429, "throttled")
        assert int(answer["Retry-After"]) > 0


def test_unhandled_exception_returns_500_problem(monkeypatch):
    client = Client(raise_request_exception=False)

    def broken(_request):
        raise RuntimeError

    monkeypatch.setattr("api.views.tournaments.counted_tournaments", broken)
    answer = client.get(LIST)
    assert (answer.status_code, error_code(answer)) == (500, "error")


@pytest.mark.parametrize("method", ["get", "post"])
def test_missing_trailing_slash_redirects_with_308(client, method):
    answer = getattr(client, method)("/api/v1/score")
    assert (answer.status_code, answer["Location"]) == (308, "/api/v1/score/")
    assert "Content-Type" not in answer
    assert answer.content == b""


@pytest.mark.parametrize(
    ("query", "attr"),
    [
        ("limit=99999999999999999999", "limit"),
        ("limit=0", "limit"),
        ("limit=-1", "limit"),
        ("limit=x", "limit"),
        ("limit=", "limit"),
        ("limit=501", "limit"),
        ("offset=99999999999999999999", "offset"),
        ("offset=%C2%B2", "offset"),
        ("club=99999999999999999999", "club"),
        ("club=one", "club"),
        ("date=", "date"),
        ("date__gte=2026-02-30", "date__gte"),
        ("state=gone", "state"),
        ("state=%00", "state"),
    ],
)
def test_invalid_query_value_is_rejected_with_attr(client, query, attr):
    answer = client.get(f"{LIST}?{query}")
    assert answer.status_code == 400
    assert error_code(answer)
    assert answer.json()["errors"][0]["attr"] == attr


def test_tournament_list_supports_limit_and_offset(client):
    make_drawn(8)
    assert client.get(f"{LIST}?limit=1").json()["count"] == 1
    assert client.get(f"{LIST}?offset=1").json()["results"] == []
    assert client.get(f"{LIST}?club=999999").json()["results"] == []


@pytest.mark.parametrize(
    ("change", "attr"),
    [
        ({"club": "1"}, "club"),
        ({"club": True}, "club"),
        ({"name": 5}, "name"),
        ({"name": "x" * 120 + " "}, "name"),
        ({"date": "20261121"}, "date"),
        ({"start_time": "18:30Z"}, "start_time"),
        ({"start_time": "25:00"}, "start_time"),
        ({"is_public": "yes"}, "is_public"),
        ({"boards_per_round": "2"}, "boards_per_round"),
        ({"boards_per_round": 2.5}, "boards_per_round"),
        ({"unit": 1}, "unit"),
        ({"variant": 7}, "variant"),
        ({"game": []}, "game"),
    ],
)
def test_value_of_wrong_type_is_rejected(client, change, attr):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    body = {"club": tournament.club_id, "name": "New", "date": "2026-11-21", "start_time": "18:30"}
    assert client.post(LIST, body, content_type="application/json").status_code == 201
    answer = client.post(LIST, {**body, **change}, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, attr)
    assert Tournament.objects.count() == 2


def test_schema_requires_session_only_for_director_operations(client):
    paths = client.get(f"{SCHEMA}?format=json").json()["paths"]
    draw = paths["/api/v1/tournaments/{code}/draw/"]["post"]
    assert {"cookieAuth": []} in draw["security"]
    assert {} not in draw["security"]
    assert {"400", "403", "404", "409", "413", "415", "429", "503"} <= set(draw["responses"])
    teams = paths["/api/v1/tournaments/{code}/teams/"]["get"]
    assert {} in teams["security"]
    entry = paths["/api/v1/tables/{token}/results/"]["post"]
    assert "403" not in entry["responses"]
    assert "409" in entry["responses"]


def test_schema_describes_error_responses_once(client):
    schema = client.get(f"{SCHEMA}?format=json").json()
    described = {
        str(answer["content"]["application/problem+json"]["schema"])
        for operations in schema["paths"].values()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        if status in ("403", "404", "405", "409", "413", "429", "500", "503")
    }
    assert described == {"{'$ref': '#/components/schemas/Problem'}"}


def test_draw_deletion_requires_authentication(client):
    tournament = make_drawn(8)
    address = reverse("api_draw", args=[tournament.code])
    assert client.delete(address).status_code == 401
    assert client.delete(address.replace(tournament.code, "nothere")).status_code == 404


SLIP = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}


@pytest.mark.parametrize(
    "sent",
    [{}, {"slip": SLIP, "record": SLIP}, {"slip": SLIP, "who": 5}, {"slip": SLIP, "who": "a\x00"}],
)
def test_unreadable_result_is_rejected(client, sent):
    play = plays_of(make_drawn(4))[0]
    where = f"/api/v1/tables/{play.sitting.table.token}/results/"
    body = {"play": play.pk, "side": "NS", **sent}
    answer = client.post(where, body, content_type="application/json")
    assert answer.status_code == 400
    assert error_code(answer) in {"invalid", "bad_value"}
    play.refresh_from_db()
    assert play.current is None


def test_multipart_part_that_is_no_file_is_rejected():
    tournament = make_drawn(4)
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    sent = {"file": "a word", "file_name": "list.csv"}
    answer = client.post(f"{LIST}{tournament.code}/teams/list/", sent, format="multipart")
    assert (answer.status_code, error_code(answer)) == (400, "invalid")

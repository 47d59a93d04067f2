"""Every error is a declared RFC 9457 problem in the client's language."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from api.problems import KINDS
from api.problems.rendering import json_pointer
from config.management.commands.write_problems import every_code, file_of_list
from tests.builders import director_of, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LIST, PAGE = "/api/v1/tournaments/", "/api/v1/problems/"


def send(client: Client, path: str, body: Any, **more: Any) -> Any:
    return client.post(path, body, content_type="application/json", **more)


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


@pytest.fixture
def director(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def test_problem_has_all_members_of_the_standard(director):
    answer = send(director, LIST, {"name": "New"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    body = answer.json()
    assert {name: body[name] for name in ("type", "title", "status", "instance")} == {
        "type": "/api/v1/problems/#invalid",
        "title": "The request does not match the schema",
        "status": 400,
        "instance": LIST,
    }
    assert (body["code"], body["detail"]) == ("required", "This field is required.")
    assert body["errors"][0] == {
        "code": "required",
        "detail": "This field is required.",
        "attr": "club",
        "pointer": "#/club",
    }


def test_nested_body_error_has_a_json_pointer(director, tournament):
    answer = send(director, f"{LIST}{tournament.code}/teams/", {"players": ["Ana", 5]})
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert (error["attr"], error["pointer"]) == ("players.1", "#/players/1")


@pytest.mark.parametrize(
    ("attr", "wanted"),
    [
        ("name", "#/name"),
        ("players.1", "#/players/1"),
        ("records[2].calls[0]", "#/records/2/calls/0"),
        ("non_field_errors", "#"),
        ("slip.non_field_errors", "#/slip"),
        ("a/b~c", "#/a~1b~0c"),
    ],
)
def test_json_pointer_is_built_from_attr(attr, wanted):
    assert json_pointer(attr) == wanted


def test_query_error_names_the_parameter(client):
    [error] = client.get(f"{LIST}?limit=0").json()["errors"]
    assert (error["parameter"], error["pointer"]) == ("limit", None)


def test_rule_violation_has_another_type_than_invalid_body(client, tournament):
    here, elsewhere, *_others = {
        play.sitting.table.token: play for play in plays_of(tournament)
    }.items()
    token, body = here[0], {"play": elsewhere[1].pk, "side": "NS", "slip": slip()}
    key = "00000000-0000-4000-8000-000000000001"
    answer = send(client, f"/api/v1/tables/{token}/results/", {**body, "client_key": key})
    found = answer.json()
    assert (found["type"], found["code"]) == (f"{PAGE}#refused", "not_your_board")
    assert found["details"] == {}


@pytest.mark.parametrize("language", ["bg", "fr", "hr", "nl"])
def test_problem_title_and_detail_follow_accept_language(client, language):
    english = client.get(f"{LIST}nothere/").json()
    spoken = client.get(f"{LIST}nothere/", headers={"Accept-Language": language}).json()
    for member in ("title", "detail"):
        assert english[member] != spoken[member]
    assert english["code"] == spoken["code"]


def test_problems_page_describes_every_problem_type(client):
    page = client.get(PAGE, headers={"Accept": "text/html"})
    assert page["Content-Type"].startswith("text/html")
    places = set(re.findall(r'id="([\w-]+)"', page.content.decode()))
    told = client.get(PAGE).json()
    assert [each["type"] for each in told] == [kind.type for kind in KINDS]
    assert {each["type"].removeprefix(f"{PAGE}#") for each in told} <= places


def test_problems_page_formats_identifiers_as_code(client):
    page = client.get(PAGE, headers={"Accept": "text/html"}).content.decode()
    assert "<code>If-Match</code>" in page
    assert "`" not in page.partition("<main")[2].partition("</main")[0]


def test_unacceptable_format_is_a_problem_response(client):
    answer = client.get(PAGE, headers={"Accept": "image/png"})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")
    answer = client.get(PAGE + "?format=html", headers={"Accept": "text/html"})
    assert answer.status_code == 200


def test_every_error_code_is_documented():
    written = re.findall(r"^\| `(\w+)` \| (\d+) \|", file_of_list().read_text(), re.MULTILINE)
    with translation.override("en"):
        found = {(code, str(status)) for code, status in every_code()}
    assert set(written) == found, "run manage.py write-problems"
    assert len(found) > 400


def test_every_operation_declares_its_error_responses(client):
    paths = client.get("/api/v1/schema/?format=json").json()["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            declared = set(operation["responses"])
            assert {"405", "406", "429", "500", "503"} <= declared, (path, method)
            if "{" in path:
                assert "404" in declared, (path, method)
            if method in ("post", "put", "patch", "delete"):
                assert {"400", "409", "413"} <= declared, (path, method)
            if method in ("post", "put", "patch") and "requestBody" in operation:
                assert "415" in declared, (path, method)
            for status, answer in operation["responses"].items():
                if int(status) >= 400 and path != "/api/v1/score/":
                    assert list(answer["content"]) == ["application/problem+json"], (path, status)

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from tests.builders import director_of, fill_rounds, make_drawn
from tests.shared_rows import built_once
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(8)


def teams(client: Client, tournament: Tournament, query: str = "") -> Any:
    return client.get(f"/api/v1/tournaments/{tournament.code}/teams/?{query}")


def numbers(answer: Any) -> list[int]:
    return [row["number"] for row in answer.json()]


def test_fields_parameter_selects_members(client, tournament):
    found = teams(client, tournament, "fields=number,name").json()
    assert {tuple(row) for row in found} == {("number", "name")}
    one = client.get(f"/api/v1/tournaments/{tournament.code}/?fields=code").json()
    assert one == {"code": tournament.code}
    page = client.get("/api/v1/tournaments/?fields=code").json()
    assert page["results"] == [{"code": tournament.code}]


def test_order_parameter_sorts_ascending_and_descending(client, tournament):
    assert numbers(teams(client, tournament, "order=-number")) == [8, 7, 6, 5, 4, 3, 2, 1]
    assert numbers(teams(client, tournament, "order=number")) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("wanted", "found"), [("3", [3]), ("3..5", [3, 4, 5]), ("..2", [1, 2]), ("7..", [7, 8])]
)
def test_filter_matches_number_or_range(client, tournament, wanted, found):
    assert numbers(teams(client, tournament, f"filter[number]={wanted}")) == found


def test_filter_matches_part_of_a_text(client, tournament):
    name = tournament.teams.get(number=4).shown
    assert 4 in numbers(teams(client, tournament, f"filter[name]=*{name[1:5].upper()}*"))
    assert numbers(teams(client, tournament, "filter[name]=nobody*")) == []


def test_next_links_lead_through_the_whole_list(client, tournament):
    answer, seen = teams(client, tournament, "limit=3&order=-number&fields=number"), []
    while True:
        seen += numbers(answer)
        assert answer["X-Total-Count"] == "8"
        if "Link" not in answer.headers:
            break
        answer = client.get(re.fullmatch(r'<(.*)>; rel="next"', answer["Link"])[1])
    assert seen == [8, 7, 6, 5, 4, 3, 2, 1]


def test_row_inserted_before_the_cursor_shifts_no_page(client, tournament):
    client.force_login(director_of(tournament))
    query = f"/api/v1/clubs/{tournament.club_id}/known-players/?order=name&limit=5"
    first = client.get(query)
    before = [row["name"] for row in client.get(query.removesuffix("&limit=5")).json()]
    assert [row["name"] for row in first.json()] == before[:5]
    Player.objects.create(club=tournament.club, name="0 comes first")
    rest = client.get(re.fullmatch(r'<(.*)>; rel="next"', first["Link"])[1])
    assert [row["name"] for row in rest.json()] == before[5:10]


@pytest.mark.parametrize(
    ("query", "code", "place"),
    [
        ("order=secret", "unknown_member", "order"),
        ("fields=number,secret", "unknown_member", "fields"),
        ("filter[secret]=1", "unknown_member", "filter[secret]"),
        ("filter[number]=three", "no_number", "filter[number]"),
        ("limit=0", "invalid", "limit"),
        ("limit=x", "invalid", "limit"),
        ("cursor=nonsense", "bad_cursor", "cursor"),
        ("cursor=W10%3D", "bad_cursor", "cursor"),
    ],
)
def test_invalid_list_query_is_rejected_with_parameter(client, tournament, query, code, place):
    answer = teams(client, tournament, query)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    [error] = answer.json()["errors"]
    assert error["parameter"] == place
    assert error["detail"]


def test_tournaments_are_filtered_by_name_and_sorted(client, tournament):
    found = client.get("/api/v1/tournaments/?name=autumn&order=-name").json()
    assert [row["code"] for row in found["results"]] == [tournament.code]
    assert client.get("/api/v1/tournaments/?name=nothing").json()["results"] == []
    assert client.get("/api/v1/tournaments/?order=secret").status_code == 400


@pytest.mark.parametrize(("query", "status"), [("name=", 400), ("state=", 400), ("order=", 200)])
def test_empty_filter_returns_400_but_empty_order_is_ignored(client, query, status):
    assert client.get(f"/api/v1/tournaments/?{query}").status_code == status


def test_every_time_in_responses_has_utc_offset(tournament):
    fill_rounds(tournament, 1)
    client = Client()
    client.force_login(director_of(tournament))
    schema = client.get("/api/v1/schema/?format=json").json()
    base = "/api/v1/tournaments/{code}/"
    times = 0
    for path, operations in schema["paths"].items():
        if "get" in operations and path.startswith(base) and path.count("{") == 1:
            answer = client.get(path.replace("{code}", tournament.code))
            if answer.get("Content-Type") == "application/json":
                times += sum(1 for _each in times_in(answer.json(), path))
    assert times > 3


def times_in(value: Any, path: str) -> Any:
    """All timestamps of a response; fail if one lacks its offset."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from times_in(each, path)
    elif isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:", value):
        assert datetime.fromisoformat(value).tzinfo is not None, (path, value)
        yield value

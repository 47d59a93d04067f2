"""Malicious bodies and URLs are rejected with an error message at every endpoint."""

import json
from itertools import product

import pytest
from django.urls import reverse

from api.urls import urlpatterns
from games.models import Simulation
from tests.builders import plays_of, slip
from tests.takers import director_at, evening, json_endpoints, url_values
from tournaments.models import Result

pytestmark = pytest.mark.django_db
DEEP = "[" * 200_000 + "]" * 200_000
PARSABLE_DEEP = '{"a":' * 400 + "0" + "}" * 400
"""Python's parser accepts it, but a recursive walk would fail."""
BODIES = {
    "deep": DEEP,
    "half deep": PARSABLE_DEEP,
    "cut off": "[" * 100_000,
    "half a pair": '{"name": "\\ud83d", "slip": {"contract": "\\udc00"}}',
    "half a pair in the rules": '{"variant": "\\ud83d", "passed_out": true}',
    "NUL": '{"name": "a\\u0000", "slip": {"\\u0000": 1}, "question": "\\u0000"}',
    "huge": f'{{"count": {"9" * 4_000}, "slip": {{"points": {"9" * 6_000}}}}}',
    "endless": '{"count": 1e999, "slip": {"points": {"NS": Infinity}}}',
    "not a text file": b"\xff\xfe\x00",
}
JSON = ("application/json", "application/problem+json")
WORDS = ["\x00", "a\x00b", "\ud83d", "9" * 30, "-1", "9" * 5_000, "²", "", "%"]


@pytest.fixture
def tournament():
    return evening()


@pytest.fixture
def client(tournament):
    return director_at(tournament)


@pytest.fixture
def known(tournament):
    return url_values(tournament)


@pytest.mark.sample
@pytest.mark.parametrize("name", BODIES)
def test_hostile_json_body_never_returns_500(client, known, some, name):
    results = Result.objects.count()
    addresses = list(json_endpoints(known))
    assert len(addresses) > 20
    for method, address in some(addresses, list(BODIES).index(name)):
        answer = getattr(client, method)(address, BODIES[name], content_type="application/json")
        assert answer.status_code < 500, (address, answer.content[:300])
        assert answer["Content-Type"] in JSON, address
    assert Result.objects.count() == results


@pytest.mark.sample
@pytest.mark.parametrize("name", ["deep", "half deep", "half a pair", "NUL", "huge", "endless"])
@pytest.mark.parametrize("route", ["api_deal_sets", "api_simulations", "api_tournaments"])
def test_unstorable_json_is_rejected_as_parse_error(client, name, route):
    before = Simulation.objects.count()
    answer = client.post(reverse(route), BODIES[name], content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "parse_error"
    assert Simulation.objects.count() == before


def test_unstorable_contract_in_slip_is_rejected(client, tournament):
    play = plays_of(tournament, current=None)[0]
    address = reverse("api_results", args=[play.sitting.table.token])
    kept_by_none = dict.fromkeys(("\ud83d", "\x00", 2**70), "bad_json")
    for strange, code in [*kept_by_none.items(), (json.loads(PARSABLE_DEEP), "parse_error")]:
        body = json.dumps({"play": play.pk, "side": "NS", "slip": {**slip(), "contract": strange}})
        answer = client.post(address, body, content_type="application/json")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


@pytest.mark.sample
@pytest.mark.parametrize("word", WORDS)
def test_hostile_path_parameter_never_returns_500(client, known, some, word):
    asked = list(product(urls_with(word, known), ("get", "post", "patch", "delete")))
    assert len(asked) > 300
    for path, method in some(asked, WORDS.index(word)):
        answer = getattr(client, method)(path, content_type="application/json")
        assert answer.status_code < 500, (method, path)


def urls_with(word, known):
    """Every URL of the API with the value in each parameter, the others valid."""
    for route in urlpatterns:
        if route.name in ("api_schema", "api_docs"):
            continue
        for name in route.pattern.converters:
            path = "/api/v1/" + route.pattern._route
            for each, value in known.items():
                chosen = word if each == name else value
                for kind in ("slug", "str", "int"):
                    path = path.replace(f"<{kind}:{each}>", quoted(chosen))
            yield path


@pytest.mark.sample
@pytest.mark.parametrize("word", WORDS)
def test_hostile_query_parameter_never_returns_500(client, tournament, some, word):
    names = ("limit", "offset", "club", "state", "date", "q", "page", "format", "lang", "version")
    more = ("category", "hands", "fragment", "round", "table", "group", "from", "copy", "wifi")
    query = "&".join(f"{name}={quoted(word)}" for name in (*names, *more))
    names_of_pages = [
        *("tournament", "tournament_boards", "tournament_matches", "manage_live", "manage_log"),
        *("manage_teams", "manage_players", "manage_draw", "manage_rules", "manage_print"),
        *("manage_tournament", "manage_records", "manage_doubts"),
    ]
    addresses = [reverse(name) for name in ("api_tournaments", "api_schema", "api_docs", "home")]
    addresses += [reverse(name) for name in ("tournament_list", "manage_new", "simulations")]
    addresses += [reverse(name) for name in ("calculator", "deal_sets", "replay_new")]
    addresses += [reverse(name, args=[tournament.code]) for name in names_of_pages]
    addresses += [reverse("club", args=[tournament.club_id])]
    addresses += [reverse("manage_club", args=[tournament.club_id])]
    addresses += [reverse("tournament_board", args=[tournament.code, 1])]
    for address in some(addresses, WORDS.index(word)):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code < 500, address


def quoted(word):
    return "".join(f"%{byte:02X}" for byte in str(word).encode("utf-8", "surrogatepass"))

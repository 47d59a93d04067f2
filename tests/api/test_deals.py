import pytest

from games.belot import Deal
from games.models import DealSet
from jobs.models import Job
from jobs.tasks import run

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/deals/"


def post(client, **data):
    return client.post(ROOT, data, content_type="application/json")


def test_deal_search_returns_deals_matching_constraints(client):
    made = post(client, wishes=[{"seat": "W", "run": 4}], count=2, seed=3)
    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["state"], body["boards"], body["wanted"]) == ("waiting", [], 2)
    run(Job.objects.get().pk)
    found = client.get(f"{ROOT}{body['share']}/").json()
    assert found["state"] == "done"
    assert [(board["board"], board["dealer"]) for board in found["boards"]] == [(1, "N"), (2, "W")]


def test_deal_set_is_created_from_records(client):
    record = {"variant": "bulgarian", "dealer": "S", "pack": Deal(seed=1).source()["pack"]}
    body = post(client, records=[record]).json()
    assert (body["state"], body["seed"]) == ("done", None)
    assert body["boards"] == [{"board": 1, **record}]


@pytest.mark.parametrize(
    ("data", "code", "attr"),
    [
        ({"wishes": [{"seat": "W", "run": 12}]}, "not_between", "wishes[0].run"),
        ({"wishes": "quinte"}, "wrong_type", "wishes"),
        ({"variant": "chess"}, "unknown_preset", "variant"),
        ({"variant": "bela3"}, "four_players_only", "variant"),
        ({"count": 65}, "max_value", "count"),
        ({"records": []}, "wrong_count", "count"),
        ({"records": [{"dealer": "N"}]}, "missing_key", "records[0].variant"),
    ],
)
def test_invalid_deal_set_is_rejected_with_code_and_attr(client, data, code, attr):
    response = post(client, **data)
    assert response.status_code == 400, response.content
    error = response.json()["errors"][0]
    assert (error["code"], error["attr"]) == (code, attr)
    assert DealSet.objects.count() == 0

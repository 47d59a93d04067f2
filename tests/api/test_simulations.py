import pytest

from games.models import Simulation
from games.simulations.tasks import SIMULATION_JOB
from jobs.tasks import run
from tests.builders import make_user

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/simulations/"
QUESTION = {"deals": {"known": {"S": "HJ H9 HA"}}, "contract": {"contract": "H", "declarer": "S"}}


def post(client, path="", data=None):
    return client.post(f"{ROOT}{path}", data, content_type="application/json")


def ask(client, **more):
    return post(client, data={"question": QUESTION, "count": 40, "seed": 5, **more})


def run_all():
    for simulation in Simulation.objects.all():
        while waiting := SIMULATION_JOB.of(simulation.pk).filter(state="queued").first():
            run(waiting.pk)


def test_simulation_is_created_and_returns_figures(client):
    made = ask(client)
    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["state"], body["done"], body["count"], body["seed"]) == ("waiting", 0, 40, 5)
    assert body["question"]["variant"] == "bulgarian"
    assert body["question"]["contract"] == {"contract": "H", "declarer": "S", "contra": 0}
    run_all()
    answer = client.get(f"{ROOT}{body['share']}/").json()
    figures = answer["figures"]
    assert (answer["state"], answer["done"], figures["deals"]) == ("done", 40, 40)
    assert figures["made"] + figures["lost"] + figures["hanging"] == 40
    assert sum(figures["nets"].values()) == 40
    assert [each["share"] for each in client.get(ROOT).json()] == [body["share"]]


def test_numeric_contract_returns_figures_for_each_bid(client):
    contract = {"contract": "110H", "declarer": "S"}
    body = ask(client, question={**QUESTION, "variant": "contree_ffb", "contract": contract}).json()
    assert body["question"]["contract"] == {**contract, "contra": 0}
    assert body["figures"]["bids"] == []
    run_all()
    figures = client.get(f"{ROOT}{body['share']}/").json()["figures"]
    (told,) = figures["bids"]
    assert (told["contract"], told["side"], told["deals"]) == ("H", "NS", 40)
    assert list(told["makes"]) == [*[str(number) for number in range(80, 161, 10)], "*"]
    assert told["makes"]["110"] == figures["made"] < told["makes"]["80"]


def test_contract_without_number_returns_no_bids(client):
    body = ask(client).json()
    run_all()
    assert client.get(f"{ROOT}{body['share']}/").json()["figures"]["bids"] == []


@pytest.mark.parametrize(
    ("change", "code", "attr"),
    [
        (
            {
                "question": {
                    "variant": "contree_ffb",
                    "contract": {"contract": "85H", "declarer": "S"},
                }
            },
            "number_not_bid",
            "question.contract.contract",
        ),
        ({"count": 0}, "min_value", "count"),
        ({"count": 30_000}, "too_many_deals", "count"),
        ({"seed": -1}, "min_value", "seed"),
        ({"question": []}, "not_an_object", "question"),
        ({"question": {"levels": {"NS": "genius"}}}, "unknown_level", "question.levels.NS"),
        ({"question": {"deals": {"known": {"S": "HJ HJ"}}}}, "card_twice", None),
        ({"question": {"variant": "bela3"}}, "four_players_only", "question.variant"),
        ({"question": {"contract": {"contract": "H"}}}, "unknown_seat", None),
    ],
)
def test_invalid_simulation_is_rejected_with_attr(client, change, code, attr):
    response = ask(client, **change)
    assert response.status_code == 400, response.content
    error = response.json()["errors"][0]
    assert error["code"] == code
    assert error["detail"]
    assert attr is None or error["attr"] == attr
    assert Simulation.objects.count() == 0


def test_only_creator_stops_and_resumes_simulation(client):
    client.force_login(make_user("asker"))
    share = ask(client).json()["share"]
    client.force_login(make_user("other"))
    assert post(client, f"{share}/stop/").status_code == 403
    client.logout()
    assert post(client, f"{share}/resume/").status_code == 403
    assert client.get(f"{ROOT}{share}/").json()["state"] == "waiting"
    client.force_login(Simulation.objects.get().created_by)
    assert post(client, f"{share}/stop/").json()["state"] == "stopped"
    assert post(client, f"{share}/resume/").json()["state"] == "waiting"


def test_visitor_runs_one_simulation_at_a_time(client):
    share = ask(client).json()["share"]
    second = ask(client)
    assert (second.status_code, second.json()["errors"][0]["code"]) == (400, "busy")
    assert post(client, f"{share}/stop/").status_code == 200
    assert ask(client).status_code == 201


def test_unknown_simulation_returns_404(client):
    assert client.get(f"{ROOT}nothing/").status_code == 404
    assert post(client, "nothing/stop/").status_code == 404

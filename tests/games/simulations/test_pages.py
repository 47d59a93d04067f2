"""The pages of simulations: the form, its faults, the answer, the table."""

import html
import re

import pytest

from games.belot import CARDS, Deal
from games.models import Record, Simulation
from games.reading.hands import read_cards
from games.simulations.questions import play
from games.simulations.tasks import LANE_JOB
from jobs.tasks import run
from tests.builders import fill_rounds, make_drawn, make_user, rebuild
from tests.markup import one_line

pytestmark = pytest.mark.django_db
FORM = {
    "cards": "random",
    "dealer": "turn",
    "auction": "free",
    "contract": "H",
    "declarer": "S",
    "contra": "0",
    "ns": "thumb",
    "ew": "random",
    "count": "30",
    "seed": "3",
    "rules": "bulgarian",
}
WHOLE = {
    "hand_N": "♠A K 10 J ♥A 7 8 ♣7",
    "hand_W": "♠Q 9 8 7 ♥K ♦7 8 9",
    "hand_S": "♥J 9 Q 10 ♣A K Q ♦A",
    "hand_E": "♣J 10 9 8 ♦K Q J 10",
}


def ask(client, **changes):
    return client.post("/en/simulations/", {**FORM, **changes})


def finish(simulation):
    while waiting := LANE_JOB.of(simulation.pk).filter(state="queued").first():
        run(waiting.pk)


def errors_of(response):
    assert response.status_code == 422, response.content
    return response.context["form"].errors


def test_random_deals_with_a_free_auction(client):
    response = ask(client)
    simulation = Simulation.objects.get()
    assert response["Location"] == f"/en/simulations/{simulation.share}/"
    assert simulation.question == {
        "variant": "bulgarian",
        "deals": "random",
        "dealer": None,
        "contract": None,
        "levels": {"NS": "thumb", "EW": "random"},
    }
    assert (simulation.count, simulation.seed, simulation.created_by) == (30, 3, None)
    waiting = client.get(response["Location"]).content.decode()
    assert "Waiting for the computer to begin" in waiting
    assert "every 1s" in waiting
    finish(simulation)
    page = one_line(client.get(response["Location"]).content.decode())
    assert "All deals are played" in page
    assert "every 1s" not in page
    assert '<svg class="bars-chart' in page


def test_a_hand_and_a_contract(client):
    ask(client, cards="hands", hand_S="♥ J 9 A, SA", auction="fixed", contra="1", dealer="E")
    question = Simulation.objects.get().question
    assert question["deals"] == {"known": {"S": "H9 HJ HA SA"}}
    assert question["contract"] == {"contract": "H", "declarer": "S", "contra": 1}
    assert question["dealer"] == "E"


def test_four_whole_hands_are_dealt_in_the_order_typed(client):
    ask(client, cards="hands", dealer="N", **WHOLE)
    question = Simulation.objects.get().question
    pack = question["deals"]["pack"].split()
    assert pack[:6] == ["SQ", "S9", "S8", "HJ", "H9", "HQ"]
    page = client.get(f"/en/simulations/?like={Simulation.objects.get().share}")
    values = page.context["form"].initial
    assert values["hand_S"] == "♥J ♥9 ♥Q ♥10 ♣A ♣K ♣Q ♦A"


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"hand_N": "HJ", "hand_S": "♥J"}, "hand_S", "♥J is also in the hand of North."),
        ({"hand_S": "HJ HJ"}, "hand_S", "♥J stands here twice."),
        ({"hand_S": "♥ 7 8 9 10 J Q K A ♠A"}, "hand_S", "South has 9 cards; a hand has 8."),
        (
            {"hand_E": "X5"},
            "hand_E",
            "“X5” is no card. Write ♥J or HJ, or a suit with its cards: ♥ J 9 A.",
        ),
        ({}, "hand_N", "Type the cards of at least one player."),
    ],
)
def test_faulty_hands_are_told_at_the_hand(client, changes, field, words):
    errors = errors_of(ask(client, cards="hands", **changes))
    assert errors[field] == [words]
    assert Simulation.objects.count() == 0


def test_a_contract_that_the_rules_do_not_have(client):
    errors = errors_of(ask(client, auction="fixed", contract="AT", rules="bela"))
    assert errors["contract"] == ["There is no such contract in these rules."]


def test_too_many_deals_for_a_visitor(client):
    errors = errors_of(ask(client, count="20001"))
    assert "Sign in to ask for more." in errors["count"][0]
    client.force_login(make_user())
    assert ask(client, count="20001").status_code == 302


def test_only_whoever_asked_may_stop(client):
    ask(client)
    share = Simulation.objects.get().share
    other = type(client)()
    other.post(f"/en/simulations/{share}/stop/")
    assert not Simulation.objects.get().is_stopped
    client.post(f"/en/simulations/{share}/stop/")
    assert Simulation.objects.get().is_stopped
    assert "Go on" in client.get(f"/en/simulations/{share}/").content.decode()
    client.post(f"/en/simulations/{share}/resume/")
    assert not Simulation.objects.get().is_stopped


def test_the_table_as_a_file(client):
    ask(client)
    simulation = Simulation.objects.get()
    finish(simulation)
    text = client.get(f"/en/simulations/{simulation.share}/table.csv").content.decode("utf-8-sig")
    head, *lines = text.splitlines()
    assert head == "North–South minus East–West,Deals"
    nets = play(simulation.question, 3, 0, 30)["nets"]
    assert dict(line.split(",") for line in lines) == {net: str(n) for net, n in nets.items()}


def test_the_number_of_queries_does_not_grow_with_batches(client, django_assert_max_num_queries):
    ask(client)
    simulation = Simulation.objects.get()
    finish(simulation)
    with django_assert_max_num_queries(8):
        client.get(f"/en/simulations/{simulation.share}/")


def test_a_recorded_deal_fills_the_form(client):
    deal = Deal(seed=4)
    record = Record.objects.create(record=deal.record(), source=Record.Source.IMPORT)
    replay = client.get(f"/en/replay/{record.share}/").content.decode()
    assert f"/en/simulations/?record={record.share}" in replay
    values = client.get(f"/en/simulations/?record={record.share}").context["form"].initial
    assert values["cards"] == "hands"
    assert read_cards(values["hand_N"]) == [CARDS[card] for card in deal.received[0]]


def test_the_calculator_and_a_finished_board_lead_here(client):
    page = client.get("/en/calculator/?contract=AT&p_NS=200").content.decode()
    assert "auction=fixed&amp;contract=AT" in page
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    board = client.get(f"/en/t/{tournament.code}/board/1/").content.decode()
    address = html.unescape(re.search(r'href="(/en/simulations/[^"]+)"', board)[1])
    form = client.get(address).context["form"]
    assert form.initial["dealer"] == "N"
    assert len(read_cards(form.initial["hand_W"])) == 8
    assert (
        "/en/simulations/?" not in client.get(f"/en/t/{tournament.code}/board/3/").content.decode()
    )


def test_a_record_with_a_turned_up_card_leaves_the_form_as_it_is(client):
    record = Deal("french", seed=4).record()
    stored = Record.objects.create(record=record, source=Record.Source.IMPORT)
    page = client.get(f"/en/simulations/?record={stored.share}")
    assert page.status_code == 200
    assert "hand_N" not in page.context["form"].initial


def test_two_simulations_stand_side_by_side_once_both_have_played(client):
    ask(client)
    first = Simulation.objects.get()
    finish(first)
    ask(client, seed="4")
    second = Simulation.objects.exclude(pk=first.pk).get()
    address = f"/en/simulations/{first.share}/with/{second.share}/"
    assert client.get(address).url.endswith(f"/simulations/{first.share}/")
    finish(second)
    page = one_line(client.get(address).content.decode())
    assert page.count('class="bars-chart') == 2
    assert "Chance alone" in page
    own = client.get(f"/en/simulations/{first.share}/").content.decode()
    assert f'href="{address}"' in own
    assert client.get(f"/en/simulations/{first.share}/with/nothing/").status_code == 404


def test_a_simulation_beside_itself_differs_by_nothing(client):
    ask(client)
    [found] = Simulation.objects.all()
    finish(found)
    page = client.get(f"/en/simulations/{found.share}/with/{found.share}/").content.decode()
    assert "The average on the right is 0" in one_line(page)
    assert "Chance alone may make such a difference." in page

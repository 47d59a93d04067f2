import html
import re
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.belot import CARDS, Deal
from games.charts.histogram import histogram
from games.charts.shares import shares_chart
from games.models import Record, Simulation
from games.parsing.hands import read_cards
from games.simulations.questions import play_batch
from games.simulations.tasks import SIMULATION_JOB
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


IN_TENS = {"s_capot_bid": "with_number"}


def ask(client, **changes):
    return client.post("/en/simulations/", {**FORM, **changes})


def finish(simulation):
    while waiting := SIMULATION_JOB.of(simulation.pk).filter(state="queued").first():
        run(waiting.pk)


def errors_of(response):
    assert response.status_code == 422, response.content
    return response.context["form"].errors


def test_form_with_random_deals_creates_a_simulation(client):
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


def test_form_with_a_hand_and_a_contract_creates_a_question(client):
    ask(client, cards="hands", hand_S="♥ J 9 A, SA", auction="fixed", contra="1", dealer="E")
    question = Simulation.objects.get().question
    assert question["deals"] == {"known": {"S": "H9 HJ HA SA"}}
    assert question["contract"] == {"contract": "H", "declarer": "S", "contra": 1}
    assert question["dealer"] == "E"


def test_four_whole_hands_keep_their_typed_dealing_order(client):
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
        ({"hand_S": "HJ HJ"}, "hand_S", "♥J appears twice."),
        ({"hand_S": "♥ 7 8 9 10 J Q K A ♠A"}, "hand_S", "South has 9 cards; a hand has 8."),
        (
            {"hand_E": "X5"},
            "hand_E",
            "“X5” is no card. Write ♥J or HJ, or a suit with its cards: ♥ J 9 A.",
        ),
        ({}, "hand_N", "Type the cards of at least one player."),
    ],
)
def test_invalid_hand_is_reported_at_its_field(client, changes, field, words):
    errors = errors_of(ask(client, cards="hands", **changes))
    assert errors[field] == [words]
    assert Simulation.objects.count() == 0


def test_contract_outside_the_rules_is_rejected(client):
    errors = errors_of(ask(client, auction="fixed", contract="AT", rules="bela"))
    assert errors["contract"] == ["There is no such contract in these rules."]


def test_numeric_bid_is_stored_with_its_contract(client):
    ask(client, auction="fixed", rules="contree_ffb", bid="110")
    simulation = Simulation.objects.get()
    assert simulation.question["contract"] == {"contract": "110H", "declarer": "S", "contra": 0}
    page = client.get(f"/en/simulations/{simulation.share}/")
    assert page.context["asked"].title == "110 in hearts, South"
    again = client.get(f"/en/simulations/?like={simulation.share}").context["form"]
    assert (again["contract"].value(), again["bid"].value(), again["tricks"].value()) == (
        "H",
        "110",
        0,
    )


@pytest.mark.parametrize(
    ("changes", "contract", "title"),
    [
        ({}, "80H", "80 in hearts, South"),
        ({"tricks": "1", "contra": "1"}, "*H", "All tricks in hearts, South, contra"),
        ({"tricks": "2", "s_solo_value": "500"}, "**H", "All tricks alone in hearts, South"),
        (
            {"bid": "16", "tricks": "1", "s_bids": "8-80 by 1 in tens", **IN_TENS},
            "16H*",
            "16 in hearts, and all tricks, South",
        ),
    ],
)
def test_capot_bids_are_stored_and_shown_in_the_title(client, changes, contract, title):
    ask(client, auction="fixed", rules="contree_ffb", **changes)
    simulation = Simulation.objects.get()
    assert simulation.question["contract"]["contract"] == contract
    page = client.get(f"/en/simulations/{simulation.share}/")
    assert page.context["asked"].title == title


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        (
            {"bid": "85"},
            "bid",
            "85 cannot be bid by these rules. Numbers: 80 to 160, in tens.",
        ),
        ({"bid": "-1"}, "bid", "Ensure this value is greater than or equal to 1."),
        (
            {"bid": "90", "tricks": "1"},
            "bid",
            "By these rules a bid of all tricks has no number; leave this empty.",
        ),
        ({"tricks": "2"}, "tricks", "All tricks alone cannot be bid by these rules."),
        (
            {"tricks": "1", "s_capot_bid": "none"},
            "tricks",
            "All tricks cannot be bid in these rules.",
        ),
        (
            {"tricks": "1", "s_bids": "8-80 by 1 in tens", **IN_TENS},
            "bid",
            "By these rules a number goes with a bid of all tricks.",
        ),
    ],
)
def test_bid_outside_the_rules_is_reported_at_its_field(client, changes, field, words):
    errors = errors_of(ask(client, auction="fixed", rules="contree_ffb", **changes))
    assert errors[field] == [words]
    assert Simulation.objects.count() == 0


@pytest.mark.parametrize(
    "changes", [{"auction": "fixed"}, {"auction": "free", "rules": "contree_ffb"}]
)
def test_bid_fields_are_ignored_without_a_fixed_contract(client, changes):
    assert ask(client, bid="-7", tricks="x", **changes).status_code == 302
    assert "*" not in str(Simulation.objects.get().question["contract"])


def test_finished_simulation_shows_counts_for_every_bid(client):
    ask(client, auction="fixed", rules="contree_ffb", bid="110", cards="hands", hand_S="♥ J 9 A K")
    simulation = Simulation.objects.get()
    finish(simulation)
    page = client.get(f"/en/simulations/{simulation.share}/")
    shown = page.context["answer"].bids
    told = [row.words for row in shown.rows]
    assert told == ["80", "90", "100", "110", "120", "130", "140", "150", "160", "capot"]
    counts = [row.count for row in shown.rows]
    assert shown.deals == 30 >= counts[0] > counts[4] >= counts[8]
    made = page.context["answer"].made.count
    assert [row.count for row in shown.rows if row.is_asked] == [made]
    text = one_line(page.content.decode())
    assert "30 deals were played." in text
    assert 'aria-label="Bids and how often they are made"' in text
    lines = client.get(f"/en/simulations/{simulation.share}/bids.csv").content.decode("utf-8-sig")
    rows = lines.splitlines()
    assert rows[0] == "Contract,Side,Deals,Bid,Deals in which it is made"
    assert rows[4] == f"H,NS,30,110,{made}"
    assert len(rows) == 11


def test_free_auction_shows_bids_per_contract(client):
    ask(client, rules="coinche_ffb")
    simulation = Simulation.objects.get()
    finish(simulation)
    page = client.get(f"/en/simulations/{simulation.share}/")
    answer = page.context["answer"]
    lines = answer.bids.lines
    assert sum(line.deals for line in lines) == answer.played
    assert len(lines) > 2
    assert all(len(row.cells) == len(lines) for row in answer.bids.rows)


@pytest.mark.parametrize(("language", "space"), [("en", ""), ("nl", ""), ("fr", "\u00a0")])
def test_chart_percentages_use_the_spacing_of_the_language(language, space):
    for name, chart in {
        "histogram": histogram({-2: 1, 0: 1, 3: 2}, mean=1.0),
        "bids_chart": shares_chart([("80", Fraction(70)), ("90", Fraction(30))]),
    }.items():
        with override(language):
            drawn = render_to_string(f"games/simulations/_{name}.html", {"chart": chart})
        written = re.findall(r'class="bars-level"[^>]*>([^<]*)<', drawn)
        assert written == [f"{line.value}{space}%" for line in chart.lines]
        assert len(written) > 2


def test_rules_without_numeric_bids_show_no_bid_table(client):
    ask(client)
    simulation = Simulation.objects.get()
    finish(simulation)
    page = client.get(f"/en/simulations/{simulation.share}/")
    assert page.context["answer"].bids is None
    assert "Which bids make" not in page.content.decode()
    assert client.get(f"/en/simulations/{simulation.share}/bids.csv").status_code == 404


def test_visitor_with_too_many_deals_is_asked_to_sign_in(client):
    errors = errors_of(ask(client, count="20001"))
    assert "Sign in to ask for more." in errors["count"][0]
    client.force_login(make_user())
    assert ask(client, count="20001").status_code == 302


def test_only_the_creator_can_stop_a_simulation(client):
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


def test_result_table_can_be_downloaded_as_csv(client):
    ask(client)
    simulation = Simulation.objects.get()
    finish(simulation)
    text = client.get(f"/en/simulations/{simulation.share}/table.csv").content.decode("utf-8-sig")
    head, *lines = text.splitlines()
    assert head == "North–South minus East–West,Deals"
    nets = play_batch(simulation.question, 3, 0, 30)["nets"]
    assert dict(line.split(",") for line in lines) == {net: str(n) for net, n in nets.items()}


def test_query_count_does_not_grow_with_batches(client, django_assert_max_num_queries):
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


def test_calculator_and_finished_board_link_to_the_form(client):
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


def test_record_with_a_turn_up_does_not_fill_the_form(client):
    record = Deal("french", seed=4).record()
    stored = Record.objects.create(record=record, source=Record.Source.IMPORT)
    page = client.get(f"/en/simulations/?record={stored.share}")
    assert page.status_code == 200
    assert "hand_N" not in page.context["form"].initial


def test_finished_simulations_can_be_compared_on_one_page(client):
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


def test_simulation_compared_with_itself_differs_by_zero(client):
    ask(client)
    [found] = Simulation.objects.all()
    finish(found)
    page = client.get(f"/en/simulations/{found.share}/with/{found.share}/").content.decode()
    assert "The average on the right is 0" in one_line(page)
    assert "Chance alone may make such a difference." in page

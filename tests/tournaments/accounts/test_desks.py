import pytest
from django.urls import reverse

from tests.builders import enter_teams, make_club, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tests.tournaments.accounts.desks import HelperBrowser
from tests.tournaments.manage import address, client_of
from tournaments.accounts.services.helpers import create_link, resume_link, stop_link
from tournaments.cash.selectors.accounts import till_of
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.events.log import log_lines, log_rows
from tournaments.models import (
    CardRefusal,
    CashUndoStep,
    HelperLink,
    LedgerLine,
    Player,
    ScorerEntry,
    ScorerPresence,
    Tournament,
)

pytestmark = pytest.mark.django_db


# The scorer's desk -------------------------------------------------------------------------------


@built_once
def village() -> Tournament:
    return make_drawn(
        4, kind="round_robin", params={"entrants": 4}, cards="open", scoring="game_points",
        game={"deals": 12},
    )  # fmt: skip


@pytest.fixture
def link(village) -> HelperLink:
    return create_link(tournament=village, kind="enter", name="Petya")


@pytest.fixture
def petya(link) -> HelperBrowser:
    return HelperBrowser(link, "Петя")


def test_helper_enters_a_result_under_the_own_name(village, petya):
    play = plays_of(village)[0]
    assert petya.get("scorer").status_code == 200
    answer = petya.type(play, 110, 90)
    assert answer.status_code == 200
    assert answer.json()["last"][0]["who"] == "you"
    play.refresh_from_db()
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 110, 90)
    assert (play.current.who, play.current.user) == ("Петя", None)
    line = log_lines(log_rows(village))[0]
    assert (line.who, line.where) == ("Петя", "Table 1")
    assert "Петя" in client_of(village).get(address("play", village, play.pk)).content.decode()


def test_helper_may_use_the_scorer_sheet_without_script(village, petya):
    play = plays_of(village)[0]
    sent = {f"NS-{play.pk}": "110", f"EW-{play.pk}": "90"}
    assert petya.client.post(address("scorer", village), sent).status_code == 302
    assert ScorerEntry.objects.get().hand == f"link:{village.helper_links.get().pk}:Петя"
    petya.client.post(address("scorer_undo", village))
    play.refresh_from_db()
    assert play.current is None


def test_helper_can_undo_only_the_own_step(village, link, petya):
    one, two = plays_of(village)[:2]
    ana = HelperBrowser(link, "Ana")
    director = HelperBrowser(link, "-")
    director.client.force_login(village.club.memberships.first().user)
    petya.type(one, 110, 90)
    ana.type(two, 99, 100)
    assert director.send("undo").json()["code"] == "nothing_to_undo"
    assert petya.send("undo").json()["row"]["play"] == one.pk
    for play in (one, two):
        play.refresh_from_db()
    assert (one.current, two.current.who) == (None, "Ana")
    assert petya.send("undo").json()["code"] == "nothing_to_undo"
    names = [each["who"] for each in director.get("scorer_rows").json()["last"]]
    assert names == ["Ana"]


def test_two_helpers_of_one_link_have_separate_positions(village, link, petya):
    ana = HelperBrowser(link, "Ana")
    one, two = plays_of(village)[:2]
    assert petya.send("place", one, typed={"NS": "11"}).status_code == 200
    refused = ana.send("place", one, typed={"NS": "9"})
    assert (refused.status_code, refused.json()["problem"]) == (409, "Петя is typing")
    assert ana.send("place", two, typed={"NS": "9"}).status_code == 200
    shown = {row["play"]: row["whose"] for row in ana.get("scorer_rows").json()["rows"]}
    assert (shown[one.pk], shown[two.pk]) == ("Петя", "")
    assert sorted(place.hand.split(":")[2] for place in ScorerPresence.objects.all()) == [
        "Ana",
        "Петя",
    ]
    petya.type(one, 110, 90)
    assert ScorerPresence.objects.get().play == two
    ana.send("place", version=0)
    assert not ScorerPresence.objects.exists()


def test_stopped_link_rejects_entries_until_it_is_resumed(village, link, petya):
    play = plays_of(village)[0]
    stop_link(link=link)
    for answer in (petya.type(play, 110, 90), petya.get("scorer_rows", accept="application/json")):
        assert (answer.status_code, answer.json()["code"]) == (403, "link_over")
        assert "Your link has ended" in answer.json()["problem"]
    assert not ScorerEntry.objects.exists()
    assert petya.get("scorer").url == reverse("helper_over")
    resume_link(link=link)
    assert petya.type(play, 110, 90).status_code == 200


def test_unsent_entries_are_stored_under_the_helpers_name(village, petya):
    data = petya.get("scorer").context["data"]
    assert data["user"] == "helper:Петя"
    assert data["urls"]["next"] == address("scorer", village)


def test_card_contradictions_are_limited_for_a_helper():
    tournament = make_drawn()
    petya = HelperBrowser(create_link(tournament=tournament, kind="enter"), "Петя")
    play = plays_of(tournament)[0]
    # Impossible number of sequences: the board's cards contradict each line.
    for announced in (450, 460, 470):
        sent = petya.send("step", play, typed={"line": f"H S 98 +{announced}"})
        assert sent.status_code == 200
    counted = CardRefusal.objects.count()
    again = petya.send("step", play, typed={"line": "H S 98 +480"})
    assert (counted, again.status_code) == (3, 400)
    assert again.json()["code"] == "ask_director"
    assert {row.who for row in CardRefusal.objects.all()} == {"Петя"}
    director = HelperBrowser(create_link(tournament=tournament, kind="look"), "-")
    director.client.force_login(tournament.club.memberships.first().user)
    assert director.send("step", play, typed={"line": "H S 98 +480"}).status_code == 200


# The entry desk ----------------------------------------------------------------------------------


@built_once
def door() -> Tournament:
    made = make_tournament(make_club("Door"))
    enter_teams(made, 4)
    set_fees(tournament=made, kinds=[FeeKindRequest(600, code="member")])
    return made


@pytest.fixture
def till(door) -> HelperLink:
    return create_link(tournament=door, kind="cash", name="Ivo")


@pytest.fixture
def ivo(till) -> HelperBrowser:
    return HelperBrowser(till, "Иво")


def test_helper_payments_are_stored_with_the_helpers_name(door, ivo):
    one, two = door.teams.order_by("entry_order")[:2]
    ivo.press("missing", one)
    ivo.press("here", one)
    ivo.press("pay", one)
    ivo.press("card", two)
    ivo.press("refund-card", two, amount="2")
    ivo.client.post(address("till_close", door), {"counted": "12"})
    lines = LedgerLine.objects.order_by("number")
    assert [(line.kind, line.amount, line.who, line.user) for line in lines] == [
        ("paid", 1200, "Иво", None),
        ("paid", 1200, "Иво", None),
        ("refund", -200, "Иво", None),
        ("closed", 0, "Иво", None),
    ]
    assert "Иво" in ivo.get("ledger").content.decode()
    assert "Closed at" in ivo.get("entry").content.decode()


def test_cashier_can_undo_only_the_own_step(door, till, ivo):
    one, two = door.teams.order_by("entry_order")[:2]
    ana = HelperBrowser(till, "Ana")
    ivo.press("pay", one)
    ana.press("pay", two)
    ivo.client.post(address("entry_undo", door))
    assert till_of(door).cash == 1200
    assert LedgerLine.objects.get(kind="cancelled").team == one
    ivo.client.post(address("entry_undo", door))
    assert till_of(door).cash == 1200
    assert sorted(step.hand.split(":")[2] for step in CashUndoStep.objects.all()) == ["Ana", "Иво"]


def test_helper_page_has_no_links_to_forbidden_pages(door, ivo):
    page = ivo.get("entry").content.decode()
    for name in ("fees", "entry_draw", "teams", "people", "prizes"):
        assert f'"{address(name, door)}"' not in page
    team = door.teams.first()
    beside = ivo.client.get(f"{address('entry', door)}?team={team.pk}").content.decode()
    assert address("team", door, team.pk) not in beside
    assert "cashier:" in page
    assert "Иво" in page
    assert address("announce", door) not in ivo.get("ledger").content.decode()


@pytest.mark.parametrize("name", ["fees", "fees_none", "prizes", "entry_draw"])
def test_fees_prizes_and_draw_are_forbidden_for_a_helper(door, ivo, name):
    for ask in (ivo.client.get, ivo.client.post):
        assert ask(address(name, door)).status_code in {404, 405}
    assert client_of(door).get(address("fees", door)).status_code == 200


def test_helper_may_add_an_entrant_and_search_players(door, ivo):
    assert ivo.client.get(f"{address('entry', door)}?new=1").status_code == 200
    sent = {"player1": "Mira Ilieva", "player2": "Rada Kirova"}
    ivo.client.post(f"{address('entry_new', door)}?new=1", sent)
    assert door.teams.count() == 5
    Player.objects.create(club=door.club, name="Zora Petkova", search_key="zora petkova")
    found = ivo.client.get(address("players", door), {"q": "Zora"})
    assert found.json()["names"] == ["Zora Petkova"]


def test_stopped_link_rejects_payments(door, till, ivo):
    team = door.teams.first()
    stop_link(link=till)
    assert ivo.press("pay", team).url == reverse("helper_over")
    assert ivo.get("entry_live", x_desk="1").status_code == 302
    assert not LedgerLine.objects.exists()
    over = ivo.client.get(reverse("helper_over"))
    assert "What you have entered so far is kept" in " ".join(over.content.decode().split())

"""Numeric bids: phone, console, scorer and pad accept 120 in hearts."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.builders import director_of, make_drawn, plays_of
from tests.flows.desks import Scorer
from tests.flows.phones import PHONE, Phone, first_play, page_faults
from tests.tournaments.formats import make_field
from tests.tournaments.numbers import CONTREE, TENS
from tournaments.models import Result, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def rules() -> dict[str, Any]:
    return CONTREE


@pytest.fixture
def drawn(live_server: Any, rules: dict[str, Any]) -> Tournament:
    return make_drawn(4, params={"entrants": 4, "rounds": 2}, variant=rules)


@pytest.mark.journey
def test_phone_enters_numeric_bid_with_one_more_touch(phone, drawn):
    one, other = phone(), phone()
    one.sit("North–South")
    other.sit("East–West")
    one.count_touches()
    one.touch("Enter board 1")
    one.sees("What was bid?")
    one.touch("120")
    one.touch("Hearts")
    one.touch("Contra")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("131")
    one.sees("120 Hearts, South ×2")
    one.touch("Save 560–0")
    assert one.touches() == 9
    one.sees("Received at")
    other.poll_now()
    other.sees("120")
    other.agree()
    other.sees("Both sides agree")
    play = first_play(drawn)
    assert play.current.slip["bid"] == 120
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 560, 0)


def test_contract_can_be_chosen_before_the_bid(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.touch("Spades")
    one.sees("What was bid?")
    assert page_faults(one.page) == []
    one.touch("capot")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("162")
    one.touch("Yes, capot")
    expect(one.page.get_by_role("button", name="+ Belote")).to_have_count(1)
    expect(one.page.get_by_role("button", name="+ Declaration")).to_have_count(0)
    one.touch("Save 500–0")
    one.sees("Received at")
    play = first_play(drawn)
    assert (play.current.slip["bid"], play.current.slip["capot_bid"]) == (250, True)


@pytest.mark.parametrize("rules", [TENS])
def test_likely_bids_are_shown_before_the_others(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    expect(one.page.locator("[data-act=bid]")).to_have_count(9)
    one.touch("more")
    expect(one.page.locator("[data-act=bid]")).to_have_count(73)
    assert page_faults(one.page) == []
    one.touch("26")
    one.touch("+ capot")
    one.touch("Hearts")
    one.sees("26 capot Hearts")


def test_offline_bid_is_kept_and_sent_later(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.cut_off()
    one.touch("Enter board 1")
    one.touch("90")
    one.touch("Hearts")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("98")
    one.touch("Save 190–60")
    one.sees("Saved on this phone.")
    one.touch("Correct the result")
    one.sees("90 Hearts, South")
    one.context.set_offline(False)
    one.page.go_back()
    one.poll_now()
    one.sees("Received at")
    assert first_play(drawn).current.slip["bid"] == 90


def test_correction_form_enters_a_numeric_bid(
    chromium: Page, live_server: Any, drawn: Tournament
) -> None:
    client = Client()
    client.force_login(director_of(drawn))
    cookie: Any = {
        "name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url,
    }  # fmt: skip
    chromium.context.add_cookies([cookie])
    play = first_play(drawn)
    chromium.goto(live_server.url + reverse("manage_play", args=[drawn.code, play.pk]))
    chromium.select_option("#id_bid", "120")
    chromium.locator("#id_contract ~ * label, fieldset label").filter(
        has=chromium.locator("input[name=contract][value=H]")
    ).click()
    chromium.locator("label", has=chromium.locator("input[name=declarer][value=S]")).click()
    chromium.locator("label", has=chromium.locator("input[name=contra][value='1']")).click()
    chromium.fill("#id_points", "131")
    chromium.get_by_role("button", name="Store this result").click()
    expect(chromium.locator("body")).to_contain_text("stored")
    assert Result.objects.get().slip["bid"] == 120


def test_scorer_types_the_bid_before_the_contract(browser, live_server, drawn) -> None:
    scorer = Scorer(browser, live_server.url, drawn, director_of(drawn)).open()
    play = plays_of(drawn, sitting__round__number=1)[0]
    scorer.type(f"{play.board.number} 120H X S 131")
    scorer.press("Enter")
    expect(scorer.page.locator("body")).to_contain_text("everything is saved")
    other = plays_of(drawn, sitting__round__number=1)[1]
    scorer.type(f"{other.board.number} *S N 162 K")
    scorer.press("Enter")
    expect(scorer.page.locator("body")).to_contain_text("recorded 2 of")
    assert scorer.errors == []
    bids = {row.slip["bid"] for row in Result.objects.all()}
    assert bids == {120, 250}


@pytest.mark.parametrize("rules", [{"preset": "contree_cannes"}])
def test_recontra_mark_shows_the_multiplier_of_the_rules(browser, live_server, drawn) -> None:
    scorer = Scorer(browser, live_server.url, drawn, director_of(drawn)).open()
    play = plays_of(drawn, sitting__round__number=1)[0]
    scorer.type(f"{play.board.number} 120H XX S 131")
    scorer.press("Enter")
    mark = scorer.page.locator(".desk-contract .contra")
    expect(mark).to_have_text("×3")
    expect(scorer.page.locator("body")).to_contain_text("everything is saved")
    scorer.page.reload()
    expect(mark).to_have_text("×3")
    for name, args in (("manage_play", [play.pk]), ("manage_log", [])):
        scorer.page.goto(live_server.url + reverse(name, args=[drawn.code, *args]))
        expect(scorer.page.locator(".contra").first).to_have_text("×3")


def deal(one, number: str, suit: str, who: str, points: str) -> None:
    one.touch(number)
    one.touch(suit)
    one.page.get_by_role("button", name=re.compile(f"^{who}")).click()
    one.type_points(points)
    one.page.locator("[data-act=pad_write]").click()


def test_table_scorepad_plays_a_numeric_game_to_its_end(browser, live_server) -> None:
    made = make_field(
        8, "danish", {"entrants": 8, "rounds": 2, "first": "seeding"},
        scoring="points_then_wins", cards="open", variant=CONTREE, game={"to": 501},
    )  # fmt: skip
    token = made.tables.get(number=1).token
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)
    one = Phone(context, f"{live_server.url}/table/{token}/")
    one.sit("North–South")
    one.page.locator("[data-act=pad]").click()
    deal(one, "100", "Hearts", "South", "112")  # 212 to 50
    one.sees("210")
    deal(one, "90", "Spades", "East", "80")  # 82 of 90: lost, 250 to NS
    one.sees("460")
    assert page_faults(one.page) == []
    deal(one, "80", "Clubs", "North", "90")  # 170 to 70
    one.sees("The game is over")
    one.page.locator("[data-act=pad_send]").click()
    one.sees("Received at")
    assert Result.objects.get().outcome["score"] == {"NS": 630, "EW": 120}
    one.close()


@pytest.mark.parametrize("rules", ["bazar_blot"])
def test_bazar_blot_table_offers_bids_without_all_trumps(phone, drawn):
    one, other = phone(), phone()
    one.sit("North–South")
    other.sit("East–West")
    one.touch("Enter board 1")
    one.touch("more")
    expect(one.page.get_by_role("button", name="No trumps", exact=True)).to_have_count(1)
    expect(one.page.get_by_role("button", name="All trumps", exact=True)).to_have_count(0)
    one.touch("11")
    one.touch("Hearts")
    one.page.get_by_role("button", name=re.compile("^South")).click()
    one.type_points("112")
    one.sees("11 Hearts, South")
    assert page_faults(one.page) == []
    one.touch("Save 22–5")
    one.sees("Received at")
    other.poll_now()
    other.sees("11")
    other.agree()
    other.sees("Both sides agree")
    play = first_play(drawn)
    assert (play.current.slip["bid"], play.current.bid) == (110, "11")
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 22, 5)

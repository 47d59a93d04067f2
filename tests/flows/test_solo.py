import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.builders import director_of, make_drawn, plays_of
from tests.flows.desks import Pad, Scorer
from tests.flows.phones import PHONE, Phone, first_play, page_faults
from tests.games.slips.packs import PACK
from tests.tournaments.formats import make_field
from tests.tournaments.numbers import CONTREE
from tournaments.models import Result, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOLO = CONTREE | {"solo_value": 500}


@pytest.fixture
def rules() -> dict[str, Any]:
    return SOLO


@pytest.fixture
def drawn(live_server: Any, rules: dict[str, Any]) -> Tournament:
    """Every board has the same cards: North can take every trick in spades."""
    made = make_drawn(4, params={"entrants": 4, "rounds": 2}, variant=rules)
    for play in plays_of(made):
        play.board.deal.dealer, play.board.deal.pack = "N", PACK
        play.board.deal.save()
    return made


def bid_alone(one: Phone) -> None:
    one.touch("capot alone")
    one.touch("Spades")
    one.page.get_by_role("button", name=re.compile("^North")).click()
    one.sees("capot alone Spades, North")
    one.type_points("162")
    one.touch("Yes, capot")
    one.sees("Did North take every trick alone?")
    expect(one.page.locator("[data-act=save], [data-act=pad_write]")).to_have_count(0)


@pytest.mark.journey
def test_phone_enters_a_solo_capot_as_made(phone, drawn):
    one, other = phone(), phone()
    one.sit("North–South")
    other.sit("East–West")
    one.touch("Enter board 1")
    assert page_faults(one.page) == []
    bid_alone(one)
    assert page_faults(one.page) == []
    one.touch("Yes, every trick")
    one.touch("Save 750–0")
    one.sees("Received at")
    other.poll_now()
    other.sees("Taken alone")
    other.sees("capot alone")
    other.agree()
    other.sees("Both sides agree")
    play = first_play(drawn)
    assert (play.current.slip["bid"], play.current.slip["alone"]) == (500, True)
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 750, 0)


def test_phone_enters_capot_with_partner_as_lost_solo(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    bid_alone(one)
    one.touch("Yes, every trick")
    one.touch("Remove Alone")
    one.touch("No, the partner took one too")
    one.sees("Not alone")
    one.touch("Save 0–750")
    one.sees("Received at")
    assert "alone" not in first_play(drawn).current.slip
    one.touch("Correct the result")
    one.sees("Not alone")
    one.touch("Save 0–750")


def test_lost_solo_bid_needs_no_further_answer(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    one.touch("Spades")
    one.touch("capot alone")
    one.page.get_by_role("button", name=re.compile("^North")).click()
    one.type_points("152")
    one.touch("Save 0–750")
    one.sees("Received at")
    assert first_play(drawn).current.outcome["solo_bid"] is True


@pytest.mark.parametrize("rules", [CONTREE])
def test_solo_capot_is_not_offered_where_rules_exclude_it(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.touch("Enter board 1")
    expect(one.page.get_by_role("button", name="capot", exact=True)).to_have_count(1)
    expect(one.page.get_by_role("button", name="capot alone")).to_have_count(0)
    one.touch("capot")
    one.touch("Spades")
    one.page.get_by_role("button", name=re.compile("^North")).click()
    one.type_points("162")
    one.touch("Yes, capot")
    one.touch("Save 500–0")


def test_scorer_types_solo_capot_by_two_stars_and_two_letters(browser, live_server, drawn) -> None:
    scorer = Scorer(browser, live_server.url, drawn, director_of(drawn)).open()
    first, second = plays_of(drawn, sitting__round__number=1)[:2]
    scorer.type(f"{first.board.number} **S N KK")
    expect(scorer.page.locator(".desk-read:visible")).to_contain_text("all tricks, alone")
    expect(scorer.page.locator(".desk-read:visible")).to_contain_text("Save 750–0")
    scorer.press("Enter")
    expect(scorer.page.locator("body")).to_contain_text("recorded 1 of")
    scorer.type(f"{second.board.number} **S X N 162 K")
    scorer.press("Enter")
    expect(scorer.page.locator("body")).to_contain_text("recorded 2 of")
    assert scorer.errors == []
    scores = {row.play_id: row.ns_score for row in Result.objects.all()}
    assert scores == {first.pk: 750, second.pk: 0}


def test_table_scorepad_asks_about_solo_capot(browser, live_server) -> None:
    made = make_field(
        8, "danish", {"entrants": 8, "rounds": 2, "first": "seeding"},
        scoring="points_then_wins", cards="open", variant=SOLO, game={"to": 1501},
    )  # fmt: skip
    token = made.tables.get(number=1).token
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True)
    one = Phone(context, f"{live_server.url}/table/{token}/")
    one.sit("North–South")
    one.page.locator("[data-act=pad]").click()
    for answer, total in (("Yes, every trick", "750"), ("No, the partner took one too", "750")):
        bid_alone(one)
        one.touch(answer)
        one.page.locator("[data-act=pad_write]").click()
        one.sees(total)
    expect(one.page.locator(".pad-sums b")).to_have_text(["750", "750"])
    one.close()


MATCH = """localStorage.setItem("belot-pad", JSON.stringify({
  match: { preset: "contree_ffb", target: 2001, changed: { solo_value: 500 }, names: [], deals: [],
           begun: 0 },
  view: "sheet",
}))"""


def test_match_pad_asks_about_solo_capot_and_explains_the_row(browser, live_server) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    pad = Pad(context, live_server.url + reverse("match_pad"))
    pad.page.evaluate(MATCH)
    pad.page.reload()
    for answer, score in (
        ("Yes, every trick", "750–0"),
        ("No, the partner took one too", "0–750"),
    ):
        pad.page.locator("[data-act=open]").click()
        pad.touch("capot alone")
        pad.touch("Hearts")
        pad.touch("We")
        pad.touch("On to the points")
        for digit in "162":
            pad.touch(digit)
        pad.touch("Yes, capot")
        pad.sees("Did the bidder take every trick alone?")
        pad.touch(answer)
        pad.touch(f"Write {score}")
    expect(pad.score()).to_have_text(["750", "750"])
    pad.row(1)
    pad.touch("Correct")
    pad.touch("Remove Alone")
    pad.touch("Yes, every trick")
    pad.touch("Write 750–0")
    pad.row(1)
    pad.page.get_by_role("link", name="Why?").click()
    expect(pad.page.locator("[name=alone]")).to_be_checked()
    expect(pad.page.locator("#result")).to_contain_text("750")
    assert pad.errors == []
    context.close()

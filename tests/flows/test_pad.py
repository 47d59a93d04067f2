import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from tests.flows.desks import Pad

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}

CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture
def pad(browser, live_server):
    context = browser.new_context(viewport=PHONE)
    opened = Pad(context, live_server.url + reverse("match_pad"))
    yield opened
    assert opened.errors == []
    context.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.journey
def test_scorepad_match_is_played_to_its_end(pad):
    pad.begin("151")
    pad.deal("Hearts", "We", "98")
    expect(pad.score()).to_have_text(["10", "6"])
    pad.deal("All trumps", "You", "129")
    pad.sees("13 hang for the winner of the next deal.")
    expect(pad.score()).to_have_text(["23", "6"])
    pad.deal("Spades", "We", "100", contra="Recontra")
    expect(pad.rows().nth(-2)).to_have_text("64 + 13")
    expect(pad.rows().last).to_have_text("0")
    expect(pad.score()).to_have_text(["100", "6"])
    pad.deal("No trumps", "We", "100", contra="Contra")
    pad.sees("Won: We")
    pad.sees("152–6, deals played: 4.")
    expect(pad.page.locator("[data-act=open]")).to_have_count(0)


@pytest.mark.django_db(transaction=True)
def test_reload_keeps_scorepad_and_unfinished_deal(pad):
    pad.begin()
    pad.deal("Hearts", "We", "98")
    pad.points("Clubs", "You", "40")
    pad.page.reload()
    pad.sees("Deal 2")
    pad.touch("Write 16–0")
    expect(pad.score()).to_have_text(["26", "6"])
    pad.page.reload()
    expect(pad.score()).to_have_text(["26", "6"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.journey
def test_scorepad_opens_and_counts_offline(pad):
    pad.begin()
    pad.deal("Hearts", "We", "98")
    pad.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    pad.page.evaluate(CONTROLLED)
    pad.context.set_offline(True)
    pad.page.reload()
    expect(pad.score()).to_have_text(["10", "6"])
    pad.deal("Diamonds", "You", "100")
    expect(pad.score()).to_have_text(["16", "16"])
    expect(pad.page.locator(".pad-table")).to_be_visible()
    size = pad.page.evaluate("getComputedStyle(document.querySelector('.pad-score b')).fontSize")
    assert size == "56px"


@pytest.mark.django_db(transaction=True)
def test_scorepad_steps_are_undone_and_rows_corrected(pad):
    pad.begin()
    pad.deal("Hearts", "We", "98")
    pad.deal("Hearts", "You", "98")
    expect(pad.score()).to_have_text(["16", "16"])
    pad.row(1)
    pad.touch("Correct")
    pad.touch("Clear")
    for digit in "50":
        pad.touch(digit)
    pad.touch("Write 0–16")
    expect(pad.rows()).to_have_text(["0", "16", "6", "10"])
    pad.row(2)
    pad.touch("Delete")
    expect(pad.score()).to_have_text(["0", "16"])
    pad.page.locator(".btn-row [data-act=undo]").click()
    pad.page.locator(".btn-row [data-act=undo]").click()
    expect(pad.score()).to_have_text(["16", "16"])


@pytest.mark.django_db(transaction=True)
def test_scorepad_row_links_to_its_calculation(pad):
    pad.begin()
    pad.points("Hearts", "We", "98")
    pad.touch("+ Belote")
    pad.touch("You")
    pad.touch("+ Declaration")
    pad.touch("Tierce 20")
    pad.page.locator("[data-act=write]").click()
    expect(pad.score()).to_have_text(["12", "8"])
    pad.row(1)
    pad.page.get_by_role("link", name="Why?").click()
    expect(pad.page.locator(".calc-score b")).to_have_text(["12", "8"])
    pad.page.go_back()
    expect(pad.score()).to_have_text(["12", "8"])


@pytest.mark.django_db(transaction=True)
def test_capot_does_not_end_the_match(pad):
    pad.page.get_by_label("Another number").fill("20")
    pad.touch("Begin the match")
    pad.page.locator("[data-act=open]").click()
    pad.touch("Hearts")
    pad.touch("We")
    pad.touch("On to the points")
    pad.touch("+ Capot")
    pad.touch("We")
    pad.touch("Write 25–0")
    pad.sees("Nobody can go out on a capot. Another deal is played.")
    pad.deal("Hearts", "We", "98")
    pad.sees("Won: We")


@pytest.mark.django_db(transaction=True)
def test_impossible_points_are_explained_and_cannot_be_written(pad):
    pad.begin()
    pad.points("Hearts", "We", "175")
    pad.sees("175 is too many.")
    expect(pad.page.get_by_role("button", name="Save", exact=True)).to_be_disabled()


@pytest.mark.django_db(transaction=True)
def test_scorepad_has_three_columns_for_three_players(pad):
    pad.page.get_by_label("Rules", exact=True).select_option(label="Belot for three")
    for number, name in enumerate(("Ana", "Ivo", "Eva"), start=1):
        pad.page.get_by_label(f"Name of column {number}").fill(name)
    pad.touch("Begin the match")
    pad.points("Hearts", "Ana", "90")
    pad.page.locator('[data-act=active][data-value="W"]').click()
    for digit in "40":
        pad.touch(digit)
    pad.touch("Write 9–4–3")
    expect(pad.page.locator(".pad-table th.num")).to_have_text(["Ana", "Ivo", "Eva"])
    expect(pad.score()).to_have_text(["9", "4", "3"])


@pytest.mark.django_db(transaction=True)
def test_scorepad_is_shared_as_text(pad):
    pad.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pad.begin()
    pad.deal("Hearts", "We", "98")
    pad.page.evaluate("delete Navigator.prototype.share")
    pad.touch("Share the sheet")
    pad.page.locator(".toast").wait_for()
    text = pad.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Bulgarian belot, to 151, ")
    assert re.search(r"1\.\s+10\s+6\s+hearts, We", text)


@pytest.mark.django_db(transaction=True)
def test_scorepad_is_accessible_and_does_not_scroll_sideways(pad):
    def check():
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert pad.page.evaluate(wide) is False
        found = Axe().run(pad.page, options={"resultTypes": ["violations"]})
        assert [item["id"] for item in found.response["violations"]] == []

    check()
    pad.begin()
    pad.points("Hearts", "We", "98")
    check()
    pad.page.locator("[data-act=write]").click()
    pad.row(1)
    check()


@pytest.mark.django_db(transaction=True)
def test_match_ends_within_a_deal_where_the_rules_allow_it(pad):
    pad.page.get_by_label("Rules", exact=True).select_option(label="Bela")
    pad.page.get_by_label("Another number").fill("200")
    pad.page.get_by_label("Another number").press("Tab")
    pad.page.get_by_text("Change the rules").click()
    pad.page.get_by_label("The match ends with that card.").check()
    pad.touch("Begin the match")
    pad.deal("Hearts", "We", "120")
    pad.page.locator("[data-act=open]").click()
    pad.touch("Somebody has reached the target")
    for digit in "79":
        pad.touch(digit)
    pad.page.locator('[data-act=active][data-value="EW"]').click()
    for digit in "30":
        pad.touch(digit)
    pad.sees("With these points nobody is at the target alone.")
    pad.page.locator('[data-act=active][data-value="NS"]').click()
    pad.touch("Clear")
    for digit in "81":
        pad.touch(digit)
    pad.touch("Write 81–30")
    pad.sees("Won: We")
    expect(pad.score()).to_have_text(["201", "72"])


@pytest.mark.django_db(transaction=True)
def test_rows_after_the_end_are_marked_as_not_counting(pad):
    pad.page.get_by_label("Another number").fill("30")
    pad.touch("Begin the match")
    pad.deal("Hearts", "We", "90")
    pad.deal("Hearts", "We", "90")
    pad.points("Hearts", "We", "162")
    pad.touch("No, a trick without points")
    pad.page.locator("[data-act=write]").click()
    expect(pad.score()).to_have_text(["34", "14"])
    pad.row(1)
    pad.touch("Correct")
    pad.touch("Clear")
    for digit in "162":
        pad.touch(digit)
    pad.touch("Yes, capot")
    pad.touch("Write 25–0")
    pad.sees("Rows after the end do not count.")
    expect(pad.score()).to_have_text(["34", "7"])
    pad.page.locator(".btn-row [data-act=undo]").click()
    expect(pad.score()).to_have_text(["34", "14"])


@pytest.mark.django_db(transaction=True)
def test_new_match_can_be_undone(pad):
    pad.begin()
    pad.deal("Hearts", "We", "98")
    pad.touch("New match")
    pad.touch("Begin the match")
    expect(pad.score()).to_have_text(["0", "0"])
    pad.touch("Undo")
    expect(pad.score()).to_have_text(["10", "6"])

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.builders import enter, make_drawn, plays_of
from tests.flows.signing_in import sign_in
from tournaments.console.views.table_codes import format_table_code
from tournaments.models import Team, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = """1. Ана Колева – Явор Петров
Мария Димитрова / Елена Костова
Бойко Иванов
Стоян Маринов, Георги Стефанов
Петя Ненова & Румяна Савова
Tea Horvat; Иво Димов
"""


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_evening_is_set_up_from_sign_up_to_printed_cards(live_server, chromium):
    page = chromium
    page.goto(f"{live_server.url}/accounts/signup/")
    page.get_by_label("User name").fill("organiser")
    page.get_by_label("Password", exact=True).fill("long-enough-1")
    page.get_by_label("Repeat the password").fill("long-enough-1")
    press(page, "Sign up")

    page.get_by_label("Name of the club").fill("Белот клуб „Сердика“")
    press(page, "Create the club")
    page.get_by_label("Name", exact=True).fill("Есенен турнир")
    assert User.objects.get(username="organiser").memberships.get().role == "organiser"
    press(page, "Create")

    page.get_by_label("One pair a row").fill(PAIRS)
    press(page, "Preview")
    expect(page.get_by_text("5 pairs recognised")).to_be_visible()
    assert Team.objects.count() == 0
    press(page, "Add 5 pairs, fix the rest later")
    page.get_by_label("One pair a row").fill("Бойко Иванов – Нова Партньорка")
    press(page, "Preview again")
    press(page, "Enter 1 pair")
    row = page.get_by_role("button", name="Ана Колева – Явор Петров")
    row.click()
    assert Team.objects.count() == 6
    page.get_by_role("heading", name="5 of 6 present").wait_for()
    row.click()
    page.get_by_role("heading", name="6 of 6 present").wait_for()

    page.get_by_role("link", name="How shall we play?").click()
    press(page, "Use Howell")
    expect(page.get_by_text("This is a draft. Nobody else sees it yet.")).to_be_visible()
    press(page, "Publish the draw")
    press(page, "Start round 1")
    page.get_by_role("button", name="Pause").wait_for()
    tournament = Tournament.objects.get()
    assert tournament.state == Tournament.State.PLAYING
    page.wait_for_load_state()
    page.keyboard.press("2")
    page.get_by_role("heading", name="Table 2").wait_for()
    expect(page).to_have_url(re.compile(r"\?table=2#table$"))
    page.get_by_label("Table, name, board").fill("kostova")
    page.locator(".desk-row").nth(1).wait_for(state="detached")
    expect(page.locator(".desk-row")).to_have_count(1)

    page.get_by_role("link", name="Print").click()
    page.get_by_label("Name of the Wi-Fi").fill("Klub")
    press(page, "Save the Wi-Fi")
    press(page, "Table cards")
    expect(page.locator("section.sheet")).to_have_count(3)
    expect(page.get_by_text("First join the Wi-Fi").first).to_be_visible()
    for table in tournament.tables.all():
        expect(page.get_by_text(format_table_code(table.code))).to_be_visible()


@pytest.mark.journey
def test_console_refreshes_itself_and_keeps_the_search(live_server, chromium):
    tournament = make_drawn(4)
    page = chromium
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/manage/{tournament.code}/")
    press(page, "Start round 1")
    page.wait_for_load_state()
    search = page.get_by_label("Table, name, board")
    search.press("1")
    page.locator("#row-1 .box-empty").first.wait_for()
    enter(plays_of(tournament)[0])
    page.locator("#row-1 .box-entered").wait_for()
    page.get_by_text("Missing: 3 of 4").wait_for()
    expect(search).to_have_value("1")
    assert search.evaluate("field => field === document.activeElement")


@pytest.mark.journey
def test_correction_form_shows_the_score_before_saving(live_server, chromium):
    tournament = make_drawn(4)
    play = plays_of(tournament)[0]
    page = chromium
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/manage/{tournament.code}/play/{play.pk}/")
    page.locator("input[name=contract][value=H]").check(force=True)
    page.locator("input[name=declarer][value=S]").check(force=True)
    page.get_by_label("Points from tricks").fill("98")
    expect(page.locator("#preview b").nth(-2)).to_have_text("10")
    expect(page.locator("#preview b").last).to_have_text("6")
    page.get_by_label("Reason, for the log").fill("Read from the slip")
    press(page, "Store this result")
    page.get_by_role("heading", name="Table 1").wait_for()
    play.refresh_from_db()
    assert (play.current.ns_score, play.current.ew_score) == (10, 6)


@pytest.mark.parametrize("kind", ["tables", "slips", "guides", "seatings"])
def test_every_print_sheet_fits_one_page(live_server, chromium, kind):
    tournament = make_drawn(16, boards_per_round=3)
    page = chromium
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/manage/{tournament.code}/print/{kind}/?round=1&wifi=Klub")
    sheets = page.locator("section.sheet").count()
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == sheets

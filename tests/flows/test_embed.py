"""Embedding: other sites can frame some pages only."""

import datetime
import functools
import http.server
import re
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.builders import fill_rounds, make_drawn, make_tournament, rebuild
from tests.flows.phones import OVERFLOW_SCRIPT, resize

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def drawn():
    tournament = make_drawn(6, is_public=True)
    fill_rounds(tournament, 2)
    return rebuild(tournament)


@pytest.fixture
def elsewhere(tmp_path):
    serve = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


def test_foreign_site_can_embed_standings_but_no_other_page(
    chromium, live_server, drawn, elsewhere
):
    folder, address = elsewhere
    site, code = live_server.url, drawn.code
    (folder / "index.html").write_text(
        f'<iframe id="part" name="part" src="{site}/en/embed/t/{code}/?rows=3&theme=dark"></iframe>'
        f'<iframe id="page" name="page" src="{site}/en/t/{code}/"></iframe>'
    )
    chromium.goto(address)
    part = chromium.frame_locator("#part")
    expect(part.locator("tbody tr")).to_have_count(3)
    expect(part.locator("html")).to_have_attribute("data-theme", "dark")
    expect(part.get_by_role("link", name="Autumn Pairs")).to_be_visible()
    fill_rounds(drawn, 3)
    rebuild(drawn)
    expect(part.get_by_text("After round 3 of 5")).to_be_visible()
    shown = {frame.name: frame.url for frame in chromium.frames}
    assert shown["page"].startswith("chrome-error:")
    assert shown["part"].startswith(site)
    assert chromium.context.cookies() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_embedded_page_is_accessible_in_a_narrow_frame(chromium, live_server, drawn, theme):
    chromium.goto(f"{live_server.url}/bg/embed/t/{drawn.code}/?theme={theme}")
    assert Axe().run(chromium).response["violations"] == []
    resize(chromium, 280)
    assert chromium.evaluate(OVERFLOW_SCRIPT) == []


def test_share_page_is_accessible_and_copies_the_message(chromium, live_server, drawn):
    chromium.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chromium.goto(f"{live_server.url}/en/t/{drawn.code}/share/")
    assert Axe().run(chromium).response["violations"] == []
    chromium.get_by_role("button", name="Copy the message").click()
    told = chromium.evaluate("navigator.clipboard.readText()")
    assert told.split("\n")[0] == "Autumn Pairs"
    assert told.split("\n")[-1] == f"{live_server.url}/en/t/{drawn.code}/"
    chromium.get_by_text("On your own site or in a stream").click()
    begin = f'<iframe src="{live_server.url}/en/embed/t/{drawn.code}/"'
    snippet = chromium.get_by_label("Standings", exact=True)
    expect(snippet).to_have_value(re.compile(f"^{re.escape(begin)}"))
    for width in (320, 1280):
        resize(chromium, width)
        assert chromium.evaluate(OVERFLOW_SCRIPT) == []


def test_overlay_background_is_transparent(chromium, live_server, drawn):
    resize(chromium, 1920, 1080)
    chromium.goto(f"{live_server.url}/en/overlay/{drawn.code}/?rows=3&side=right")
    expect(chromium.locator("tbody tr")).to_have_count(3)
    clear = (
        "[document.documentElement, document.body].map(e => getComputedStyle(e).backgroundColor)"
    )
    assert chromium.evaluate(clear) == ["rgba(0, 0, 0, 0)"] * 2
    box = chromium.locator(".overlay-box").bounding_box()
    assert box["x"] + box["width"] == 1860


def test_club_embed_refreshes_unless_it_has_focus(chromium, live_server, drawn):
    club = drawn.club
    chromium.clock.install()
    chromium.goto(f"{live_server.url}/en/embed/club/{club.pk}/")
    day = datetime.date(2031, 11, 22)
    make_tournament(club=club, name="Told later", date=day, is_public=True)
    told = chromium.get_by_role("link", name="Told later")
    chromium.get_by_role("link", name=club.name).focus()
    chromium.clock.fast_forward("05:01")
    expect(told).to_have_count(0)
    chromium.evaluate("document.activeElement.blur()")
    with chromium.expect_response(lambda answer: "/embed/club/" in answer.url):
        chromium.clock.fast_forward("05:01")
    expect(told).to_be_visible()
    assert chromium.context.cookies() == []

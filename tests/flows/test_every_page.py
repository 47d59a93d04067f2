"""Every public page of the site in a real browser, in each language, on windows of all sizes."""

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import polib
import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.builders import director_of, fill_rounds, make_drawn, rebuild
from tests.flows.phones import WIDE, resize, unreadable
from tests.tournaments.card_world import World, addresses_of, make_world, routes
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="pages look the same on PostgreSQL"),
]
WIDTHS: Final = (320, 390, 640, 1280, 1920)
IN_TURN: Final = ("bg", "fr", "hr", "en")
"""Each page is looked at in one language, the next page in the next; the long test takes all."""
NOT_PAGES: Final = {
    "tournament_projector": "looked at in test_display",
    "overlay": "as large as a stream, and transparent",
    "replay_costs": "a part that a page fetches",
}
MOST_MOVED: Final = 0.1
"""How much of the window may move while a page comes; more does not count as good any more."""
WATCH: Final = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts.push([one.value, one.sources.map(
    ({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 90))]);
})).observe({ type: "layout-shift", buffered: true });
"""
CLIPPED: Final = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr");
  const words = (one) => [...one.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const cut = [...document.body.querySelectorAll("*:not(svg *)")]
    .filter((one) => words(one) && shown(one) && !one.title)
    .filter((one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth + 1);
  const frameOf = (svg) => getComputedStyle(svg).overflowX === "visible"
    ? { left: 0, right: document.documentElement.clientWidth } : svg.getBoundingClientRect();
  const outside = [...document.querySelectorAll("svg text")].filter((one) => {
    const [text, frame] = [one.getBoundingClientRect(), frameOf(one.ownerSVGElement)];
    return shown(one) && text.width
      && (text.left < frame.left - 1 || text.right > frame.right + 1);
  });
  return [...cut, ...outside].map((one) => one.outerHTML.slice(0, 90));
}"""
"""Words of which a part cannot be seen: cut by their element and told whole in no title, or out of
their picture."""
WORDS: Final = """() => {
  const found = [];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const { parentElement: one } = node;
    const foreign = one.closest("[lang]") !== document.documentElement;
    const silent = one.closest("script, style, template, pre, code");
    if (!foreign && !silent) found.push(node.data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    document.querySelectorAll(`[${name}]`).forEach((one) => found.push(one.getAttribute(name)));
  return found.filter(Boolean);
}"""
TORN: Final = re.compile(r".{0,30}\w [,.](?!\d).{0,30}")
"""A comma or a full stop that has lost its word."""
Faults = list[tuple[Any, ...]]


def over_and_cup(world: World) -> Iterator[dict[str, list[Any]]]:
    """What addresses are asked with: of an evening in play, one that is over, and a cup."""
    yield world.names
    for tournament in (whole_evening(world), begun_cup(world)):
        board = {"board/<int:number>": [1], "boards/<int:number>": [1]}
        yield {**world.names, **board, "code": [tournament.code], "number": [1]}


def whole_evening(world: World) -> Tournament:
    over = make_drawn(8, name="Есенен турнир", club=world.live.club)
    fill_rounds(over, over.rounds.count())
    return finish_tournament(tournament=rebuild(over), actor=director_of(over))


def begun_cup(world: World) -> Tournament:
    cup = make_drawn(
        6, name="Купа", club=world.live.club, kind="single_elimination", params={"entrants": 6}
    )
    fill_rounds(cup, 1)
    return rebuild(cup)


def public_addresses(world: World) -> list[str]:
    """Each page that anybody may open, without its language."""
    asked, found = Client(), {}
    for names in over_and_cup(world):
        named = World(world.live, world.drawn, world.secrets, names)
        for route in routes():
            if not route.pattern.startswith("en/") or route.name in NOT_PAGES:
                continue
            for address in addresses_of(route, named):
                answer = asked.get(address)
                if answer.status_code == 200 and "text/html" in answer["Content-Type"]:
                    found[address.removeprefix("/en")] = None
    return list(found)


@cache
def english_of(language: str) -> frozenset[str]:
    """The English texts that this language says in another way, as they stand on a page."""
    catalogue = polib.pofile(str(settings.BASE_DIR / f"locale/{language}/LC_MESSAGES/django.po"))
    said = {entry.msgstr for entry in catalogue}
    return frozenset(
        entry.msgid for entry in catalogue if len(entry.msgid) > 3 and entry.msgid not in said
    )


def look_at(page: Page, address: str, language: str) -> Faults:
    """Everything that is wrong with one page in one language."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    page.wait_for_load_state("load")
    faults: Faults = []
    moves = page.evaluate("window.shifts")
    if sum(share for share, _what in moves) > MOST_MOVED:
        faults += [("moves", *each) for each in moves]
    if language != "en":
        faults += [("English", text) for text in set(page.evaluate(WORDS)) & english_of(language)]
    faults += [("torn", text) for text in TORN.findall(page.locator("body").inner_text())]
    for width in WIDTHS:
        resize(page, width, 740)
        faults += [("wide", width, *each) for each in page.evaluate(WIDE)[:3]]
        faults += [("cut", width, each) for each in page.evaluate(CLIPPED)]
    resize(page, 390, 740)
    return faults + list(unreadable(page))


def walk(page: Page, base: str, languages: Callable[[int], tuple[str, ...]]) -> list[str]:
    resize(page, 390, 740)
    page.add_init_script(WATCH)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    found = {}
    for number, address in enumerate(public_addresses(make_world())):
        for language in languages(number):
            whole = f"/{language}{address}"
            found[whole] = look_at(page, base + whole, language)
            found[whole] += [("console", each) for each in said]
            said.clear()
    assert len(found) > 60
    return [f"{address} {fault}" for address, faults in found.items() for fault in faults]


def test_each_page_is_whole_on_every_window(live_server: LiveServer, chromium: Page) -> None:
    found = walk(chromium, live_server.url, lambda number: (IN_TURN[number % 4],))
    assert not found, "\n".join(found)


@pytest.mark.long
def test_each_page_is_whole_in_every_language(live_server: LiveServer, chromium: Page) -> None:
    found = walk(chromium, live_server.url, lambda _number: IN_TURN)
    assert not found, "\n".join(found)

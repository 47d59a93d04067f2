"""What is wrong with a page in a browser: what it says, what is cut, what moves, what is small."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import allauth
import polib
from django.conf import settings
from playwright.sync_api import Page

from tests.flows.phones import SMALL, WIDE, audit, axe_into, redraw, resize

WIDTHS: Final = (320, 390, 640, 1280, 1920)
HEIGHT: Final = 740
THEMES: Final = ("light", "dark")
LANGUAGES: Final = ("bg", "fr", "hr", "nl", "en")
TORN: Final = re.compile(r".{0,30}\w [,.](?!\d).{0,30}")
"""A comma or a full stop that has lost its word."""
TARGETS: Final = ("target-size",)
"""24 px, or room around: the rule is of WCAG 2.2 and off by itself."""
MOST_MOVED: Final = 0.05
"""How much of the window may move while a page comes; 0.1 does not count as good any more."""
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
    .filter((one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX)
      && getComputedStyle(one).clipPath !== "inset(50%)")
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
    const silent = one.closest("script, style, template, pre, code, kbd, .kbd, [translate=no]");
    if (!foreign && !silent) found.push(node.data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    document.querySelectorAll(`[${name}]`).forEach((one) => found.push(one.getAttribute(name)));
  return found.filter(Boolean);
}"""
Faults = list[tuple[Any, ...]]


class Eyes:
    """A page that is looked at again and again, and what its console says meanwhile."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        page.add_init_script(WATCH)
        page.on("console", lambda message: self.said.append(message.text))

    def look(
        self,
        address: str,
        language: str,
        *,
        at: int,
        theme: str,
        widths: Sequence[int] = WIDTHS,
        for_thumbs: bool = False,
    ) -> Faults:
        """Everything that is wrong with a page that comes on a window of this width and theme."""
        page = self.page
        self.said.clear()
        resize(page, at, HEIGHT)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(address)
        page.wait_for_load_state("load")
        faults = [*self.moves(), *self.speaks(language)]
        axe_into(page)
        faults += [(at, theme, *each) for each in audit(page)]
        for width in widths:
            resize(page, width, HEIGHT)
            faults += [(width, *each) for each in self.sizes(for_thumbs=for_thumbs)]
        page.emulate_media(color_scheme=THEMES[theme == "light"])  # type: ignore[arg-type]
        redraw(page)
        faults += [("other theme", *each) for each in audit(page, only=("color-contrast",))]
        return faults + [("console", each) for each in self.said]

    def moves(self) -> Iterator[tuple[Any, ...]]:
        """What moved while the page came, where it was too much altogether."""
        moves = self.page.evaluate("window.shifts")
        if sum(share for share, _what in moves) > MOST_MOVED:
            yield from (("moves", *each) for each in moves)

    def torn(self) -> Iterator[tuple[Any, ...]]:
        """Which words are apart from what ends them."""
        found = TORN.findall(self.page.locator("body").inner_text())
        yield from (("torn", text) for text in found)

    def speaks(self, language: str) -> Iterator[tuple[Any, ...]]:
        """Which words are those of another language."""
        if language != "en":
            found = set(self.page.evaluate(WORDS)) & english_of(language)
            yield from (("English", text) for text in found)

    def sizes(self, *, for_thumbs: bool) -> Iterator[tuple[Any, ...]]:
        """What reaches out of the window, is cut, or can hardly be hit."""
        page = self.page
        yield from (("wide", *each) for each in page.evaluate(WIDE)[:3])
        yield from (("cut", each) for each in page.evaluate(CLIPPED))
        if for_thumbs:
            yield from (("small", each) for each in page.evaluate(SMALL))
        # On a window as long as the page: a bar at its edge covers by chance what can be scrolled.
        length = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": page.viewport_size["width"], "height": length})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        yield from audit(page, only=TARGETS)


def here_and_narrow(width: int, widths: Sequence[int]) -> list[int]:
    """Where a walk looks for what is cut: on its own window, and where there is least room.

    Another page of the walk is on each other window; the long walks look at all windows.
    """
    return sorted({width, min(widths)})


@cache
def english_of(language: str) -> frozenset[str]:
    """The English texts that this language says in another way, as they stand on a page.

    Those of the pages of accounts, which others wrote, too: they may have no translation yet.
    """
    theirs = Path(allauth.__file__).parent
    entries = [
        entry
        for folder in (settings.BASE_DIR, theirs)
        for entry in polib.pofile(str(folder / f"locale/{language}/LC_MESSAGES/django.po"))
    ]
    said = {entry.msgstr for entry in entries}
    texts = {entry.msgid.strip() for entry in entries if entry.msgid not in said}
    return frozenset(text for text in texts if len(text) > 3)

"""Faults of a page in a browser: console, clipped text, layout shifts, small targets."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import allauth
import polib
from django.conf import settings
from playwright.sync_api import Page

from tests.flows.phones import OVERFLOW_SCRIPT, SMALL_TARGETS_SCRIPT, inject_axe, resize, run_axe

WIDTHS: Final = (320, 390, 640, 1280, 1920)
HEIGHT: Final = 740
THEMES: Final = ("light", "dark")
LANGUAGES: Final = ("bg", "fr", "hr", "nl", "en")
LOOSE_PUNCTUATION: Final = re.compile(r".{0,30}\w [,.](?!\d).{0,30}")
"""A comma or full stop after a space."""
TARGET_SIZE_RULE: Final = ("target-size",)
"""24 px or spacing: WCAG 2.2, off by default in axe."""
CONTRAST_RULE: Final = ("color-contrast",)
"""Two thirds of axe's time; ``tests/static/test_colours.py`` covers all tokens."""
MAX_LAYOUT_SHIFT: Final = 0.05
"""Share of the window; 0.1 no longer counts as good."""
MAX_LOADS: Final = 4
"""Late fonts move content; a busy browser reads them late even from its cache."""
WATCH: Final = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts.push([one.value, one.sources.map(
    ({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 90))]);
})).observe({ type: "layout-shift", buffered: true });
"""
CLIPPED_TEXT_SCRIPT: Final = """() => {
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
"""Clipped by its element without a full title, or outside its picture."""
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
FORM_EVENTS_SCRIPT: Final = """() => { for (const form of document.querySelectorAll("main form"))
  for (const kind of ["change", "input", "focusin", "keydown"])
    for (const at of [form, form.elements[0] ?? form])
      at.dispatchEvent(new Event(kind, { bubbles: true })); }"""
"""A script that fails on these events fails the test."""
SHADOWED_METHODS_SCRIPT: Final = """() => [...document.forms].flatMap((form) =>
  [...form.elements].map((field) => field.name).filter(
    (name) => typeof document.createElement("form")[name] === "function"))"""
"""Fields named like a form method: `form.matches` would be the field."""
Faults = list[tuple[Any, ...]]


class PageInspector:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        page.add_init_script(WATCH)
        page.on("console", lambda message: self.said.append(message.text))

    def inspect(
        self, address: str, language: str, *, at: int, theme: str, widths: Sequence[int] = (),
        for_thumbs: bool = False, contrast: bool = True, axe: bool = True,
    ) -> Faults:  # fmt: skip
        """Faults of a page at window width ``at``, in this theme.

        Other ``widths`` report only clipped and overflowing elements. ``axe`` checks
        accessibility, with or without colour ``contrast``.
        """
        page = self.page
        self.said.clear()
        resize(page, at, HEIGHT)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(address)
        page.wait_for_load_state("load")
        moved = [*self.moves()]
        for _again in range(MAX_LOADS - 1):
            if not moved:
                break
            page.evaluate("document.fonts.ready.then(() => {})")
            page.reload(wait_until="load")
            moved = [*self.moves()]
        faults = [*moved, *self.torn(), *self.foreign_texts(language)]
        for width in [*sorted(set(widths) - {at}), at]:
            resize(page, width, HEIGHT)
            faults += self.sizes(width, for_thumbs=for_thumbs)
        if axe:
            faults += self.accessible(theme, without=() if contrast else CONTRAST_RULE)
        faults += [("console", each) for each in self.said]
        page.evaluate(FORM_EVENTS_SCRIPT)
        return faults + [
            ("hides a method", each) for each in page.evaluate(SHADOWED_METHODS_SCRIPT)
        ]

    def accessible(self, theme: str, without: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Findings of axe on a window as long as the page.

        On shorter windows a fixed bar can cover scrollable content.
        """
        page = self.page
        length = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": page.viewport_size["width"], "height": length})  # type: ignore[index]
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        inject_axe(page)
        yield from ((theme, *each) for each in run_axe(page, TARGET_SIZE_RULE, without))

    def moves(self) -> Iterator[tuple[Any, ...]]:
        moves = self.page.evaluate("window.shifts")
        if sum(share for share, _what in moves) > MAX_LAYOUT_SHIFT:
            yield from (("moves", *each) for each in moves)

    def torn(self) -> Iterator[tuple[Any, ...]]:
        found = LOOSE_PUNCTUATION.findall(self.page.locator("body").inner_text())
        yield from (("torn", text) for text in found)

    def foreign_texts(self, language: str) -> Iterator[tuple[Any, ...]]:
        if language != "en":
            found = set(self.page.evaluate(WORDS)) & english_of(language)
            yield from (("English", text) for text in found)

    def sizes(self, width: int, *, for_thumbs: bool) -> Iterator[tuple[Any, ...]]:
        page = self.page
        yield from ((width, "wide", *each) for each in page.evaluate(OVERFLOW_SCRIPT)[:3])
        yield from ((width, "cut", each) for each in page.evaluate(CLIPPED_TEXT_SCRIPT))
        if for_thumbs:
            yield from ((width, "small", each) for each in page.evaluate(SMALL_TARGETS_SCRIPT))


@cache
def english_of(language: str) -> frozenset[str]:
    """English texts that the language translates, as shown on pages.

    Includes texts of allauth, which can lack a translation.
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

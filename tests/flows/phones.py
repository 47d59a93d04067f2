import re
import time
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, expect

from tests.builders import plays_of

PHONE = {"width": 360, "height": 740}
DOUBLE_TAP_MS = 600
"""The table page ignores confirmations this soon after its question changes."""


def wait_until(page: Page, condition: Callable[[], object]) -> None:
    """Wait while processing page events; fail after a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        page.evaluate(FRAMES)


def wait_until_handled(response: Response) -> None:
    response.finished()
    response.frame.evaluate(FRAMES)


FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done())))"""


class Phone:
    def __init__(self, context, address):
        self.context = context
        context.clock.install()
        self.page = context.new_page()
        self.page.set_default_timeout(25_000)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)

    def touch(self, words, *, exact=True):
        self.page.get_by_role("button", name=words, exact=exact).click()

    def sit(self, side):
        self.page.get_by_role("button", name=re.compile(f"^{side}")).click()

    def type_points(self, digits):
        for digit in digits:
            self.touch(digit)

    def enter(self, board, contract="Hearts", who="South", points="98"):
        self.touch(f"Enter board {board}")
        self.touch(contract)
        self.page.get_by_role("button", name=re.compile(f"^{who}")).click()
        self.type_points(points)

    def passed_out(self):
        self.touch("Everybody passed")
        self.touch("Save 0–0")

    def agree(self):
        agree = self.page.locator("[data-act=agree]")
        expect(agree).to_be_visible()
        self.page.clock.fast_forward(DOUBLE_TAP_MS)
        agree.click()

    def sees(self, words):
        expect(self.page.locator("body")).to_contain_text(words)

    def poll_now(self):
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def count_touches(self):
        self.page.evaluate(
            "window.touches = 0; document.addEventListener('click', () => window.touches++, true)"
        )

    def touches(self):
        """Number of clicks since counting began."""
        return self.page.evaluate("window.touches")

    def cut_off(self):
        self.page.evaluate(
            """async () => {
              const wait = () => new Promise((done) => setTimeout(done, 50));
              while (!navigator.serviceWorker.controller) await wait();
              while (!(await caches.match(location.pathname))) await wait();
            }"""
        )
        self.context.set_offline(True)

    def close(self):
        assert self.errors == []
        self.context.close()


def first_play(tournament):
    return plays_of(tournament, sitting__table__number=1, sitting__round__number=1)[0]


SMALL_TARGETS_SCRIPT = """() => [
    ...document.querySelectorAll("button, a, summary, input, select, textarea")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .toast"))
  .map((one) => (one.matches("[type=checkbox], [type=radio]") && one.closest("label")) || one)
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
  .map(([{ width, height }, one]) => `${width}×${height} ${one.outerHTML.slice(0, 90)}`)"""
"""Visible controls below 44 px."""
OVERFLOW_SCRIPT = """() => new Promise((done) => requestAnimationFrame(() =>
 requestAnimationFrame(() => {
  const width = document.documentElement.clientWidth;
  const framed = (one) => one !== document.body
    && (getComputedStyle(one).overflowX !== "visible" || framed(one.parentElement));
  const inside = document.createRange();
  const edge = (node) => {
    inside.selectNode(node);
    return (node.getBoundingClientRect ? node : inside).getBoundingClientRect().right;
  };
  const nodes = [...document.body.querySelectorAll("*:not(svg *)")].flatMap(
    (one) => [one, ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)]);
  done(nodes.filter((node) => edge(node) > width + 0.5)
    .map((node) => [node, node.getBoundingClientRect ? node : node.parentElement])
    .filter(([, one]) => !one.closest(".sr") && one.checkVisibility({ visibilityProperty: true }))
    .filter(([node]) => !framed(node.parentElement))
    .map(([node, one]) => [Math.round(edge(node) - width), one.outerHTML.slice(0, 90)]));
})))"""
"""Elements and text beyond the window; the browser's own page width can be outdated."""
RESIZED = """width => new Promise((done) => {
  const look = () => (innerWidth === width ? done() : requestAnimationFrame(look));
  look();
})"""
ENLARGED = "size => { document.documentElement.style.fontSize = size; }"


def page_faults(page):
    """axe violations in both themes, targets below 44 px, horizontal scrolling at any size."""
    return [
        *accessibility_faults(page),
        *page.evaluate(SMALL_TARGETS_SCRIPT),
        *overflowing_elements(page),
    ]


def accessibility_faults(page):
    page.emulate_media(reduced_motion="reduce")
    inject_axe(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        redraw(page)
        yield from ((theme, *fault) for fault in run_axe(page))


def redraw(page):
    """Chromium keeps old colours after a theme change until a redraw."""
    page.evaluate(
        "document.body.hidden = true; document.body.offsetHeight; document.body.hidden = false"
    )


def inject_axe(page):
    page.evaluate(Axe().axe_script)


def run_axe(page, also=(), without=()):
    """Violated rules with their first elements; ``also`` enables rules."""
    options = {"rules": {rule: {"enabled": rule in also} for rule in (*also, *without)}}
    return [tuple(fault) for fault in page.evaluate(AUDIT, {**AXE_OPTIONS, **options})]


AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}
"""Preloading fetches CSS and media again, for two rules that find nothing here."""
AUDIT = """options => axe.run(document, options).then(
  ({ violations }) => violations.flatMap(
    ({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => [id, html.slice(0, 160)])))"""


def overflowing_elements(page, widths=(320, 640), back=PHONE):
    """Elements wider than a narrow phone, a laptop at 200 %, or a phone with double text size."""
    for width, letters in [*((width, "") for width in widths), (PHONE["width"], "200%")]:
        resize(page, width)
        page.evaluate(ENLARGED, letters)
        yield from (("wide", width, letters, *edge) for edge in page.evaluate(OVERFLOW_SCRIPT))
    page.evaluate(ENLARGED, "")
    page.set_viewport_size(back)


def resize(page, width, height=640):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, width)

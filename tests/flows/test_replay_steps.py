import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, expect

from games.analysis.versions import analysis_version
from games.belot import from_text, variant_from_json
from games.models import CardCosts, Record
from games.replay.examples import EXAMPLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def address(live_server) -> str:
    record = Record.objects.create(record=from_text(EXAMPLE), source="import")
    return live_server.url + reverse("replay", args=[record.share])


def text_of(page) -> Locator:
    return page.locator("[data-text]")


def shown_state(page) -> dict:
    return page.evaluate(
        """() => ({
          text: document.querySelector("[data-text]").textContent,
          tiles: [...document.querySelectorAll("[data-order]")].map((t) =>
            [...t.classList].filter((name) => name.startsWith("is-")).join()),
          trick: [...document.querySelectorAll("[data-slot]")].map((s) =>
            s.textContent.replace(/\\s+/g, "")
              + [...s.classList].filter((name) => name.startsWith("is-")).join()),
          turn: document.querySelector(".is-turn")?.dataset.seat ?? "",
          points: [...document.querySelectorAll("[data-points], [data-announced]")].map(
            (cell) => cell.textContent),
          future: [...document.querySelectorAll(".replay-side .is-future")].map(
            (row) => row.textContent.trim()),
          now: [...document.querySelectorAll(".replay-side .is-now")].map(
            (row) => row.dataset.call),
          mark: document.querySelector("[data-mark]").textContent.trim(),
          contract: document.querySelector("[data-contract]").hidden,
          sheet: document.querySelector("[data-at-end]").hidden,
          cost: document.querySelector("[data-cost-text]")?.textContent.trim(),
          badges: [...document.querySelectorAll(".cost-badge")]
            .filter((badge) => badge.offsetParent).map((badge) => badge.textContent),
          links: [...document.querySelectorAll("[data-go]")].map(
            (link) => link.getAttribute("href") + link.getAttribute("aria-disabled")),
        })"""
    )


@pytest.mark.journey
def test_keys_step_by_card_and_by_trick(chromium, address):
    chromium.goto(address)
    expect(text_of(chromium)).to_have_text("North dealt. West calls first.")
    chromium.keyboard.press("ArrowRight")
    expect(text_of(chromium)).to_have_text("West passes.")
    chromium.keyboard.press("Shift+ArrowRight")
    chromium.keyboard.press("Shift+ArrowRight")
    expect(text_of(chromium)).to_have_text(
        "North: king of hearts. South takes the trick, 21 points."
    )
    expect(chromium).to_have_url(f"{address}?step=16")
    chromium.keyboard.press("ArrowLeft")
    expect(chromium.locator(".replay-slot .tile")).to_have_count(3)
    chromium.keyboard.press("End")
    expect(chromium.locator("#sheet")).to_be_visible()
    chromium.keyboard.press("Home")
    expect(chromium.locator("#sheet")).to_be_hidden()


@pytest.mark.parametrize(
    "step", [0, 5, 12, 13, pytest.param(16, marks=pytest.mark.journey), 17, 30, 44, 45]
)
def test_script_renders_each_step_as_the_server(chromium, address, step):
    chromium.goto(f"{address}?step={step}")
    by_server = shown_state(chromium)
    chromium.goto(address if step else f"{address}?step=45")
    chromium.evaluate(
        """(step) => {
          const slider = document.querySelector("#step");
          slider.value = step;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        step,
    )
    assert shown_state(chromium) == by_server


@pytest.fixture
def searched(live_server) -> str:
    """A replay in which the third and the eighth card are marked as costly."""
    record = Record.objects.create(record=from_text(EXAMPLE), source="import")
    CardCosts.objects.create(
        record=record,
        version=analysis_version(variant_from_json(record.record["variant"])),
        costs=[[2, 14, ["S7"]], [7, 3, ["C8", "C9"]]],
        place=32,
        is_whole=True,
    )
    return live_server.url + reverse("replay", args=[record.share])


@pytest.mark.parametrize("step", [12, 15, 16, 20, 45])
def test_script_marks_costly_cards_as_the_server(chromium, searched, step):
    chromium.goto(f"{searched}?step={step}")
    by_server = shown_state(chromium)
    chromium.goto(searched)
    for _card in range(step):
        chromium.keyboard.press("ArrowRight")
    assert shown_state(chromium) == by_server


def test_list_of_costly_cards_links_to_their_steps(chromium, searched):
    chromium.goto(searched)
    expect(chromium.locator(".cost-badge:visible")).to_have_count(0)
    chromium.click("#costs a >> nth=0")
    expect(chromium.locator("[data-cost-text]")).to_have_text(re.compile(r"^\s*−14 here\."))
    expect(chromium.locator(".replay-slot .cost-badge:visible")).to_have_text("−14")


def test_swipe_left_steps_forward_and_right_back(chromium, address):
    chromium.goto(address)
    swipe = """([from, to]) => {
      const table = document.querySelector("[data-table]");
      const event = (type, x) => table.dispatchEvent(new PointerEvent(type,
        { clientX: x, clientY: 300, isPrimary: true, pointerType: "touch", bubbles: true }));
      event("pointerdown", from);
      event("pointerup", to);
    }"""
    chromium.evaluate(swipe, [250, 100])
    expect(text_of(chromium)).to_have_text("West passes.")
    chromium.evaluate(swipe, [100, 120])
    expect(text_of(chromium)).to_have_text("West passes.")
    chromium.evaluate(swipe, [100, 250])
    expect(text_of(chromium)).to_have_text("North dealt. West calls first.")


def test_replay_plays_automatically_until_stopped(chromium, address):
    chromium.clock.install()
    chromium.goto(address)
    chromium.click("[data-auto]")
    chromium.clock.run_for(3 * 1400 + 100)
    expect(chromium.locator("[data-number]")).to_have_text("3")
    chromium.click("[data-auto]")
    chromium.clock.run_for(10_000)
    expect(chromium.locator("[data-number]")).to_have_text("3")


def test_every_control_works_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.click("[data-go=next]")
    expect(text_of(page)).to_have_text("West passes.")
    page.click("[data-go=last]")
    expect(page.locator("#sheet")).to_be_visible()
    page.click("[data-step-to='16']")
    expect(text_of(page)).to_contain_text("South takes the trick")
    context.close()

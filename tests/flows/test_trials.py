import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.belot import Deal, from_text
from games.belot.solving import best_cards
from games.models import Record
from games.replay.examples import EXAMPLE
from tests.builders import fill_rounds, make_drawn, rebuild
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STEP = 28
"""After this step three tricks belong to the table's side of the example."""


@pytest.fixture
def replay(chromium: Page, live_server) -> Page:
    record = Record.objects.create(record=from_text(EXAMPLE), source="import")
    chromium.goto(f"{live_server.url}{reverse('replay', args=[record.share])}?step={STEP}")
    return chromium


def card_losses(page: Page) -> dict[str, int]:
    """Loss of each playable card, from its badge."""
    expect(page.locator("[data-try-outlook]")).to_be_visible()
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".is-open")].map((tile) => [
          tile.dataset.card,
          Number(tile.querySelector(".try-badge").textContent.replace("✓", "0").replace("−", "")),
        ]))"""
    )


def played(page: Page) -> set[str]:
    return set(
        page.evaluate(
            """() => [...document.querySelectorAll("[data-order].is-played")].map(
              (tile) => tile.dataset.card)"""
        )
    )


def deal_at(count: int) -> Deal:
    deal = Deal.from_record(from_text(EXAMPLE))
    while deal.status == "complete" or len(deal.played) > count:
        deal.undo()
    return deal


@pytest.mark.journey
def test_cards_show_their_cost_and_tried_cards_can_be_undone(replay):
    before = played(replay)
    deal = deal_at(len(before))
    with replay.expect_response("**/bundles/solver*.js"):
        replay.keyboard.press("Shift")
    replay.context.set_offline(True)
    replay.get_by_role("button", name="What if?").click()
    values = best_cards(deal)
    assert card_losses(replay) == {card: max(values.values()) - values[card] for card in deal.legal}
    card = max(values, key=lambda each: max(values.values()) - values[each])
    replay.locator(f'[data-card="{card}"].is-open').click()
    deal.play(card)
    expect(replay.locator("[data-try-cards] .tile")).to_have_count(1)
    values = best_cards(deal)
    assert card_losses(replay) == {each: max(values.values()) - values[each] for each in deal.legal}
    assert played(replay) == before | {card}
    replay.keyboard.press("ArrowLeft")
    expect(replay.locator("[data-try-cards]")).to_be_hidden()
    assert played(replay) == before
    replay.get_by_role("button", name="Back to the deal").click()
    expect(replay.locator("[data-try]")).to_be_hidden()
    expect(replay.locator(".is-open")).to_have_count(0)
    assert played(replay) == before


def test_deal_is_tried_to_its_end_by_keyboard(replay):
    replay.get_by_role("button", name="What if?").click()
    for _card in range(32 - len(played(replay))):
        card_losses(replay)
        replay.locator(".is-open").first.focus()
        replay.keyboard.press("Enter")
    expect(replay.locator("[data-try-outlook]")).to_be_visible()
    expect(replay.locator(".is-turn")).to_have_count(0)
    sides = [int(each) for each in replay.locator("[data-try-points]").all_inner_texts()]
    assert sum(sides) == 258
    assert sides == [int(each) for each in replay.locator("[data-points]").all_inner_texts()]


def test_finished_board_is_tried_from_its_first_card(chromium, live_server):
    tournament = make_drawn(6)
    fill_rounds(tournament, 5)
    rebuild(finish_tournament(tournament=tournament))
    board = reverse("board_trial", args=[tournament.code, 1])
    chromium.goto(f"{live_server.url}{board}?contract=H&seat=W")
    assert len(card_losses(chromium)) == 8
    chromium.locator(".is-best").first.click()
    assert card_losses(chromium)
    chromium.get_by_label("Contract").select_option("NT")
    chromium.get_by_role("button", name="Show").click()
    assert len(card_losses(chromium)) == 8
    assert "contract=NT" in chromium.url

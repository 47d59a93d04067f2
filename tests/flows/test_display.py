import pytest
from django.urls import reverse
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORM = "form[action='/display/']"


def choose_dark(page):
    page.locator("summary", has_text="Display").click()
    page.locator(f"{FORM} label", has_text="Dark").click()
    with page.expect_navigation():
        page.locator(f"{FORM} button").click()


def test_script_applies_the_chosen_theme_to_every_public_page(live_server, chromium):
    refused = []
    chromium.on("console", lambda message: refused.append(message.text))
    chromium.goto(live_server.url + reverse("rules_index"))
    choose_dark(chromium)
    chromium.goto(live_server.url + reverse("calculator"))
    told = chromium.evaluate(
        "[document.documentElement.dataset.theme,"
        " document.querySelector('meta[name=color-scheme]').content,"
        " document.querySelector('input[name=theme]:checked').value]"
    )
    assert told == ["dark", "dark", "dark"]
    assert refused == []


def test_server_renders_the_chosen_theme_without_scripts(live_server, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url + reverse("rules_index"))
    choose_dark(page)
    page.goto(live_server.url + reverse("calculator"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()

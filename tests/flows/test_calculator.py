import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def opened(chromium, live_server):
    chromium.set_viewport_size(PHONE)
    chromium.set_default_timeout(25_000)
    chromium.goto(live_server.url + reverse("calculator"))
    return chromium


def shows(page, *figures):
    expect(page.locator(".calc-score b")).to_have_text(list(figures))


def choose(page, name, value):
    page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


@pytest.mark.journey
def test_calculator_updates_the_score_after_every_input(opened):
    figure = opened.locator('[name="p_NS"]')
    figure.press_sequentially("98")
    shows(opened, "10", "6")
    expect(opened.locator('[name="p_EW"]')).to_have_attribute("placeholder", "64")
    opened.locator("#add-NS").select_option("tierce")
    shows(opened, "12", "6")
    opened.locator("#add-EW").select_option("belote")
    shows(opened, "12", "8")
    choose(opened, "contra", "1")
    shows(opened, "40", "0")
    choose(opened, "by", "EW")
    expect(opened.locator("#result h2")).to_contain_text("Failed")
    choose(opened, "contract", "AT")
    expect(opened.locator("#points-total")).to_contain_text("258 in all")
    expect(figure).to_have_value("98")
    expect(opened).to_have_url(re.compile("contract=AT"))


def test_calculator_updates_after_every_input_with_high_latency(opened):
    figure = opened.locator('[name="p_NS"]')
    figure.press_sequentially("98")
    shows(opened, "10", "6")
    line = opened.context.new_cdp_session(opened)
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", slow)
    choose(opened, "contract", "AT")
    expect(opened.locator("#points-total")).to_contain_text("258 in all")
    choose(opened, "contract", "H")
    opened.locator("#add-NS").select_option("tierce")
    choose(opened, "contra", "1")
    figure.press_sequentially("7")
    figure.press("Backspace")
    expect(opened.locator("#claims .chip.is-on")).to_have_count(1)
    expect(opened.locator("#points-total")).to_contain_text("162 in all")
    shows(opened, "36", "0")


def test_update_keeps_the_declaration_list_open(opened):
    opened.locator("#add-NS").evaluate("one => { one.isOpen = true }")
    opened.locator('[name="p_NS"]').press_sequentially("98")
    shows(opened, "10", "6")
    assert opened.locator("#add-NS").evaluate("one => one.isOpen") is True


@pytest.mark.journey
def test_newest_points_replace_earlier_points_of_the_other_side(opened):
    opened.locator('[name="p_NS"]').press_sequentially("98")
    opened.locator('[name="p_EW"]').press_sequentially("50")
    shows(opened, "11", "5")
    expect(opened.locator('[name="p_NS"]')).to_have_value("")
    expect(opened.locator('[name="p_NS"]')).to_have_attribute("placeholder", "112")


def test_declaration_is_removed_by_its_chip(opened):
    opened.locator('[name="p_NS"]').press_sequentially("98")
    opened.locator("#add-NS").select_option("quarte")
    shows(opened, "15", "6")
    opened.locator("#claims .chip.is-on").click()  # it disappears before its box can be measured
    shows(opened, "10", "6")
    expect(opened.locator("#claims .chip.is-on")).to_have_count(0)


def test_impossible_points_show_an_explanation(opened):
    opened.locator('[name="p_NS"]').press_sequentially("175")
    expect(opened.locator("#points-say")).to_contain_text("175 is too many.")
    expect(opened.locator(".calc-score")).to_have_count(0)
    opened.locator('[name="p_NS"]').fill("75")
    shows(opened, "0", "16")
    expect(opened.locator("#points-say")).to_be_empty()


def test_capot_scores_without_points(opened):
    choose(opened, "capot", "NS")
    shows(opened, "25", "0")
    choose(opened, "contract", "AT")
    shows(opened, "35", "0")
    expect(opened.locator('[name="p_NS"]')).to_have_attribute("placeholder", "258")


def test_house_rule_changes_the_score_and_is_kept_in_the_url(opened):
    opened.locator('[name="p_NS"]').press_sequentially("50")
    shows(opened, "0", "16")
    opened.get_by_text("Change the rules").click()
    choose(opened, "s_kirtik", "10")
    shows(opened, "−10", "16")
    opened.reload()
    shows(opened, "−10", "16")


def test_variant_changes_the_form(opened):
    opened.get_by_label("Rules", exact=True).select_option("belot3")
    expect(opened.locator(".calc-figure")).to_have_count(3)
    opened.locator('[name="p_N"]').press_sequentially("90")
    opened.locator('[name="p_W"]').press_sequentially("40")
    shows(opened, "9", "4", "3")
    opened.get_by_label("Rules", exact=True).select_option("bela")
    expect(opened.locator(".calc-figure")).to_have_count(2)
    expect(opened.locator('[name="contra"]')).to_have_count(0)


def test_copy_link_writes_url_to_clipboard(opened):
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.clock.install()
    opened.locator('[name="p_NS"]').press_sequentially("98")
    shows(opened, "10", "6")
    opened.get_by_role("link", name="Copy link").hover()
    opened.mouse.down()
    opened.clock.run_for(600)  # the link must not be replaced between press and release
    opened.mouse.up()
    expect(opened.locator(".toast")).to_contain_text("The link is copied.")
    copied = opened.evaluate("navigator.clipboard.readText()")
    assert copied.endswith("/en/calculator/?rules=bulgarian&contract=H&by=NS&p_NS=98")


def test_calculator_form_works_without_scripts(browser, live_server):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(live_server.url + reverse("calculator"))
    page.locator('[name="p_NS"]').fill("98")
    page.locator("#add-NS").select_option("tierce")
    page.get_by_role("button", name="Calculate").click()
    shows(page, "12", "6")
    page.locator('[name="p_NS"]').fill("50")
    page.get_by_role("button", name="Calculate").click()
    shows(page, "0", "18")
    context.close()


def test_calculator_is_accessible_and_does_not_scroll_sideways(opened):
    opened.locator('[name="p_NS"]').press_sequentially("98")
    shows(opened, "10", "6")
    opened.get_by_text(re.compile("Change the rules")).click()
    assert (
        opened.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        is False
    )
    found = Axe().run(opened, options={"resultTypes": ["violations"]})
    assert [item["id"] for item in found.response["violations"]] == []

import pytest
import requests
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.app_codes import code_now, codes_stay, wrong_code
from tests.builders import make_club, make_user
from tournaments.models import PersonalToken

__all__ = ["codes_stay"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("codes_stay"),
]
PASSWORD = "secret-enough"


@pytest.fixture
def site(live_server: LiveServer) -> str:
    make_club("Serdika", make_user("ana"))
    return live_server.url.replace("127.0.0.1", "localhost")


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("User name or email").fill("ana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def say_password_again(page: Page) -> None:
    expect(page.get_by_role("heading", name="Enter your password again")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def sign_out(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/en/")


def ask(line: str, secret: str) -> requests.Response:
    header = {"Authorization": f"Bearer {secret}"}
    return requests.get(line.split()[-1], headers=header, timeout=30)


def test_token_is_created_shown_once_used_and_revoked(site: str, chromium: Page) -> None:
    sign_in(chromium, site)
    chromium.wait_for_url("**/manage/**")
    chromium.goto(f"{site}/manage/programs/")
    chromium.get_by_label("For which program").fill("scores to our page")
    chromium.get_by_label("Run my clubs").check()
    chromium.get_by_role("button", name="Create token").click()
    say_password_again(chromium)
    expect(chromium.locator("#secret")).to_contain_text("belot_")
    secret = chromium.locator("#secret").inner_text().strip()
    line = chromium.locator("#curl").inner_text()
    assert line.startswith(f'curl -H "Authorization: Bearer {secret}" http')
    asked = requests.get(
        line.split()[-1], headers={"Authorization": f"Bearer {secret}"}, timeout=30
    )
    assert asked.status_code == 200
    assert "Serdika" in asked.text
    chromium.goto(f"{site}/manage/programs/")
    expect(chromium.get_by_text("scores to our page").first).to_be_visible()
    assert secret not in chromium.content()
    assert PersonalToken.objects.get().scopes == ["read", "club"]
    chromium.get_by_role("button", name="Revoke").click()
    expect(chromium.get_by_text("No program acts for you.")).to_be_visible()
    asked = requests.get(
        line.split()[-1], headers={"Authorization": f"Bearer {secret}"}, timeout=30
    )
    assert asked.status_code == 401


@pytest.mark.journey
def test_recovery_code_replaces_the_authenticator_code(site: str, chromium: Page) -> None:
    sign_in(chromium, site)
    chromium.wait_for_url("**/manage/**")
    chromium.goto(f"{site}/accounts/2fa/totp/activate/")
    say_password_again(chromium)
    secret = chromium.locator(".account-code").inner_text().strip()
    chromium.get_by_label("Code").fill(code_now(secret))
    chromium.get_by_role("button", name="Set up").click()
    expect(chromium.locator("#recovery_codes li").first).to_be_visible()
    recovery = chromium.locator("#recovery_codes li").first.inner_text().strip()
    sign_out(chromium, site)
    sign_in(chromium, site)
    expect(chromium.get_by_role("heading", name="The second step")).to_be_visible()
    chromium.get_by_label("Code").fill(wrong_code(secret))
    chromium.get_by_role("button", name="Sign in", exact=True).click()
    expect(chromium.get_by_text("Incorrect code.").first).to_be_visible()
    chromium.get_by_label("Code").fill(recovery)
    chromium.get_by_role("button", name="Sign in", exact=True).click()
    chromium.wait_for_url("**/manage/**")


@pytest.mark.journey
def test_passkey_signs_in_without_password(site: str, chromium: Page) -> None:
    tools = chromium.context.new_cdp_session(chromium)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_in(chromium, site)
    chromium.wait_for_url("**/manage/**")
    chromium.goto(f"{site}/accounts/2fa/webauthn/add/")
    say_password_again(chromium)
    chromium.get_by_label("Name").fill("my laptop")
    chromium.get_by_role("button", name="Create passkey").click()
    expect(chromium.locator("#recovery_codes li").first).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").wrap().is_passwordless is True
    chromium.goto(f"{site}/accounts/2fa/webauthn/")
    expect(chromium.get_by_text("my laptop").first).to_be_visible()
    sign_out(chromium, site)
    chromium.goto(f"{site}/accounts/login/")
    chromium.get_by_role("button", name="Sign in with a passkey").click()
    chromium.wait_for_url("**/manage/**")

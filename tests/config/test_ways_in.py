import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A user who has recently re-authenticated."""
    client = Client()
    client.force_login(make_user())
    client.post(reverse("account_reauthenticate"), {"password": "secret-enough"})
    return client


def test_passkey_page_without_passkey_explains_it(client: Client) -> None:
    page = client.get(reverse("mfa_list_webauthn"), follow=True).content.decode()
    assert "No passkey so far" in page
    assert reverse("mfa_add_webauthn") in page


def test_first_email_address_is_not_called_another(client: Client) -> None:
    first = client.get(reverse("account_email")).content.decode()
    assert "Another address" not in first
    client.post(reverse("account_email"), {"action_add": "", "email": "petya@example.org"})
    page = client.get(reverse("account_email")).content.decode()
    assert "petya@example.org" in page
    assert ("Another address" in page) == ('name="action_add"' in page)


def test_password_reset_is_sent_only_to_known_addresses(client: Client) -> None:
    for address in ("nobody@example.org", "petya@example.org"):
        client.post(reverse("account_email"), {"action_add": "", "email": "petya@example.org"})
        answer = client.post(reverse("account_reset_password"), {"email": address})
        assert answer.status_code == 302
    assert {letter.to[0] for letter in mail.outbox} == {"petya@example.org"}

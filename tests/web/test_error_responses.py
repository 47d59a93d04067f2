import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


def test_oversized_request_returns_413_with_explanation(client, tournament):
    client.force_login(director_of(tournament))
    address = reverse("manage_teams_list", args=[tournament.code])
    page = client.post(address, {"text": "Ana – Bea\n" * 300_000})
    assert page.status_code == 413
    assert "The request is too large for this page." in page.content.decode()
    assert tournament.teams.count() == 0


def test_csrf_failure_returns_403_with_explanation(tournament):
    client = Client(enforce_csrf_checks=True)
    client.force_login(director_of(tournament))
    page = client.post(reverse("manage_teams", args=[tournament.code]), {"first": "A"})
    assert page.status_code == 403
    assert "Reload the page and send it again." in page.content.decode()

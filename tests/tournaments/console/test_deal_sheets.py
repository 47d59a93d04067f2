"""Deal sheets are shown only on purpose, and always logged."""

import pytest
from django.urls import reverse

from tests.builders import director_of, make_drawn, make_user

pytestmark = pytest.mark.django_db


def test_director_prints_deal_sheets_and_it_is_logged(client):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    page = client.post(reverse("manage_print_sheets", args=[tournament.code, "deals"]))
    assert page.status_code == 200
    assert page.content.decode().count("deal-sheet") == 14
    assert tournament.log.filter(action="deals_printed").count() == 1


def test_deal_sheets_return_404_for_get_requests(client):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    assert client.get(f"/manage/{tournament.code}/print/deals/").status_code == 404
    assert not tournament.log.filter(action="deals_printed").exists()


def test_deal_sheets_return_404_for_strangers(client):
    tournament = make_drawn(8)
    client.force_login(make_user("stranger"))
    assert client.post(f"/manage/{tournament.code}/print/deals/").status_code == 404

"""Deal sheets are shown only on purpose, and always logged."""

import pytest
from django.urls import reverse

from tests.builders import director_of, make_drawn, make_user

pytestmark = pytest.mark.django_db


def test_the_director_opens_them_and_the_log_says_so(client):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    page = client.post(reverse("manage_print_sheets", args=[tournament.code, "deals"]))
    assert page.status_code == 200
    assert page.content.decode().count("deal-sheet") == 14
    assert tournament.log.filter(action="deals_printed").count() == 1


def test_a_mere_link_shows_nothing(client):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    assert client.get(f"/manage/{tournament.code}/print/deals/").status_code == 404
    assert not tournament.log.filter(action="deals_printed").exists()


def test_strangers_do_not_see_them(client):
    tournament = make_drawn(8)
    client.force_login(make_user("stranger"))
    assert client.post(f"/manage/{tournament.code}/print/deals/").status_code == 404

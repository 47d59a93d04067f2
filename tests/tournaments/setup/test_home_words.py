import pytest
from django.urls import reverse

from tests.builders import make_tournament
from tests.tournaments.manage import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("unit", "said"),
    [("pair", "0 pairs entered"), ("team", "0 teams entered"), ("player", "0 players entered")],
)
def test_manage_home_counts_entrants_by_unit(unit, said):
    tournament = make_tournament(unit=unit)
    page = client_of(tournament).get(reverse("manage_home")).content.decode()
    assert said in page

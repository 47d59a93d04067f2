import pytest

from games.deal_sets.services import find_deal_set
from tests.builders import director_of, make_tournament
from tests.tournaments.manage import address, client_of
from tournaments.setup.services.deal_sets import assign_deal_set

pytestmark = pytest.mark.django_db


def test_replacing_an_assigned_deal_set_is_a_secondary_button() -> None:
    tournament = make_tournament()
    maker = director_of(tournament)
    client = client_of(tournament)
    before = client.get(address("deal_set", tournament)).content.decode()
    assert '<button class="btn btn-primary">Use this set</button>' in before
    found = find_deal_set(count=14, person=maker)
    assign_deal_set(tournament=tournament, share=found.share, actor=maker)
    after = client.get(address("deal_set", tournament)).content.decode()
    assert "Use another set" in after
    assert '<button class="btn">Use this set instead</button>' in after
    assert "btn-primary" not in after.split("<main")[1].split("</main")[0]

import pytest

from games.belot import PRESETS, score, switch_value, variant_to_json
from tests.builders import make_club
from tests.shared_rows import built_once
from tests.tournaments.setup.forms import form_of, sent_by
from tournaments.models import Tournament
from tournaments.rules.awards import AWARDS, with_award
from tournaments.rules.services.rules import save_rule_set

pytestmark = pytest.mark.django_db
NUMERIC = [preset for preset, variant in PRESETS.items() if variant.bids_numbers]


@built_once
def club():
    return make_club()


@pytest.fixture
def client(club, client):
    client.force_login(club.memberships.get().user)
    return client


def created(client, kind="village", **chosen):
    form = form_of(client, kind=kind)
    page = {"was_variant": chosen["variant"]}  # requested as soon as rules are chosen
    response = client.post("/manage/new/", sent_by(form, **chosen, **page))
    assert response.status_code == 302, response.context["form"].errors
    return Tournament.objects.latest("pk").variant


def test_award_choice_is_shown_only_for_games_with_number_bids(client):
    form = form_of(client, kind="village")
    assert not form.asks_award
    page = client.post("/manage/new/", sent_by(form, variant="contree_ffb", show="1"))
    assert page.context["form"].asks_award
    assert page.content.decode().count('name="award"') == 3
    assert page.context["form"].rules_in_words == "Contrée, FFB 2016, points made and bid"


def test_award_bid_scores_only_the_bid(client):
    variant = created(client, variant="contree_ffb", award="bid")
    assert variant_to_json(variant) == {
        "preset": "contree_ffb",
        "made_award": "bid",
        "lost_base": 0,
        "lost_base_capot": 0,
    }
    lost = {"contract": "H", "declarer": "N", "bid": 110, "points": {"NS": 100, "EW": 62}}
    assert score({"variant": variant_to_json(variant), **lost})["score"] == {"NS": 0, "EW": 110}


def test_award_taken_applies_contra_to_the_deal(client):
    variant = created(client, variant="contree_cannes", award="taken")
    assert variant_to_json(variant) == {
        "preset": "contree_cannes",
        "made_award": "taken",
        "factors_on": "deal",
    }
    made = {"contract": "H", "declarer": "N", "bid": 110, "points": {"NS": 113, "EW": 49}}
    assert score({"variant": variant_to_json(variant), **made})["score"] == {"NS": 110, "EW": 50}


def test_unchanged_award_keeps_the_preset(client):
    assert created(client, variant="contree_cannes") == PRESETS["contree_cannes"]
    assert created(client, variant="bulgarian", award="bid") == PRESETS["bulgarian"]


def test_house_rules_show_their_award_and_can_reset_to_preset(client, club):
    house = {"preset": "contree_ffb", "made_award": "bid", "lost_base": 0, "target": 1000}
    key = f"set-{save_rule_set(club=club, name='Ours', variant=house).pk}"
    form = form_of(client, kind="village")
    page = client.post("/manage/new/", sent_by(form, variant=key, show="1"))
    assert page.context["form"].rules_in_words == "Ours, version 1, points bid"
    variant = created(client, variant=key, award="taken_and_bid")
    assert variant_to_json(variant) == {"preset": "contree_ffb", "target": 1000}


@pytest.mark.parametrize("preset", NUMERIC)
@pytest.mark.parametrize("award", AWARDS)
def test_every_award_can_be_set_and_reset_in_every_preset(preset, award):
    variant = with_award(PRESETS[preset], award)
    assert switch_value(variant, "made_award") == award
    assert with_award(variant, PRESETS[preset].made_award) == PRESETS[preset]

import pytest
from django.urls import reverse

from games.belot import PRESETS, variant_from_json
from tests.builders import make_club, make_tournament
from tests.shared_rows import built_once
from tests.tournaments.setup.forms import SIXTEEN, form_of, sent_by
from tournaments.draws.selectors.proposals import EveningAnswers, comparison
from tournaments.models import OpenGame, Tournament
from tournaments.rules.services.rules import save_rule_set
from tournaments.setup.forms.club_defaults import USUAL_GAMES, usual_game

pytestmark = pytest.mark.django_db


@built_once
def club():
    return make_club()


@pytest.fixture
def client(club, client):
    client.force_login(club.memberships.get().user)
    return client


@pytest.fixture
def sixteen(club):
    return f"set-{save_rule_set(club=club, name='Ours', variant=SIXTEEN).pk}"


def shown(form):
    return {row.key: row.words for row in form.rows()}


def test_rules_with_fixed_deals_set_their_usual_format(client, sixteen):
    form = form_of(client, kind="village")
    assert shown(form)["who"] == "Pairs"
    asked = sent_by(form, variant=sixteen, show="1", was_variant="bulgarian")
    form = form_of(client, "post", **asked)
    assert shown(form)["who"] == "Single players"
    assert shown(form)["game"] == "A game of 16 deals"
    assert form.values["wanted_kind"] == "melee"
    assert form.values["scoring"] == "points_then_wins"


def test_chosen_game_length_is_kept_after_changing_rules(client, sixteen):
    form = form_of(client, kind="village")
    asked = sent_by(form, variant=sixteen, show="1", was_variant="bulgarian", game_deals="10")
    assert shown(form_of(client, "post", **asked))["game"] == "A game of 10 deals"


def test_changing_rules_back_restores_their_default_values(client, sixteen):
    asked = sent_by(form_of(client, kind="village"), variant=sixteen, show="1")
    form = form_of(client, "post", **asked, was_variant="bulgarian")
    asked = sent_by(form, variant="bulgarian", show="1", was_variant=sixteen)
    form = form_of(client, "post", **asked)
    assert (shown(form)["who"], form.values["wanted_kind"]) == ("Pairs", "")
    assert shown(form)["game"] == "A game of 12 deals"


def test_sixteen_deal_tournament_is_created_from_defaults(client, sixteen):
    form = form_of(client, kind="village")
    asked = sent_by(form, variant=sixteen, show="1", was_variant="bulgarian")
    form = form_of(client, "post", **asked)
    response = client.post(reverse("manage_new"), sent_by(form, was_variant=sixteen))
    assert response.status_code == 302
    made = Tournament.objects.get()
    assert (made.unit, made.game, made.wanted_kind) == ("player", OpenGame(deals=16), "melee")
    assert made.variant == variant_from_json(SIXTEEN)
    first = comparison(made, EveningAnswers(16, made.play_minutes)).proposals[0]
    assert (first.kind, first.rounds, first.boards_per_round) == ("melee", 3, 16)


def test_last_tournament_of_a_club_overrides_rule_defaults(club, client):
    make_tournament(club, unit="pair", cards="open", game={"deals": 8}, variant=SIXTEEN)
    form = form_of(client, kind="village")
    assert shown(form)["game"] == "A game of 8 deals"


def test_default_target_points_follow_the_rules(client):
    asked = sent_by(form_of(client, kind="cup"), variant="bela", show="1", was_variant="bulgarian")
    assert form_of(client, "post", **asked).values["game_target"] == "1001"


def test_duplicate_takes_no_game_defaults_from_the_rules():
    assert usual_game(variant_from_json(SIXTEEN), "duplicate") == {}
    assert usual_game(PRESETS["bulgarian"], "village") == {"game_target": 151}
    assert all(set(habit.rules) <= set(PRESETS["bulgarian"].__slots__) for habit in USUAL_GAMES)

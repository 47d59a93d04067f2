import pytest

from games.belot import PRESETS, variant_from_json
from tests.builders import make_drawn, make_tournament, plays_of, slip
from tests.tournaments.rules.forms import values
from tournaments.results.services.results import correct_result
from tournaments.rules.forms import HouseRulesForm
from tournaments.rules.services.rescoring import rule_change
from tournaments.rules.services.rules import change_rules
from tournaments.setup.services.tournaments import parse_rules

pytestmark = pytest.mark.django_db
RARE = {"factors", "capot_points", "capot_for", "goal", "goal_floor", "made_award", "lost_base"}


def rows(form, part):
    return {row.field.name for chapter in form.chapters() for row in getattr(chapter, part)}


def test_rarely_changed_rules_are_in_their_own_section():
    form = HouseRulesForm(variant=PRESETS["bulgarian"])
    assert rows(form, "rare") > RARE
    assert not rows(form, "rare") & rows(form, "rows")
    assert not rows(form, "rare") & rows(form, "folded")


def test_changed_rare_rule_is_listed_with_the_usual_rules():
    form = HouseRulesForm(variant=variant_from_json({"preset": "bulgarian", "capot_points": 100}))
    assert "capot_points" in rows(form, "rows")
    assert "capot_points" not in rows(form, "rare")
    assert form.change_count() == 1


def test_unusual_contra_factors_pass_through_the_form():
    rules = {"preset": "bulgarian", "factors": "1 2 5"}
    sent = values(rules)
    form = HouseRulesForm(sent, variant=PRESETS["bulgarian"])
    assert form.is_valid(), form.errors
    assert form.variant == rules
    assert "after each contra: 1 2 5." in str(HouseRulesForm(variant=variant_from_json(rules)))


def test_tournament_accepts_formula_rules():
    tournament = make_tournament()
    rules = {"preset": "bulgarian", "factors": "1 2 3", "lost_base": 16, "goal_floor": 82}
    change_rules(tournament=tournament, variant=rules)
    tournament.refresh_from_db()
    assert tournament.variant == variant_from_json(rules)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("belote_multiplied", False),
        ("belote_when_lost", "kept"),
        ("lost_declarations", "defence"),
    ],
)
def test_belote_only_rules_can_be_chosen(key, value):
    rules = {"preset": "bulgarian", key: value}
    tournament = make_tournament()
    change_rules(tournament=tournament, variant=rules)
    tournament.refresh_from_db()
    assert tournament.variant == parse_rules(rules) == variant_from_json(rules)


def test_belote_rule_rescores_only_results_with_claims():
    """Results with named claims are rescored; those with only a sum stay."""
    play, other = plays_of(make_drawn(4), sitting__round__number=1)[:2]
    vouched = {"reason": "from paper", "actor": None, "override": True}
    claims = [{"side": "NS", "kind": "belote", "value": 20}]
    said = {"announced": {"NS": 20, "EW": 0}}
    correct_result(play_id=play.pk, slip=slip(70, claims=claims, **said), **vouched)
    correct_result(play_id=other.pk, slip=slip(70, **said), **vouched)
    kept = variant_from_json({"preset": "bulgarian", "belote_when_lost": "kept"})
    found = rule_change(play.sitting.round.tournament, kept)
    assert [each.after.outcome["score"] for each in found.rescored] == [{"NS": 2, "EW": 16}]
    assert found.rescored[0].after.slip["belote"] == {"NS": 20, "EW": 0}
    assert [each.play for each in found.stranded] == [other]

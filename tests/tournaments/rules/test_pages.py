import json
import re
from html import unescape

import pytest
from django.urls import reverse

from games.belot import PRESETS, SWITCHES, RuleError, switch_value, variant_from_json
from games.rulebook.house import encode_value
from tests.builders import make_club, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of
from tests.tournaments.rules.forms import HOUSE, RULES, correct, enter_equal, values
from tests.tournaments.setup.forms import VALUES
from tournaments.models import Result, RuleSet, Tournament
from tournaments.rules.forms import HouseRulesForm
from tournaments.rules.services.rules import save_rule_set

pytestmark = pytest.mark.django_db
FOUR = [preset for preset, variant in PRESETS.items() if variant.players == 4]


@pytest.mark.parametrize("preset", FOUR)
def test_every_preset_passes_through_the_form_unchanged(preset):
    form = HouseRulesForm(values(preset), variant=PRESETS["bulgarian"])
    assert form.is_valid(), form.errors
    assert (form.variant, form.change_count()) == (preset, 0)


@pytest.mark.sample
@pytest.mark.parametrize("preset", FOUR)
def test_every_switch_value_is_accepted_or_a_field_error(preset, some):
    for key, switch in some(SWITCHES.items(), list(FOUR).index(preset)):
        numbers = (switch.minimum,) if switch.minimum is not None else ()
        for value in (*switch.choices, *numbers):
            form = HouseRulesForm(
                values(preset, **{key: encode_value(value)}), variant=PRESETS[preset]
            )
            fault = place_of_fault({"preset": preset, key: value})
            assert list(form.errors) == ([fault] if fault else [])
            assert fault or switch_value(form.rules, key) == value


def place_of_fault(variant) -> str:
    try:
        variant_from_json(variant)
    except RuleError as error:
        return error.at.removeprefix("variant.")
    return ""


def test_form_marks_changed_rules_of_a_stored_variant():
    form = HouseRulesForm(
        variant=variant_from_json({"preset": "bela", "dealer_may_cancel": 7, "target": 501})
    )
    changed = [row for chapter in form.chapters() for row in chapter.rows if row.is_changed]
    assert [(row.field.name, str(row.field.value())) for row in changed] == [
        ("dealer_may_cancel", "7"),
        ("target", "501"),
    ]
    assert changed[1].usual == "A match is played to 1001."


def test_form_folds_rules_without_effect():
    form = HouseRulesForm(variant=PRESETS["bela"])
    folded = {row.field.name for chapter in form.chapters() for row in chapter.folded}
    assert folded == {
        "recontra_ends",
        "bids",
        "capot_bid",
        "capot_value",
        "solo_value",
        "capot_doubled_in_no_trumps",
        "no_trumps_four_aces",
        "capot_multiplied",
        "kirtik",
    }


def test_rule_changes_apply_immediately_before_any_result():
    tournament = make_tournament()
    client = client_of(tournament)
    page = client.get(address("rules", tournament)).content.decode()
    assert "The declaring side has failed." in page
    sent = values("bulgarian", on_equal="lost", do="save")
    response = client.post(address("rules", tournament), sent)
    tournament.refresh_from_db()
    assert tournament.variant == RULES
    assert messages_of(response) == ["These rules now apply."]
    page = client.get(address("rules", tournament)).content.decode()
    assert "1 house rule" in page
    assert "Usually: The declaring side&#x27;s points hang" in page


def test_contradictory_rules_are_rejected_at_the_right_field():
    tournament = make_tournament()
    sent = values("bulgarian", auction="name", do="save")
    response = client_of(tournament).post(address("rules", tournament), sent)
    text = response.content.decode()
    assert response.status_code == 422
    assert "These rules do not go together" in text
    assert '<a href="#rule-auction">How the contract is decided: With the auction' in text
    tournament.refresh_from_db()
    assert tournament.variant == PRESETS["bulgarian"]


def test_preview_rerenders_the_form_and_stores_nothing():
    tournament = make_tournament()
    sent = values("bulgarian", contra_levels="0", do="look")
    response = client_of(tournament).post(address("rules", tournament), sent)
    assert response.status_code == 200
    folded = re.findall(r"(\d+) rules? do(?:es)? not apply here", response.content.decode())
    assert folded == ["6", "1"]
    tournament.refresh_from_db()
    assert tournament.variant == PRESETS["bulgarian"]


def test_form_can_start_from_a_preset_or_a_rule_set():
    tournament = make_tournament()
    kept = save_rule_set(club=tournament.club, name="Ours", variant=HOUSE)
    client = client_of(tournament)
    start = address("rules", tournament)
    assert client.get(start, {"from": "belot"}).context["form"].variant == "belot"
    assert client.get(start, {"from": f"set-{kept.pk}"}).context["form"].variant == HOUSE
    for nonsense in ("bela3", "set-999", "moon"):
        assert client.get(start, {"from": nonsense}).context["form"].variant == "bulgarian"


def test_rule_sets_are_saved_in_versions():
    tournament = make_tournament()
    client = client_of(tournament)
    for value in ("lost", "lost", "hang"):
        sent = values("bulgarian", on_equal=value, do="keep", name="Ours\x00")
        client.post(address("rules", tournament), sent)
    assert list(RuleSet.objects.order_by("version").values_list("version", "variant")) == [
        (1, RULES),
        (2, PRESETS["bulgarian"]),
    ]
    nameless = values("bulgarian", do="keep", name=" ")
    response = client.post(address("rules", tournament), nameless)
    assert messages_of(response)[-1] == "Give the rules a name."


# With results -----------------------------------------------------------------------------------


@built_once
def scored() -> Tournament:
    tournament = make_drawn(4, boards_per_round=1)
    first, second = plays_of(tournament, sitting__round__number=1)
    enter_equal(first)
    correct(second, points=30, declarer="E")
    tournament.refresh_from_db()
    return tournament


def test_saving_rules_with_results_shows_a_preview_first(scored):
    sent = values("bulgarian", on_equal="lost", do="save")
    text = client_of(scored).post(address("rules", scored), sent).content.decode()
    assert "1 of 2 results would score differently." in text
    assert "0–8" in text
    assert "0–16" in text
    assert "Place now" in text
    hidden = re.search(r'name="variant" value="([^"]*)"', text)[1]
    assert json.loads(unescape(hidden)) == HOUSE
    scored.refresh_from_db()
    assert scored.variant == PRESETS["bulgarian"]
    assert Result.objects.count() == 2


def applied(tournament: Tournament, variant, **more):
    sent = {
        "variant": json.dumps(variant),
        "reason": "as always here",
        "expected": tournament.facts_version,
        **more,
    }
    return client_of(tournament).post(address("rules_apply", tournament), sent)


def test_previewed_rule_change_is_applied_with_its_reason(scored):
    response = applied(scored, HOUSE)
    scored.refresh_from_db()
    assert scored.variant == RULES
    assert messages_of(response) == ["These rules now apply. 1 result scores differently."]
    assert Result.objects.latest("pk").reason == "as always here"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"reason": ""}, "Please give a reason for the log."),
        ({"expected": "1"}, "New results have come in."),
        ({"expected": "x"}, "New results have come in."),
    ],
)
def test_rejected_rule_change_shows_the_preview_again(scored, more, words):
    response = applied(scored, HOUSE, **more)
    assert response.status_code == 422
    assert words in response.content.decode()
    scored.refresh_from_db()
    assert scored.variant == PRESETS["bulgarian"]


def test_impossible_results_are_listed_and_need_confirmation(scored):
    correct(plays_of(scored, sitting__round__number=2)[0], contract="NT", points=65)
    scored.refresh_from_db()
    suits = {"preset": "bulgarian", "contracts": "C D H S", "on_equal": "lost"}
    text = applied(scored, suits).content.decode()
    assert "Impossible under the new rules" in text
    assert "Leave 1 result as it is" in text
    assert applied(scored, suits, confirmed="on").status_code == 302


def test_page_rejects_rules_with_other_dealing_after_the_draw(scored):
    sent = values("bulgarian", packets="3+3 / 2", do="save")
    response = client_of(scored).post(address("rules", scored), sent)
    assert response.status_code == 422
    assert "The boards are dealt." in response.content.decode()


@pytest.mark.parametrize("variant", ["", "{", '{"preset": "moon"}', "[[[["])
def test_invalid_variant_redirects_to_the_form(scored, variant):
    response = client_of(scored).post(address("rules_apply", scored), {"variant": variant})
    assert response.url == address("rules", scored)


# New tournaments --------------------------------------------------------------------------------


def make_new(club, **more):
    from django.test import Client

    client = Client()
    client.force_login(club.memberships.get().user)
    return client.post(reverse("manage_new"), {**VALUES, "club": club.pk, **more})


def test_new_tournament_uses_a_rule_set_of_the_club():
    club = make_club()
    kept = save_rule_set(club=club, name="Ours", variant=HOUSE)
    response = make_new(club, variant=f"set-{kept.pk}", then="rules")
    made = Tournament.objects.get()
    assert made.variant == RULES
    assert response.url == address("rules", made)


def test_only_the_newest_rule_set_version_is_accepted():
    club = make_club()
    old = save_rule_set(club=club, name="Ours", variant=HOUSE)
    save_rule_set(club=club, name="Ours", variant="belot")
    assert make_new(club, variant=f"set-{old.pk}").status_code == 200
    assert not Tournament.objects.exists()


def test_copied_tournament_keeps_its_house_rules():
    club = make_club()
    former = make_tournament(club, variant=HOUSE)
    from django.test import Client

    client = Client()
    client.force_login(club.memberships.get().user)
    page = client.get(reverse("manage_new"), {"copy": former.code})
    assert page.context["form"]["variant"].value() == f"as-{former.code}"
    make_new(club, variant=f"as-{former.code}")
    assert Tournament.objects.latest("pk").variant == RULES


def test_rules_of_another_club_cannot_be_used():
    club, other = make_club("One"), make_club("Other")
    theirs = make_tournament(other, variant=HOUSE)
    kept = save_rule_set(club=other, name="Theirs", variant=HOUSE)
    for wanted in (f"as-{theirs.code}", f"set-{kept.pk}"):
        make_new(club, variant=wanted)
    assert Tournament.objects.count() == 1


def test_saving_settings_keeps_the_house_rules():
    tournament = make_tournament(variant=HOUSE)
    client_of(tournament).post(address("settings", tournament), VALUES)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.variant) == ("Есенен турнир", RULES)

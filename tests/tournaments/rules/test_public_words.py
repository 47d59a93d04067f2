import pytest
from django.test import Client
from django.urls import reverse

from games.belot import PRESETS
from games.rulebook import rules_by_chapter
from tests.builders import make_drawn, make_tournament, plays_of
from tests.tournaments.manage import address, client_of
from tests.tournaments.rules.forms import HOUSE, enter_equal
from tournaments.rules.services.rules import change_rules, save_rule_set

pytestmark = pytest.mark.django_db


def rules_page(tournament) -> str:
    return Client().get(reverse("tournament_rules", args=[tournament.code])).content.decode()


def slips(tournament) -> str:
    page = client_of(tournament).get(address("print_sheets", tournament, "slips"))
    return page.content.decode()


def test_public_page_lists_every_rule_by_chapter():
    text = rules_page(make_tournament())
    for section in rules_by_chapter(PRESETS["bulgarian"]):
        assert f"<h2>{section.title}</h2>" in text
    assert "Contra doubles the score and recontra doubles it again." in text
    assert "house rule<" not in text


def test_house_rules_are_marked_with_the_usual_rule():
    tournament = make_tournament(variant=HOUSE)
    save_rule_set(club=tournament.club, name="Ours", variant=HOUSE)
    text = rules_page(tournament)
    assert "1 rule is played differently here" in text
    assert "as “Ours (1)”" in text
    assert text.count("The declaring side has failed.") == 2
    assert "Usually: The declaring side&#x27;s points hang" in text
    assert '<span class="tag tag-accent">house rule</span>' in text


def test_public_page_shows_a_rule_change():
    tournament = make_drawn(4, boards_per_round=1)
    enter_equal(plays_of(tournament)[0])
    assert "is played differently here" not in rules_page(tournament)
    change_rules(tournament=tournament, variant=HOUSE, reason="house")
    assert "1 rule is played differently here" in rules_page(tournament)


def test_printed_slip_names_the_rules():
    text = slips(make_drawn(4))
    assert "· Bulgarian belot</p>" in text
    assert "House rules:" not in text


def test_printed_slip_lists_house_rules_with_link_to_the_rest():
    changes = {"on_equal": "lost", "contra_levels": 3, "kirtik": 10, "card_in_two": True}
    tournament = make_drawn(4, variant={"preset": "bulgarian", **changes})
    text = slips(tournament)
    assert "<i>When both sides have the same.</i> The declaring side has failed." in text
    assert "All of them" not in text
    more = {"preset": "bulgarian", **changes, "no_trumps_four_aces": 200}
    change_rules(tournament=tournament, variant=more)
    assert f"All of them: testserver/t/{tournament.code}/rules/" in slips(tournament)

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.belot import PRESETS
from games.models import Deal
from tests.builders import enter, fill_rounds, make_club, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of
from tests.tournaments.setup.forms import VALUES
from tournaments.errors import RuleViolationError
from tournaments.models import EntryPlan, Tournament
from tournaments.registration.services.approval import set_entry_plan
from tournaments.setup.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


@built_once
def club():
    return make_club()


@pytest.fixture
def client(club):
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def test_form_creates_a_tournament(club, client):
    response = client.post(reverse("manage_new"), {**VALUES, "club": club.pk})
    made = Tournament.objects.get()
    assert response.url == address("teams", made)
    assert (made.name, made.club, made.start_time) == (
        "Есенен турнир",
        club,
        datetime.time(18, 20),
    )
    assert (made.boards_per_round, made.scoring, made.is_public) == (3, "matchpoints", True)
    assert made.created_by is not None
    assert made.log.get().action == "tournament_created"


def test_first_form_has_defaults_of_date_place_and_rules(club, client):
    club.place = "Chitalishte"
    club.save()
    initial = client.get(reverse("manage_new")).context["form"].initial
    assert initial["date"] == timezone.localdate()
    assert initial["place"] == "Chitalishte"
    assert (initial["boards_per_round"], initial["variant"]) == (3, "bulgarian")


def test_form_defaults_come_from_last_or_copied_tournament(club, client):
    old = make_tournament(club, name="Spring", boards_per_round=4, place="Old hall")
    make_tournament(club, name="Summer", boards_per_round=2, variant="belot")
    initial = client.get(reverse("manage_new")).context["form"].initial
    assert (initial["boards_per_round"], initial["variant"]) == (2, "belot")
    assert initial["name"].startswith("Duplicate, Saturday ")  # as the last one was
    assert (initial["date"].weekday(), initial["date"] >= timezone.localdate()) == (5, True)
    initial = client.get(reverse("manage_new"), {"copy": old.code}).context["form"].initial
    assert (initial["name"], initial["place"]) == ("Spring", "Old hall")


@pytest.mark.parametrize(
    ("last", "unit", "scoring"),
    [
        ({"unit": "team"}, "team", "imps"),
        ({"unit": "team"}, "pair", "matchpoints"),
        ({"cards": "open"}, "pair", "matchpoints"),
    ],
)
def test_scoring_falls_back_when_the_last_one_does_not_fit(club, client, last, unit, scoring):
    old = make_tournament(club, name="Last time", **last)
    form = client.get(reverse("manage_new")).context["form"]
    assert form.initial["scoring"] in dict(form.fields["scoring"].choices)
    client.post(
        reverse("manage_new"),
        {**VALUES, "club": club.pk, "unit": unit, "scoring": old.scoring},
    )
    made = Tournament.objects.exclude(pk=old.pk).get()
    assert (made.unit, made.scoring) == (unit, scoring)


@pytest.mark.parametrize(
    ("unit", "word"), [("pair", "pairs"), ("team", "teams"), ("player", "players")]
)
def test_new_tournament_message_names_the_entrant_unit(club, client, unit, word):
    response = client.post(reverse("manage_new"), {**VALUES, "club": club.pk, "unit": unit})
    assert messages_of(response) == [f"The tournament has been created. Now enter the {word}."]


def test_invalid_form_shows_field_errors_and_keeps_typed_values(club, client):
    wrong = {**VALUES, "club": club.pk, "date": "31.31.2026", "boards_per_round": "99"}
    page = client.post(reverse("manage_new"), wrong).content.decode()
    assert not Tournament.objects.exists()
    assert "Correct 2 things" in page
    assert 'value="31.31.2026"' in page
    assert 'value="Есенен турнир"' in page


def test_tournament_is_not_created_in_a_foreign_club(client):
    other = make_club("Other")
    client.post(reverse("manage_new"), {**VALUES, "club": other.pk})
    assert not Tournament.objects.exists()


def test_presets_for_two_or_three_are_not_offered(client):
    choices = [
        value
        for value, _word in client.get(reverse("manage_new"))
        .context["form"]["variant"]
        .field.choices
    ]
    assert choices == [
        "bulgarian",
        "belote",
        "belot",
        "french",
        "bela",
        "french_ffb",
        "contree_ffb",
        "contree_cannes",
        "coinche_ffb",
        "bazar_blot",
        "klaverjas_rotterdam",
        "klaverjas_amsterdam",
        "baloot",
    ]


def test_tournament_page_redirects_to_the_next_step(club, client):
    tournament = make_tournament(club)
    assert client.get(address("tournament", tournament)).url == address("teams", tournament)
    drawn = make_drawn(club=club, publish=False)
    assert client.get(address("tournament", drawn)).url == address("draw", drawn)
    playing = make_drawn(club=club, name="Second")
    assert client.get(address("tournament", playing)).status_code == 200


def test_rules_and_boards_are_fixed_after_the_draw(club, client):
    tournament = make_tournament(club)
    client.post(address("settings", tournament), {**VALUES, "boards_per_round": "4"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.boards_per_round) == ("Есенен турнир", 4)
    drawn = make_drawn(club=club)
    values = {**VALUES, "variant": "bela", "boards_per_round": "9"}
    client.post(address("settings", drawn), values)
    drawn.refresh_from_db()
    assert (drawn.variant, drawn.boards_per_round) == (PRESETS["bulgarian"], 2)


def test_finish_requires_all_results_and_can_be_reopened():
    tournament = make_drawn()
    client = client_of(tournament)
    missing = client.post(address("finish", tournament))
    assert messages_of(missing) == [
        "56 results are still missing or disputed. Enter them or mark them as not played or not "
        "counted."
    ]
    fill_rounds(tournament, 7)
    client.post(address("finish", tournament))
    tournament.refresh_from_db()
    assert tournament.seed_is_public
    client.post(address("reopen", tournament))
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.PLAYING


def test_deletion_requires_the_name_and_deletes_deals():
    tournament = make_drawn()
    client = client_of(tournament)
    client.post(address("delete", tournament), {"typed": "something else"})
    assert Tournament.objects.exists()
    client.post(address("delete", tournament), {"typed": " autumn pairs "})
    assert not Tournament.objects.exists()
    assert not Deal.objects.exists()


def test_a_tournament_with_results_is_not_deleted():
    tournament = make_drawn()
    enter(plays_of(tournament)[0])
    page = client_of(tournament).post(address("delete", tournament), {"typed": tournament.name})
    assert "cannot be deleted" in page.content.decode()
    assert Tournament.objects.exists()


def test_open_play_settings_have_no_boards_per_round(club, client):
    tournament = make_tournament(club, cards="open", game={"deals": 12}, boards_per_round=1)
    page = client.get(address("settings", tournament)).content.decode()
    assert 'name="boards_per_round"' not in page
    assert "Games a round" not in page
    values = {**VALUES, "cards": "open", "game_length": "deals", "game_deals": "8"}
    client.post(address("settings", tournament), {**values, "boards_per_round": "4"})
    tournament.refresh_from_db()
    assert (tournament.game.deals, tournament.boards_per_round) == (8, 1)


def test_settings_page_links_the_share_page():
    tournament = make_tournament()
    page = client_of(tournament).get(address("settings", tournament)).content.decode()
    assert f'href="/en/t/{tournament.code}/share/"' in page


def test_settings_form_has_one_hidden_version_token():
    tournament = make_tournament()
    page = client_of(tournament).get(address("settings", tournament)).content.decode()
    assert page.count('name="seen"') == 1
    assert "Seen" not in page


@pytest.mark.parametrize("year", [1, 1012, 1949, 2200, 9999])
def test_implausible_year_is_rejected_and_not_stored(club, client, year):
    day = datetime.date(year, 1, 1)
    values = VALUES | {"club": club.pk, "date": day.isoformat()}
    page = client.post(reverse("manage_new"), values).content.decode()
    assert "Write a year from 1950 to 2199." in page
    assert not Tournament.objects.exists()
    tournament = make_tournament(club=club)
    with pytest.raises(RuleViolationError, match="year"):
        change_settings(tournament=tournament, date=day)
    until = timezone.make_aware(datetime.datetime(year, 1, 2))
    with pytest.raises(RuleViolationError, match="year"):
        set_entry_plan(tournament=tournament, is_open=True, closes_at=until)
    assert not EntryPlan.objects.exists()

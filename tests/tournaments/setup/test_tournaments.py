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


def test_one_form_makes_a_tournament(club, client):
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


def test_the_first_form_is_filled_in_for_a_usual_evening(club, client):
    club.place = "Chitalishte"
    club.save()
    initial = client.get(reverse("manage_new")).context["form"].initial
    assert initial["date"] == timezone.localdate()
    assert initial["place"] == "Chitalishte"
    assert (initial["boards_per_round"], initial["variant"]) == (3, "bulgarian")


def test_the_next_form_is_filled_in_as_last_time_or_as_the_one_to_be_copied(club, client):
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
def test_after_teams_or_open_play_the_next_form_can_be_sent_as_it_is(
    club, client, last, unit, scoring
):
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
def test_a_new_tournament_asks_for_those_who_play(club, client, unit, word):
    response = client.post(reverse("manage_new"), {**VALUES, "club": club.pk, "unit": unit})
    assert messages_of(response) == [f"The tournament is made. Now enter the {word}."]


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(club, client):
    wrong = {**VALUES, "club": club.pk, "date": "31.31.2026", "boards_per_round": "99"}
    page = client.post(reverse("manage_new"), wrong).content.decode()
    assert not Tournament.objects.exists()
    assert "Correct 2 things" in page
    assert 'value="31.31.2026"' in page
    assert 'value="Есенен турнир"' in page


def test_nobody_makes_a_tournament_in_the_club_of_others(client):
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


def test_the_page_leads_to_what_comes_next(club, client):
    tournament = make_tournament(club)
    assert client.get(address("tournament", tournament)).url == address("teams", tournament)
    drawn = make_drawn(club=club, publish=False)
    assert client.get(address("tournament", drawn)).url == address("draw", drawn)
    playing = make_drawn(club=club, name="Second")
    assert client.get(address("tournament", playing)).status_code == 200


def test_settings_change_until_the_draw_fixes_them(club, client):
    tournament = make_tournament(club)
    client.post(address("settings", tournament), {**VALUES, "boards_per_round": "4"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.boards_per_round) == ("Есенен турнир", 4)
    drawn = make_drawn(club=club)
    values = {**VALUES, "variant": "bela", "boards_per_round": "9"}
    client.post(address("settings", drawn), values)
    drawn.refresh_from_db()
    assert (drawn.variant, drawn.boards_per_round) == (PRESETS["bulgarian"], 2)


def test_finish_waits_for_every_result_and_reopen_undoes_it():
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


def test_deleting_asks_for_the_name_and_takes_the_deals_along():
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


def test_a_round_of_open_play_is_one_game_and_settings_ask_for_no_number(club, client):
    tournament = make_tournament(club, cards="open", game={"deals": 12}, boards_per_round=1)
    page = client.get(address("settings", tournament)).content.decode()
    assert 'name="boards_per_round"' not in page
    assert "Games a round" not in page
    values = {**VALUES, "cards": "open", "game_length": "deals", "game_deals": "8"}
    client.post(address("settings", tournament), {**values, "boards_per_round": "4"})
    tournament.refresh_from_db()
    assert (tournament.game.deals, tournament.boards_per_round) == (8, 1)


def test_settings_lead_to_the_page_to_share():
    tournament = make_tournament()
    page = client_of(tournament).get(address("settings", tournament)).content.decode()
    assert f'href="/en/t/{tournament.code}/share/"' in page


def test_settings_say_once_and_unseen_from_which_state_they_were_filled_in():
    tournament = make_tournament()
    page = client_of(tournament).get(address("settings", tournament)).content.decode()
    assert page.count('name="seen"') == 1
    assert "Seen" not in page


@pytest.mark.parametrize("year", [1, 1012, 1949, 2200, 9999])
def test_an_implausible_year_is_refused_and_stores_nothing(club, client, year):
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

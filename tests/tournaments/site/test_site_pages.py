import html
import re
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from config.environment import address_of
from games.languages import LANGUAGES, in_language
from tests.builders import director_of, make_club, make_drawn, make_tournament
from tests.shared_rows import built_once
from tests.tournaments.seasons.ladders import finished
from tournaments.clubs.services import set_contact
from tournaments.models import Club, EntryPlan, Tournament
from tournaments.privacy.retention import DEFAULT_DAYS

pytestmark = pytest.mark.django_db
CONTACT = {
    "contact_name": "Мария Колева",
    "contact_address": "ул. Раковски 12, София",
    "contact_email": "club@example.org",
    "contact_phone": "+359 2 123 456",
}


def words(response: Any) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(text).split())


@built_once
def tournament() -> Tournament:
    return make_drawn(4, is_public=True)


@pytest.mark.parametrize("name", ["privacy", "contact"])
@pytest.mark.parametrize("language", ["bg", "en", "fr", "hr", "nl"])
def test_site_pages_are_publicly_cacheable(name: str, language: str, db: None) -> None:
    response = Client().get(in_language(f"/{name}/", language))
    assert response.status_code == 200
    assert response["Cache-Control"].startswith("public")
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


def test_pages_link_privacy_and_contact(tournament: Tournament) -> None:
    for address in (reverse("home"), reverse("tournament", args=[tournament.code])):
        text = Client().get(address).content.decode()
        assert f'href="{reverse("privacy")}"' in text
        assert f'href="{reverse("contact")}"' in text


def test_contact_page_names_the_responsible_from_settings(settings: Any) -> None:
    unnamed = words(Client().get(reverse("contact")))
    assert "The operator of this site has not given a name here." in unnamed
    settings.RESPONSIBLE_NAME = "Club <Union>"
    settings.RESPONSIBLE_EMAIL = "union@example.org"
    for name in ("contact", "privacy"):
        text = Client().get(reverse(name)).content.decode()
        assert "Club &lt;Union&gt;" in text
        assert 'href="mailto:union@example.org"' in text
        assert "has not given a name" not in text


def test_privacy_page_states_retention_days() -> None:
    told = words(Client().get(reverse("privacy")))
    assert f"{DEFAULT_DAYS['remarks']} days after the tournament" in told
    assert f"{DEFAULT_DAYS['visitors']} days" in told
    assert f"{DEFAULT_DAYS['admin_log']} days" in told


def test_address_of_rejects_mistyped_email() -> None:
    assert address_of("club@example.org") == "club@example.org"
    assert address_of("") == ""
    for mistyped in ("club", "club@", "a b@c.d", "club@host"):
        with pytest.raises(ImproperlyConfigured):
            address_of(mistyped)


@pytest.mark.sql
def test_organiser_contact_is_in_the_footer_of_public_pages(tournament: Tournament) -> None:
    addresses = [
        reverse("tournament", args=[tournament.code]),
        reverse("tournament_rules", args=[tournament.code]),
        reverse("club", args=[tournament.club_id]),
    ]
    for address in addresses:
        told = words(Client().get(address))
        assert f"Organiser : {tournament.club.name}".replace(" :", ":") in told
        assert "Мария Колева" not in told
    set_contact(club=tournament.club, **CONTACT)
    for address in addresses:
        told = words(Client().get(address))
        assert all(value in told for value in CONTACT.values())
    set_contact(club=tournament.club, **{**CONTACT, "contact_phone": ""})
    assert CONTACT["contact_phone"] not in words(Client().get(addresses[0]))


def test_organiser_can_set_the_club_contact(tournament: Tournament) -> None:
    client = Client()
    client.force_login(director_of(tournament))
    club = tournament.club
    page = client.get(reverse("manage_club", args=[club.pk])).content.decode()
    form = page[page.index('id="contact"') :]
    seen = re.search(r'name="seen" value="([^"]*)"', form)
    assert seen is not None
    address = reverse("manage_club_contact", args=[club.pk])
    sent = client.post(address, {**CONTACT, "seen": seen[1]})
    assert sent.status_code == 302
    club.refresh_from_db()
    assert club.contact == tuple(CONTACT.values())
    late = client.post(address, {**CONTACT, "contact_name": "Somebody", "seen": seen[1]})
    assert late.status_code == 409
    assert Club.objects.get(pk=club.pk).contact == tuple(CONTACT.values())
    wrong = client.post(address, {**CONTACT, "contact_email": "nobody"})
    assert wrong.status_code == 200
    assert Club.objects.get(pk=club.pk).contact_email == "club@example.org"


def test_club_contact_cannot_be_changed_by_strangers(tournament: Tournament) -> None:
    address = reverse("manage_club_contact", args=[tournament.club_id])
    Client().post(address, CONTACT)
    assert Club.objects.get(pk=tournament.club_id).contact == ("", "", "", "")


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_organiser_contact_is_in_player_archive_and_entry_footer(language: str) -> None:
    evening = finished(make_club())
    club = evening.club
    set_contact(club=club, **CONTACT)
    to_come = make_tournament(club=club, name="To come")
    EntryPlan.objects.create(tournament=to_come, is_open=True, most=5)
    player = evening.teams.get(number=1).players.all()[0]
    told = {
        "player": [player.pk],
        "club_archive": [club.pk],
        "club_players": [club.pk],
        "tournament_enter": [to_come.code],
        "tournament_story": [to_come.code],
    }
    for name, args in told.items():
        answer = Client().get(in_language(reverse(name, args=args), language), follow=True)
        text = words(answer)
        assert all(value in text for value in CONTACT.values()), name
        assert answer.content.decode().count('class="organiser ') == 1, name


def test_club_list_names_the_responsible_from_settings(settings: Any, db: None) -> None:
    assert "This list is kept by" not in words(Client().get(reverse("club_list")))
    settings.RESPONSIBLE_NAME = "Club <Union>"
    settings.RESPONSIBLE_EMAIL = "union@example.org"
    text = Client().get(reverse("club_list")).content.decode()
    foot = text[text.index('class="organiser ') :].split("</section>")[0]
    assert "<b>Club &lt;Union&gt;</b>" in foot
    assert 'href="mailto:union@example.org"' in foot


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_page_links_privacy_next_to_the_languages(language: str) -> None:
    table = make_drawn(4).tables.all()[0]
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    for address in (reverse("table", args=[table.token]), reverse("table_code")):
        text = client.get(address).content.decode()
        menu = text[text.index('class="entry-languages"') :].split("</form>")[0]
        link = re.search(r'<a[^>]*href="([^"]+)"[^>]*>([^<]+)</a>', menu)
        assert link is not None
        assert link[1] == f"/{language}/privacy/"
        with override(language):
            assert link[2] == gettext("Privacy")
        assert 'target="_blank"' in link[0]

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_club, make_tournament, make_user
from tournaments.clubs.countries import COUNTRIES
from tournaments.clubs.services import change_club
from tournaments.errors import RuleViolationError
from tournaments.models import Club, Tournament
from tournaments.seasons.services import create_season
from tournaments.site.selectors.directory import (
    club_entries,
    directory_filters,
    listed_clubs,
    with_days,
)

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 25, 12, tzinfo=datetime.UTC)


def listed(name: str, country: str, *days: str) -> Club:
    club = make_club(name)
    for day in days:
        date = datetime.date.fromisoformat(day)
        make_tournament(club, name=f"Night {day}", date=date, is_public=True)
    return change_club(club=club, name=name, country=country, is_listed=True)


def names(text: str) -> list[str]:
    return re.findall(r'<a class="strong" href="[^"]+">([^<]+)</a>', text)


def page(query: str = "") -> str:
    answer = Client().get(reverse("club_list") + query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def clubs() -> list[Club]:
    return [
        listed("Serdika", "BG", "2025-05-03", "2026-12-04"),
        listed("Zagreb", "HR", "2025-02-01"),
        listed("Annecy", "FR", "2026-11-30", "2026-12-24"),
    ]


@pytest.mark.sql
def test_club_list_shows_only_listed_clubs_with_public_play(clubs):
    make_tournament(make_club("Silent"), is_public=True)
    listed("Empty", "BG")
    hidden = listed("Hidden", "BG", "2026-01-01")
    hidden.tournaments.update(is_public=False)
    assert names(page()) == ["Annecy", "Serdika", "Zagreb"]
    assert not Club.objects.get(name="Silent").is_listed
    change_club(club=clubs[0], name="Serdika", country="BG")
    assert names(page()) == ["Annecy", "Zagreb"]


def test_club_list_filters_by_country_and_year(clubs):
    make_tournament(clubs[0], date=datetime.date(2024, 5, 3), is_public=False)
    assert directory_filters().countries == {"BG": 1, "HR": 1, "FR": 1}
    assert directory_filters().years == {2026: 2, 2025: 2}
    assert names(page("?country=BG")) == ["Serdika"]
    assert names(page("?year=2026")) == ["Annecy", "Serdika"]
    assert names(page("?year=2025&country=FR")) == []
    assert "No club was found" in page("?year=2025&country=FR")
    for nowhere in ("?country=XX", "?country=US", "?year=1066", "?year=x"):
        assert names(page(nowhere)) == ["Annecy", "Serdika", "Zagreb"]


def test_club_entry_shows_next_day_play_count_and_season(clubs):
    Tournament.objects.filter(date="2025-05-03").update(state="finished")
    create_season(club=clubs[0], name="Old")
    create_season(club=clubs[0], name="Secret", is_public=False)
    newest = create_season(club=clubs[0], name="New")
    lines = club_entries(with_days(listed_clubs(), NOW))
    told = {line.club.name: (line.next_day, line.played, line.season) for line in lines}
    assert told == {
        "Annecy": (datetime.date(2026, 11, 30), 0, None),
        "Serdika": (datetime.date(2026, 12, 4), 1, newest),
        "Zagreb": (None, 0, None),
    }


def test_club_list_query_count_does_not_grow(clubs, django_assert_max_num_queries):
    with django_assert_max_num_queries(5):
        page()
    for number in range(5):
        create_season(club=listed(f"Club {number}", "BG", "2026-03-03"), name="S")
    with django_assert_max_num_queries(5):
        page()


def test_listed_club_requires_a_known_country(clubs):
    for country, code in (("", "no_country"), ("XX", "no_such_country")):
        with pytest.raises(RuleViolationError) as refused:
            change_club(club=clubs[0], name="Serdika", country=country, is_listed=True)
        assert (refused.value.code, refused.value.field) == (code, "country")
    clubs[0].refresh_from_db()
    assert (clubs[0].country, clubs[0].is_listed) == ("BG", True)


def test_organiser_can_list_the_club():
    user = make_user("ana")
    club = make_club("Serdika", user)
    client = Client()
    client.force_login(user)
    form = client.get(reverse("manage_club", args=[club.pk])).content.decode()
    seen = re.findall(r'name="seen" value="([^"]+)"', form)
    sent = {"name": club.name, "place": "", "country": "HR", "is_listed": "on", "seen": seen[0]}
    client.post(reverse("manage_club_change", args=[club.pk]), sent)
    club.refresh_from_db()
    assert (club.country, club.is_listed, club.names_in_search) == ("HR", True, False)


def test_home_links_club_list_once_a_club_is_listed():
    assert reverse("club_list") not in Client().get(reverse("home")).content.decode()
    assert "No club is listed yet" in page()
    listed("Serdika", "BG", timezone.localdate().isoformat())
    assert 'clubs/">Clubs' in Client().get(reverse("home")).content.decode()


def test_country_codes_are_two_letters_and_names_are_unique():
    assert all(re.fullmatch("[A-Z]{2}", code) for code in COUNTRIES)
    assert len({str(name) for name in COUNTRIES.values()}) == len(COUNTRIES)

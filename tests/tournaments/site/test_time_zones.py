import datetime
import json
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    director_of,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
)
from tournaments.clubs.services import change_club
from tournaments.draws.selectors.timetable import planned_start
from tournaments.events.notifications import next_daytime
from tournaments.models import Club, Tournament
from tournaments.results.selectors.exports import results_of
from tournaments.seasons.services import create_season
from tournaments.setup.forms.defaults import usual_values
from tournaments.setup.services.tournaments import change_settings
from tournaments.setup.texts import KINDS
from tournaments.site.selectors.calendar import calendar_of
from tournaments.site.selectors.directory import listed_clubs, with_days

pytestmark = pytest.mark.django_db
SUMMER, WINTER = datetime.date(2027, 7, 4), datetime.date(2026, 12, 4)
AT_EIGHT = datetime.time(20, 0)


def made_in(zone: str, **values) -> Tournament:
    club = make_club()
    change_club(club=club, name=club.name, time_zone=zone)
    club.refresh_from_db()
    return make_tournament(club, start_time=AT_EIGHT, **values)


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [
        ("Europe/Paris", WINTER, "19:00"),
        ("Europe/Paris", SUMMER, "18:00"),
        ("Europe/Zagreb", SUMMER, "18:00"),
        ("Europe/Amsterdam", WINTER, "19:00"),
        ("Europe/Sofia", WINTER, "18:00"),
        ("Europe/Sofia", SUMMER, "17:00"),
        ("Europe/London", WINTER, "20:00"),
        ("Europe/London", SUMMER, "19:00"),
        ("Pacific/Auckland", WINTER, "07:00"),
        ("Asia/Riyadh", SUMMER, "17:00"),
        ("Asia/Kolkata", SUMMER, "14:30"),
        ("Australia/Sydney", WINTER, "09:00"),
        ("Etc/UTC", SUMMER, "20:00"),
        ("", WINTER, "18:00"),
    ],
)
def test_calendar_file_uses_the_tournament_time_zone(client, zone, day, hour):
    tournament = made_in(zone, date=day)
    answer = client.get(f"/en/t/{tournament.code}/calendar.ics")
    (event,) = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["dtstart"].dt.astimezone(datetime.UTC).strftime("%H:%M") == hour
    assert event["dtstart"].dt.strftime("%H:%M") == "20:00"


def test_tournament_time_zone_can_differ_from_its_club():
    tournament = made_in("Europe/Sofia", date=WINTER)
    change_settings(tournament=tournament, time_zone="Europe/Lisbon")
    tournament.refresh_from_db()
    assert planned_start(tournament).utcoffset() == datetime.timedelta(0)


@pytest.mark.parametrize(
    ("days", "state", "zone"),
    [
        (7, Tournament.State.ENTRY, "Europe/Paris"),
        (7, Tournament.State.DRAWN, "Europe/Paris"),
        (-7, Tournament.State.ENTRY, "Europe/Sofia"),
        (-7, Tournament.State.FINISHED, "Europe/Sofia"),
        (0, Tournament.State.PLAYING, "Europe/Sofia"),
    ],
)
def test_club_time_zone_change_keeps_past_tournaments(days, state, zone):
    day = timezone.localdate() + datetime.timedelta(days=days)
    tournament = made_in("Europe/Sofia", date=day)
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    change_club(club=tournament.club, name="Serdika", time_zone="Europe/Paris")
    tournament.refresh_from_db()
    assert tournament.time_zone == zone


def test_page_activates_the_tournament_time_zone(client):
    tournament = made_in("Asia/Kolkata", date=WINTER)
    client.force_login(director_of(tournament))
    client.get(reverse("manage_log", args=[tournament.code]))
    assert str(timezone.get_current_timezone()) == "Asia/Kolkata"
    client.get("/health/")
    assert str(timezone.get_current_timezone()) == "Europe/Sofia"


def test_next_daytime_uses_the_given_time_zone():
    moment = datetime.datetime(2026, 12, 4, 21, 30, tzinfo=datetime.UTC)
    assert next_daytime(moment, ZoneInfo("Europe/Paris")) == moment
    assert next_daytime(moment, ZoneInfo("Europe/Sofia")) > moment


def test_api_sets_the_tournament_time_zone(client):
    tournament = made_in("Europe/Paris", date=WINTER)
    client.force_login(director_of(tournament))
    path = reverse("api_settings", args=[tournament.code])
    for sent, status in (("Asia/Tokyo", 200), ("Europe/Lyon", 400)):
        answer = client.patch(path, json.dumps({"time_zone": sent}), "application/json")
        assert answer.status_code == status
    assert client.get(path).json()["time_zone"] == "Asia/Tokyo"


def test_result_rows_use_the_tournament_time_zone():
    tournament = make_drawn(4, time_zone="Asia/Tokyo")
    fill_rounds(tournament, 1)
    [*rows] = results_of(tournament)
    assert str(rows[0]["entered_at"]).endswith("+09:00")


@pytest.mark.parametrize(
    ("sent", "status"), [("Europe/Paris", 200), ("", 200), ("Europe/Lyon", 400), ("CET+1", 400)]
)
def test_api_sets_the_club_time_zone(client, sent, status):
    user = make_user()
    club = make_club(user=user)
    client.force_login(user)
    path = reverse("api_club_settings", args=[club.pk])
    seen = client.get(path).json()["seen"]
    body = json.dumps({"name": club.name, "time_zone": sent, "seen": seen})
    assert client.put(path, body, content_type="application/json").status_code == status


def test_settings_form_shows_the_time_zone(client):
    tournament = made_in("Europe/Paris")
    client.force_login(director_of(tournament))
    path = reverse("manage_settings", args=[tournament.code])
    form = client.get(path).context["form"]
    assert form["time_zone"].value() == "Europe/Paris"


EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"  # never on the same day
NOON = datetime.datetime(2026, 12, 4, 10, 30, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("zone", "is_over"), [(EAST, True), (WEST, False), ("Europe/Sofia", False), ("", False)]
)
def test_today_in_lists_follows_the_club_time_zone(monkeypatch, zone, is_over):
    tournament = made_in(zone, date=WINTER, is_public=True)
    Club.objects.filter(pk=tournament.club_id).update(is_listed=True)
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    calendar = calendar_of()
    assert (len(calendar.past), len(calendar.upcoming)) == (is_over, not is_over)
    (club,) = with_days(listed_clubs(), NOON)
    assert (vars(club)["next_day"] is None) is is_over
    day = usual_values(club, next(iter(KINDS)), [])["date"]
    assert day == NOON.astimezone(club.zone).date()


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("club_archive", "club"),
        ("club_feed", "club"),
        ("embed_calendar", "club"),
        ("embed_winner", "club"),
        ("season", "season"),
    ],
)
def test_club_pages_activate_the_club_time_zone(client, name, of):
    tournament = made_in("Asia/Kolkata", date=WINTER, is_public=True)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    season = create_season(club=tournament.club, name="Winter")
    key = season.code if of == "season" else tournament.club_id
    assert client.get(reverse(name, args=[key])).status_code == 200
    assert str(timezone.get_current_timezone()) == "Asia/Kolkata"

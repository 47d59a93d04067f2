import datetime
import re
from typing import Any
from xml.etree import ElementTree

import icalendar
import pytest
from django.contrib import admin
from django.forms import modelform_factory
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.builders import fill_rounds, make_club, make_drawn, make_tournament, play_stage, rebuild
from tournaments.clubs.services import change_club
from tournaments.models import Club, LogEntry, Tournament
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import change_settings, finish_tournament
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def calendar_at(path: str) -> icalendar.Calendar:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    check_icalendar(answer.content)
    return icalendar.Calendar.from_ical(answer.content)


def check_icalendar(body: bytes) -> None:
    """Check what RFC 5545 requires of lines and events."""
    assert body.endswith(b"END:VCALENDAR\r\n")
    lines = body.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    body.decode()
    text = body.replace(b"\r\n ", b"").decode()
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    for key in ("VERSION:2.0", "PRODID:", "METHOD:PUBLISH"):
        assert len(re.findall(rf"^{key}", text, re.MULTILINE)) == 1
    for event in re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.DOTALL):
        for key in ("UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "SUMMARY"):
            assert len(re.findall(rf"^{key}[;:]", event, re.MULTILINE)) == 1, key
    for zone in set(re.findall(r"TZID=([^:;]+)", text)):
        assert f"TZID:{zone}" in text, "a zone that is used is told"


def only_event(path: str) -> Any:
    (event,) = calendar_at(path).walk("VEVENT")
    return event


def calendar_of(tournament: Tournament) -> str:
    return f"/en/t/{tournament.code}/calendar.ics"


def test_calendar_event_has_local_start_place_and_url():
    tournament = make_tournament(name="Есенен турнир; „по двойки“, втори", place="зала 2, София")
    event = only_event(calendar_of(tournament))
    begins = event["dtstart"].dt
    assert (begins.date(), begins.time()) == (tournament.date, tournament.start_time)
    assert begins.tzinfo is not None
    assert event["dtend"].dt - begins == datetime.timedelta(hours=3)
    assert event["summary"] == tournament.name
    assert event["location"] == "зала 2, София"
    assert event["url"] == f"http://testserver/t/{tournament.code}/"
    assert event["status"] == "CONFIRMED"


def test_moved_tournament_keeps_uid_and_raises_sequence():
    tournament = make_tournament()
    before = only_event(calendar_of(tournament))
    change_settings(
        tournament=tournament,
        date=datetime.date(2026, 11, 28),
        start_time=datetime.time(19, 15),
        name="Winter Pairs",
    )
    after = only_event(calendar_of(tournament))
    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after["dtstamp"].dt >= before["dtstamp"].dt
    assert after["dtstart"].dt.replace(tzinfo=None) == datetime.datetime(2026, 11, 28, 19, 15)
    assert after["summary"] == "Winter Pairs"


def test_late_start_shifts_the_calendar_event():
    tournament = make_drawn(6)
    planned = only_event(calendar_of(tournament))
    first: Any = tournament.rounds.get(number=1)
    length = planned["dtend"].dt - planned["dtstart"].dt
    first.started_at = planned["dtstart"].dt + datetime.timedelta(minutes=25)
    first.save()
    shifted = only_event(calendar_of(tournament))
    assert shifted["dtstart"].dt - planned["dtstart"].dt == datetime.timedelta(minutes=25)
    assert shifted["dtend"].dt - shifted["dtstart"].dt == length


def test_draft_draw_does_not_change_event_length():
    undrawn = only_event(calendar_of(make_tournament(club=make_club("Undrawn"))))
    draft = only_event(calendar_of(make_drawn(6, publish=False, club=make_club("Draft"))))
    lengths = [event["dtend"].dt - event["dtstart"].dt for event in (undrawn, draft)]
    assert lengths[0] == lengths[1]


def test_club_calendar_and_feed_list_only_own_public_events():
    club = make_club()
    shown = make_tournament(club=club, name="Shown", is_public=True)
    hidden = make_tournament(club=club, name="Hidden", is_public=False)
    make_tournament(club=make_club("Others"), name="Of others", is_public=True)
    events = calendar_at(f"/en/club/{club.pk}/calendar.ics").walk("VEVENT")
    assert [str(event["summary"]) for event in events] == ["Shown"]
    assert str(events[0]["uid"]) == str(only_event(calendar_of(shown))["uid"])
    assert only_event(calendar_of(hidden))["summary"] == "Hidden"
    feed = Client().get(f"/en/club/{club.pk}/feed.atom").content.decode()
    assert "Shown" in feed
    assert "Hidden" not in feed
    assert "Of others" not in feed


def test_club_without_public_events_has_no_calendar_or_feed():
    club = make_club()
    make_tournament(club=club, is_public=False)
    for name in ("calendar.ics", "feed.atom"):
        assert Client().get(f"/en/club/{club.pk}/{name}").status_code == 404


def club_events(club: Club) -> dict[str, Any]:
    events = calendar_at(f"/en/club/{club.pk}/calendar.ics").walk("VEVENT")
    return {str(event["summary"]): event for event in events}


@pytest.mark.sql
def test_unlisted_event_is_cancelled_and_can_return():
    club = make_club()
    stays = make_tournament(club=club, name="Stays", is_public=True)
    gone = make_tournament(club=club, name="Есенен турнир", is_public=True)
    make_tournament(club=club, name="Never listed", is_public=False)
    before = club_events(club)["Есенен турнир"]
    change_settings(tournament=gone, is_public=False)
    told = club_events(club)
    after = told["Есенен турнир"]
    assert set(told) == {"Stays", "Есенен турнир"}
    assert (after["status"], told["Stays"]["status"]) == ("CANCELLED", "CONFIRMED")
    assert after["uid"] == before["uid"]
    assert after["dtstart"].dt == before["dtstart"].dt
    assert after["sequence"] > before["sequence"]
    change_settings(tournament=gone, is_public=True)
    again = club_events(club)["Есенен турнир"]
    assert again["status"] == "CONFIRMED"
    assert again["sequence"] > after["sequence"]
    assert club_events(club)["Stays"]["uid"] == only_event(calendar_of(stays))["uid"]


def test_calendar_cancels_the_last_unlisted_event():
    club = make_club()
    only = make_tournament(club=club, is_public=True)
    change_settings(tournament=only, is_public=False)
    [event] = club_events(club).values()
    assert event["status"] == "CANCELLED"
    assert Client().get(f"/en/club/{club.pk}/feed.atom").status_code == 404


def test_unlisted_played_event_is_not_cancelled():
    played = make_drawn(6, is_public=True)
    make_tournament(club=played.club, name="To come", is_public=True)
    change_settings(tournament=played, is_public=False)
    assert list(club_events(played.club)) == ["To come"]


@pytest.mark.sql
def test_admin_cannot_delete_listed_event_and_logs_changes(
    django_user_model: Any,
):
    client, boss = Client(), django_user_model.objects.create_superuser("boss", password="x")
    client.force_login(boss)
    listed = make_tournament(is_public=True)
    hidden = make_tournament(club=listed.club, name="Hidden", is_public=False)
    for tournament, status in ((listed, 403), (hidden, 200)):
        address = reverse("admin:tournaments_tournament_delete", args=[tournament.pk])
        assert client.get(address).status_code == status
    model_admin = admin.site.get_model_admin(Tournament)
    listed.is_public = False
    form = modelform_factory(Tournament, fields=["is_public"])({}, instance=listed)
    form.initial["is_public"] = True
    request = RequestFactory().post("/")
    request.user = boss
    model_admin.save_model(request, listed, form, True)
    listed.refresh_from_db()
    assert not listed.is_public
    line = LogEntry.objects.get(tournament=listed, action="settings_changed")
    assert (line.user, line.details) == (boss, {"fields": ["is_public"]})
    assert club_events(listed.club)[listed.name]["status"] == "CANCELLED"


def test_unchanged_calendar_returns_304():
    tournament = make_tournament()
    first = Client().get(calendar_of(tournament))
    assert first["Cache-Control"].startswith("public")
    again = Client().get(calendar_of(tournament), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


def feed_of(club, language: str = "en") -> ElementTree.Element:
    answer = Client().get(f"/{language}/club/{club.pk}/feed.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    for element in (root, *root.findall(f"{ATOM}entry")):
        for key in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{key}")) == 1, key
    assert root.findall(f"{ATOM}author") or root.findall(f"{ATOM}entry/{ATOM}author")
    ids = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids))
    assert all(each and each.startswith("urn:uuid:") for each in ids)
    return root


def titles_of(root: ElementTree.Element) -> list[str | None]:
    return [each.findtext(f"{ATOM}title") for each in root.findall(f"{ATOM}entry")]


def test_feed_lists_announcement_then_final_standings():
    tournament = make_drawn(6, is_public=True)
    club = tournament.club
    assert titles_of(feed_of(club)) == ["Autumn Pairs"]
    first = feed_of(club).findtext(f"{ATOM}entry/{ATOM}id")
    fill_rounds(tournament, 5)
    rebuild(tournament)
    assert titles_of(feed_of(club)) == ["Autumn Pairs"]  # not final yet
    rebuild(finish_tournament(tournament=tournament))
    root = feed_of(club)
    assert titles_of(root) == ["Autumn Pairs: final standings", "Autumn Pairs"]
    winner = standings_of(tournament).lines[0].team.name
    assert root.findtext(f"{ATOM}entry/{ATOM}summary") == f"Winners: {winner}"
    assert root.findall(f"{ATOM}entry")[1].findtext(f"{ATOM}id") == first
    assert titles_of(feed_of(club, "bg"))[0] == "Autumn Pairs: крайно класиране"


def entry_of(club: Club, title: str) -> dict[str, str | None]:
    entries = feed_of(club).findall(f"{ATOM}entry")
    (found,) = [each for each in entries if each.findtext(f"{ATOM}title") == title]
    return {key: found.findtext(f"{ATOM}{key}") for key in ("id", "published", "updated")}


def test_feed_entry_is_updated_when_the_tournament_moves():
    tournament = make_tournament(is_public=True)
    club = tournament.club
    hour = datetime.timedelta(hours=1)
    Tournament.objects.update(created_at=tournament.created_at - hour)
    LogEntry.objects.update(at=tournament.created_at - hour)
    before = entry_of(club, "Autumn Pairs")
    LogEntry.objects.create(tournament=tournament, action="result_entered")
    assert entry_of(club, "Autumn Pairs") == before
    change_settings(tournament=tournament, date=datetime.date(2026, 11, 28))
    after = entry_of(club, "Autumn Pairs")
    assert after["updated"] > before["updated"]
    assert (after["id"], after["published"]) == (before["id"], before["published"])


def test_calendar_sequence_rises_when_the_club_moves():
    club = make_club()
    change_club(club=club, name=club.name, place="Hall 1")
    make_tournament(club=club, is_public=True)
    path = f"/en/club/{club.pk}/calendar.ics"
    before = only_event(path)
    change_club(club=club, name="Another name", place="Hall 1")
    assert only_event(path)["sequence"] == before["sequence"]
    change_club(club=club, name="Another name", place="Hall 2")
    after = only_event(path)
    assert (before["location"], after["location"]) == ("Hall 1", "Hall 2")
    assert after["sequence"] == before["sequence"] + 1
    assert after["dtstamp"].dt >= before["dtstamp"].dt


def test_feed_names_the_winner_of_the_last_stage():
    first = make_drawn(6, is_public=True)
    fill_rounds(first, 5)
    rebuild(finish_tournament(tournament=first))
    (final,) = create_next_stages(tournament=first, stage_name="Final", through=4, tie="lot")
    assert titles_of(feed_of(first.club)) == ["Autumn Pairs"]
    final = play_stage(final)
    root = feed_of(first.club)
    assert titles_of(root) == ["Autumn Pairs · Final: final standings", "Autumn Pairs"]
    winners = [line.team.name for line in standings_of(final).lines if line.rank == 1]
    assert root.findtext(f"{ATOM}entry/{ATOM}summary") == f"Winners: {'; '.join(winners)}"


def test_calendar_and_feed_query_count_is_limited(django_assert_max_num_queries):
    club = make_club()
    for number in range(12):
        make_tournament(club=club, name=f"Evening {number}", is_public=True)
    for name in ("calendar.ics", "feed.atom"):
        with django_assert_max_num_queries(6):
            Client().get(f"/en/club/{club.pk}/{name}")


def test_public_pages_link_calendar_and_feed():
    tournament = make_tournament(is_public=True)
    club = Client().get(f"/bg/club/{tournament.club_id}/").content.decode()
    assert f"webcal://testserver/bg/club/{tournament.club_id}/calendar.ics" in club
    assert f'href="/bg/club/{tournament.club_id}/feed.atom"' in club
    page = Client().get(f"/bg/t/{tournament.code}/").content.decode()
    assert f"/bg/t/{tournament.code}/calendar.ics" in page

"""Free text has no characters that emails, feeds, calendars or pictures refuse."""

import json
from xml.etree import ElementTree

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.test import Client
from django.urls import reverse

from games.fields import DetailsField, LineField, clean_name
from tests.builders import make_club, make_tournament, make_user
from tournaments.archive.services.restore import restore_archive
from tournaments.archive.writer import document_of
from tournaments.events.append import log
from tournaments.models import Tournament

HOSTILE = {
    "line break": "Cup\r\nBcc: a@b.example",
    "escape": "Cup\x1b[31m",
    "vertical tab": "Cup\x0b2",
    "noncharacter": "Cup\ufffe",
    "zero width": "Cup\u200b2",
    "surrogate": "Cup\ud83c",
}
WHEN = {"date": "2030-01-04", "start_time": "19:00"}
hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
LINES = [
    field
    for model in apps.get_app_config("tournaments").get_models()
    for field in model._meta.local_fields
    if isinstance(field, LineField)
]
DETAILS = [
    field
    for model in apps.get_app_config("tournaments").get_models()
    for field in model._meta.local_fields
    if isinstance(field, DetailsField)
]
NO_FREE_TEXT = {
    # written by the site, or checked against a pattern or list
    "Adjustment.amount", "CardRefusal.code", "CardRefusal.detail", "CardRefusal.digest",
    "Change.action", "Channel.language", "Channel.site", "Channel.why", "Club.contact_email",
    "Club.country", "Club.time_zone", "Delivery.key", "Delivery.problem", "SyncConflict.about",
    "FeePlan.currency",
    "FieldResult.contract", "FieldResult.declarer", "FieldResult.level", "FieldResult.outcome",
    "Follower.address", "Follower.address_key", "Follower.language", "Follower.secret",
    "Follower.site", "HandCheck.digest", "HandCheck.place", "HelperLink.code", "HelperLink.place",
    "HelperLink.tables", "Invitation.code", "IdempotentResponse.caller", "IdempotentResponse.key",
    "IdempotentResponse.request", "StoredArchive.code", "SyncLink.address", "SyncLink.code_hash",
    "SyncLink.far_code",
    "SyncLink.given_frame", "SyncLink.secret", "SyncLink.secret_hash", "SyncLink.taken_frame",
    "SyncLink.trouble",
    "LogEntry.action", "Notice.thing", "PersonalToken.code", "PersonalToken.digest",
    "PersonalToken.token_key", "PlayScore.ew_figure", "PlayScore.ns_figure", "Player.search_key",
    "PrizePlan.listed",
    "Rehearsal.language", "Result.contract", "Result.declarer", "Season.code", "SeasonPlace.total",
    "Seat.place", "Sending.why", "SharedPlay.state", "Signup.secret", "SignupContact.email",
    "SignupContact.language", "SignupContact.site", "StandingRow.adjusted", "StandingRow.carry",
    "StandingRow.figure", "StandingRow.handicap", "StandingRow.score", "StandingRow.section",
    "StandingsVersion.unit", "Table.code", "Table.token", "Team.handicap", "Tournament.carry_share",
    "Tournament.code", "Tournament.movement_kind", "Tournament.seed", "Tournament.seed_hash",
    "Tournament.time_zone", "Tournament.wanted_kind", "RowMapping.name", "RowMapping.part",
    "Webhook.address",
    # must stay as typed, or as a server returned it
    "Channel.sealed", "Club.wifi_name", "Club.wifi_password", "Delivery.answer",
    # names that were cleaned on input (`events.actor`)
    "ScorerPresence.hand", "CashUndoStep.hand", "SyncConflict.decided_by", "ScorerEntry.hand",
}  # fmt: skip


def test_every_free_text_column_is_a_line_field():
    others = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.local_fields
        if isinstance(field, models.CharField | models.TextField)
        and not (isinstance(field, LineField) or field.choices)
    }
    assert others == NO_FREE_TEXT


@pytest.mark.parametrize("field", LINES, ids=str)
def test_a_line_is_stored_without_hostile_characters(field):
    for text in HOSTILE.values():
        row = field.model(**{field.attname: text})
        stored = field.pre_save(row, add=True)
        assert stored == getattr(row, field.attname) == field.get_db_prep_save(text, connection)
        assert stored.isprintable()
        assert stored == clean_name(text)


@pytest.mark.parametrize("field", DETAILS, ids=str)
def test_details_are_stored_without_hostile_characters(field):
    for text in HOSTILE.values():
        row = field.model(**{field.attname: {"reason": text, "names": [text, 7]}})
        stored = field.pre_save(row, add=True)
        assert stored == getattr(row, field.attname)
        assert stored == {"reason": clean_name(text), "names": [clean_name(text), 7]}


@pytest.mark.django_db
def test_log_reason_is_stored_without_hostile_characters():
    tournament = make_tournament()
    entry = log(tournament.pk, "tournament_created", reason=HOSTILE["escape"])
    entry.refresh_from_db()
    assert entry.details == {"reason": "Cup[31m"}


def test_line_field_keeps_words_and_emoji_within_max_length():
    field = LineField(max_length=4)
    assert clean_name(" Йордан  👩\u200d👧 ") == "Йордан 👩\u200d👧"
    assert field.to_python("\u0958" * 4) == "\u0915\u093c" * 2  # twice as long when composed


def test_line_of_invisible_characters_is_rejected_as_blank():
    with pytest.raises(ValidationError):
        LineField(max_length=4).clean("\u200b\x1b", None)


@pytest.mark.django_db
@hostile
def test_public_pages_open_with_a_hostile_tournament_name(text):
    club = make_club(user=make_user())
    client = Client()
    client.force_login(club.memberships.get().user)
    body = json.dumps({"club": club.pk, "name": text, "place": text, **WHEN})
    made = client.post(reverse("api_tournaments"), body, "application/json")
    if "\ud83c" in text:
        assert made.status_code == 400
        return
    assert made.status_code == 201, made.content
    assert made.json()["name"] == clean_name(text)
    tournament = Tournament.objects.get()
    tournament.is_public = True
    tournament.save()
    for page in (f"t/{tournament.code}/calendar.ics", f"t/{tournament.code}/share.png"):
        assert client.get(f"/en/{page}").status_code == 200
    feed = client.get(f"/en/club/{club.pk}/feed.atom")
    assert clean_name(text) in "".join(ElementTree.fromstring(feed.content).itertext())


@pytest.mark.django_db
def test_a_name_of_invisible_characters_is_refused():
    club = make_club(user=make_user())
    client = Client()
    client.force_login(club.memberships.get().user)
    body = json.dumps({"club": club.pk, "name": "\u200b\u001b", **WHEN})
    made = client.post(reverse("api_tournaments"), body, "application/json")
    assert (made.status_code, Tournament.objects.count()) == (400, 0)


@pytest.mark.django_db
def test_an_archive_with_a_hostile_name_is_restored_cleaned():
    tournament = make_tournament()
    document = document_of(tournament)
    document["stages"][0]["tournament"]["name"] = HOSTILE["vertical tab"]
    back = restore_archive(document=document, club=tournament.club)
    back.refresh_from_db()
    assert back.name == "Cup 2"

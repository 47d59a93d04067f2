import copy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import (
    director_of,
    fill_rounds,
    make_club,
    make_drawn,
    make_user,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tournaments.archive.file import add_hash, pack
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.archive.writer import document_of
from tournaments.models import Erasure, Membership, StoredArchive, Tournament


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


@pytest.fixture
def director(client: Client, tournament: Tournament) -> Client:
    client.force_login(director_of(tournament))
    return client


def sent(client: Client, address: str, document: Any) -> Any:
    file = SimpleUploadedFile("x.belot.json.gz", pack(document))
    return client.post(address, {"file": file}, follow=True)


def page_of(response: Any) -> str:
    return str(response.content.decode())


def test_uploaded_archive_is_previewed_and_imported_by_a_club(director, tournament):
    club = make_club("Elsewhere")
    user = director_of(tournament)
    Membership.objects.create(club=club, user=user, role=Membership.Role.DIRECTOR)
    address = reverse("manage_club_archives", args=[club.pk])
    shown = sent(director, address, document_of(tournament))
    assert "follow from each other" in page_of(shown)
    assert tournament.teams.all()[0].players.all()[0].name in page_of(shown)
    assert club.tournaments.count() == 0
    kept = StoredArchive.objects.get(happened=Happened.BROUGHT)
    made = director.post(reverse("manage_club_archive", args=[club.pk, kept.pk]))
    back = club.tournaments.get()
    assert made["Location"] == reverse("manage_tournament", args=[back.code])
    assert [play.current.net for play in plays_of(back) if play.current] == [
        play.current.net for play in plays_of(tournament) if play.current
    ]
    assert not StoredArchive.objects.filter(happened=Happened.BROUGHT).exists()


def test_inconsistent_archive_import_requires_confirmation(director, tournament):
    club = tournament.club
    document = copy.deepcopy(document_of(tournament))
    document["stages"][0]["results"][0]["ns_score"] += 10
    shown = sent(director, reverse("manage_club_archives", args=[club.pk]), add_hash(document))
    assert "stages[0].results[0].ns_score" in page_of(shown)
    kept = StoredArchive.objects.get()
    address = reverse("manage_club_archive", args=[club.pk, kept.pk])
    assert "Confirm that you have seen it." in page_of(director.post(address))
    assert club.tournaments.count() == 1
    director.post(address, {"anyway": "1"})
    assert club.tournaments.count() == 2


def test_upload_that_is_no_archive_is_rejected_with_a_message(director, tournament):
    address = reverse("manage_club_archives", args=[tournament.club_id])
    for content, words in ((b"{}", "no archive"), (b"PK\x03\x04", "not JSON"), (b"", "empty")):
        file = SimpleUploadedFile("x.json", content)
        response = director.post(address, {"file": file})
        assert response.status_code == 422
        assert words in page_of(response)
    assert "Choose a file." in page_of(director.post(address, {}))
    assert not StoredArchive.objects.exists()


def test_import_with_anonymised_names_requires_confirmation(director, tournament):
    club = tournament.club
    document = document_of(tournament)
    Erasure.objects.create(club=club, player_id=1, asked="by letter", is_open=False)
    shown = sent(director, reverse("manage_club_archives", args=[club.pk]), document)
    assert "has erased 1 player" in page_of(shown)
    address = reverse("manage_club_archive", args=[club.pk, StoredArchive.objects.get().pk])
    assert "checked the names" in page_of(director.post(address))
    assert club.tournaments.count() == 1
    director.post(address, {"with_names": "1"})
    assert club.tournaments.count() == 2


def test_restore_shows_the_results_that_would_be_lost(director, tournament):
    kept = store_archive(tournament=tournament, happened=Happened.REDRAW)
    fill_rounds(tournament, 2, seed=7)
    rebuild(tournament)
    listed = page_of(director.get(reverse("manage_archives", args=[tournament.code])))
    address = reverse("manage_kept_archive", args=[tournament.code, kept.pk])
    assert address in listed
    shown = page_of(director.get(address))
    assert "4 results have been added since" in shown
    assert "Round 2, table 1, board 3" in shown
    assert director.post(address).status_code == 302
    back = Tournament.objects.get(code=tournament.code)
    assert back.pk != tournament.pk
    assert sum(play.current_id is not None for play in plays_of(back)) == 4
    assert director.post(address).status_code == 302
    assert sum(play.current_id is not None for play in plays_of(back)) == 4


def test_uploaded_archive_must_be_of_the_same_tournament(director, tournament):
    document = document_of(tournament)
    address = reverse("manage_archives", args=[tournament.code])
    other = make_drawn(4, club=tournament.club)
    assert "of another tournament" in page_of(sent(director, address, document_of(other)))
    shown = sent(director, address, document)
    assert "the same now as they were then" in page_of(shown)
    kept = StoredArchive.objects.get()
    one = reverse("manage_kept_archive", args=[tournament.code, kept.pk])
    assert director.post(one, {"remove": "1"}).status_code == 302
    assert not StoredArchive.objects.exists()
    assert Tournament.objects.get(code=tournament.code).pk == tournament.pk


def test_strangers_get_404_for_archive_pages(client, tournament):
    kept = store_archive(tournament=tournament, happened=Happened.REDRAW)
    client.force_login(make_user("stranger"))
    for address in (
        reverse("manage_archives", args=[tournament.code]),
        reverse("manage_kept_archive", args=[tournament.code, kept.pk]),
        reverse("manage_club_archives", args=[tournament.club_id]),
        reverse("manage_club_archive", args=[tournament.club_id, kept.pk]),
    ):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404

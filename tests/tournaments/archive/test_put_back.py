import copy
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.builders import director_of, fill_rounds, make_club, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tournaments.archive.file import add_hash, canonical_json, pack
from tournaments.archive.services.restore import (
    load_document,
    replace_with_archive,
    restore_archive,
)
from tournaments.archive.writer import document_of
from tournaments.errors import RuleViolationError
from tournaments.models import Club, LogEntry, Play, Player, StandingRow, Table, Tournament


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def figures_of(tournament: Tournament) -> list[tuple[str, str, int]]:
    rows = StandingRow.objects.filter(tournament=tournament).order_by("position")
    return [(row.team.name, row.figure, row.rank) for row in rows]


@pytest.mark.sql
def test_restore_replaces_the_tournament_and_sets_it_aside(tournament):
    document, before = document_of(tournament), figures_of(tournament)
    tokens = dict(tournament.tables.values_list("number", "token"))
    fill_rounds(tournament, 3, seed=9)
    rebuild(tournament)
    code = tournament.code
    back = replace_with_archive(tournament=tournament, document=document)
    assert back.code == code
    assert back.is_public
    assert figures_of(back) == before
    assert dict(back.tables.values_list("number", "token")) == tokens
    tournament.refresh_from_db()
    assert tournament.code != code
    assert not tournament.is_public
    assert not {*tokens.values()} & {*tournament.tables.values_list("token", flat=True)}
    assert not plays_of(tournament, current=None)
    assert len(plays_of(back, current=None)) == 8
    said = LogEntry.objects.filter(action="set_aside").values_list("tournament", "details__now")
    assert list(said) == [(tournament.pk, tournament.code)]
    fill_rounds(back, 3)
    assert figures_of(rebuild(back)) != before


def test_restored_tournament_continues_like_the_original(tournament):
    back = restore_archive(document=document_of(tournament), club=make_club("Elsewhere"))
    fill_rounds(back, 3, seed=4)
    fill_rounds(tournament, 3, seed=4)
    assert figures_of(rebuild(back)) == figures_of(rebuild(tournament))


def test_import_reuses_known_players_with_new_secrets(tournament):
    people = Player.objects.count()
    back = restore_archive(document=document_of(tournament), club=tournament.club)
    assert Player.objects.count() == people
    assert not back.is_public
    assert back.code != tournament.code
    assert not {*back.tables.values_list("token", flat=True)} & {
        *tournament.tables.values_list("token", flat=True)
    }


def test_inconsistent_or_truncated_file_is_rejected_unstored(tournament):
    document = copy.deepcopy(document_of(tournament))
    document["stages"][0]["results"][0]["ns_score"] = 90
    counts = [model.objects.count() for model in (Tournament, Play, Table, Player)]
    with pytest.raises(RuleViolationError) as refused:
        load_document(pack(add_hash(document)))
    assert refused.value.code == "not_sound"
    assert "stages[0].results[0].ns_score: 90" in str(refused.value)
    with pytest.raises(RuleViolationError) as refused:
        load_document(pack(document)[:200])
    assert refused.value.code == "cut_off"
    assert [model.objects.count() for model in (Tournament, Play, Table, Player)] == counts


def test_unrenderable_values_are_rejected_without_storing(tournament):
    document = copy.deepcopy(document_of(tournament))
    line = document["stages"][0]["log"][0]
    line["action"], line["details"] = "categories_set", {"teams": [1]}
    document["stages"][0]["changes"] = [
        {"id": 1, "action": "x", "details": {}, "before": {"seats": {"odd": 1}}, "after": {},
         "undoes": None, "created_at": "2026-11-25T21:00:00+00:00"}
    ]  # fmt: skip
    before = Tournament.objects.count()
    with pytest.raises(RuleViolationError) as refused:
        restore_archive(document=add_hash(document), club=tournament.club)
    assert refused.value.code == "cannot_be_stored"
    assert Tournament.objects.count() == before


@pytest.mark.sql
def test_archive_of_another_tournament_cannot_replace_it(tournament):
    other = make_drawn(4, club=tournament.club)
    with pytest.raises(RuleViolationError) as refused:
        replace_with_archive(tournament=tournament, document=document_of(other))
    assert refused.value.code == "another"


def test_archive_download_requires_the_organiser_and_is_logged(client, tournament):
    address = reverse("manage_archive", args=[tournament.code])
    assert client.post(address).status_code == 302
    client.force_login(director_of(tournament))
    assert client.get(address).status_code == 405
    content = client.post(address).content
    assert load_document(content)["stages"][0]["tournament"]["code"] == tournament.code
    said = LogEntry.objects.filter(tournament=tournament, action="archive_made")
    assert [line.who for line in said] == [director_of(tournament).get_username()]


def test_archive_commands_write_and_restore(tournament, tmp_path):
    path = tmp_path / "evening.json"
    call_command("archive", tournament.code, str(path), stdout=StringIO())
    assert path.read_bytes()[:1] == b"{"
    club = Club.objects.create(name="Elsewhere")
    call_command("restore_archive", str(path), club=club.pk, stdout=StringIO())
    assert figures_of(club.tournaments.get()) == figures_of(tournament)
    path.write_bytes(canonical_json({"format": "other"}))
    with pytest.raises(CommandError, match="This is no archive"):
        call_command("restore_archive", str(path), club=club.pk, stdout=StringIO())

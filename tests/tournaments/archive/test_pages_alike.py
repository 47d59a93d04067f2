"""Public pages of a restored tournament equal the original's.

Only what identifies a place in one database differs: codes, keys, links, the club.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.builders import make_club
from tests.season.formats import FORMATS, Format
from tests.tournaments.archive.evenings import evening_of, name_of, rows_of, standings_of
from tournaments.archive.file import canonical_json
from tournaments.archive.services.restore import load_document, restore_archive
from tournaments.archive.writer import document_of
from tournaments.models import Club, Tournament

PLACES = (
    (re.compile(r"(player|why|club|replay|replays|version)([/=])[\w-]+"), r"\1\2…"),
    (re.compile(r"As of \d\d:\d\d"), "As of …"),
    (re.compile(r'(nonce|data-version|data-row|data-play)="[^"]*"'), "…"),
)
USUAL = [FORMATS[at] for at in (0, 6)]


@pytest.fixture
def club(db) -> Club:
    return make_club()


def addresses(tournament: Tournament, *, all_teams: bool) -> Iterator[tuple[str, list[object]]]:
    code = tournament.code
    for name in ("standings", "boards", "figures", "matches", "bracket", "pools", "rules"):
        yield f"tournament_{name}", [code]
    for number in tournament.rounds.values_list("number", flat=True):
        yield "tournament_round", [code, number]
    for number in list(tournament.boards.values_list("number", flat=True))[: 4 if all_teams else 2]:
        yield "tournament_board", [code, number]
    teams = tournament.teams.exclude(number=None).order_by("number")
    for team in teams if all_teams else teams[:2]:
        yield "tournament_team", [code, team.number]


def pages_of(tournament: Tournament, *, all_teams: bool) -> dict[str, str]:
    """Public pages without what belongs to one database."""
    client, found = Client(), {}
    for name, parts in addresses(tournament, all_teams=all_teams):
        answer = client.get(reverse(name, args=parts), follow=True)
        main = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
        text = main[0] if main else str(answer.status_code)
        text = text.replace(tournament.code, "CODE").replace(tournament.club.name, "CLUB")
        for pattern, instead in PLACES:
            text = pattern.sub(instead, text)
        found[f"{name} {parts[1:]}"] = text
    return found


def must_look_alike(tournament: Tournament, *, all_teams: bool = True) -> None:
    before = pages_of(tournament, all_teams=all_teams)
    document = load_document(canonical_json(document_of(tournament)))
    # As on another site, without an original that hides it.
    Tournament.objects.filter(pk=tournament.pk).update(code="gone", is_public=False)
    back = restore_archive(document=document, club=make_club("Elsewhere"))
    after = pages_of(back, all_teams=all_teams)
    assert before.keys() == after.keys()
    for address, text in before.items():
        assert after[address] == text, address
    assert sum(len(text) > 1000 for text in before.values()) > 3


@pytest.mark.parametrize("chosen", USUAL, ids=name_of)
def test_pages_are_identical_after_a_restore(club, chosen, every_example):
    must_look_alike(evening_of(chosen, club), all_teams=every_example)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [each for each in FORMATS if each not in USUAL], ids=name_of)
def test_pages_of_every_format_are_identical_after_a_restore(club, chosen: Format):
    must_look_alike(evening_of(chosen, club))


class OtherInstallation:
    """Installation on SQLite, driven by its commands."""

    def __init__(self, folder: Path) -> None:
        kept = ("PATH", "HOME", "LANG")
        self.variables = {name: os.environ[name] for name in kept if name in os.environ}
        self.variables |= {"DATA_DIR": str(folder), "DEBUG": "off"}

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR,
            env=self.variables,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


def test_archive_round_trips_between_postgresql_and_sqlite(club, tmp_path):
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL beside SQLite: set DATABASE_URL to one")
    tournament = evening_of(FORMATS[0], club)
    document = document_of(tournament)
    file, again = tmp_path / "there.json", tmp_path / "again.json"
    file.write_bytes(canonical_json(document))
    elsewhere = OtherInstallation(tmp_path / "data")
    elsewhere.run("migrate", "--verbosity", "0")
    made = "from tournaments.models import Club; print(Club.objects.create(name='There').pk)"
    number = elsewhere.run("shell", "--no-imports", "-c", made).split()[-1]
    told = elsewhere.run("restore_archive", str(file), "--club", number)
    elsewhere.run("archive", told.rsplit("/t/", 1)[1].strip("/\n"), str(again))
    brought = json.loads(again.read_bytes())
    assert rows_of(brought) == rows_of(document)
    back = restore_archive(document=load_document(again.read_bytes()), club=make_club("Back"))
    assert rows_of(document_of(back)) == rows_of(document)
    assert standings_of(back) == standings_of(tournament)

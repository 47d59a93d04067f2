"""A backup during entry has everything accepted before it began."""

import json
import threading
import urllib.error
import urllib.request
import uuid

import pytest
from django.core.management import call_command

from ops.backups.databases import database
from tests.builders import make_drawn, plays_of, slip
from tests.processes import environment, until, web
from tournaments.console.services.clock import start_round
from tournaments.models import Result

pytestmark = [pytest.mark.slow, pytest.mark.live, pytest.mark.django_db(transaction=True)]
TABLES = 6
ROUNDS = 6


class TablePhones(threading.Thread):
    """Two phones over HTTP: one enters each board, the other confirms it.

    The last board waits until the backup is complete.
    """

    def __init__(self, base, table, plays, accepted, is_made):
        super().__init__(daemon=True)
        self.is_made = is_made
        self.base, self.table, self.plays, self.accepted = base, table, plays, accepted
        self.refused = []

    def run(self):
        for play in self.plays:
            if play is self.plays[-1]:
                self.is_made.wait()
            entry = {"play": play.pk, "side": "NS", "slip": slip()}
            word = {"play": play.pk, "side": "EW", "agrees": True, "version": 1}
            self.send("results", entry)
            self.send("confirmations", word)

    def send(self, what, body):
        key = str(uuid.uuid4())
        request = urllib.request.Request(
            f"{self.base}/api/v1/tables/{self.table.token}/{what}/?answer=state",
            json.dumps({**body, "client_key": key}).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60):
                self.accepted.append((what, key))
        except urllib.error.HTTPError as error:
            self.refused.append(error.code)


def test_backup_under_load_contains_every_accepted_result(settings, tmp_path):
    variables = environment()
    settings.DATA_DIR = tmp_path / "data"
    tournament = make_drawn(
        2 * TABLES, params={"entrants": 2 * TABLES, "rounds": ROUNDS}, boards_per_round=2
    )
    for number in range(1, ROUNDS + 1):
        start_round(tournament=tournament, number=number)
    accepted, is_made = [], threading.Event()
    settings.BACKUP_TO = str(tmp_path / "kept")
    with web(variables) as base:
        tables = [
            TablePhones(
                base, table, list(plays_of(tournament, sitting__table=table)), accepted, is_made
            )
            for table in tournament.tables.all()
        ]
        for each in tables:
            each.start()
        until(lambda: len(accepted) >= 10, 60)
        before = list(accepted)
        call_command("backup", verbosity=0)
        during = len(accepted)
        is_made.set()
        for each in tables:
            each.join()
    assert [each.refused for each in tables] == [[]] * TABLES
    assert len(accepted) == 2 * 2 * TABLES * ROUNDS
    now = database().tallies()
    call_command("restore", "latest", "--yes", "--without-backup", verbosity=0)
    entries = set(map(str, Result.objects.values_list("client_key", flat=True)))
    assert {key for what, key in before if what == "results"} <= entries
    assert during < len(accepted)  # entry continued meanwhile and afterwards
    assert database().tallies()["tournaments_result"].rows < now["tournaments_result"].rows

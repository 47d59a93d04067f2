"""`migrate` archives active tournaments, from a database that lacks new columns and tables."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.builders import fill_rounds, make_club, make_drawn, rebuild
from tournaments.archive.selectors import stored_document
from tournaments.archive.services.restore import import_archive
from tournaments.management.commands import migrate
from tournaments.models import StoredArchive, Team, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn(4)
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate())
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def hide_new_schema(monkeypatch) -> None:
    """Remove a column and a table that the models have."""
    real = migrate.missing_columns

    def missing_columns(model, tables):
        if model is Team:
            return frozenset({"seeding"})
        return real(model, tables - {"tournaments_handcheck"})

    monkeypatch.setattr(migrate, "missing_columns", missing_columns)


def test_update_archives_running_tournaments_before_new_columns(tournament, monkeypatch):
    old = make_drawn(4, club=make_club("Elsewhere"))
    Tournament.objects.filter(pk=old.pk).update(date=date.today() - timedelta(days=60))
    Team.objects.filter(tournament=tournament).update(seeding=7)
    hide_new_schema(monkeypatch)
    monkeypatch.setattr(migrate, "has_pending_update", lambda: True)
    told = StringIO()
    asked: list[str] = []

    def watch(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        migrate.Command(stdout=told).keep_archives()
    assert "Archives kept before the update: 1" in told.getvalue()
    assert not [sql for sql in asked if "seeding" in sql or "tournaments_handcheck" in sql]
    kept = StoredArchive.objects.get()
    assert (kept.tournament, kept.happened) == (tournament, "migration")
    stage = stored_document(kept)["stages"][0]
    assert {team["seeding"] for team in stage["teams"]} == {None}
    assert len(stage["results"]) == kept.results > 0
    StoredArchive.objects.update(tournament=None)
    kept.refresh_from_db()
    assert import_archive(kept=kept).teams.count() == 4


def test_no_archive_is_stored_without_pending_migrations(tournament):
    call_command("migrate", verbosity=0)
    assert not StoredArchive.objects.exists()

import io
import json
import os
import tarfile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ops.backups import postgres
from ops.backups.create import unpack_backup
from ops.backups.databases import database
from ops.backups.manifest import BackupError
from tests.builders import enter_and_confirm, make_club, make_drawn, plays_of
from tests.ops.backups.bucket import serve
from tournaments.console.services.clock import start_round
from tournaments.models import Club, Result

pytestmark = pytest.mark.django_db(transaction=True)
on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="PostgreSQL's tools")


@pytest.fixture(autouse=True)
def _oldest_python(monkeypatch):
    """Emulate Python 3.11.0, whose `tarfile` knows no `filter`."""

    def extract(self, *_args, set_attrs=True, numeric_owner=False):
        raise AssertionError("extracts without a check of names")

    monkeypatch.setattr(tarfile.TarFile, "extract", extract)
    monkeypatch.setattr(tarfile.TarFile, "extractall", extract)


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_TO = str(tmp_path / "kept")


@pytest.fixture
def evening():
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 2})
    start_round(tournament=tournament, number=1)
    enter_and_confirm(plays_of(tournament)[0])
    return tournament


def say(*words, **options):
    told = io.StringIO()
    call_command(*words, stdout=told, **options)
    return told.getvalue()


def kept(settings):
    return sorted(name for name in os.listdir(settings.BACKUP_TO) if name.endswith(".tar"))


def test_restore_replaces_current_data_with_the_backup(evening, settings):
    (settings.DATA_DIR / "secret_key").write_text("only here")
    before = database().tallies()
    assert "tried out" in say("backup")
    (settings.DATA_DIR / "secret_key").unlink()
    make_club("Founded later")
    told = say("restore", "latest", "--yes")
    assert "tournaments_club: 2 rows now, 1 in the backup" in told
    assert "What was here is kept as belot-" in told
    assert database().tallies() == before
    assert Club.objects.count() == 1
    assert Result.objects.exists()
    assert (settings.DATA_DIR / "secret_key").read_text() == "only here"
    assert len(kept(settings)) == 2


def test_restore_requires_confirmation(evening, settings):
    say("backup", "--no-verify")
    make_club("Founded later")
    now = database().tallies()
    with pytest.raises(CommandError, match="Say --yes"):
        say("restore", "latest")
    assert database().tallies() == now
    assert len(kept(settings)) == 1


def test_damaged_backup_is_rejected_and_changes_nothing(evening, settings, tmp_path):
    say("backup", "--no-verify")
    path = tmp_path / "kept" / kept(settings)[0]
    whole = bytearray(path.read_bytes())
    with tarfile.open(path) as tar:
        whole[tar.getmember(database().member).offset_data + 100] ^= 1
    damaged = tmp_path / "damaged.tar"
    damaged.write_bytes(whole)
    now = database().tallies()
    with pytest.raises(CommandError, match="is not what was put in"):
        say("restore", str(damaged), "--yes", "--without-backup")
    damaged.write_bytes(b"no backup")
    with pytest.raises(CommandError, match="This is no backup"):
        say("restore", str(damaged), "--yes")
    assert database().tallies() == now


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../out", tarfile.REGTYPE),
        ("files/../../out", tarfile.REGTYPE),
        ("/tmp/out", tarfile.REGTYPE),
        ("files/a/b", tarfile.REGTYPE),
        ("files/", tarfile.DIRTYPE),
        ("files/link", tarfile.SYMTYPE),
        ("files/link", tarfile.LNKTYPE),
    ],
)
def test_unexpected_file_in_a_backup_is_not_extracted(tmp_path, name, kind):
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "../out"
    with tarfile.open(tmp_path / "hostile.tar", "w") as tar:
        tar.addfile(member)
    with pytest.raises(BackupError, match="This is no backup"):
        unpack_backup(tmp_path / "hostile.tar", tmp_path / "work")
    assert not [path for path in tmp_path.rglob("*") if path.name in {"out", "link", "b"}]


def test_manifest_with_a_path_outside_the_backup_is_rejected(evening, settings, tmp_path):
    say("backup", "--no-verify")
    path = tmp_path / "kept" / kept(settings)[0]
    changed = rewrite(path, tmp_path / "changed.tar", files={"files/../manifest.json": "0"})
    with pytest.raises(CommandError, match="a file in it is named"):
        say("restore", changed, "--yes", "--without-backup")


def rewrite(path, target, **changes):
    with tarfile.open(path) as old, tarfile.open(target, "w") as new:
        for member in old.getmembers():
            body = old.extractfile(member).read()
            if member.name == "manifest.json":
                body = json.dumps(json.loads(body) | changes).encode()
                member.size = len(body)
            new.addfile(member, io.BytesIO(body))
    return str(target)


def test_backup_of_another_version_or_database_is_rejected(evening, settings, tmp_path):
    say("backup", "--no-verify")
    path = tmp_path / "kept" / kept(settings)[0]
    later = rewrite(path, tmp_path / "later.tar", migrations=["tournaments.9999_later"])
    with pytest.raises(CommandError, match=r"does not know tournaments\.9999_later"):
        say("restore", later, "--yes", "--without-backup")
    other = rewrite(path, tmp_path / "other.tar", vendor="oracle")
    with pytest.raises(CommandError, match="This backup is of oracle"):
        say("restore", other, "--yes")
    form = rewrite(path, tmp_path / "form.tar", form=2)
    with pytest.raises(CommandError, match="has form 2; known here is form 1"):
        say("restore", form, "--yes")


def test_backup_check_finds_a_changed_row(evening, settings, tmp_path):
    say("backup", "--no-verify")
    path = tmp_path / "kept" / kept(settings)[0]
    with tarfile.open(path) as tar:
        told = json.loads(tar.extractfile("manifest.json").read())
    told["tables"]["tournaments_club"]["check"] = "0"
    changed = rewrite(path, tmp_path / "changed.tar", tables=told["tables"])
    os.replace(changed, path)
    with pytest.raises(CommandError, match="table tournaments_club says something else"):
        say("backup", check="latest")


def test_backup_before_migrations_runs_only_if_any_are_pending(evening, settings):
    assert "No migration is to be made" in say("backup", "--before-migrations")
    assert not os.path.exists(settings.BACKUP_TO)
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(name) FROM django_migrations WHERE app = 'tournaments'")
        last = cursor.fetchone()
        where = "app = 'tournaments' AND name = %s"
        cursor.execute(f"DELETE FROM django_migrations WHERE {where}", last)
    try:
        assert "tried out" in say("backup", "--before-migrations")
    finally:
        call_command("migrate", "tournaments", fake=True, verbosity=0)


def test_backup_requires_a_configured_location(settings):
    settings.BACKUP_TO = ""
    with pytest.raises(CommandError, match="Set BACKUP_TO"):
        say("backup")
    with pytest.raises(CommandError, match="There is no backup in"):
        say("restore", "latest", place=str(settings.DATA_DIR / "empty"))


def test_backup_files_are_readable_by_their_owner_only(evening, settings):
    say("backup", "--no-verify")
    assert os.stat(settings.BACKUP_TO).st_mode & 0o077 == 0
    for name in os.listdir(settings.BACKUP_TO):
        assert os.stat(os.path.join(settings.BACKUP_TO, name)).st_mode & 0o077 == 0


def test_s3_bucket_stores_backups_like_a_folder(evening, settings, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    settings.BACKUP_TO = "s3://club/nightly"
    before = database().tallies()
    with serve() as (settings.BACKUP_S3_ENDPOINT, files):
        say("backup", "--no-verify")
        assert {path.rpartition("/")[0] for path in files} == {"/club/nightly"}
        assert "tried out" in say("backup", check="latest")
        assert "tried out" in say("backup", "--list")
        make_club("Founded later")
        say("restore", "latest", "--yes", "--without-backup")
        assert database().tallies() == before
        say("backup", "--no-verify")
        assert len([path for path in files if path.endswith(".tar")]) == 1  # one per day


def test_s3_access_error_is_reported_with_a_message(settings, monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    settings.BACKUP_TO = "s3://club"
    with (
        serve(forbidden=True) as (settings.BACKUP_S3_ENDPOINT, _files),
        pytest.raises(CommandError, match=r"s3://club: .*Not yours"),
    ):
        say("backup", "--list")


@on_postgres
def test_pg_dump_must_be_installed_and_new_enough(monkeypatch, tmp_path):
    monkeypatch.setattr(postgres.shutil, "which", lambda _name: None)
    with pytest.raises(CommandError, match="pg_dump is not installed here"):
        say("backup")
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o700)
    monkeypatch.setattr(postgres.shutil, "which", lambda _name: str(old))
    with pytest.raises(CommandError, match=r"9\.6\.24 is older than the server"):
        say("backup")

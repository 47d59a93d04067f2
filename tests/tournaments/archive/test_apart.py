import pytest

from jobs.sandbox import run_sandboxed
from tests.builders import fill_rounds, make_drawn, rebuild
from tournaments.archive import sandbox
from tournaments.archive.file import ArchiveFileError, add_hash, pack
from tournaments.archive.writer import document_of


@pytest.fixture(autouse=True)
def _own_process(monkeypatch):
    monkeypatch.setattr(sandbox, "run_sandboxed", run_sandboxed)


@pytest.mark.django_db
def test_sandboxed_check_reports_inconsistencies():
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    document = document_of(rebuild(tournament))
    assert sandbox.check_in_sandbox(pack(document)) == []
    document["stages"][0]["teams"][0]["number"] = 99
    assert sandbox.check_in_sandbox(pack(add_hash(document))) != []


def test_sandboxed_check_rejects_a_file_that_is_no_archive():
    with pytest.raises(ArchiveFileError, match="other_format"):
        sandbox.check_in_sandbox(b"{}")


def test_sandboxed_check_is_ended_at_its_time_limit(monkeypatch):
    monkeypatch.setattr(sandbox, "TIMEOUT_SECONDS", 0)
    with pytest.raises(ArchiveFileError, match="exhausted"):
        sandbox.check_in_sandbox(b"{}")

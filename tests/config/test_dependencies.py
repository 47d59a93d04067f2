import subprocess

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.management.commands import audit
from config.management.commands.audit import EXIT_UNCHECKED
from config.management.commands.write_licences import (
    PAGE,
    UNKNOWN,
    locked_packages,
    page,
)


def test_licence_list_matches_locked_packages():
    lines = (settings.BASE_DIR / PAGE).read_text().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][2:]
    assert {row[0]: (row[1], row[3]) for row in rows} == locked_packages(settings.BASE_DIR)
    assert len(rows) > 100
    assert [row[0] for row in rows if row[2] in ("", UNKNOWN)] == []
    assert page(settings.BASE_DIR, {row[0]: row[2] for row in rows}).count(UNKNOWN) == 0


@pytest.mark.parametrize(
    ("errors", "found", "status", "words"),
    [
        (
            "requests.exceptions.ConnectionError: no route",
            "",
            EXIT_UNCHECKED,
            "nothing was checked",
        ),
        ("Found 1 known vulnerability in 1 package", "django 1.0 PYSEC-1", 1, "Found 1 known"),
        ("/usr/bin/python: No module named pip_audit", "", 1, "requirements/dev.txt"),
        ("", "", 1, "it said nothing"),
    ],
)
def test_audit_reports_its_outcome(monkeypatch, errors, found, status, words):
    done = subprocess.CompletedProcess([], 1, found, errors)
    monkeypatch.setattr(audit.subprocess, "run", lambda *_words, **_more: done)
    with pytest.raises(CommandError, match=words) as caught:
        call_command("audit")
    assert caught.value.returncode == status


def test_audit_without_checked_packages_fails(monkeypatch):
    found = "celery  Dependency not found on PyPI and could not be audited: celery (5.6.3)"
    done = subprocess.CompletedProcess([], 0, found, "No known vulnerabilities found")
    monkeypatch.setattr(audit.subprocess, "run", lambda *_words, **_more: done)
    with pytest.raises(CommandError, match="nothing of 1 packages") as caught:
        call_command("audit")
    assert caught.value.returncode == EXIT_UNCHECKED


def test_audit_without_vulnerabilities_succeeds(monkeypatch, capsys):
    done = subprocess.CompletedProcess([], 0, "", "No known vulnerabilities found")
    monkeypatch.setattr(audit.subprocess, "run", lambda *_words, **_more: done)
    call_command("audit")
    assert "No known vulnerabilities found" in capsys.readouterr().out

"""`check-all`: names a failing step, runs every test, reuses no old database."""

import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.management.commands import check_all
from config.management.commands.check_all import Step, test_steps
from tests.databases import digest

test_steps.__test__ = False


def test_failing_step_fails_the_command_and_is_named(monkeypatch):
    programs = ["print('whole')", "import sys; sys.exit('torn')"]
    steps = [Step(name, [sys.executable, "-c", name]) for name in programs]
    monkeypatch.setattr(check_all, "static_steps", lambda: steps)
    monkeypatch.setattr(
        check_all, "test_steps", lambda **_options: [Step("tests", [sys.executable, "-c", ""])]
    )
    output = io.StringIO()
    with pytest.raises(CommandError, match=r"^Failed: import sys; sys.exit\('torn'\)\.$"):
        call_command("check_all", stdout=output)
    assert "whole\n" in output.getvalue()
    assert "torn\n" in output.getvalue()


@pytest.mark.parametrize(
    ("everything", "services", "selected"), [(False, True, "sql"), (True, False, "all")]
)
def test_every_test_runs_in_some_step(monkeypatch, everything, services, selected):
    monkeypatch.setattr(check_all, "is_reachable", lambda _url: services)
    sqlite, browser, postgres = test_steps(everything=everything, seed=3, alone=False)
    assert not any(word.startswith(("--on-services", "tests")) for word in sqlite.command)
    assert ("--every-example" in sqlite.command) is everything
    marks = [step.command[step.command.index("-m", 2) + 1] for step in (sqlite, browser)]
    tier = "" if everything else " and not slow"
    assert marks == [f"not browser{tier}", f"browser{tier}"]
    assert ("--services-apart" in sqlite.command) is (services and not everything)
    assert f"--on-services={selected}" in postgres.command
    assert "--every-example" not in postgres.command
    assert bool(postgres.skipped) is not services


def test_digest_changes_with_an_edited_model(monkeypatch, tmp_path: Path):
    (tmp_path / "models.py").write_text("before")
    monkeypatch.setattr("tests.databases.sources", lambda folder: [tmp_path / "models.py"])
    before = digest()
    assert digest() == before
    (tmp_path / "models.py").write_text("after")
    assert digest() != before

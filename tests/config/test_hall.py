import io
import subprocess
import sys

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandError

from config.management.commands import hall
from config.processes import Processes, wait_for


@pytest.fixture
def command(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return hall.Command(stdout=io.StringIO())


def said(command) -> str:
    return command.stdout._out.getvalue()


@pytest.mark.django_db
def test_first_start_creates_organiser_and_club(command, tmp_path):
    file = tmp_path / "password"
    file.write_text("a-hall-in-sofia\n")
    club = command.found("boris", file, "Сердика")
    user = User.objects.get(username="boris")
    assert user.check_password("a-hall-in-sofia")
    assert (club.name, club.memberships.get().role) == ("Сердика", "organiser")


@pytest.mark.django_db
def test_first_start_without_terminal_requires_options(command, tmp_path):
    with pytest.raises(CommandError, match="--organiser"):
        command.found("", None, "")
    with pytest.raises(CommandError, match="cannot be read"):
        command.found("boris", tmp_path / "missing", "")
    short = tmp_path / "password"
    short.write_text("short")
    with pytest.raises(CommandError):
        command.found("boris", short, "")
    assert not User.objects.exists()


def test_welcome_shows_address_qr_code_and_pin(command, monkeypatch):
    monkeypatch.setattr(hall, "lan_addresses", lambda: ["192.168.7.5"])
    command.welcome(8137, "123456")
    assert "http://192.168.7.5:8137/hall/" in said(command)
    assert "123 456" in said(command)
    assert "█" in said(command) or "▀" in said(command)


def test_welcome_without_network_shows_localhost(command, monkeypatch):
    monkeypatch.setattr(hall, "lan_addresses", list)
    command.welcome(8137, "123456")
    assert "No network" in said(command)
    assert "127.0.0.1:8137" in said(command)


def test_wait_for_ends_when_start_is_cancelled():
    processes = Processes.__new__(Processes)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as running:
        processes.running, processes.stopping = {"web server": running}, False
        assert processes.is_starting("web server")
        processes.stopping = True
        assert not wait_for("http://127.0.0.1:9/", lambda: processes.is_starting("web server"), 600)


def test_laptop_sleep_is_reported_with_its_times(command, monkeypatch):
    processes = Processes.__new__(Processes)
    processes.running, processes.stopping = {}, False
    times = iter([1_000.0, 1_000.2, 1_700.0, 1_700.2])
    monkeypatch.setattr("config.processes.time.time", lambda: next(times))
    rests = iter([False, False, True])

    def rest(_seconds: float) -> None:
        processes.stopping = next(rests)

    monkeypatch.setattr("config.processes.time.sleep", rest)
    told: list[tuple[float, float]] = []
    processes.watch(lambda begun, ended: told.append((begun, ended)))
    assert told == [(1_000.2, 1_700.0)]
    command.report_sleep(*told[0])
    assert "The laptop slept" in said(command)

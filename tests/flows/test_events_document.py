"""The event stream document matches a deployed server."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings

from tests.builders import enter, fill_rounds, make_drawn, plays_of, rebuild
from tests.processes import environment, started, until, web
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
TEXT = (Path(settings.BASE_DIR) / "docs/events.md").read_text()


def parts(kind: str) -> list[str]:
    """Code blocks of this kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def first_event(address: str) -> tuple[str, dict[str, Any]]:
    with httpx.stream("GET", address, timeout=30) as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        name = ""
        for line in stream.iter_lines():
            word, _colon, value = line.partition(": ")
            name = value if word == "event" else name
            if word == "data":
                return name, json.loads(value)
    raise AssertionError("the stream ended without an event")


def test_version_event_has_the_documented_members() -> None:
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 1})
    shown = next(part for part in parts("") if part.startswith("retry"))
    documented = json.loads(shown.partition("data: ")[2].splitlines()[0])
    rows = set(re.findall(r"`(\w+)`", TEXT.partition("## `version`")[2].partition("The names")[0]))
    with web(environment()) as base:
        name, said = first_event(f"{base}/t/{tournament.code}/events/")
        assert name == "version"
        assert said.keys() == documented.keys() <= rows
        enter(plays_of(tournament)[0])
        address = f"{base}/t/{tournament.code}/events/"
        until(lambda: first_event(address)[1]["version"] != said["version"], 30)
        assert first_event(address)[1]["settled"] == said["settled"]
        token = tournament.tables.get(number=1).token
        name, state = first_event(f"{base}/table/{token}/events/")
        assert (name, set(state)) == ("state", {"etag", "version", "within"})
        at = f"{base}/api/v1/tables/{token}/state/"
        asked = httpx.get(at, params={"tag": state["etag"]})
        assert (asked.status_code, asked.headers["etag"]) == (200, state["etag"])
        again = httpx.get(at, headers={"If-None-Match": state["etag"]})
        assert again.status_code == 304
        assert httpx.get(f"{base}/t/nosuch/events/").status_code == 204


def test_documented_program_prints_standings_after_each_change(
    tmp_path: Path,
) -> None:
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 1})
    fill_rounds(tournament, 1)
    rebuild(tournament)
    program, printed = tmp_path / "listen.py", tmp_path / "printed"
    (code,) = parts("python")
    program.write_text(code)
    with web(environment()) as base, printed.open("wb") as out:
        command = [sys.executable, str(program), base, tournament.code]
        with started(command, environment(), stdout=out, stderr=subprocess.STDOUT):
            until(lambda: len(lines_of(printed)) == 1, 60)
            finish_tournament(tournament=Tournament.objects.get())
            until(lambda: len(lines_of(printed)) >= 2, 60)
        now = httpx.get(f"{base}/api/v1/tournaments/{tournament.code}/standings/").json()
    assert json.loads(lines_of(printed)[-1]) == now


def lines_of(file: Path) -> list[str]:
    """Complete lines of the output."""
    return [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]

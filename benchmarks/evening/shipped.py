"""Settings read from the project's deployment files and scripts."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import Any, Final

import yaml

WHOLE_SHARE: Final = 1024
CPU_RATIO_PER_NICE: Final = 1.25
ROOT: Final = Path(__file__).resolve().parent.parent.parent


def constant(file: str, name: str) -> float:
    """A constant of a script, such as ``POLL_MS``; times in seconds."""
    text = (ROOT / "static/js" / file).read_text()
    found = re.search(rf"^const {name} = ([\d_]+);", text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"static/js/{file} has no number {name} any more: look at the replay.")
    value = float(found[1].replace("_", ""))
    return value / 1000 if name.endswith("_MS") else value


PATIENCE: Final = constant("table/net.js", "PATIENCE_MS")
POLL: Final = constant("table/main.js", "POLL_MS")
QUIET_POLL: Final = constant("table/main.js", "QUIET_POLL_MS")
LISTENING_POLL: Final = constant("table/main.js", "LISTENING_POLL_MS")
SPREAD: Final = constant("public/live.js", "SPREAD_MS")
AT_MOST_EVERY: Final = constant("public/live.js", "AT_MOST_EVERY_MS")
PUBLIC_POLL: Final = constant("public/live.js", "POLL_MS")


def console_every() -> float:
    text = (ROOT / "templates/tournaments/console/console.html").read_text()
    found = re.search(r'data-every="(\d+)"', text)
    if found is None:
        raise SystemExit("The console does not say any more how often it asks.")
    return int(found[1]) / 1000


def compose_file() -> dict[str, Any]:
    whole: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return whole


def memory_settings() -> dict[str, str]:
    """Environment variables that configure the processes' memory allocation."""
    given: dict[str, str] = compose_file()["x-app"]["environment"]
    return {name: value for name, value in given.items() if name.startswith("MALLOC_")}


def service_command(service: str) -> list[str]:
    """Command of a service in docker-compose.yml, with variable defaults."""
    whole = compose_file()
    command: list[str] = [
        expand_default(str(word)) for word in whole["services"][service]["command"]
    ]
    return command


def variables_of(service: str) -> dict[str, str]:
    """Number of gunicorn processes of a web service; empty for other services."""
    processes = compose_file()["services"][service].get("environment", {}).get("WEB_CONCURRENCY")
    return {} if processes is None else {"WEB_CONCURRENCY": expand_default(str(processes))}


def nginx_configuration(*, port: int, publishing_port: int, drawing_port: int, folder: Path) -> str:
    text = (ROOT / "deploy/nginx.conf").read_text()
    for there, here in {
        "listen 8000": f"listen 127.0.0.1:{port}",
        "listen 8001": f"listen 127.0.0.1:{publishing_port}",
        "visitors:8000": f"127.0.0.1:{drawing_port}",
        " /tmp/": f" {folder}/",
    }.items():
        if there not in text:
            raise SystemExit(f"deploy/nginx.conf has no {there!r} any more: look at the replay.")
        text = text.replace(there, here)
    return text


def niceness(service: str) -> int:
    """Niceness equivalent to the service's CPU share."""
    shares = compose_file()["services"][service].get("cpu_shares", WHOLE_SHARE)
    return round(math.log(WHOLE_SHARE / shares, CPU_RATIO_PER_NICE))


def expand_default(word: str) -> str:
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", word)


def with_option(command: list[str], name: str, value: str) -> list[str]:
    if not any(word.startswith(f"{name}=") for word in command):
        raise SystemExit(f"{command[0]} is not started with {name} any more: look at the replay.")
    return [f"{name}={value}" if word.startswith(f"{name}=") else word for word in command]


def as_module(command: list[str]) -> list[str]:
    return [sys.executable, "-m", *command]

"""Every check of the project, one after the other, with one line each at the end."""

import os
import shutil
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"
FOR_TESTS = {
    "BROKER_URL": "memory://",
    "STATIC_HASHES": "off",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
}
PURE_ROOMS = ["tests/games/belot", "tests/tournaments/movements", "tests/tournaments/standings"]


@dataclass
class Step:
    """One command to run, or the reason why it is left out."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    skipped: str = ""


class Command(BaseCommand):
    help = "Format, lint, types, import contracts, migrations, templates, translations, all tests."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--long", action="store_true", help="run the long tests as well")
        parser.add_argument(
            "--no-services",
            action="store_true",
            help="behave as on a machine without PostgreSQL and Redis (also: CHECK_SERVICES=off)",
        )

    def handle(self, *, long: bool, no_services: bool, **_options: object) -> None:
        alone = no_services or os.environ.get("CHECK_SERVICES") == "off"
        outcome = [(step, *self.take(step)) for step in steps(long=long, alone=alone)]
        self.stdout.write("")
        for step, state, seconds in outcome:
            self.stdout.write(f"{state:8} {seconds:5.0f} s  {step.name}  {step.skipped}".rstrip())
        failed = [step.name for step, state, _seconds in outcome if state == "FAILED"]
        if failed:
            raise CommandError(f"Not in order: {', '.join(failed)}.")

    def take(self, step: Step) -> tuple[str, float]:
        """Run one step and say how it went."""
        if step.skipped:
            return "skipped", 0.0
        self.stdout.write(self.style.MIGRATE_HEADING(f"\n== {step.name}"))
        self.stdout.flush()
        started = time.monotonic()
        code = subprocess.call(
            step.command, cwd=settings.BASE_DIR, env={**os.environ, **step.environment}
        )
        return "FAILED" if code else "passed", time.monotonic() - started


def steps(*, long: bool, alone: bool) -> Iterator[Step]:
    """The checks, the quick ones first."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    yield Step("format", [python, "-m", "ruff", "format", "--check", "--quiet", "."])
    yield Step("lint", [python, "-m", "ruff", "check", "--quiet", "."])
    yield Step("import contracts", [tool("lint-imports")])
    yield Step("types", [python, "-m", "mypy", "--no-error-summary", "."])
    yield Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"])
    yield Step("templates", [tool("djade"), "--check", "--target-version", "5.2", *templates()])
    yield Step("elements of templates", [tool("djangofmt"), "--check", "--quiet", "templates"])
    yield Step("translations", [*manage, "check_translations"])
    pytest = [python, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1)]
    if long:
        pytest += ["-m", "long or not long"]
    without = {**FOR_TESTS, "DATABASE_URL": "", "REDIS_URL": ""}
    yield Step("tests on SQLite", pytest, without)
    yield service_tests(pytest, alone=alone)


def service_tests(pytest: list[str], *, alone: bool) -> Step:
    """The tests that touch a database or a broker, again on PostgreSQL and Redis."""
    database = os.environ.get("DATABASE_URL") or POSTGRES
    redis = os.environ.get("REDIS_URL") or REDIS
    step = Step(
        "tests on PostgreSQL and Redis",
        [*pytest, *[f"--ignore={room}" for room in PURE_ROOMS]],
        {**FOR_TESTS, "DATABASE_URL": database, "REDIS_URL": redis},
    )
    step.environment["SECRET_KEY"] = os.environ.get("SECRET_KEY", "only for tests")
    if alone:
        step.skipped = "(told to do without them)"
    else:
        silent = [url for url in (database, redis) if not answers(url)]
        step.skipped = f"(no answer at {', '.join(map(place, silent))})" if silent else ""
    return step


def answers(url: str) -> bool:
    """Whether something listens at the address of a service."""
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "127.0.0.1", parts.port or 0)
        with socket.create_connection(address, timeout=2):
            return True
    except OSError:
        return False


def place(url: str) -> str:
    """A service's address without its password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}"


def tool(name: str) -> str:
    """A program of this environment."""
    beside = os.path.join(os.path.dirname(sys.executable), name)
    return shutil.which(beside) or beside


def templates() -> list[str]:
    return sorted(str(path) for path in (settings.BASE_DIR / "templates").rglob("*.html"))

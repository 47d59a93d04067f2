"""Every check of the project, with one line each at the end."""

import os
import shutil
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
    # Byte code is kept: some hundred processes are started.
    "PYTHONDONTWRITEBYTECODE": "",
}
PURE_ROOMS = ["tests/games/belot", "tests/tournaments/movements", "tests/tournaments/standings"]
LONG = ["-m", "long or not long", "--every-example"]
"""What pytest is told to run everything."""


@dataclass
class Step:
    """One command to run, or the reason why it is left out."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    skipped: str = ""

    def variables(self) -> dict[str, str]:
        """Its whole environment."""
        return {**os.environ, **self.environment}


class Command(BaseCommand):
    help = "Format, lint, types, import contracts, migrations, templates, translations, all tests."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--long", action="store_true", help="run the long tests as well")
        parser.add_argument(
            "--once",
            action="store_true",
            help="run each test once: on PostgreSQL and Redis what asks them, else on SQLite",
        )
        parser.add_argument(
            "--no-services",
            action="store_true",
            help="behave as on a machine without PostgreSQL and Redis (also: CHECK_SERVICES=off)",
        )

    def handle(self, *, long: bool, no_services: bool, once: bool, **_options: object) -> None:
        alone = no_services or os.environ.get("CHECK_SERVICES") == "off"
        outcome = [*self.take_beside(static_steps())]
        outcome += [
            (step, *self.take(step)) for step in test_steps(long=long, alone=alone, once=once)
        ]
        self.stdout.write("")
        for step, state, seconds in outcome:
            self.stdout.write(f"{state:8} {seconds:5.0f} s  {step.name}  {step.skipped}".rstrip())
        failed = [step.name for step, state, _seconds in outcome if state == "FAILED"]
        if failed:
            raise CommandError(f"Not in order: {', '.join(failed)}.")

    def take_beside(self, several: list[Step]) -> Iterator[tuple[Step, str, float]]:
        """Run steps that use one processor each beside one another; each is told when it ended."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for step, (code, said, seconds) in zip(
                several, pool.map(run_quietly, several), strict=True
            ):
                self.head(step)
                self.stdout.write(said)
                yield step, "FAILED" if code else "passed", seconds

    def take(self, step: Step) -> tuple[str, float]:
        """Run one step, which says by itself how far it is."""
        if step.skipped:
            return "skipped", 0.0
        self.head(step)
        started = time.monotonic()
        code = subprocess.call(step.command, cwd=settings.BASE_DIR, env=step.variables())
        return "FAILED" if code else "passed", time.monotonic() - started

    def head(self, step: Step) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(f"\n== {step.name}"))
        self.stdout.flush()


def run_quietly(step: Step) -> tuple[int, str, float]:
    """The code with which a step ended, what it said, and its seconds."""
    started = time.monotonic()
    done = subprocess.run(
        step.command,
        cwd=settings.BASE_DIR,
        env=step.variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, time.monotonic() - started


def static_steps() -> list[Step]:
    """What reads the sources alone, the longest first: the others run beside it."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    return [
        Step("types", [python, "-m", "mypy", "--no-error-summary", "."]),
        Step("format", [python, "-m", "ruff", "format", "--check", "--quiet", "."]),
        Step("lint", [python, "-m", "ruff", "check", "--quiet", "."]),
        Step("import contracts", [tool("lint-imports")]),
        Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Step("templates", [tool("djade"), "--check", "--target-version", "5.2", *templates()]),
        Step("elements of templates", [tool("djangofmt"), "--check", "--quiet", "templates"]),
        Step("sources", [*manage, "lint_sources"]),
        Step("translations", [*manage, "check_translations"]),
    ]


def test_steps(*, long: bool, alone: bool, once: bool) -> Iterator[Step]:
    """All tests without services, and with them what may come out differently there.

    With ``once`` a test runs on one of the two: with services what asks them, else without.
    """
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1)]
    if long:
        pytest += LONG
    again = service_tests([*pytest, "--on-services=only"], alone=alone)
    elsewhere = ["--on-services=not"] if once and not again.skipped else []
    yield Step("tests on SQLite", [*pytest, *elsewhere], variables_of_tests(services=False))
    yield again


def variables_of_tests(*, services: bool) -> dict[str, str]:
    """On what tests run, by variables of the environment."""
    if not services:
        return {**FOR_TESTS, "DATABASE_URL": "", "REDIS_URL": ""}
    return {
        **FOR_TESTS,
        "DATABASE_URL": os.environ.get("DATABASE_URL") or POSTGRES,
        "REDIS_URL": os.environ.get("REDIS_URL") or REDIS,
        "SECRET_KEY": os.environ.get("SECRET_KEY", "only for tests"),
    }


def service_tests(pytest: list[str], *, alone: bool) -> Step:
    """The tests that touch a database or a broker, again on PostgreSQL and Redis."""
    variables = variables_of_tests(services=True)
    step = Step(
        "tests on PostgreSQL and Redis",
        [*pytest, *[f"--ignore={room}" for room in PURE_ROOMS]],
        variables,
    )
    if alone:
        step.skipped = "(told to do without them)"
    else:
        urls = (variables["DATABASE_URL"], variables["REDIS_URL"])
        silent = [url for url in urls if not answers(url)]
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

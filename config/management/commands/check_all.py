"""Run every check of the project and report each on one line."""

import os
import shutil
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"
TEST_ENVIRONMENT = {
    "BROKER_URL": "memory://",
    "STATIC_HASHES": "off",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,testserver",
    "PYTHONDONTWRITEBYTECODE": "",  # hundreds of processes are started
    "PYTHONHASHSEED": "0",  # sets of strings have the same order in every run
}


@dataclass
class Step:
    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    skipped: str = ""

    def variables(self) -> dict[str, str]:
        return {**os.environ, **self.environment}


class Command(BaseCommand):
    help = "Format, lint, types, import contracts, migrations, templates, translations, tests."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--everything",
            action="store_true",
            help="also slow tests, all examples, and all tests of the database on PostgreSQL",
        )
        parser.add_argument(
            "--seed",
            type=int,
            help="random values of the tests (0 by default, new ones with --everything)",
        )
        parser.add_argument(
            "--no-services",
            action="store_true",
            help="behave as on a machine without PostgreSQL and Redis (also: CHECK_SERVICES=off)",
        )

    def handle(
        self, *, everything: bool, seed: int | None, no_services: bool, **_options: object
    ) -> None:
        alone = no_services or os.environ.get("CHECK_SERVICES") == "off"
        if seed is None:
            seed = int(time.time()) if everything else 0
        static = static_steps()
        shown, *others = test_steps(everything=everything, seed=seed, alone=alone)
        with ThreadPoolExecutor(max(os.cpu_count() or 1, len(others))) as pool:
            results = [*self.print_results(static, pool.map(run_quietly, static))]
            running = pool.map(run_quietly, others)
            results.append((shown, *self.run(shown)))
            results += self.print_results(others, running)
        self.stdout.write("")
        for step, state, seconds in results:
            self.stdout.write(f"{state:8} {seconds:5.0f} s  {step.name}  {step.skipped}".rstrip())
        failed = [step.name for step, state, _seconds in results if state == "FAILED"]
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}.")

    def print_results(
        self, steps: list[Step], results: Iterable[tuple[int, str, float]]
    ) -> Iterator[tuple[Step, str, float]]:
        for step, (code, output, seconds) in zip(steps, results, strict=True):
            self.print_heading(step)
            self.stdout.write(output)
            yield step, "skipped" if step.skipped else "FAILED" if code else "passed", seconds

    def run(self, step: Step) -> tuple[str, float]:
        if step.skipped:
            return "skipped", 0.0
        self.print_heading(step)
        started = time.monotonic()
        code = subprocess.call(step.command, cwd=settings.BASE_DIR, env=step.variables())
        return "FAILED" if code else "passed", time.monotonic() - started

    def print_heading(self, step: Step) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(f"\n== {step.name}"))
        self.stdout.flush()


def run_quietly(step: Step) -> tuple[int, str, float]:
    if step.skipped:
        return 0, "", 0.0
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
    """Checks that only read sources, longest first, since they run in parallel."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    return [
        Step("types", [python, "-m", "mypy", "--no-error-summary", "."]),
        Step(  # into the tests' folder: otherwise each of their processes compiles it
            "rules engine compiles",
            [*manage, "warm_kernel"],
            {"KERNEL_CACHE_DIR": str(settings.BASE_DIR / ".pytest_cache/d/kernel")},
            skipped="" if find_spec("numba") else "(no Numba for this platform)",
        ),
        Step("format", [python, "-m", "ruff", "format", "--check", "--quiet", "."]),
        Step("lint", [python, "-m", "ruff", "check", "--quiet", "."]),
        Step("import contracts", [tool("lint-imports")]),
        Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Step("templates", [tool("djade"), "--check", "--target-version", "5.2", *templates()]),
        Step("elements of templates", [tool("djangofmt"), "--check", "--quiet", "templates"]),
        Step("sources", [*manage, "lint_sources"]),
        Step("translations", [*manage, "check_translations"]),
    ]


def test_steps(*, everything: bool, seed: int, alone: bool) -> list[Step]:
    """Three parallel steps: one that computes would leave processors idle.

    All tests without services; browser tests; with services those whose outcome can differ
    there. ``everything``: all tests with a database, slow ones and long examples only where
    services matter.
    """
    cores = os.cpu_count() or 1
    processes, fewer = ["-n", str(cores)], ["-n", str(max(1, cores // 2))]
    sqlite = test_environment(services=False)
    if everything:
        marks, select = ["not browser", "browser"], ["--on-services=all"]
        marks_on_services = "not browser and (not slow or sql or live)"
    else:
        marks = ["not browser and not slow", "browser and not slow"]
        marks_on_services = marks[0]
        select = ["--on-services=sql", *files_with(SQL_SIGNS)]
    pytest, browser = (pytest_command(each, every_example=everything, seed=seed) for each in marks)
    on_services = [*pytest_command(marks_on_services, seed=seed), *fewer, *select]
    services = service_tests(on_services, alone=alone)
    apart = [] if everything or services.skipped else ["--services-apart"]
    return [
        Step("tests on SQLite", [*pytest, *processes, *apart], sqlite),
        Step("tests in a browser", [*browser, *fewer, *files_with(["mark.browser"])], sqlite),
        services,
    ]


def pytest_command(marks: str, *, every_example: bool = False, seed: int = 0) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q", f"--seed={seed}", "-m", marks]
    return [*command, "--every-example"] if every_example else command


SQL_SIGNS: Final = ("mark.sql", "transaction=True", "transactional_db")


def files_with(signs: Iterable[str]) -> list[str]:
    """Test files with one of these strings; collecting all files takes half a minute."""
    tests = Path(settings.BASE_DIR) / "tests"
    return sorted(
        str(path.relative_to(settings.BASE_DIR))
        for path in tests.rglob("test_*.py")
        if any(sign in path.read_text() for sign in signs)
    )


def test_environment(*, services: bool) -> dict[str, str]:
    if not services:
        return {**TEST_ENVIRONMENT, "DATABASE_URL": "", "REDIS_URL": ""}
    return {
        **TEST_ENVIRONMENT,
        "DATABASE_URL": os.environ.get("DATABASE_URL") or POSTGRES,
        "REDIS_URL": os.environ.get("REDIS_URL") or REDIS,
    }


def service_tests(pytest: Sequence[str], *, alone: bool) -> Step:
    """Tests on PostgreSQL and Redis; skipped if one of them is unreachable."""
    variables = test_environment(services=True)
    step = Step("tests on PostgreSQL and Redis", list(pytest), variables)
    if alone:
        step.skipped = "(switched off)"
    else:
        urls = (variables["DATABASE_URL"], variables["REDIS_URL"])
        silent = [host_of(url) for url in urls if not is_reachable(url)]
        step.skipped = f"(no answer at {', '.join(silent)})" if silent else ""
    return step


def is_reachable(url: str) -> bool:
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "127.0.0.1", parts.port or 0)
        with socket.create_connection(address, timeout=2):
            return True
    except OSError:
        return False


def host_of(url: str) -> str:
    """Host and port, without the password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}"


def tool(name: str) -> str:
    path = os.path.join(os.path.dirname(sys.executable), name)
    return shutil.which(path) or path


def templates() -> list[str]:
    return sorted(str(path) for path in (settings.BASE_DIR / "templates").rglob("*.html"))

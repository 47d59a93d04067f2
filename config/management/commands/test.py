"""Run the tests of packages: `manage.py test standings`, `manage.py test api cash`."""

import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.management.commands.check_all import pytest_command, test_environment

TESTS: Final = Path(settings.BASE_DIR) / "tests"
MIN_FILES_FOR_WORKERS: Final = 12
"""One process per core is faster from here: each takes 4 s to start."""


class Command(BaseCommand):
    help = "Run the tests of packages by name, or of files; without a name: list the packages."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("package", nargs="*", help="a package, e.g. standings, or a path")
        parser.add_argument("--everything", action="store_true", help="run the slow tests as well")
        parser.add_argument("--seed", type=int, default=0, help="random values of the tests")
        parser.add_argument(
            "--services", action="store_true", help="on PostgreSQL and Redis (see check-all)"
        )
        parser.add_argument(
            "--pytest", nargs=REMAINDER, default=[], help="what follows is given to pytest"
        )

    def handle(
        self,
        *,
        package: list[str],
        everything: bool,
        seed: int,
        services: bool,
        pytest: list[str],
        **_options: object,
    ) -> None:
        if not package:
            self.stdout.write(f"Packages: {' '.join(sorted(test_folders()))}")
            return
        paths = [path for name in package for path in paths_of(name)]
        files = sum(len([*path.rglob("test_*.py")]) for path in paths)
        workers = ["-n", str(os.cpu_count() or 1)] if files >= MIN_FILES_FOR_WORKERS else []
        marks = "" if everything else "not slow"
        command = pytest_command(marks, every_example=everything, seed=seed)
        code = subprocess.call(
            [*command, *workers, *pytest, *map(str, paths)],
            cwd=settings.BASE_DIR,
            env={**os.environ, **test_environment(services=services)},
        )
        if code:
            sys.exit(code)


def test_folders() -> dict[str, list[Path]]:
    folders: dict[str, list[Path]] = {}
    for folder in sorted({path.parent for path in TESTS.rglob("test_*.py")}):
        folders.setdefault(folder.name, []).append(folder)
    return folders


def paths_of(name: str) -> list[Path]:
    """Folders or file of a name; CommandError lists all names."""
    path = Path(settings.BASE_DIR) / name.split("::")[0]
    if "/" in name and path.exists():
        return [Path(settings.BASE_DIR) / name]
    folders = test_folders()
    if name not in folders:
        raise CommandError(f"No package “{name}”. Packages: {' '.join(sorted(folders))}")
    return folders[name]

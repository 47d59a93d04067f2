"""The tests of the rooms one works in: `manage.py test standings`, `manage.py test api cash`."""

import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.management.commands.check_all import LONG, variables_of_tests

TESTS: Final = Path(settings.BASE_DIR) / "tests"


class Command(BaseCommand):
    help = "Run the tests of rooms by name, or of files; without a name: list the rooms."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("room", nargs="*", help="a room, e.g. standings, or a path")
        parser.add_argument("--long", action="store_true", help="run the long tests as well")
        parser.add_argument(
            "--services", action="store_true", help="on PostgreSQL and Redis (see check-all)"
        )
        parser.add_argument(
            "--pytest", nargs=REMAINDER, default=[], help="what follows is given to pytest"
        )

    def handle(
        self, *, room: list[str], long: bool, services: bool, pytest: list[str], **_more: object
    ) -> None:
        if not room:
            self.stdout.write(f"Rooms: {' '.join(sorted(rooms()))}")
            return
        paths = [str(path) for name in room for path in paths_of(name)]
        code = subprocess.call(
            [sys.executable, "-m", "pytest", "-q", *(LONG if long else []), *pytest, *paths],
            cwd=settings.BASE_DIR,
            env={**os.environ, **variables_of_tests(services=services)},
        )
        if code:
            sys.exit(code)


def rooms() -> dict[str, list[Path]]:
    """Folders that hold tests, by their own names; a name that two have leads to both."""
    found: dict[str, list[Path]] = {}
    for folder in sorted({path.parent for path in TESTS.rglob("test_*.py")}):
        found.setdefault(folder.name, []).append(folder)
    return found


def paths_of(name: str) -> list[Path]:
    """The folders or the file meant; refuses a name that nothing has, and says which there are."""
    place = Path(settings.BASE_DIR) / name.split("::")[0]
    if "/" in name and place.exists():
        return [Path(settings.BASE_DIR) / name]
    found = rooms()
    if name not in found:
        raise CommandError(f"No room “{name}”. Rooms: {' '.join(sorted(found))}")
    return found[name]

import re
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand

PAGE: Final = "docs/licences.md"
LOCKS: Final = ("uv", "base", "fast", "pdf", "messages", "s3", "sentry", "dev")
PINNED: Final = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)(?:\s*;\s*([^\\]+?))?\s*\\?$", re.M)
HEAD: Final = """# Licences

The libraries that `requirements/` locks, as each says of itself. Written by
`manage.py write-licences`; the project's own is in `LICENSE`.

| library | version | licence | needed by |
| --- | --- | --- | --- |
"""
UNKNOWN: Final = "not known"


class Command(BaseCommand):
    help = "Write docs/licences.md anew, of the packages that are locked and installed."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        path = settings.BASE_DIR / PAGE
        path.write_text(page(settings.BASE_DIR, known_licences(path)))
        self.stdout.write(f"{PAGE} is written.")


def page(root: Path, known: dict[str, str]) -> str:
    rows = []
    for name, (version, lock) in sorted(locked_packages(root).items()):
        licence = licence_of(name) or known.get(name) or UNKNOWN
        rows.append(f"| {name} | {version} | {licence} | {lock} |")
    return HEAD + "\n".join(rows) + "\n"


def locked_packages(root: Path) -> dict[str, tuple[str, str]]:
    packages: dict[str, tuple[str, str]] = {}
    for lock in LOCKS:
        text = (root / "requirements" / f"{lock}.txt").read_text()
        for name, version, _when in PINNED.findall(text):
            packages.setdefault(name.lower(), (version, lock))
    return packages


def known_licences(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    rows = (line.split(" | ") for line in path.read_text().splitlines() if line.count(" | ") == 3)
    return {row[0].removeprefix("| "): row[2] for row in rows}


def licence_of(name: str) -> str:
    try:
        package_info = metadata(name)
    except PackageNotFoundError:
        return ""
    return short_licence(package_info)


def short_licence(told: PackageMetadata) -> str:
    """An SPDX expression, else the classifiers, else the first line of the text."""
    if expression := told.get_all("License-Expression"):
        return str(expression[0])
    classes = [
        each.rpartition(" :: ")[2]
        for each in told.get_all("Classifier") or []
        if each.startswith("License :: ") and each != "License :: OSI Approved"
    ]
    lines = "\n".join(told.get_all("License") or []).strip().splitlines()
    return ", ".join(sorted(classes)) or (lines[0][:60] if lines else "")

"""Whether every text is translated into every language, and compiled as it stands."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

SOURCES = ["config", "api", "tournaments", "games", "upkeep", "jobs", "templates"]


class Command(BaseCommand):
    help = "Check that the translations are complete, compiled and up to date."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        faults: list[str] = []
        for language, _name in settings.LANGUAGES:
            if language != "en":
                faults += faults_of(settings.BASE_DIR / "locale" / language / "LC_MESSAGES")
        if shutil.which("xgettext"):
            faults += missing_texts()
        else:
            self.stdout.write("Without xgettext it is not checked that every text was collected.")
        if faults:
            raise CommandError("\n".join(faults[:60]))
        self.stdout.write("Every text is translated into every language.")


def faults_of(folder: Path) -> list[str]:
    """The faults of one language: texts missing, doubtful or not compiled."""
    source = folder / "django.po"
    if not source.exists():
        return [f"{source} is missing."]
    catalogue = polib.pofile(str(source))
    language = folder.parent.name
    faults = [
        f"{language}: no translation of {e.msgid!r}" for e in catalogue.untranslated_entries()
    ]
    faults += [f"{language}: doubtful {entry.msgid!r}" for entry in catalogue.fuzzy_entries()]
    compiled = folder / "django.mo"
    if not compiled.exists() or contents(polib.mofile(str(compiled))) != contents(catalogue):
        faults.append(f"{compiled} is not made from django.po; run manage.py compilemessages.")
    return faults


class Entry(Protocol):
    """A text of a catalogue with its translation."""

    msgid: str
    msgctxt: str | None
    msgstr: str
    msgstr_plural: dict[int, str]
    obsolete: bool


def contents(catalogue: Iterable[Entry]) -> dict[tuple[str, str], str | dict[int, str]]:
    """The texts of a catalogue, whatever file it came from."""
    return {
        (entry.msgctxt or "", entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalogue
        if entry.msgid and not entry.obsolete
    }


def missing_texts() -> list[str]:
    """Texts in the sources that a catalogue does not know yet."""
    found = collect()
    return [
        f"{folder.name}: never collected: {text!r}"
        for folder in sorted((settings.BASE_DIR / "locale").iterdir())
        for _context, text in sorted(found - texts_in(folder / "LC_MESSAGES" / "django.po"))
    ]


def texts_in(source: Path) -> set[tuple[str, str]]:
    """The texts of one catalogue, with their contexts."""
    return set(contents(polib.pofile(str(source))))


def collect() -> set[tuple[str, str]]:
    """Every text in the sources, with its context."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in SOURCES:
            shutil.copytree(settings.BASE_DIR / name, Path(scratch) / name)
        (Path(scratch) / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "--locale=bg", "--no-location"]
        # Collecting needs no settings, and the copy has none of the project's data.
        clean = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.DEVNULL, env=clean)
        return texts_in(Path(scratch) / "locale/bg/LC_MESSAGES/django.po")

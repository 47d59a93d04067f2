import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Protocol

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from config.management.findings import Finding, report
from config.management.translation_rules import faults_of_entry

SOURCES: Final = ["config", "web", "api", "tournaments", "games", "ops", "jobs", "templates"]
GETTEXT: Final = re.compile(r"_|n?(?P<context>p)?n?gettext(_lazy|_noop)?")


class Command(BaseCommand):
    help = "Check that the translations are complete, compiled, up to date and in good form."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        report(self, self.findings())
        self.stdout.write("Every text is translated into every language.")

    def findings(self) -> Iterator[Finding]:
        for language, _name in settings.LANGUAGES:
            if language != "en":
                source = catalogue_of(language)
                yield from findings_in(source, language, settings.BASE_DIR / source)
        yield from texts_not_collected(settings.BASE_DIR, catalogue_of("fr"))
        if shutil.which("xgettext"):
            yield from missing_texts()
        else:
            self.stdout.write("Without xgettext it is not checked that every text was collected.")


def catalogue_of(language: str) -> Path:
    return Path("locale", language, "LC_MESSAGES", "django.po")


@cache
def read_catalogue(file: Path) -> polib.POFile:
    return polib.pofile(str(file))


def findings_in(name: Path, language: str, file: Path) -> Iterator[Finding]:
    if not file.exists():
        yield Finding(name, 1, "the catalogue is missing")
        return
    catalogue = read_catalogue(file)
    for entry in catalogue.untranslated_entries():
        yield Finding(name, entry.linenum, f"no translation of {entry.msgid!r}")
    for entry in catalogue.fuzzy_entries():
        yield Finding(name, entry.linenum, f"fuzzy translation of {entry.msgid!r}")
    for entry in catalogue.translated_entries():
        for fault in faults_of_entry(language, entry):
            yield Finding(name, entry.linenum, fault)
    compiled = file.with_suffix(".mo")
    if not compiled.exists() or contents(polib.mofile(str(compiled))) != contents(catalogue):
        yield Finding(name, 1, "django.mo is not up to date; run manage.py compilemessages")


def texts_not_collected(root: Path, name: Path) -> Iterator[Finding]:
    """Texts of the code missing in a catalogue: xgettext finds none inside f-strings."""
    known = texts_in(root / name)
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            for line, context, text in texts_of_code(path.read_text("utf-8")):
                if (context, text) not in known:
                    message = f"{text!r} is not in the catalogues; it cannot be inside an f-string"
                    yield Finding(path.relative_to(root), line, message)


def texts_of_code(code: str) -> Iterator[tuple[int, str, str]]:
    if "gettext" not in code:
        return
    for call in ast.walk(ast.parse(code)):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        gettext = GETTEXT.fullmatch(getattr(call.func, "id", getattr(call.func, "attr", "")))
        if not gettext or not isinstance(call.args[0], ast.Constant):
            continue
        values = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
        if not gettext["context"]:
            yield call.lineno, "", values[0]
        elif len(values) > 1:
            yield call.lineno, values[0], values[1]


class Entry(Protocol):
    msgid: str
    msgctxt: str | None
    msgstr: str
    msgstr_plural: dict[int, str]
    obsolete: bool


def contents(catalogue: Iterable[Entry]) -> dict[tuple[str, str], str | dict[int, str]]:
    return {
        (entry.msgctxt or "", entry.msgid): entry.msgstr_plural or entry.msgstr
        for entry in catalogue
        if entry.msgid and not entry.obsolete
    }


def missing_texts() -> Iterator[Finding]:
    collected = collect()
    for folder in sorted((settings.BASE_DIR / "locale").iterdir()):
        name = catalogue_of(folder.name)
        for _context, text in sorted(collected - texts_in(settings.BASE_DIR / name)):
            yield Finding(name, 1, f"never collected: {text!r}")


def texts_in(source: Path) -> set[tuple[str, str]]:
    return set(contents(read_catalogue(source)))


def collect() -> set[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as scratch:
        for name in SOURCES:
            shutil.copytree(settings.BASE_DIR / name, Path(scratch) / name)
        (Path(scratch) / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "--locale=bg", "--no-location"]
        # Collecting needs no settings, and the copy has no project data.
        clean = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.DEVNULL, env=clean)
        return texts_in(Path(scratch) / "locale/bg/LC_MESSAGES/django.po")

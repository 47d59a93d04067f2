"""What a kind of page loads is one stylesheet and one script, made from small files.

A finder of static files makes them where static files are looked for: at the start of a server
that sends files as they lie, and in ``collectstatic``. No step of its own builds anything, and a
changed source is seen by the next start. The files lie in ``STATIC_MADE``, beside them their
compressed forms, which WhiteNoise sends where no ``collectstatic`` has compressed everything.
"""

import gzip
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import brotli
import django_htmx
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

from web.bundle_builder import joined_modules, joined_styles
from web.bundle_contents import SCRIPTS, STYLESHEETS

FOLDER: Final = "bundles"
HTMX: Final = "static/django_htmx/htmx-2.min.js"
STATIC: Final = Path(settings.BASE_DIR) / "static"
Several = list
State = tuple[tuple[str, int], ...]
"""Every source and when it was changed."""


def styles_of(kind: str) -> str:
    """All styles of a kind of page."""
    names = [f"css/{name}.css" for name in STYLESHEETS[kind]]
    return joined_styles(names, FOLDER, source)


def scripts_of(kind: str) -> str:
    """All modules of a kind of page."""
    return joined_modules([f"js/{name}.js" for name in SCRIPTS[kind]], source)


def exchange_of(_kind: str) -> str:
    """The library by which a page asks for parts of itself, so that it lies compressed too."""
    return (Path(django_htmx.__file__).parent / HTMX).read_text("utf-8")


def source(name: str) -> Path:
    """The file of a stylesheet or module."""
    return STATIC / name


MADE: Final[dict[str, tuple[Callable[[str], str], str]]] = {
    **{f"{FOLDER}/{kind}.css": (styles_of, kind) for kind in STYLESHEETS},
    **{f"{FOLDER}/{kind}.js": (scripts_of, kind) for kind in SCRIPTS},
    f"{FOLDER}/htmx.js": (exchange_of, "htmx"),
}
"""Every joined file, and what makes it."""
PACKED: Final[dict[str, Callable[[bytes], bytes]]] = {
    ".br": lambda content: brotli.compress(content, quality=9),  # 11 takes twenty times as long
    ".gz": lambda content: gzip.compress(content, mtime=0),
}


class Bundles(BaseFinder):
    """Finds the joined files, made anew whenever a source has changed."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        self.place = Path(settings.STATIC_MADE)
        self.storage = FileSystemStorage(location=self.place)

    def check(self, **_options: object) -> Several[CheckMessage]:
        """Nothing can be set wrongly."""
        return []

    def find(  # type: ignore[override]
        self, path: str, find_all: bool = False, **options: object
    ) -> Several[str] | str | None:
        """Where a joined file lies, or nothing."""
        several = find_all or options.get("all")
        if path not in MADE:
            return [] if several else None
        make_all(self.place)
        found = str(self.place / path)
        return [found] if several else found

    def list(self, ignore_patterns: object) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every joined file; where it is sent as it lies, its compressed forms too."""
        make_all(self.place)
        ends = ("",) if settings.HASHED_STATIC else ("", *PACKED)
        for name in MADE:
            yield from ((name + end, self.storage) for end in ends)


def make_all(place: Path) -> None:
    """Make every joined file, unless nothing has changed since this process made them."""
    state = state_of_sources()
    if made_from.get(place) == state:
        return
    for name, (joined, kind) in MADE.items():
        write(place / name, joined(kind).encode())
    made_from[place] = state


made_from: Final[dict[Path, State]] = {}


def state_of_sources() -> State:
    """Every stylesheet and module with the time of its last change."""
    folders = (STATIC / "css", STATIC / "js")
    files = (path for folder in folders for path in sorted(folder.rglob("*.*s*")))
    return tuple((str(path), path.stat().st_mtime_ns) for path in files)


def write(path: Path, content: bytes) -> None:
    """Put a file and its compressed forms in place at once, unless they are there."""
    packed = {path.with_name(path.name + end): pack for end, pack in PACKED.items()}
    if path.exists() and path.read_bytes() == content and all(each.exists() for each in packed):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for target, pack in packed.items():
        put(target, pack(content))
    put(path, content)


def put(path: Path, content: bytes) -> None:
    """Write a file so that whoever reads it finds the whole old or the whole new one."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(name, 0o644)
    os.replace(name, path)

"""One stylesheet and one script per kind of page, joined from small files.

A static files finder builds them at server start and in ``collectstatic``; a restart picks
up changed sources. ``STATIC_MADE`` holds them with compressed copies, which WhiteNoise
sends if ``collectstatic`` has not compressed them.
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
"""Path and modification time of each source."""


def styles_of(kind: str) -> str:
    names = [f"css/{name}.css" for name in STYLESHEETS[kind]]
    return joined_styles(names, FOLDER, source)


def scripts_of(kind: str) -> str:
    return joined_modules([f"js/{name}.js" for name in SCRIPTS[kind]], source)


def htmx_source(_kind: str) -> str:
    """htmx, included so that it is compressed too."""
    return (Path(django_htmx.__file__).parent / HTMX).read_text("utf-8")


def source(name: str) -> Path:
    return STATIC / name


BUNDLES: Final[dict[str, tuple[Callable[[str], str], str]]] = {
    **{f"{FOLDER}/{kind}.css": (styles_of, kind) for kind in STYLESHEETS},
    **{f"{FOLDER}/{kind}.js": (scripts_of, kind) for kind in SCRIPTS},
    f"{FOLDER}/htmx.js": (htmx_source, "htmx"),
}
"""By path: function and argument that build it."""
PACKED: Final[dict[str, Callable[[bytes], bytes]]] = {
    ".br": lambda content: brotli.compress(content, quality=9),  # 11 takes twenty times as long
    ".gz": lambda content: gzip.compress(content, mtime=0),
}


class BundleFinder(BaseFinder):
    """Finds bundles, and rebuilds them when a source has changed."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        self.place = Path(settings.STATIC_MADE)
        self.storage = FileSystemStorage(location=self.place)

    def check(self, **_options: object) -> Several[CheckMessage]:
        return []

    def find(  # type: ignore[override]
        self, path: str, find_all: bool = False, **options: object
    ) -> Several[str] | str | None:
        several = find_all or options.get("all")
        if path not in BUNDLES:
            return [] if several else None
        build_all(self.place)
        bundle = str(self.place / path)
        return [bundle] if several else bundle

    def list(self, ignore_patterns: object) -> Iterator[tuple[str, FileSystemStorage]]:
        build_all(self.place)
        ends = ("",) if settings.HASHED_STATIC else ("", *PACKED)
        for name in BUNDLES:
            yield from ((name + end, self.storage) for end in ends)


def build_all(place: Path) -> None:
    """Build all bundles, unless nothing has changed since this process built them."""
    state = source_state()
    if built_states.get(place) == state:
        return
    for name, (joined, kind) in BUNDLES.items():
        write(place / name, joined(kind).encode())
    built_states[place] = state


built_states: Final[dict[Path, State]] = {}


def source_state() -> State:
    folders = (STATIC / "css", STATIC / "js")
    files = (path for folder in folders for path in sorted(folder.rglob("*.*s*")))
    return tuple((str(path), path.stat().st_mtime_ns) for path in files)


def write(path: Path, content: bytes) -> None:
    packed = {path.with_name(path.name + end): pack for end, pack in PACKED.items()}
    if path.exists() and path.read_bytes() == content and all(each.exists() for each in packed):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for target, pack in packed.items():
        replace_file(target, pack(content))
    replace_file(path, content)


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file atomically."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(name, 0o644)
    os.replace(name, path)

"""Archive file format: canonical JSON, SHA-256, optional gzip; input is untrusted.

Plain values only; the content is described in ``docs/archive.md``.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from games.belot.records import BadJson, read_json

FORMAT: Final = "belot-tournament"
VERSION: Final = 1
ENDING: Final = ".belot.json.gz"
MOST_SENT: Final = 3_000_000
"""Bytes of a file as it is sent; no request is larger (``web.proxy``)."""
MOST_UNPACKED: Final = 32_000_000
"""Bytes of its text; a hall of 64 tables for two days has some ten millions."""
KEYS: Final = frozenset({"format", "version", "made_at", "sha256", "stages"})
Json = Any
"""A value as JSON has it: what it is follows from its place."""
Document = dict[str, Json]


class BadFile(ValueError):
    """The file is not a valid archive: ``code`` is the reason, ``at`` the path if known."""

    def __init__(self, code: str, at: str = "") -> None:
        super().__init__(f"{code}: {at}" if at else code)
        self.code = code
        self.at = at


def canonical(value: object) -> bytes:
    """Canonical JSON: sorted keys, no whitespace, UTF-8."""
    text = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


def hash_of(document: Mapping[str, Json]) -> str:
    """SHA-256 of the document without its hash."""
    return hashlib.sha256(
        canonical({key: value for key, value in document.items() if key != "sha256"})
    ).hexdigest()


def seal(document: Mapping[str, Json]) -> Document:
    return {**document, "sha256": hash_of(document)}


def pack(document: Mapping[str, Json], *, level: int = 9) -> bytes:
    """Gzip of the canonical text, deterministic."""
    return gzip.compress(canonical(document), level, mtime=0)


def text_of(content: bytes) -> bytes:
    """Decompressed content; raises ArchiveFileError if too large or truncated."""
    if len(content) > MOST_UNPACKED:
        raise BadFile("too_large")
    if not content.startswith(b"\x1f\x8b"):
        return content
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(content, MOST_UNPACKED)
    except zlib.error as error:
        raise BadFile("damaged") from error
    if unpacking.unconsumed_tail:
        raise BadFile("too_large")
    if not unpacking.eof:
        raise BadFile("cut_off")
    return text


def document_in(content: bytes) -> Document:
    """Parse a file without verifying its hash; raises ArchiveFileError."""
    try:
        document = read_json(text_of(content))
    except BadJson as error:
        raise BadFile("no_json") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile("other_format")
    if type(document.get("version")) is not int or document["version"] != VERSION:
        raise BadFile("other_version", str(document.get("version"))[:20])
    if set(document) != KEYS or not isinstance(document["stages"], list):
        raise BadFile("bad_shape", "stages")
    return document


def must_be_whole(document: Mapping[str, Json]) -> None:
    """Raise ArchiveFileError unless the hash matches."""
    if document["sha256"] != hash_of(document):
        raise BadFile("other_hash")

"""Archive file format: canonical JSON, SHA-256, optional gzip; input is untrusted.

Plain values only; the content is described in ``docs/archive.md``.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from games.belot.records import InvalidJsonError, read_json

FORMAT: Final = "belot-tournament"
VERSION: Final = 1
FILE_SUFFIX: Final = ".belot.json.gz"
MAX_FILE_BYTES: Final = 3_000_000
"""As sent; no larger request is accepted (``web.proxy``)."""
MAX_TEXT_BYTES: Final = 32_000_000
"""64 tables over two days need about ten million."""
KEYS: Final = frozenset({"format", "version", "made_at", "sha256", "stages"})
Json = Any
Document = dict[str, Json]


class ArchiveFileError(ValueError):
    """The file is not a valid archive: ``code`` is the reason, ``at`` the path if known."""

    def __init__(self, code: str, at: str = "") -> None:
        super().__init__(f"{code}: {at}" if at else code)
        self.code = code
        self.at = at


def canonical_json(value: object) -> bytes:
    """Canonical JSON: sorted keys, no whitespace, UTF-8."""
    text = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


def hash_of(document: Mapping[str, Json]) -> str:
    """SHA-256 of the document without its hash."""
    return hashlib.sha256(
        canonical_json({key: value for key, value in document.items() if key != "sha256"})
    ).hexdigest()


def add_hash(document: Mapping[str, Json]) -> Document:
    return {**document, "sha256": hash_of(document)}


def pack(document: Mapping[str, Json], *, level: int = 9) -> bytes:
    """Gzip of the canonical text, deterministic."""
    return gzip.compress(canonical_json(document), level, mtime=0)


def decompress(content: bytes) -> bytes:
    """Decompressed content; raises ArchiveFileError if too large or truncated."""
    if len(content) > MAX_TEXT_BYTES:
        raise ArchiveFileError("too_large")
    if not content.startswith(b"\x1f\x8b"):
        return content
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(content, MAX_TEXT_BYTES)
    except zlib.error as error:
        raise ArchiveFileError("damaged") from error
    if unpacking.unconsumed_tail:
        raise ArchiveFileError("too_large")
    if not unpacking.eof:
        raise ArchiveFileError("cut_off")
    return text


def parse_document(content: bytes) -> Document:
    """Parse a file without verifying its hash; raises ArchiveFileError."""
    try:
        document = read_json(decompress(content))
    except InvalidJsonError as error:
        raise ArchiveFileError("no_json") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ArchiveFileError("other_format")
    if type(document.get("version")) is not int or document["version"] != VERSION:
        raise ArchiveFileError("other_version", str(document.get("version"))[:20])
    if set(document) != KEYS or not isinstance(document["stages"], list):
        raise ArchiveFileError("bad_shape", "stages")
    return document


def check_hash(document: Mapping[str, Json]) -> None:
    """Raise ArchiveFileError unless the hash matches."""
    if document["sha256"] != hash_of(document):
        raise ArchiveFileError("other_hash")

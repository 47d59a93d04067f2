import csv
import io
import re
from collections.abc import Sequence
from typing import Final

from tournaments.exports.encodings import CODE_PAGES, Reading, readings_of
from tournaments.exports.workbooks import SheetLine, UnreadableError, filled_lines, sheet_lines

MAX_BYTES: Final = 1_000_000
DELIMITERS: Final = (";", "\t", ",")
DELIMITER_LINE: Final = re.compile(r'\A\ufeff?[ "]*sep=(.)"?[ ;,\t]*(?=\r?\n|\r|\Z)', re.IGNORECASE)
"""First line ``sep=;`` as spreadsheet programs write it."""


class EncodingNeededError(UnreadableError):
    """Several encodings are likely: the caller must choose one of ``readings``."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        super().__init__("which_encoding")
        self.readings = readings


def is_workbook(content: bytes) -> bool:
    return content.startswith(b"PK")


def text_in(content: bytes, encoding: str = "") -> str:
    """Decode a file, in ``encoding`` if given; raise UnreadableError."""
    if len(content) > MAX_BYTES:
        raise UnreadableError("too_big")
    if not content.strip():
        raise UnreadableError("empty")
    readings = readings_of(content)
    if b"\x00" in content[:1000] and not (readings and readings[0].encoding == "utf-8"):
        raise UnreadableError("no_table")
    if encoding:
        return text_as(content, encoding, readings)
    if not readings:
        raise UnreadableError("no_encoding")
    if len(readings) > 1:
        raise EncodingNeededError(readings)
    return readings[0].text


def text_as(content: bytes, encoding: str, readings: Sequence[Reading]) -> str:
    """Text in the chosen encoding; Unicode files ignore it."""
    if readings and readings[0].encoding == "utf-8":
        return readings[0].text
    if encoding not in CODE_PAGES:
        raise UnreadableError("unknown_encoding")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError("no_encoding") from error


def table_in(content: bytes, encoding: str = "") -> list[SheetLine]:
    """Non-empty lines of a CSV or XLSX file; raise UnreadableError."""
    if len(content) > MAX_BYTES:
        raise UnreadableError("too_big")
    if is_workbook(content):
        return sheet_lines(content)
    text = text_in(content, encoding)
    return csv_lines(text, delimiter_of(text) or ",")


def csv_lines(text: str, delimiter: str) -> list[SheetLine]:
    reader = csv.reader(io.StringIO(DELIMITER_LINE.sub("", text), newline=""), delimiter=delimiter)
    try:
        return filled_lines(reader)
    except csv.Error as error:
        raise UnreadableError("no_table") from error


def delimiter_of(text: str) -> str:
    """Declared delimiter, or the one in most lines; empty for plain lines."""
    if declared := DELIMITER_LINE.match(text):
        return declared[1]
    lines = [line for line in text.splitlines()[:50] if line.strip()]
    counts = {sign: sum(sign in line for line in lines) for sign in DELIMITERS}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] * 2 > len(lines) else ""

"""Samples of files whose encoding is ambiguous."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from tournaments.spreadsheets.encodings import Reading

UNREADABLE_LETTERS: Final[Mapping[str, StrPromise]] = {
    "no_encoding": _("The letters of this file cannot be read. Save it as UTF-8 or as XLSX."),
    "unknown_encoding": _("This encoding is not known here."),
    "which_encoding": _(
        "The file does not say how its letters are written. Choose the right text."
    ),
}
SAMPLE_LINES: Final = 3
SAMPLE_LENGTH: Final = 120


def samples_of(readings: Sequence[Reading]) -> list[tuple[str, str]]:
    """Each encoding with the first lines that differ between the readings."""
    rows = list(zip(*(reading.text.splitlines() for reading in readings), strict=False))
    different = [row for row in rows if len(set(row)) > 1][:SAMPLE_LINES]
    samples = zip(*different, strict=True) if different else ()
    return [
        (reading.encoding, " · ".join(lines)[:SAMPLE_LENGTH])
        for reading, lines in zip(readings, samples, strict=False)
    ]

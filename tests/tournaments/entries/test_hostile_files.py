"""Uploaded lists are read or refused in bounded time and memory."""

import resource
from collections.abc import Callable, Sized

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import hostile
from tests.budgets import limit_megabytes, limit_processor_seconds
from tests.builders import make_tournament
from tests.tournaments.manage import address, client_of
from tournaments.entries.lists import read_file
from tournaments.exports.readers import MAX_BYTES
from tournaments.exports.workbooks import MAX_CELLS, TIMEOUT_SECONDS, UnreadableError, sheet_lines

SPREADSHEETS = dict(hostile.spreadsheets())
LISTS = dict(hostile.lists())
# refusal code, or number of lines read
SHEETS_BECOME = {
    "bomb": "too_much",
    "bomb beside the sheet": "too_much",
    "sizes that lie": "no_table",
    "endless rows": "too_much",
    "many rows": "too_long",
    "far cell": 0,
    "far rows": "too_much",
    "wide row": "too_much",
    "entities": "no_table",
    "entities in UTF-16": "no_table",
    "entity of a file": "no_table",
    "deep": "too_much",
    "deep styles": "too_much",
    "many styles": 3,
    "many parts": "too_much",
    "many strings": "too_much",
    "one long string": 3,
    "no sheet": "no_table",
    "broken XML": "no_table",
    "no numbers": "no_table",
    "cut off": "no_table",
    "only the end": "no_table",
    "no zip": "no_table",
    "empty zip": "no_table",
}
LISTS_BECOME = {
    **dict.fromkeys(LISTS, ("too_long", "too_long")),
    "endless line": (1, "too_long"),
    "open quote": ("no_table", "too_long"),
    "separators": ("empty", "too_long"),
    **dict.fromkeys(["zeros", "random", "picture", "program"], ("no_table", "no_table")),
}


def outcome(read: Callable[..., Sized], *values: object) -> str | int:
    """Refusal code or number of rows, within a budget."""
    with limit_processor_seconds(10), limit_megabytes(60):
        try:
            return len(read(*values))
        except UnreadableError as refused:
            return refused.code


@pytest.mark.sample
@pytest.mark.parametrize("name", SPREADSHEETS)
def test_hostile_spreadsheet_is_contained_in_subprocess(name):
    content = SPREADSHEETS[name]()
    assert len(content) <= MAX_BYTES
    before = child_seconds()
    assert outcome(sheet_lines, content) == SHEETS_BECOME[name]
    assert child_seconds() - before <= TIMEOUT_SECONDS + 2


def child_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_is_refused(name):
    content = LISTS[name]
    assert len(content) <= MAX_BYTES + 10
    became = outcome(read_file, "list.csv", content), outcome(read_file, "list.txt", content)
    assert became == LISTS_BECOME[name]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["bomb", "far cell", "no zip", "short lines"])
def test_hostile_file_shows_an_explanation(name):
    tournament = make_tournament()
    content = SPREADSHEETS[name]() if name in SPREADSHEETS else LISTS[name]
    file = SimpleUploadedFile("list.csv", content)
    page = client_of(tournament).post(address("teams_list", tournament), {"text": "", "file": file})
    assert page.status_code == (422)
    words = {
        "bomb": "This file holds far more than a list of pairs.",
        "far cell": "There is nothing in this file.",
        "no zip": "This is not a list that can be read.",
        "short lines": "This text is too long.",
    }
    assert words[name] in page.content.decode()
    assert tournament.teams.count() == 0


def test_spreadsheet_with_false_dimensions_is_read():
    claimed = '<dimension ref="A1:XFD1048576"/>'
    content = hostile.with_parts({hostile.SHEET: hostile.sheet(hostile.rows_of(3), claimed)})
    assert sheet_lines(content) == [
        (n, [f"A{n} / B{n}", *[""] * (MAX_CELLS - 1)]) for n in (1, 2, 3)
    ]

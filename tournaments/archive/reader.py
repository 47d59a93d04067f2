from collections.abc import Iterator
from typing import Final

from games.past_rules import as_dealt_before, with_rules_of_before
from tournaments.archive.file import Document, Json, document_in, hash_of, must_be_whole, seal
from tournaments.archive.parts import PARTS, TOURNAMENT, Part
from tournaments.archive.schema import must_have_shape
from tournaments.archive.writer import value_left_out

ALWAYS: Final = frozenset({"tournament", "teams", "rounds", "plays", "results"})
"""Parts that a stage of any version has."""


def whole_document(content: bytes) -> Document:
    """Read and verify an archive; raises ArchiveFileError."""
    document = read_document(content)
    must_be_whole(document)
    return document


def read_document(content: bytes) -> Document:
    """Read a document with a valid shape; the hash is not verified.

    Files from before an update get the default values of new columns.
    """
    document = document_in(content)
    if document["sha256"] == hash_of(document) and add_what_is_new(document):
        document = seal(document)
    must_have_shape(document)
    return document


def add_what_is_new(document: Document) -> bool:
    """Add parts and columns missing in older files; return whether any were missing."""
    lacking = False
    for stage in document["stages"]:
        if not isinstance(stage, dict) or not ALWAYS.issubset(stage):
            continue
        for part in PARTS:
            lacking |= part.name not in stage
            stage.setdefault(part.name, [])
        if is_from_before_turned_boards(stage):
            keep_rules_of_before(stage)
        for part, row in rows_in(stage):
            for column in part.columns:
                if column.name not in row and (column.null or column.has_default() or column.blank):
                    row[column.name] = value_left_out(column)
                    lacking = True
    return lacking


def is_from_before_turned_boards(stage: dict[str, Json]) -> bool:
    plays = stage["plays"] if isinstance(stage["plays"], list) else []
    return any("is_turned" not in row for row in plays if isinstance(row, dict))


def keep_rules_of_before(stage: dict[str, Json]) -> None:
    """Write out preset rules as of the file's creation (`games.past_rules`)."""
    stage |= with_rules_of_before(stage)
    for part, row in rows_in(stage):
        details = row.get("details")
        if part.name == "log" and isinstance(details, dict):
            for key in {"before", "after"} & details.keys():
                details[key] = as_dealt_before(details[key])


def rows_in(stage: Json) -> Iterator[tuple[Part, Json]]:
    """Every dict row of a stage with its part; malformed rows are skipped."""
    if isinstance(stage.get("tournament"), dict):
        yield TOURNAMENT, stage["tournament"]
    for part in PARTS:
        rows = stage[part.name]
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                yield part, row

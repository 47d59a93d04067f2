from collections.abc import Iterator
from typing import Final

from games.past_rules import with_old_packets, with_old_rules
from tournaments.archive.file import Document, Json, add_hash, check_hash, hash_of, parse_document
from tournaments.archive.parts import PARTS, TOURNAMENT, Part
from tournaments.archive.schema import check_shape
from tournaments.archive.writer import default_value

REQUIRED_PARTS: Final = frozenset({"tournament", "teams", "rounds", "plays", "results"})


def read_verified_document(content: bytes) -> Document:
    """Read and verify an archive; raises ArchiveFileError."""
    document = read_document(content)
    check_hash(document)
    return document


def read_document(content: bytes) -> Document:
    """Read a document with a valid shape; the hash is not verified.

    Files from before an update get the default values of new columns.
    """
    document = parse_document(content)
    if document["sha256"] == hash_of(document) and add_missing_values(document):
        document = add_hash(document)
    check_shape(document)
    return document


def add_missing_values(document: Document) -> bool:
    """Add parts and columns missing in older files; return whether any were missing."""
    lacking = False
    for stage in document["stages"]:
        if not isinstance(stage, dict) or not REQUIRED_PARTS.issubset(stage):
            continue
        for part in PARTS:
            lacking |= part.name not in stage
            stage.setdefault(part.name, [])
        if is_older_than_turned_boards(stage):
            expand_former_rules(stage)
        for part, row in rows_in(stage):
            for column in part.columns:
                if column.name not in row and (column.null or column.has_default() or column.blank):
                    row[column.name] = default_value(column)
                    lacking = True
    return lacking


def is_older_than_turned_boards(stage: dict[str, Json]) -> bool:
    plays = stage["plays"] if isinstance(stage["plays"], list) else []
    return any("is_turned" not in row for row in plays if isinstance(row, dict))


def expand_former_rules(stage: dict[str, Json]) -> None:
    """Write out preset rules as of the file's creation (`games.past_rules`)."""
    stage |= with_old_rules(stage)
    for part, row in rows_in(stage):
        details = row.get("details")
        if part.name == "log" and isinstance(details, dict):
            for key in {"before", "after"} & details.keys():
                details[key] = with_old_packets(details[key])


def rows_in(stage: Json) -> Iterator[tuple[Part, Json]]:
    """Every dict row of a stage with its part; malformed rows are skipped."""
    if isinstance(stage.get("tournament"), dict):
        yield TOURNAMENT, stage["tournament"]
    for part in PARTS:
        rows = stage[part.name]
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                yield part, row

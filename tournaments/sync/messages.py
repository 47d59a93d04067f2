import base64
import hashlib
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from tournaments.archive.file import (
    FORMAT,
    VERSION,
    ArchiveFileError,
    Document,
    Json,
    add_hash,
    canonical_json,
    pack,
)
from tournaments.archive.parts import TOURNAMENT
from tournaments.archive.reader import read_verified_document
from tournaments.archive.writer import StageWriter, stage_of, stages_of
from tournaments.models import SyncLink
from tournaments.sync.names import LED_PARTS, SHARED_PARTS, RowNames

LOCAL_COLUMNS: Final = frozenset({"code", "standings_version", "created_at", "is_public"})
"""Tournament columns that are not synced."""
LED_COLUMNS: Final = tuple(
    column.name for column in TOURNAMENT.columns if column.name not in LOCAL_COLUMNS
)
DERIVED_COLUMNS: Final = {"plays": frozenset({"state", "current"}), "teams": frozenset({"origin"})}
"""Follow from facts (plays) or the previous stage (teams)."""


@dataclass(frozen=True, slots=True)
class SyncSnapshot:
    """Archive document, row names of its last stage, and hash of led data."""

    document: Document
    names: dict[str, list[str]]
    hash: str

    @property
    def wire(self) -> dict[str, Json]:
        text = base64.b64encode(pack(self.document)).decode()
        return {"document": text, "names": self.names, "hash": self.hash}


def build_snapshot(line: SyncLink, names: RowNames) -> SyncSnapshot:
    """Snapshot of this installation; names unnamed rows."""
    *before, tournament = stages_of(line.tournament)
    stage = StageWriter(tournament)
    rows = stage.plain_rows()
    document = add_hash(
        {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(),
            "stages": [*(stage_of(each) for each in before), rows],
        }
    )
    named = {
        part: names.names_of(part, [row.pk for row in stage.rows[part]]) for part in SHARED_PARTS
    }
    return SyncSnapshot(document, named, hash_of_led(rows, named))


def hash_of_led(rows: dict[str, Json], named: dict[str, list[str]]) -> str:
    """Hash of the data that only the leader may change."""
    led: dict[str, Json] = {
        part.name: [
            [named[part.name][at], *(row[column] for column in led_columns(part.name, row))]
            for at, row in enumerate(rows[part.name])
        ]
        for part in LED_PARTS
    }
    led["tournament"] = {name: rows["tournament"][name] for name in LED_COLUMNS}
    return hashlib.sha256(canonical_json(led)).hexdigest()


def led_columns(part: str, row: dict[str, Json]) -> list[str]:
    """Columns that the leader determines."""
    derived = DERIVED_COLUMNS.get(part, frozenset())
    return sorted(name for name in row if name not in derived and name != "id")


def read_snapshot(wire: Json) -> SyncSnapshot:
    """Parse a received snapshot; raises BadFile."""
    if not isinstance(wire, dict) or set(wire) != {"document", "names", "hash"}:
        raise ArchiveFileError("bad_shape", "frame")
    try:
        content = base64.b64decode(wire["document"], validate=True)
    except (TypeError, ValueError) as error:
        raise ArchiveFileError("damaged") from error
    document, names = read_verified_document(content), wire["names"]
    stage = document["stages"][-1]
    if not isinstance(names, dict) or set(names) != set(SHARED_PARTS):
        raise ArchiveFileError("bad_shape", "names")
    for part, each in names.items():
        if not isinstance(each, list) or len(each) != len(stage[part]):
            raise ArchiveFileError("bad_shape", f"names.{part}")
        if not all(isinstance(name, str) and 1 < len(name) <= 40 for name in each):
            raise ArchiveFileError("bad_shape", f"names.{part}")
        if len(set(each)) != len(each):
            raise ArchiveFileError("bad_shape", f"names.{part}")
    if not isinstance(wire["hash"], str):
        raise ArchiveFileError("bad_shape", "hash")
    return SyncSnapshot(document, names, wire["hash"][:64])

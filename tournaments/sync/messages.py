import base64
import hashlib
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from tournaments.archive.file import FORMAT, VERSION, BadFile, Document, Json, canonical, pack, seal
from tournaments.archive.parts import TOURNAMENT
from tournaments.archive.reader import whole_document
from tournaments.archive.writer import Stage, stage_of, stages_of
from tournaments.models import Line
from tournaments.sync.names import LED, SHARED, Names

OWN: Final = frozenset({"code", "standings_version", "created_at", "is_public"})
"""Columns of a tournament that each place has by itself."""
LED_COLUMNS: Final = tuple(column.name for column in TOURNAMENT.columns if column.name not in OWN)
DERIVED: Final = {"plays": frozenset({"state", "current"}), "teams": frozenset({"origin"})}
"""Columns that say what counts, which is told by facts; of teams who they were a stage before."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Archive document, row names of its last stage, and hash of led data."""

    document: Document
    names: dict[str, list[str]]
    hash: str

    @property
    def wire(self) -> dict[str, Json]:
        text = base64.b64encode(pack(self.document)).decode()
        return {"document": text, "names": self.names, "hash": self.hash}


def frame_of(line: Line, names: Names) -> Frame:
    """Snapshot of this installation; names unnamed rows."""
    *before, tournament = stages_of(line.tournament)
    stage = Stage(tournament)
    rows = stage.plain_rows()
    document = seal(
        {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(),
            "stages": [*(stage_of(each) for each in before), rows],
        }
    )
    named = {part: names.names_of(part, [row.pk for row in stage.rows[part]]) for part in SHARED}
    return Frame(document, named, hash_of_led(rows, named))


def hash_of_led(rows: dict[str, Json], named: dict[str, list[str]]) -> str:
    """Hash of the data that only the leader may change."""
    led: dict[str, Json] = {
        part.name: [
            [named[part.name][at], *(row[column] for column in led_columns(part.name, row))]
            for at, row in enumerate(rows[part.name])
        ]
        for part in LED
    }
    led["tournament"] = {name: rows["tournament"][name] for name in LED_COLUMNS}
    return hashlib.sha256(canonical(led)).hexdigest()


def led_columns(part: str, row: dict[str, Json]) -> list[str]:
    """Columns that the leader determines."""
    derived = DERIVED.get(part, frozenset())
    return sorted(name for name in row if name not in derived and name != "id")


def read_frame(wire: Json) -> Frame:
    """Parse a received snapshot; raises BadFile."""
    if not isinstance(wire, dict) or set(wire) != {"document", "names", "hash"}:
        raise BadFile("bad_shape", "frame")
    try:
        content = base64.b64decode(wire["document"], validate=True)
    except (TypeError, ValueError) as error:
        raise BadFile("damaged") from error
    document, names = whole_document(content), wire["names"]
    stage = document["stages"][-1]
    if not isinstance(names, dict) or set(names) != set(SHARED):
        raise BadFile("bad_shape", "names")
    for part, each in names.items():
        if not isinstance(each, list) or len(each) != len(stage[part]):
            raise BadFile("bad_shape", f"names.{part}")
        if not all(isinstance(name, str) and 1 < len(name) <= 40 for name in each):
            raise BadFile("bad_shape", f"names.{part}")
        if len(set(each)) != len(each):
            raise BadFile("bad_shape", f"names.{part}")
    if not isinstance(wire["hash"], str):
        raise BadFile("bad_shape", "hash")
    return Frame(document, names, wire["hash"][:64])

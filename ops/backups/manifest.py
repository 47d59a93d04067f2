"""Manifest of a backup: origin, time and contents."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final


class BackupError(Exception):
    """A backup cannot be taken, read or restored; the message says why and what helps."""


FORMAT_VERSION: Final = 1
"""Backups in an unknown format are refused."""
PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Tally:
    """Row count of a table, and a checksum over all rows."""

    rows: int
    check: str


Tallies = dict[str, Tally]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    made_at: datetime
    vendor: str
    server: str
    version: str
    migrations: list[str]
    tables: Tallies
    files: dict[str, str]
    """SHA-256 by name."""
    form: int = field(default=FORMAT_VERSION)

    @property
    def rows(self) -> int:
        return sum(each.rows for each in self.tables.values())

    def to_json(self) -> str:
        data = asdict(self) | {"made_at": self.made_at.isoformat()}
        return json.dumps(data, indent=1, sort_keys=True)


def read_manifest(text: str | bytes) -> Manifest:
    """Parse a manifest; raises BackupTrouble if invalid or of another format."""
    try:
        data = json.loads(text)
        if data["form"] != FORMAT_VERSION:
            raise BackupError(
                f"This backup has form {data['form']}; known here is form {FORMAT_VERSION}."
            )
        tables = {str(name): Tally(**each) for name, each in data.pop("tables").items()}
        made_at = datetime.fromisoformat(data.pop("made_at"))
        return Manifest(**data, tables=tables, made_at=made_at)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupError("The list of what is in this backup cannot be read.") from error


def differences(wanted: Tallies, found: Tallies) -> list[str]:
    """Differences as text; empty if all is equal."""
    words = [f"table {name} is missing" for name in wanted.keys() - found.keys()]
    words += [f"table {name} was not in the backup" for name in found.keys() - wanted.keys()]
    for name in wanted.keys() & found.keys():
        here, there = wanted[name], found[name]
        if here.rows != there.rows:
            words.append(f"table {name} has {there.rows} rows instead of {here.rows}")
        elif here != there:
            words.append(f"table {name} says something else in one of its {here.rows} rows")
    return sorted(words)


def hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()

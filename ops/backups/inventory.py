import json
import re
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ops.backups.manifest import BackupError, Manifest, read_manifest
from ops.backups.rotation import RotationRule, surplus
from ops.backups.stores import Store

NAME: Final = re.compile(r"belot-(\d{8}T\d{6}-\d{6})Z\.tar")
MOMENT: Final = "%Y%m%dT%H%M%S-%f"
NEWEST: Final = "latest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup; a card next to it holds its size and verification time."""

    name: str
    made_at: datetime
    bytes: int | None = None
    verified_at: datetime | None = None
    manifest: Manifest | None = None

    def card(self) -> str:
        data = {
            "bytes": self.bytes,
            "verified_at": self.verified_at and self.verified_at.isoformat(),
            "manifest": self.manifest and json.loads(self.manifest.to_json()),
        }
        return json.dumps(data, indent=1)


def name_of(made_at: datetime) -> str:
    return f"belot-{made_at.astimezone(UTC).strftime(MOMENT)}Z.tar"


def moment_of(name: str) -> datetime | None:
    match = NAME.fullmatch(name)
    return datetime.strptime(match[1], MOMENT).replace(tzinfo=UTC) if match else None


def card_name(name: str) -> str:
    return name.removesuffix(".tar") + ".json"


def backups_in(store: Store) -> list[Backup]:
    dated_names = ((name, moment_of(name)) for name in store.names())
    backups = [Backup(name=name, made_at=at) for name, at in dated_names if at]
    return sorted(backups, key=lambda each: each.made_at, reverse=True)


def with_card(store: Store, backup: Backup) -> Backup:
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "card"
            store.get(card_name(backup.name), path)
            data = json.loads(path.read_text())
        verified_at = data["verified_at"] and datetime.fromisoformat(data["verified_at"])
        return Backup(
            name=backup.name,
            made_at=backup.made_at,
            bytes=int(data["bytes"]),
            verified_at=verified_at,
            manifest=read_manifest(json.dumps(data["manifest"])),
        )
    except (BackupError, ValueError, KeyError, TypeError):
        return backup


def find_backup(store: Store, name: str) -> Backup:
    """Backup by name, or the newest; raises BackupTrouble."""
    backups = backups_in(store)
    if not backups:
        raise BackupError(f"There is no backup in {store.where}.")
    if name == NEWEST:
        return backups[0]
    for each in backups:
        if each.name == name:
            return each
    raise BackupError(f"{name} is not in {store.where}; the newest there is {backups[0].name}.")


def rotate_backups(store: Store, keep: RotationRule) -> list[str]:
    """Delete backups beyond the rule; return their names."""
    by_moment = {each.made_at: each.name for each in backups_in(store)}
    gone = [by_moment[at] for at in surplus(by_moment, keep)]
    for name in gone:
        store.delete(name)
        store.delete(card_name(name))
    return gone

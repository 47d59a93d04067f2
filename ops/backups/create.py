"""Take a backup, and verify that it can be restored."""

import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ops.backups.databases import Database, database
from ops.backups.inventory import Backup, card_name, name_of
from ops.backups.manifest import BackupError, Manifest, differences, hash_of, read_manifest
from ops.backups.stores import Store
from ops.versions import version_of_product

MANIFEST: Final = "manifest.json"
FILES: Final = "files/"
DERIVED_FILES: Final = ("*.sqlite3*", "beat-schedule*", "*.pid", ".*")
"""Not backed up: files that can be rebuilt, and the database itself."""


def take_backup(store: Store, *, verify: bool = True) -> Backup:
    """Write a backup; it is verified before it is stored."""
    made_at = timezone.now()
    with working_folder() as folder:
        path = folder / name_of(made_at)
        manifest = write_backup(path, folder)
        size = path.stat().st_size
        backup = Backup(name=path.name, made_at=made_at, bytes=size, manifest=manifest)
        if verify:
            try_out(path, folder)
            backup = replace(backup, verified_at=timezone.now())
        store.put(backup.name, path)
        put_card(store, backup, folder)
    return backup


def verify_backup(store: Store, backup: Backup) -> Backup:
    """Fetch a backup, restore it for a trial, and update its card."""
    with working_folder() as folder:
        path = folder / "backup.tar"
        store.get(backup.name, path)
        manifest = try_out(path, folder)
        size = path.stat().st_size
        done = replace(backup, manifest=manifest, bytes=size, verified_at=timezone.now())
        put_card(store, done, folder)
    return done


def put_card(store: Store, backup: Backup, folder: Path) -> None:
    card = folder / "card.json"
    card.write_text(backup.card())
    store.put(card_name(backup.name), card)


@contextmanager
def working_folder() -> Iterator[Path]:
    """Temporary folder next to the data, for files as large as the database."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=settings.DATA_DIR) as folder:
        yield Path(folder)


def write_backup(path: Path, folder: Path) -> Manifest:
    source = database()
    copy = folder / source.member
    migrations = applied_migrations()
    tables = source.dump(copy)
    files = {source.member: copy} | {FILES + each.name: each for each in data_files()}
    manifest = Manifest(
        made_at=timezone.now(),
        vendor=source.vendor,
        server=source.server(),
        version=version_of_product(),
        migrations=migrations,
        tables=tables,
        files={name: hash_of(each) for name, each in files.items()},
    )
    with tarfile.open(path, "w") as tar:
        manifest_bytes = manifest.to_json().encode()
        head = tarfile.TarInfo(MANIFEST)
        head.size = len(manifest_bytes)
        tar.addfile(head, BytesIO(manifest_bytes))
        for name, each in files.items():
            tar.add(each, arcname=name, recursive=False)
    return manifest


def applied_migrations() -> list[str]:
    return sorted(
        f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
    )


def data_files() -> list[Path]:
    """Data files that cannot be recreated, such as a secret."""
    files = (each for each in sorted(settings.DATA_DIR.glob("*")) if each.is_file())
    return [each for each in files if not any(each.match(like) for like in DERIVED_FILES)]


def unpack_backup(path: Path, folder: Path) -> tuple[Manifest, Path]:
    """Manifest and folder of an extracted backup; hashes are checked."""
    inside = folder / "inside"
    try:
        with tarfile.open(path) as tar:
            extract_files(tar, inside)
        manifest = read_manifest((inside / MANIFEST).read_bytes())
    except (tarfile.TarError, OSError) as error:
        raise BackupError(f"This is no backup, or one that is damaged: {error}.") from error
    for name, expected_hash in manifest.files.items():
        check_member_name(name)
        if not (inside / name).is_file() or hash_of(inside / name) != expected_hash:
            raise BackupError(f"This backup is damaged: {name} is not what was put in.")
    return manifest, inside


def extract_files(tar: tarfile.TarFile, folder: Path) -> None:
    """Extract only plain files; the `filter` of `extractall` needs Python 3.11.4."""
    for member in tar:
        check_member_name(member.name)
        source = tar.extractfile(member) if member.isreg() else None
        if source is None:
            raise BackupError(f"This is no backup: {member.name} in it is not a plain file.")
        target = folder / member.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with source, target.open("xb") as file:
            shutil.copyfileobj(source, file)


def check_member_name(name: str) -> None:
    """Reject a name that no backup has, such as a path outside its folder."""
    plain = name.removeprefix(FILES)
    if plain in {"", ".", ".."} or re.search(r"[/\\\0]", plain):
        raise BackupError(f"This is no backup: a file in it is named {name!r}.")


def check_vendor(manifest: Manifest, here: Database) -> None:
    if manifest.vendor != here.vendor:
        raise BackupError(
            f"This backup is of {manifest.vendor}, and this installation has {here.vendor}."
            " Single tournaments move between them as archives: see docs/archive.md."
        )


def try_out(path: Path, folder: Path) -> Manifest:
    """Restore a backup for a trial; raises BackupTrouble if it differs."""
    manifest, inside = unpack_backup(path, folder)
    here = database()
    check_vendor(manifest, here)
    wrong = differences(manifest.tables, here.try_out(inside / here.member))
    if wrong:
        raise BackupError(f"The backup was brought back for a trial, and {'; '.join(wrong[:5])}.")
    return manifest

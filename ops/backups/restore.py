"""Restore a backup over the present data."""

import shutil
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from ops.backups.create import FILES, check_vendor, unpack_backup
from ops.backups.databases import database
from ops.backups.manifest import BackupError, Manifest, Tallies, differences, hash_of

INFRASTRUCTURE_TABLES: Final = (
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "django_site",
    "django_session",
    "ops_pulse",
    "ops_pagetime",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestorePlan:
    """What would be restored, and what would be lost by it."""

    manifest: Manifest
    inside: Path
    now: Tallies
    unknown: list[str] = field(default_factory=list)

    @property
    def is_empty_here(self) -> bool:
        return not any(
            each.rows for name, each in self.now.items() if name not in INFRASTRUCTURE_TABLES
        )

    def losses(self) -> list[str]:
        """Tables whose rows differ from the backup, with both counts."""
        return [
            f"{name}: {here.rows} rows now, {there.rows if there else 'none'} in the backup"
            for name, here in sorted(self.now.items())
            for there in [self.manifest.tables.get(name)]
            if name not in INFRASTRUCTURE_TABLES and here != there and here.rows
        ]


def plan_restore(path: Path, folder: Path) -> RestorePlan:
    """Inspect backup and present data; raises BackupTrouble if they do not fit."""
    manifest, inside = unpack_backup(path, folder)
    here = database()
    check_vendor(manifest, here)
    known = {f"{app}.{name}" for app, name in MigrationLoader(connection).disk_migrations}
    ours = {name.partition(".")[0] for name in known}
    unknown = [
        each for each in manifest.migrations if each not in known and each.partition(".")[0] in ours
    ]
    return RestorePlan(manifest=manifest, inside=inside, now=here.tallies(), unknown=unknown)


def restore_backup(plan: RestorePlan) -> list[str]:
    """Replace the database and restore missing files; return those that differ."""
    if plan.unknown:
        raise BackupError(
            "This backup is of a later version: this one does not know"
            f" {', '.join(plan.unknown[:3])}. Install version {plan.manifest.version} first."
        )
    here = database()
    here.replace(plan.inside / here.member)
    wrong = differences(plan.manifest.tables, here.tallies())
    for each in caches.all():
        each.clear()
    if wrong:
        raise BackupError(
            f"Brought back, but {'; '.join(wrong[:5])}. Is a web server or a worker still running?"
        )
    return restore_files(plan)


def restore_files(plan: RestorePlan) -> list[str]:
    """Restore missing data files; return the names of those that differ."""
    differ = []
    for member in plan.manifest.files:
        if member.startswith(FILES):
            source = plan.inside / member
            target = settings.DATA_DIR / member.removeprefix(FILES)
            if not target.exists():
                shutil.copy2(source, target)
            elif hash_of(target) != hash_of(source):
                differ.append(target.name)
    return differ


def age_text(manifest: Manifest, now: datetime) -> str:
    hours = (now - manifest.made_at).total_seconds() / 3600
    return f"{hours:.1f} hours ago" if hours < 72 else f"{hours / 24:.0f} days ago"

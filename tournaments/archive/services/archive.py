"""Automatic archives before irreversible changes, and their retention."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from tournaments.archive.file import (
    ArchiveFileError,
    Document,
    Json,
    add_hash,
    canonical_json,
    pack,
    parse_document,
)
from tournaments.archive.writer import NONE_MISSING, MissingColumns, document_of
from tournaments.events.actor import actor_name
from tournaments.models import Club, StoredArchive, Tournament
from tournaments.permissions import Actor

Happened = StoredArchive.Happened
MAX_ARCHIVES_PER_TOURNAMENT: Final = 10
FAST_COMPRESSION_LEVEL: Final = 3
"""While the user waits. 24 tables with 8 rounds: 83 kB in 3 ms; level 9: 64 kB in 25 ms."""


def store_archive(
    *,
    tournament: Tournament,
    happened: Happened,
    actor: Actor = None,
    lacking: MissingColumns = NONE_MISSING,
) -> StoredArchive | None:
    """Archive a tournament before a change; deletes the oldest beyond the limit.

    The caller holds the tournament's lock in the same transaction, so the archive is the
    state before the change. Rehearsal copies are not archived.
    """
    if tournament.rehearses_id is not None:
        return None
    document = document_of(tournament, lacking)
    archive = StoredArchive(tournament=tournament, happened=happened, **archive_metadata(document))
    archive.club_id = tournament.club_id
    archive.user_id, archive.who = (actor.pk, "") if actor else (None, actor_name())
    archive.content = pack(document, level=FAST_COMPRESSION_LEVEL)
    archive.save()
    delete_oldest_archives(tournament)
    return archive


def archive_metadata(document: Document) -> dict[str, Json]:
    last = document["stages"][-1]
    own = last["tournament"]
    return {
        "code": own["code"],
        "name": own["name"],
        "date": own["date"],
        "entrants": len(last["teams"]),
        "rounds": len(last["rounds"]),
        "results": sum(play["current"] is not None for play in last["plays"]),
    }


def delete_oldest_archives(tournament: Tournament) -> None:
    archives = (
        StoredArchive.objects.filter(tournament=tournament)
        .exclude(happened=Happened.BROUGHT)
        .order_by("-made_at", "-pk")
    )
    newest = list(archives.values_list("pk", flat=True)[:MAX_ARCHIVES_PER_TOURNAMENT])
    archives.exclude(pk__in=newest).delete()


def delete_archives_before(before: datetime) -> int:
    """Delete archives older than a time; return the count."""
    return StoredArchive.objects.filter(made_at__lt=before).delete()[0]


def delete_uploads_before(before: datetime) -> int:
    """Delete uploaded files that were not restored before a time; return the count."""
    uploads = StoredArchive.objects.filter(happened=Happened.BROUGHT, made_at__lt=before)
    return uploads.delete()[0]


def rewrite_archives(*, club: Club, change: Callable[[Document], Document]) -> int:
    """Apply `change` to all stored archives of a club; return the number changed.

    Unreadable archives are deleted.
    """
    changed = 0
    for pk in list(StoredArchive.objects.filter(club=club).values_list("pk", flat=True)):
        archive = StoredArchive.objects.get(pk=pk)
        try:
            document = parse_document(bytes(archive.content))
        except ArchiveFileError:
            changed += archive.delete()[0]
            continue
        other = change(document)
        if canonical_json(other) != canonical_json(document):
            StoredArchive.objects.filter(pk=pk).update(content=pack(add_hash(other)))
            changed += 1
    return changed

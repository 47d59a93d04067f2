from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from tournaments.archive.diff import Comparison, compare_stages
from tournaments.archive.file import Document, Json
from tournaments.archive.reader import read_document
from tournaments.archive.writer import document_of
from tournaments.models import Club, LogEntry, Player, StoredArchive, Tournament

Happened = StoredArchive.Happened
MAX_NAMES: Final = 200
MAX_LOG_ENTRIES: Final = 40


@dataclass(frozen=True)
class ArchiveContents:
    """Figures of an archive, and the names in it that the club does not know."""

    made_at: datetime
    last: Json
    stages: int
    results: int
    rulings: int
    versions: int
    unknown: tuple[str, ...]
    people_forgotten_since: int
    is_here: bool


@dataclass(frozen=True)
class PutBackPreview:
    compared: Comparison
    since: tuple[LogEntry, ...]
    more: int


def stored_document(kept: StoredArchive) -> Document:
    """The document of a stored archive, which was verified before storing."""
    return read_document(bytes(kept.content))


def archive_contents(kept: StoredArchive, document: Document) -> ArchiveContents:
    last = document["stages"][-1]
    made_at = datetime.fromisoformat(document["made_at"])
    names = {row["name"] for stage in document["stages"] for row in stage["players"]}
    known = Player.everyone.filter(club=kept.club_id, name__in=names)
    return ArchiveContents(
        made_at=made_at,
        last=last,
        stages=len(document["stages"]),
        results=len(last["results"]),
        rulings=len(last["adjustments"]),
        versions=len(last["standings"]),
        unknown=tuple(sorted(names - set(known.values_list("name", flat=True)))[:MAX_NAMES]),
        people_forgotten_since=people_forgotten_since(kept, made_at),
        is_here=Tournament.objects.filter(code=last["tournament"]["code"]).exists(),
    )


def people_forgotten_since(kept: StoredArchive, made_at: datetime) -> int:
    """Number of people anonymised since an uploaded file was made."""
    if kept.happened != Happened.BROUGHT:
        return 0
    return int(kept.club.forgettings.filter(at__gt=made_at).count())


def put_back_preview(tournament: Tournament, document: Document) -> PutBackPreview:
    now = document_of(tournament)
    made_at = datetime.fromisoformat(document["made_at"])
    lines = tournament.log.filter(at__gt=made_at).select_related("user").order_by("-at", "-pk")
    return PutBackPreview(
        compare_stages(now["stages"][-1], document["stages"][-1]),
        tuple(lines[:MAX_LOG_ENTRIES]),
        max(0, lines.count() - MAX_LOG_ENTRIES),
    )


def pending_uploads(club: Club) -> list[StoredArchive]:
    uploads = StoredArchive.objects.filter(club=club, happened=Happened.BROUGHT, tournament=None)
    return list(uploads.defer("content").select_related("user"))


def archives_of(tournament: Tournament) -> QuerySet[StoredArchive]:
    """Archives of a tournament, newest first, without content; one query."""
    archives = StoredArchive.objects.filter(tournament=tournament).exclude(
        happened=StoredArchive.Happened.BROUGHT
    )
    return archives.defer("content").select_related("user")


def archives_of_deleted(club: Club) -> QuerySet[StoredArchive]:
    """Last archive of each deleted tournament of a club; one query."""
    gone = StoredArchive.objects.filter(
        club=club, tournament=None, happened=StoredArchive.Happened.DELETION
    )
    return gone.defer("content").select_related("user")

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from tournaments.archive.diff import Comparison, comparison
from tournaments.archive.file import Document, Json
from tournaments.archive.reader import read_document
from tournaments.archive.writer import document_of
from tournaments.models import Club, KeptArchive, LogEntry, Player, Tournament

Happened = KeptArchive.Happened
MOST_NAMES: Final = 200
MOST_LINES: Final = 40


@dataclass(frozen=True)
class Contents:
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


def document_in_kept(kept: KeptArchive) -> Document:
    """The document of a stored archive, which was verified before storing."""
    return read_document(bytes(kept.content))


def contents_of(kept: KeptArchive, document: Document) -> Contents:
    last = document["stages"][-1]
    made_at = datetime.fromisoformat(document["made_at"])
    names = {row["name"] for stage in document["stages"] for row in stage["players"]}
    known = Player.everyone.filter(club=kept.club_id, name__in=names)
    return Contents(
        made_at=made_at,
        last=last,
        stages=len(document["stages"]),
        results=len(last["results"]),
        rulings=len(last["adjustments"]),
        versions=len(last["standings"]),
        unknown=tuple(sorted(names - set(known.values_list("name", flat=True)))[:MOST_NAMES]),
        people_forgotten_since=people_forgotten_since(kept, made_at),
        is_here=Tournament.objects.filter(code=last["tournament"]["code"]).exists(),
    )


def people_forgotten_since(kept: KeptArchive, made_at: datetime) -> int:
    """Number of people anonymised since an uploaded file was made."""
    if kept.happened != Happened.BROUGHT:
        return 0
    return int(kept.club.forgettings.filter(at__gt=made_at).count())


def put_back_preview(tournament: Tournament, document: Document) -> PutBackPreview:
    now = document_of(tournament)
    made_at = datetime.fromisoformat(document["made_at"])
    lines = tournament.log.filter(at__gt=made_at).select_related("user").order_by("-at", "-pk")
    return PutBackPreview(
        comparison(now["stages"][-1], document["stages"][-1]),
        tuple(lines[:MOST_LINES]),
        max(0, lines.count() - MOST_LINES),
    )


def waiting_files(club: Club) -> list[KeptArchive]:
    brought = KeptArchive.objects.filter(club=club, happened=Happened.BROUGHT, tournament=None)
    return list(brought.defer("content").select_related("user"))


def archives_of(tournament: Tournament) -> QuerySet[KeptArchive]:
    """Archives of a tournament, newest first, without content; one query."""
    kept = KeptArchive.objects.filter(tournament=tournament).exclude(
        happened=KeptArchive.Happened.BROUGHT
    )
    return kept.defer("content").select_related("user")


def archives_of_deleted(club: Club) -> QuerySet[KeptArchive]:
    """Last archive of each deleted tournament of a club; one query."""
    gone = KeptArchive.objects.filter(
        club=club, tournament=None, happened=KeptArchive.Happened.DELETION
    )
    return gone.defer("content").select_related("user")

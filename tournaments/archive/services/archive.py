"""Automatic archives before irreversible changes, and their retention."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from tournaments.archive.file import BadFile, Document, Json, canonical, document_in, pack, seal
from tournaments.archive.writer import NOTHING, Lacking, document_of
from tournaments.events.actor import acting_name
from tournaments.models import Club, KeptArchive, Tournament
from tournaments.permissions import Actor

Happened = KeptArchive.Happened
MOST_KEPT: Final = 10
"""Archives of one tournament."""
QUICK: Final = 3
"""How hard one is packed while somebody waits.

Of 24 tables with 8 rounds: 83 kB in 3 ms, where 9 makes 64 kB in 25 ms.
"""


def keep_archive(
    *,
    tournament: Tournament,
    happened: Happened,
    actor: Actor = None,
    lacking: Lacking = NOTHING,
) -> KeptArchive | None:
    """Archive a tournament before a change; deletes the oldest beyond the limit.

    The caller holds the tournament's lock in the same transaction, so the archive is the
    state before the change. Rehearsal copies are not archived.
    """
    if tournament.rehearses_id is not None:
        return None
    document = document_of(tournament, lacking)
    kept = KeptArchive(tournament=tournament, happened=happened, **values_of_list(document))
    kept.club_id = tournament.club_id
    kept.user_id, kept.who = (actor.pk, "") if actor else (None, acting_name())
    kept.content = pack(document, level=QUICK)
    kept.save()
    leave_newest(tournament)
    return kept


def values_of_list(document: Document) -> dict[str, Json]:
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


def leave_newest(tournament: Tournament) -> None:
    kept = (
        KeptArchive.objects.filter(tournament=tournament)
        .exclude(happened=Happened.BROUGHT)
        .order_by("-made_at", "-pk")
    )
    newest = list(kept.values_list("pk", flat=True)[:MOST_KEPT])
    kept.exclude(pk__in=newest).delete()


def throw_kept_away(before: datetime) -> int:
    """Delete archives older than a time; return the count."""
    return KeptArchive.objects.filter(made_at__lt=before).delete()[0]


def throw_brought_away(before: datetime) -> int:
    """Delete uploaded files that were not restored before a time; return the count."""
    brought = KeptArchive.objects.filter(happened=Happened.BROUGHT, made_at__lt=before)
    return brought.delete()[0]


def rewrite_kept(*, club: Club, change: Callable[[Document], Document]) -> int:
    """Apply `change` to all stored archives of a club; return the number changed.

    Unreadable archives are deleted.
    """
    changed = 0
    for pk in list(KeptArchive.objects.filter(club=club).values_list("pk", flat=True)):
        kept = KeptArchive.objects.get(pk=pk)
        try:
            document = document_in(bytes(kept.content))
        except BadFile:
            changed += kept.delete()[0]
            continue
        other = change(document)
        if canonical(other) != canonical(document):
            KeptArchive.objects.filter(pk=pk).update(content=pack(seal(other)))
            changed += 1
    return changed

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import (
    Club,
    Membership,
    Result,
    SyncConflict,
    SyncedFact,
    SyncLink,
    Tournament,
)
from tournaments.sync.secrets import hash_of

QUIET_AFTER: Final = timedelta(minutes=1)
"""Pages then show the age of the hall's data."""


def link_of(tournament: Tournament) -> SyncLink | None:
    return SyncLink.objects.filter(tournament=tournament, ended_at=None).first()


def link_by_secret(secret: str) -> SyncLink | None:
    if not secret:
        return None
    return SyncLink.objects.filter(
        secret_hash=hash_of(secret), place=SyncLink.Place.SERVER, ended_at=None
    ).first()


def is_quiet(line: SyncLink) -> bool:
    """Whether the other side has been silent for a while."""
    heard = line.heard_at or line.paired_at
    return heard is None or timezone.now() - heard > QUIET_AFTER


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """Status of a link: contact, pending facts, conflicts."""

    line: SyncLink
    waiting_results: int
    waiting: int
    differences: int
    quiet: bool

    @property
    def since(self) -> datetime | None:
        return self.line.heard_at


def link_status(line: SyncLink) -> LinkStatus:
    result_keys = SyncedFact.objects.filter(line=line, kind=SyncedFact.Kind.RESULT).values("key")
    names = line.twins.filter(part="results").values("row")
    new = Result.objects.filter(play__sitting__round__tournament=line.tournament_id).exclude(
        pk__in=names
    )
    own = line.carried.filter(is_own=True, taken_at=None)
    results = own.filter(kind=SyncedFact.Kind.RESULT, key__in=result_keys).count() + new.count()
    return LinkStatus(
        line=line,
        waiting_results=results,
        waiting=own.count(),
        differences=line.differences.filter(decided_at=None).count(),
        quiet=is_quiet(line),
    )


def open_conflicts(line: SyncLink) -> list[SyncConflict]:
    rows = line.differences.filter(decided_at=None)
    related = ("play__sitting__round", "play__sitting__table", "play__board")
    return list(rows.select_related(*related))


@dataclass(frozen=True, slots=True)
class ConflictVersion:
    """One side's version of a board; ``result`` is None without one."""

    result: Result | None
    is_here: bool


def conflict_versions(difference: SyncConflict) -> list[ConflictVersion]:
    heads = difference.body.get("heads", [])
    facts = difference.line.carried.filter(key__in=heads).order_by("-is_own")
    rows = dict(
        difference.line.twins.filter(
            part="results", name__in=[each.body["current"] or "" for each in facts]
        ).values_list("name", "row")
    )
    results = Result.objects.in_bulk(rows.values())
    return [
        ConflictVersion(results.get(rows.get(each.body["current"] or "", 0)), each.is_own)
        for each in facts
    ]


def clubs_of(user: User | AnonymousUser, *, organises: bool = False) -> QuerySet[Club]:
    held = Membership.objects.filter(user=user.pk or 0)
    if organises:
        held = held.filter(role=Membership.Role.ORGANISER)
    return Club.objects.filter(memberships__in=held).order_by("pk").distinct()


def tournaments_of_hall() -> list[Tournament]:
    going = Tournament.objects.exclude(state=Tournament.State.FINISHED)
    return list(going.filter(rehearses=None).order_by("-date", "-pk")[:6])

"""Append events and enqueue standings; the only module that does so.

The caller holds a lock of ``tournaments.state.locks``.
"""

import json
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F, Max
from django.utils.translation import pgettext_lazy

from jobs.execution import job_finder
from jobs.kinds import JobKind
from tournaments.events.actor import actor_name
from tournaments.events.bulk_insert import insert
from tournaments.events.entry import Author, Entry
from tournaments.events.outbox import queue_webhook_result
from tournaments.models import LogEntry, Play, Result, Sitting, StandingsChange, Table, Tournament

STANDINGS_JOB = JobKind(
    "standings", pgettext_lazy("work", "standings of a tournament"), min_interval=0.5
)
"""At most two runs a second, not one per result."""
FIRST_HAND_SOURCES = frozenset({Result.Source.TABLE, Result.Source.BOTS})


def append_result(
    play: Play,
    entry: Entry,
    author: Author,
    *,
    state: Play.State,
    reason: str = "",
    client_key: UUID | None = None,
    version: int | None = None,
) -> Result:
    """Add the next version of a result; the caller holds the play's lock.

    ``version`` avoids a query if the caller knows the number.
    """
    result = Result.objects.create(
        play=play,
        version=version or next_version(play),
        source=author.source,
        side=author.side,
        who=author.who or ("" if author.user or author.side else actor_name()),
        user_id=author.user.pk if author.user else None,
        reason=reason,
        client_key=client_key,
        **entry.columns(),
    )
    set_current_result(play, result, state, by_director=author.source not in FIRST_HAND_SOURCES)
    return result


def append_imported(play: Play, columns: Mapping[str, object]) -> Result:
    """Add a version from another server with its original author and time.

    It does not become current; the caller holds the play's lock.
    """
    row = {**columns, "play_id": play.pk, "version": next_version(play), "user_id": None}
    fields = [field for field in Result._meta.concrete_fields if field.attname in row]
    return Result.objects.get(pk=insert(Result, fields, [row])[0])


def next_version(play: Play) -> int:
    newest = play.results.aggregate(Max("version"))["version__max"]
    return (newest or 0) + 1


def set_current_result(
    play: Play, result: Result | None, state: Play.State, *, by_director: bool = False
) -> None:
    """Set the current version and its state; updates standings, phones and webhooks."""
    revises = by_director and can_be_over(play)
    play.current = result
    play.state = state
    play.save(update_fields=["current", "state"])
    refresh_table_of_play(play)
    record_change(play.sitting.round.tournament_id, play.pk, revises=revises)
    queue_webhook_result(play, result, revises=revises)


def can_be_over(play: Play) -> bool:
    """Whether pages can show the board as finished with the present result.

    True if confirmed, or if the board or the tournament is closed.
    """
    tournament = play.sitting.round.tournament
    is_sure = play.state == Play.State.CONFIRMED
    is_finished = tournament.state == Tournament.State.FINISHED
    return is_sure or is_finished or play.board.closed_at is not None


def refresh_table_of_play(play: Play) -> None:
    """Notify the table's phones; updates the version of a cached table."""
    version = refresh_table(play.sitting.table_id)
    if Sitting.table.is_cached(play.sitting):
        play.sitting.table.version = version


def refresh_table(table_id: int) -> int:
    """Notify a table's phones by a new version, and return it.

    The row lock makes the version unique until the transaction ends.
    """
    table = connection.ops.quote_name(Table._meta.db_table)
    # The ORM does not support RETURNING for updates.
    query = f"UPDATE {table} SET version = version + 1 WHERE id = %s RETURNING version"
    with connection.cursor() as cursor:
        cursor.execute(query, [table_id])
        return int(cursor.fetchone()[0])


def record_general_change(tournament_id: int) -> None:
    """Recompute standings and refresh all phones after a change other than a single result."""
    refresh_all_tables(tournament_id)
    record_change(tournament_id)


def refresh_all_tables(tournament_id: int) -> None:
    """Refresh the phones of all tables."""
    Tournament.objects.filter(pk=tournament_id).update(hall_version=F("hall_version") + 1)


def refresh_pages(tournament_id: int) -> None:
    """Refresh pages for board data that does not affect standings."""
    changed = F("extras_version") + 1
    Tournament.objects.filter(pk=tournament_id).update(extras_version=changed)


def record_change(tournament_id: int, play_id: int | None = None, *, revises: bool = False) -> None:
    """Record a change for the standings, and enqueue their computation on commit.

    Insert-only, so no writer waits. If enqueueing fails, the periodic job finds the row.
    """
    StandingsChange.objects.create(tournament_id=tournament_id, play_id=play_id, revises=revises)

    def ask() -> None:
        enqueue_standings(tournament_id)

    transaction.on_commit(ask, robust=True)


def enqueue_standings(tournament_id: int) -> None:
    """Enqueue the computation unless one is already queued."""
    if not STANDINGS_JOB.waiting_jobs(tournament_id).exists():
        STANDINGS_JOB.submit(tournament_id)


@job_finder
def enqueue_outdated_standings() -> None:
    """Enqueue all standings with uncounted changes."""
    behind = StandingsChange.objects.filter(counted_in=None).values_list("tournament_id", flat=True)
    for tournament_id in behind.distinct().order_by("tournament_id"):
        enqueue_standings(tournament_id)


def log(
    tournament_id: int,
    action: str,
    *,
    user: User | None = None,
    who: str = "",
    **details: object,
) -> LogEntry:
    (entry,) = log_each(tournament_id, action, [details], user=user, who=who)
    return entry


def log_each(
    tournament_id: int,
    action: str,
    rows: Sequence[Mapping[str, object]],
    *,
    user: User | None = None,
    who: str = "",
) -> list[LogEntry]:
    who = who or (user.get_username() if user else actor_name())
    user_id = user.pk if user else None
    return LogEntry.objects.bulk_create(
        LogEntry(
            tournament_id=tournament_id, user_id=user_id, who=who, action=action, details=details
        )
        for details in rows
    )


def is_same_slip(left: dict[str, object], right: dict[str, object]) -> bool:
    """Whether two slips are equal, ignoring key order."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)

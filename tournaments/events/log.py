from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.wording.texts import seat_name
from tournaments.events.log_texts import sentence
from tournaments.models import LogEntry, Tournament

GROUPS: dict[str, tuple[str, ...]] = {
    "results": (
        "result_entered", "result_disputed", "result_confirmed", "result_refused",
        "result_corrected", "result_decided", "decision_undone", "results_exchanged",
        "deal_recorded",
        "against_cards", "tries_given_back", "board_closed", "board_reopened",
    ),
    "corrections": (
        "result_decided", "decision_undone", "result_corrected", "results_exchanged",
        "sides_exchanged", "boards_turned", "result_disputed",
        "result_refused", "result_ruled", "adjusted", "adjustment_cancelled", "scoring_changed",
        "corrected_late", "other_set_played", "boards_exchanged", "tables_results_exchanged",
        "boards_results_exchanged", "entrants_exchanged", "round_reseated", "change_undone",
        "standings_remade", "ranking_corrected", "ranking_kept",
    ),
    "calls": (
        "director_called", "call_answered", "call_settled", "message_sent", "message_taken_back",
    ),
    "clock": (
        "round_started", "round_start_undone", "clock_paused", "clock_resumed", "minutes_added",
        "table_minutes",
    ),
    "teams": (
        "team_added", "team_removed", "team_renamed", "team_described", "team_withdrawn",
        "team_absent", "match_walkover", "team_replaced", "team_joined", "player_substituted",
        "rest_redrawn", "entry_opened", "entry_shut", "signed_up", "signup_changed",
        "signup_withdrawn", "signups_joined", "signup_refused",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class LogLine:
    """A log line; ``before`` and ``after`` are short results or empty."""

    at: datetime
    who: str
    where: str
    what: str
    before: dict[str, Any]
    after: dict[str, Any]


def log_rows(
    tournament: Tournament, *, group: str = "", table: int | None = None
) -> QuerySet[LogEntry]:
    """Log entries, newest first, filtered by group or table."""
    rows = LogEntry.objects.filter(tournament=tournament).select_related("user", "tournament")
    if group in GROUPS:
        rows = rows.filter(action__in=GROUPS[group])
    if table is not None:
        rows = rows.filter(details__table=table)
    return rows.order_by("-at", "-pk")


def log_lines(rows: Iterable[LogEntry]) -> list[LogLine]:
    return [line_of(row) for row in rows]


def line_of(row: LogEntry) -> LogLine:
    details = row.details
    return LogLine(
        at=row.at,
        who=author(row),
        where=where(row),
        what=sentence(row.action, details, is_open=row.tournament.is_open_play),
        before=details.get("before") if isinstance(details.get("before"), dict) else {},
        after=details.get("after") if isinstance(details.get("after"), dict) else {},
    )


def author(row: LogEntry) -> str:
    if row.who:
        return row.who
    if row.user:
        return row.user.get_username()
    return seat_name(row.details.get("side") or "–")


def where(row: LogEntry) -> str:
    table = row.details.get("table")
    if not table:
        return "–"
    is_phone = not row.user_id and (row.details.get("side") or row.action == "director_called")
    words = _("Table %s, phone") if is_phone else _("Table %s")
    return words % (table,)


class OfficialNotes(NamedTuple):
    """Last correction of official standings, and what an update would change.

    ``kept_*`` count entrants with another place, total or prize; None if no change.
    """

    corrected_late: datetime | None = None
    kept_places: int | None = None
    kept_totals: int | None = None
    kept_prizes: int | None = None


def official_notes(tournament: Tournament) -> OfficialNotes:
    """Notes about official standings; one query, none while they are not official.

    A correction ranks by the current rules.
    """
    if not tournament.is_official:
        return OfficialNotes()
    lines = LogEntry.objects.filter(
        tournament=tournament,
        action__in=("ranking_kept", "corrected_late"),
        at__gte=tournament.official_since,
    )
    notes = OfficialNotes()
    for at, action, details in lines.order_by("pk").values_list("at", "action", "details"):
        if action == "corrected_late":
            notes = OfficialNotes(at)
        else:
            counts = (details.get(name, 0) for name in ("places", "totals", "prizes"))
            notes = OfficialNotes(notes.corrected_late, *counts)
    return notes

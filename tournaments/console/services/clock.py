from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.draws.selectors.timetable import round_length
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_all_tables
from tournaments.events.notifications import notify_round
from tournaments.models import Result, Round, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.version_tokens import clock_state


@transaction.atomic
def start_round(*, tournament: Tournament, number: int, actor: Actor = None) -> Round:
    """Start a round and its clock; idempotent."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("Publish the draw before you start a round."))
    row = tournament.rounds.filter(number=number, is_published=True).first()
    if row is None:
        raise RuleViolationError("no_such_round", _("There is no round %d.") % number)
    if row.started_at is None:
        row.started_at = timezone.now()
        row.ends_at = row.started_at + round_length(tournament)
        row.save(update_fields=["started_at", "ends_at"])
        refresh_all_tables(tournament.pk)
        log(tournament.pk, "round_started", user=actor, round=number)
        notify_round(tournament, row)
    return row


@transaction.atomic
def undo_round_start(
    *, tournament: Tournament, number: int, seen: VersionToken = None, actor: Actor = None
) -> Round:
    """Undo the start of the newest round, as long as it has no result."""
    tournament = lock_tournament(tournament.pk)
    row = tournament.rounds.filter(number=number, started_at__isnull=False).first()
    later = tournament.rounds.filter(number__gt=number, started_at__isnull=False)
    if row is None or later.exists():
        raise RuleViolationError(
            "not_the_newest", _("Only the start of the newest round can be taken back.")
        )
    if Result.objects.filter(play__sitting__round=row).exists():
        raise RuleViolationError(
            "results_exist", _("Round %d has results already, so it goes on.") % row.number
        )
    check_version(seen, clock_state(row))
    row.started_at = row.ends_at = row.paused_seconds = None
    row.save(update_fields=["started_at", "ends_at", "paused_seconds"])
    refresh_all_tables(tournament.pk)
    log(tournament.pk, "round_start_undone", user=actor, round=number)
    return row


@transaction.atomic
def pause_round(*, current: Round, seen: VersionToken = None, actor: Actor = None) -> Round:
    """Stop the clock and store the remaining seconds."""
    current = lock_round(current)
    if current.ends_at is not None and current.paused_seconds is None:
        check_version(seen, clock_state(current))
        left = int((current.ends_at - timezone.now()).total_seconds())
        current.paused_seconds = max(0, left)
        current.save(update_fields=["paused_seconds"])
        refresh_all_tables(current.tournament_id)
        log(current.tournament_id, "clock_paused", user=actor, round=current.number)
    return current


@transaction.atomic
def resume_round(*, current: Round, seen: VersionToken = None, actor: Actor = None) -> Round:
    current = lock_round(current)
    if current.paused_seconds is not None:
        check_version(seen, clock_state(current))
        current.ends_at = timezone.now() + timedelta(seconds=current.paused_seconds)
        current.paused_seconds = None
        current.save(update_fields=["ends_at", "paused_seconds"])
        refresh_all_tables(current.tournament_id)
        log(current.tournament_id, "clock_resumed", user=actor, round=current.number)
    return current


@transaction.atomic
def add_minutes(
    *, current: Round, minutes: int, seen: VersionToken = None, actor: Actor = None
) -> Round:
    """Extend (or shorten) the round, from now if its time is over.

    ``seen`` is the version token of the clock: two directors who each add five minutes for the
    same reason do not add ten.
    """
    current = lock_round(current)
    if current.ends_at is None:
        raise RuleViolationError(
            "round_not_begun", _("Round %d has not begun yet.") % current.number
        )
    check_version(seen, clock_state(current))
    extra = timedelta(minutes=minutes)
    if current.paused_seconds is not None:
        current.paused_seconds = max(0, current.paused_seconds + int(extra.total_seconds()))
    else:
        current.ends_at = max(current.ends_at, timezone.now()) + extra
    current.save(update_fields=["ends_at", "paused_seconds"])
    refresh_all_tables(current.tournament_id)
    log(current.tournament_id, "minutes_added", user=actor, round=current.number, minutes=minutes)
    return current


def lock_round(current: Round) -> Round:
    """The current round, with its tournament locked against other clock changes."""
    lock_tournament(current.tournament_id)
    return Round.objects.get(pk=current.pk)

"""Decisions on sync conflicts; no entered result is deleted."""

from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import append_imported, log, set_current_result
from tournaments.models import Play, Result, SharedPlay, SyncConflict, SyncedFact, SyncLink
from tournaments.permissions import Actor
from tournaments.state.locks import lock_play
from tournaments.sync.inbox import Inbox
from tournaments.sync.outbox import Outbox
from tournaments.sync.protocol import SyncSession, open_session


@transaction.atomic
def select_result(*, difference: SyncConflict, result: Result, actor: Actor = None) -> SyncConflict:
    """Make one of two results current; both stay stored."""
    desk = open_session(difference.line_id)
    difference = lock_conflict(difference)
    play = lock_play(result.play_id, desk.line.tournament_id)
    if play is None or difference.play_id != play.pk or result.play_id != play.pk:
        raise RuleViolationError("no_such_version", _("There is no such entry for this board."))
    set_current_result(play, result, Play.State.CONFIRMED, by_director=True)
    Outbox(desk.line, desk.names).fill()
    note_decided(desk, difference, play, actor)
    return difference


@transaction.atomic
def accept_result(*, difference: SyncConflict, actor: Actor = None) -> SyncConflict:
    """Count a set-aside result for the entrants seated there now."""
    desk = open_session(difference.line_id)
    difference = lock_conflict(difference)
    fact = set_aside_fact(desk, difference)
    row = desk.names.row("plays", fact.body["play"]) or play_at(desk.line, fact.body["where"])
    play = lock_play(row or 0, desk.line.tournament_id)
    if play is None:
        words = _("Nobody plays this board at this table any more. Leave the result out.")
        raise RuleViolationError("no_such_play", words)
    columns = Inbox(desk.line, desk.names).result_columns(fact.body)
    result = append_imported(play, columns)
    supersede_set_aside(desk, play, fact)
    set_current_result(play, result, Play.State.CONFIRMED, by_director=True)
    Outbox(desk.line, desk.names).fill()
    note_decided(desk, difference, play, actor)
    return difference


@transaction.atomic
def reject_result(*, difference: SyncConflict, actor: Actor = None) -> SyncConflict:
    """Do not count a set-aside result; it stays stored."""
    desk = open_session(difference.line_id)
    difference = lock_conflict(difference)
    fact = set_aside_fact(desk, difference)
    play = lock_play(desk.names.row("plays", fact.body["play"]) or 0, desk.line.tournament_id)
    if play is not None:
        supersede_set_aside(desk, play, fact)
        Outbox(desk.line, desk.names).standing(play)
    note_decided(desk, difference, play, actor)
    return difference


def lock_conflict(difference: SyncConflict) -> SyncConflict:
    """Lock the conflict; raises RuleViolationError if already decided."""
    conflict = SyncConflict.objects.select_for_update(of=("self",)).get(pk=difference.pk)
    if conflict.decided_at is not None:
        raise RuleViolationError("decided_already", _("Somebody has decided this already."))
    return conflict


def set_aside_fact(desk: SyncSession, difference: SyncConflict) -> SyncedFact:
    """The set-aside result; raises RuleViolationError if it is set aside elsewhere."""
    fact = desk.line.carried.filter(
        key=difference.about, kind=SyncedFact.Kind.RESULT, is_aside=True
    ).first()
    if fact is None:
        words = _(
            "This is decided at the console of the other site, where the result has no seats."
        )
        raise RuleViolationError("decided_elsewhere", words)
    return fact


def play_at(line: SyncLink, where: list[int]) -> int | None:
    number, table, board = where
    rows = Play.objects.filter(
        sitting__round__tournament=line.tournament_id,
        sitting__round__number=number,
        sitting__table__number=table,
        board__number=board,
    )
    return rows.values_list("pk", flat=True).first()


def supersede_set_aside(desk: SyncSession, play: Play, fact: SyncedFact) -> None:
    """Let later facts about the play supersede the set-aside ones."""
    set_aside = desk.line.carried.filter(kind=SyncedFact.Kind.STANDING, is_aside=True)
    keys = [str(each.key) for each in set_aside if each.body["play"] == fact.body["play"]]
    shared, _made = SharedPlay.objects.get_or_create(line=desk.line, play=play)
    shared.heads = sorted({*shared.heads, *keys})
    shared.save()


def note_decided(
    desk: SyncSession, difference: SyncConflict, play: Play | None, actor: Actor
) -> None:
    """Record the decision for both sides."""
    who = actor.get_username() if actor else ""
    SyncConflict.objects.filter(pk=difference.pk).update(decided_at=timezone.now(), decided_by=who)
    SyncedFact.objects.create(
        line=desk.line,
        kind=SyncedFact.Kind.DECISION,
        key=uuid4(),
        body={"kind": difference.kind, "about": difference.about, "who": who},
        is_own=True,
    )
    where = difference.body.get("where") or (where_of(play) if play else ["–", "–", "–"])
    round_number, table, board = where
    log(
        desk.line.tournament_id, "difference_decided", user=actor,
        round=round_number, table=table, board=board,
    )  # fmt: skip


def where_of(play: Play) -> list[int]:
    sitting = play.sitting
    return [sitting.round.number, sitting.table.number, play.board.number]

"""Undoable actions of the entry desk: presence and payments."""

from collections.abc import Callable, Mapping, Sequence
from datetime import time
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.cash.services.ledger import (
    IdempotencyKey,
    buy_back,
    cancel_line,
    pay,
    refund,
    waive,
)
from tournaments.entries.services.presence import presence_of, restore_presence, set_presence
from tournaments.errors import RuleViolationError
from tournaments.events.actor import actor_key
from tournaments.models import CashUndoStep, LedgerLine, Team, Tournament
from tournaments.permissions import Actor

Absence = Team.Absence
Method = LedgerLine.Method
PRESENCES: Final[Mapping[str, tuple[bool, str]]] = {
    "here": (True, ""),
    "missing": (False, ""),
    "late": (False, Absence.LATE),
    "leave": (False, Absence.LEFT),
}
"""By action: whether present, and kind of absence."""
PAYMENTS: Final[Mapping[str, tuple[Callable[..., LedgerLine], Mapping[str, str]]]] = {
    "pay": (pay, {"method": Method.CASH}),
    "card": (pay, {"method": Method.CARD}),
    "refund": (refund, {"method": Method.CASH}),
    "refund-card": (refund, {"method": Method.CARD}),
    "again": (buy_back, {"method": Method.CASH}),
    "again-card": (buy_back, {"method": Method.CARD}),
    "waive": (waive, {}),
}
"""By action: service and arguments."""
WITH_AMOUNT: Final = frozenset({"pay", "card", "refund", "refund-card"})
DESK_ACTIONS: Final = (*PRESENCES, *PAYMENTS)


@transaction.atomic
def run_action(
    *,
    team: Team,
    do: str,
    amount: int | None = None,
    expected_at: time | None = None,
    seen: str | None = None,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> Team:
    """Execute an action for a team; idempotent by ``key``."""
    if do in PRESENCES:
        record_presence(team, do, expected_at, key, actor)
    elif do in PAYMENTS:
        move_money(team, do, amount, seen, key, actor)
    else:
        raise RuleViolationError("no_such_deed", _("There is no such button."))
    return team


def record_presence(
    team: Team, do: str, expected_at: time | None, key: IdempotencyKey, actor: Actor
) -> CashUndoStep | None:
    """Set presence and record the step; no-op if unchanged."""
    is_present, absence = PRESENCES[do]
    before = presence_of(Team.objects.get(pk=team.pk))
    set_presence(team=team, is_present=is_present, absence=absence, expected_at=expected_at)
    after = presence_of(team)
    hand = actor_key(actor)
    if before == after or not hand or is_done(key):
        return None
    return CashUndoStep.objects.create(
        tournament_id=team.tournament_id, team=team, user=actor, hand=hand, before=before,
        after=after, client_key=key,
    )  # fmt: skip


def is_done(key: IdempotencyKey) -> bool:
    return key is not None and CashUndoStep.objects.filter(client_key=key).exists()


def move_money(
    team: Team, do: str, amount: int | None, seen: str | None, key: IdempotencyKey, actor: Actor
) -> None:
    service, how = PAYMENTS[do]
    values: dict[str, object] = {"tournament": team.tournament, "team": team, **how}
    if do in WITH_AMOUNT:
        values["amount"] = amount
    if do != "waive":
        values["seen"] = seen
    line = service(**values, key=key, actor=actor)
    if hand := actor_key(actor):
        whose = {"user": actor, "hand": hand}
        CashUndoStep.objects.get_or_create(
            line=line, defaults={"tournament_id": team.tournament_id, "team": team, **whose}
        )


def key_of(step: CashUndoStep) -> IdempotencyKey:
    return step.line.client_key if step.line else step.client_key


@transaction.atomic
def undo_last(*, tournament: Tournament, of: Sequence[UUID] = (), actor: Actor) -> CashUndoStep:
    """Undo the user's last step; payments by a cancelling line.

    ``of`` are client keys of recent actions, newest first: parallel requests can be executed
    in another order than they were sent.
    """
    rows = CashUndoStep.objects.filter(
        tournament=tournament.pk, hand=actor_key(actor), undone_at=None
    )
    held = rows.select_for_update(of=("self",)).select_related("team", "line")
    named = Q(client_key__in=of) | Q(line__client_key__in=of)
    known = {key_of(step): step for step in held.filter(named)} if of else {}
    step = next((known[key] for key in of if key in known), None) or held.order_by("-pk").first()
    if step is None:
        raise RuleViolationError(
            "nothing_done", _("You have done nothing here that could be taken back.")
        )
    if step.line is not None:
        cancel_line(tournament=tournament, number=step.line.number, actor=actor)
    elif step.team is not None:
        restore_presence(team=step.team, seen=step.after, before=step.before, actor=actor)
    step.undone_at = timezone.now()
    step.save(update_fields=["undone_at"])
    return step

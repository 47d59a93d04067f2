"""Append-only ledger: payments, refunds, buy-backs, cancellations.

Writers lock the fee plan's row, so cashiers write in sequence and see earlier lines.
Result entry is not blocked.
"""

from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.cash.money import money_text
from tournaments.cash.selectors.accounts import Account, accounts_of, closing_line
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.actor import actor_name
from tournaments.models import FeePlan, LedgerLine, Team, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import clock_time
from tournaments.state.locks import check_is_leader

Kind = LedgerLine.Kind
Method = LedgerLine.Method
IdempotencyKey = UUID | None
"""One per button press: repeats have no effect."""


def lock_till(tournament: Tournament, *, may_be_closed: bool = False) -> FeePlan:
    """Lock the fee plan; refused if there are no fees or the till is closed."""
    plan = FeePlan.objects.select_for_update(no_key=True).filter(tournament=tournament.pk).first()
    check_is_leader(tournament)
    if plan is None:
        raise RuleViolationError(
            "no_fees", _("This tournament charges no fees. Set its fees first.")
        )
    if not may_be_closed and closing_line(tournament) is not None:
        raise RuleViolationError(
            "till_closed", _("The till is closed. Open it again to write in the ledger.")
        )
    return plan


def line_with_key(tournament: Tournament, key: IdempotencyKey) -> LedgerLine | None:
    """The line already written with this idempotency key."""
    if key is None:
        return None
    return LedgerLine.objects.filter(tournament=tournament.pk, client_key=key).first()


def write_line(
    plan: FeePlan, kind: Kind, *, actor: Actor, key: IdempotencyKey = None, **columns: object
) -> LedgerLine:
    """Append a line under the next number; the caller holds the till lock."""
    rows = LedgerLine.objects.filter(tournament=plan.tournament_id)
    last = rows.aggregate(last=Max("number"))["last"] or 0
    who = cashier_name(actor)
    return LedgerLine.objects.create(
        tournament_id=plan.tournament_id,
        number=last + 1,
        kind=kind,
        user=actor,
        who=who[:120],
        client_key=key,
        **columns,
    )


def cashier_name(actor: Actor) -> str:
    return (actor.get_full_name() or actor.get_username()) if actor else actor_name()


def locked_account(tournament: Tournament, team: Team, seen: str | None) -> Account:
    """The team's account under the lock; raises ConflictError if it changed since ``seen``."""
    accounts = accounts_of(tournament, only=team.pk)
    if not accounts:
        raise RuleViolationError("no_such_team", _("There is no such entrant in this tournament."))
    if seen and accounts[0].seen != seen:
        raise ConflictError(
            "changed_since",
            _("Someone else has taken or paid out money here in the meantime. Check it again."),
            now={"fee": accounts[0].fee, "paid": accounts[0].paid},
        )
    return accounts[0]


@transaction.atomic
def pay(
    *,
    tournament: Tournament,
    team: Team,
    method: str = Method.CASH,
    amount: int | None = None,
    seen: str | None = None,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    """Take up to the amount that a team owes; idempotent by ``key``."""
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    account = locked_account(tournament, team, seen)
    if account.due <= 0:
        raise RuleViolationError("nothing_owed", nothing_owed_text(account, plan.currency))
    amount = account.due if amount is None else amount
    check_is_positive(amount)
    if amount > account.due:
        words = _("They owe %(due)s, no more.") % {"due": money_text(account.due, plan.currency)}
        raise RuleViolationError("too_much", words, field="amount")
    return write_line(
        plan, Kind.PAID, team=team, amount=amount, method=method, key=key, actor=actor
    )


def nothing_owed_text(account: Account, currency: str) -> str:
    if account.at is None or not account.paid:
        return _("%s: nothing to pay.") % account.team.name
    return _("%(team)s: paid already, %(amount)s at %(time)s.") % {
        "team": account.team.name,
        "amount": money_text(account.paid, currency),
        "time": clock_time(account.at, "H:i"),
    }


def check_is_positive(amount: int) -> None:
    if amount <= 0:
        raise RuleViolationError("no_amount", _("Write an amount above 0."), field="amount")


@transaction.atomic
def refund(
    *,
    tournament: Tournament,
    team: Team,
    method: str = Method.CASH,
    amount: int | None = None,
    seen: str | None = None,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    """Refund an overpayment, or else everything paid, which is then no longer owed."""
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    account = locked_account(tournament, team, seen)
    if account.paid <= 0:
        raise RuleViolationError("nothing_paid", _("%s has paid nothing.") % team.name)
    too_much = max(-account.due, 0)
    amount = (too_much or account.paid) if amount is None else amount
    check_is_positive(amount)
    if amount > account.paid:
        words = _("They have paid %(paid)s, no more.")
        raise RuleViolationError(
            "too_much", words % {"paid": money_text(account.paid, plan.currency)}, field="amount"
        )
    waived = max(amount - too_much, 0)
    return write_line(
        plan, Kind.REFUND, team=team, amount=-amount, owed=-waived, method=method,
        key=key, actor=actor,
    )  # fmt: skip


@transaction.atomic
def buy_back(
    *,
    tournament: Tournament,
    team: Team,
    method: str = Method.CASH,
    seen: str | None = None,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    """Record the paid re-entry of a team that was knocked out."""
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    account = locked_account(tournament, team, seen)
    price = account.base if plan.buy_back is None else plan.buy_back
    if price <= 0:
        raise RuleViolationError("no_price", _("Enter the re-entry fee under Fees."))
    return write_line(
        plan, Kind.BUY_BACK, team=team, amount=price, owed=price, method=method,
        key=key, actor=actor,
    )  # fmt: skip


@transaction.atomic
def waive(
    *,
    tournament: Tournament,
    team: Team,
    note: str = "",
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    account = locked_account(tournament, team, None)
    if account.due <= 0:
        raise RuleViolationError("nothing_owed", nothing_owed_text(account, plan.currency))
    return write_line(
        plan, Kind.WAIVED, team=team, owed=-account.due, note=note[:200], key=key, actor=actor
    )


@transaction.atomic
def pay_prize(
    *,
    tournament: Tournament,
    team: Team,
    amount: int,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    """Pay a team's prize, at most once."""
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    check_is_positive(amount)
    rows = team.ledger.filter(kind=Kind.PRIZE, cancelled_by=None)
    if rows.exists():
        raise RuleViolationError("prize_given", _("%s has got a prize already.") % team.name)
    return write_line(plan, Kind.PRIZE, team=team, amount=-amount, key=key, actor=actor)


@transaction.atomic
def write_other(
    *,
    tournament: Tournament,
    amount: int,
    note: str,
    key: IdempotencyKey = None,
    actor: Actor = None,
) -> LedgerLine:
    """Record other income, or expenses if negative; requires a note."""
    plan = lock_till(tournament)
    if done := line_with_key(tournament, key):
        return done
    if not note.strip():
        raise RuleViolationError("no_note", _("Write what it is for."), field="note")
    if amount == 0:
        check_is_positive(amount)
    return write_line(
        plan, Kind.OTHER, amount=amount, note=note.strip()[:200], key=key, actor=actor
    )


@transaction.atomic
def cancel_line(
    *, tournament: Tournament, number: int, key: IdempotencyKey = None, actor: Actor = None
) -> LedgerLine:
    """Cancel a line by its opposite; idempotent."""
    plan = lock_till(tournament)
    rows = LedgerLine.objects.filter(tournament=tournament.pk)
    line = rows.filter(number=number).first()
    if line is None:
        raise RuleViolationError("no_such_line", _("There is no such line in the ledger."))
    if done := rows.filter(cancels=line).first():
        return done
    if line.kind in {Kind.CANCELLED, Kind.CLOSED, Kind.OPENED}:
        raise RuleViolationError(
            "not_cancelled", _("Such a line cannot be cancelled. Write a new one.")
        )
    return write_line(
        plan, Kind.CANCELLED, team=line.team, amount=-line.amount, owed=-line.owed,
        method=line.method, cancels=line, key=key, actor=actor,
    )  # fmt: skip


@transaction.atomic
def close_till(
    *, tournament: Tournament, counted: int, note: str = "", actor: Actor = None
) -> LedgerLine:
    """Close the till; the line stores the counted and the expected cash."""
    plan = lock_till(tournament, may_be_closed=True)
    closing = closing_line(tournament)
    if closing is not None:
        time = clock_time(closing.at, "H:i")
        words = _("The till was closed at %(time)s by %(who)s already.")
        raise RuleViolationError(
            "till_closed",
            words % {"time": time, "who": closing.who or "–"},
        )
    return write_line(
        plan, Kind.CLOSED, expected=expected_cash(tournament), counted=counted, note=note[:200],
        actor=actor,
    )  # fmt: skip


def expected_cash(tournament: Tournament) -> int:
    rows = LedgerLine.objects.filter(tournament=tournament.pk, method=Method.CASH)
    return sum(rows.values_list("amount", flat=True))


@transaction.atomic
def open_till(*, tournament: Tournament, note: str = "", actor: Actor = None) -> LedgerLine | None:
    """Reopen the till with a new line; idempotent."""
    plan = lock_till(tournament, may_be_closed=True)
    if closing_line(tournament) is None:
        return None
    return write_line(plan, Kind.OPENED, note=note[:200], actor=actor)

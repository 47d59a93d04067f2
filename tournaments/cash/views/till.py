from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.cash.money import minor_units, read_money
from tournaments.cash.selectors.accounts import LedgerRow, ledger_of, till_of
from tournaments.cash.selectors.fees import plan_of
from tournaments.cash.services.ledger import (
    cancel_line,
    close_till,
    open_till,
    pay_prize,
    write_other,
)
from tournaments.cash.texts import line_text
from tournaments.cash.views.desk import money_page, read_key, show_desk
from tournaments.errors import RuleViolationError
from tournaments.exports import Cell, csv_answer
from tournaments.models import FeePlan, Team, Tournament
from tournaments.organiser.access import (
    Request,
    error_text,
    is_allowed,
    posted_text,
    run_with_message,
)
from tournaments.organiser.pages import show


def plan_or_404(tournament: Tournament) -> FeePlan:
    """The fee plan; 404 if entry is free."""
    plan = plan_of(tournament)
    if plan is None:
        raise Http404
    return plan


def redirect_to_fees(request: Request, tournament: Tournament) -> HttpResponse:
    """Redirect to the fees, or to the entry desk without permission."""
    if is_allowed(request, "tournaments.direct", tournament):
        return redirect("manage_fees", tournament.code)
    return redirect("manage_entry", tournament.code)


@money_page
def ledger(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_of(tournament)
    if plan is None:
        return redirect_to_fees(request, tournament)
    return show(
        request,
        tournament,
        "cash/ledger",
        part="cash",
        currency=plan.currency,
        lines=[(shown, line_text(shown.line)) for shown in reversed(ledger_of(tournament))],
        till=till_of(tournament),
    )


@money_page
def ledger_csv(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_or_404(tournament)
    head = [
        _("Number"), _("Time"), _("What"), _("Entrant"), _("Paid by"), _("Amount"),
        _("Currency"), _("Note"), _("Cashier"), _("Cancels line"), _("Cash"), _("In the till"),
    ]  # fmt: skip
    rows = csv_rows(ledger_of(tournament), plan.currency)
    response = csv_answer(f"{tournament.code}-ledger.csv", head, rows)
    response["Cache-Control"] = "private, no-store"
    return response


def csv_rows(lines: list[LedgerRow], currency: str) -> Iterator[list[Cell]]:
    for shown in lines:
        line = shown.line
        moves = line.amount or line.kind not in {"closed", "opened"}
        yield [
            line.number,
            f"{timezone.localtime(line.at):%Y-%m-%d %H:%M:%S}",
            line_text(line),
            line.team.name if line.team else "",
            str(line.get_method_display()) if moves else "",
            amount_cell(line.amount, currency),
            currency,
            line.note,
            line.who,
            line.cancels.number if line.cancels else None,
            amount_cell(shown.cash_after, currency),
            amount_cell(shown.total_after, currency),
        ]


def amount_cell(amount: int, currency: str) -> Cell:
    """Two decimals, or none if the currency has no minor unit."""
    coin = minor_units(currency)
    return amount if coin == 1 else Fraction(amount, coin)


@require_POST
@money_page
def cancel(request: Request, tournament: Tournament, line: int) -> HttpResponse:
    deed = partial(cancel_line, tournament=tournament, number=line, actor=request.user)
    run_with_message(request, deed, _("Line %d is cancelled by a new line.") % line)
    return redirect("manage_ledger", tournament.code)


@require_POST
@money_page
def other(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_or_404(tournament)

    def write() -> None:
        amount = read_money(posted_text(request, "amount"), plan.currency)
        write_other(
            tournament=tournament,
            amount=-amount if request.POST.get("way") == "out" else amount,
            note=posted_text(request, "note"),
            key=read_key(posted_text(request, "key")),
            actor=request.user,
        )

    run_with_message(request, write, _("Written in the ledger."))
    return redirect("manage_ledger", tournament.code)


@require_POST
@money_page
def close(request: Request, tournament: Tournament) -> HttpResponse:
    plan = plan_or_404(tournament)
    typed = posted_text(request, "counted")
    try:
        counted = read_money(typed, plan.currency, field="counted")
        close_till(
            tournament=tournament,
            counted=counted,
            note=posted_text(request, "note"),
            actor=request.user,
        )
    except RuleViolationError as refusal:
        return show_desk(
            request, tournament, status=422, side="close", typed=typed, fault=error_text(refusal)
        )
    return redirect("manage_ledger", tournament.code)


@require_POST
@money_page
def reopen(request: Request, tournament: Tournament) -> HttpResponse:
    deed = partial(open_till, tournament=tournament, actor=request.user)
    run_with_message(request, deed, _("The till is open again."))
    return redirect("manage_entry", tournament.code)


@require_POST
@money_page
def prize(request: Request, tournament: Tournament, team_id: int) -> HttpResponse:
    plan = plan_or_404(tournament)
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)

    def give() -> None:
        amount = read_money(posted_text(request, "amount"), plan.currency)
        pay_prize(tournament=tournament, team=team, amount=amount, actor=request.user)

    run_with_message(request, give, _("Prize handed over: %s") % team.name)
    return redirect(f"{reverse('manage_entry', args=[tournament.code])}#prizes")

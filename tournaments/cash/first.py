"""Fee fields for other forms: a new tournament, or a pasted list with payments.

Shows the usual kinds and the club's own; the re-entry price is copied from its last paid
tournament.
"""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.cash.forms.fees import amount_field, currency_choices
from tournaments.cash.money import input_text, read_money
from tournaments.cash.selectors.fees import USUAL_FEES, kinds_of, last_plan, plan_of
from tournaments.cash.services.fees import FeeKindRequest, FeesRequest
from tournaments.errors import RuleViolationError
from tournaments.models import FeeKind, Tournament

USUAL_FEE_FIELDS: Final[Mapping[str, str]] = {f"fee_{code}": code for code in USUAL_FEES}
OWN_FEE_PREFIX: Final = "fee_own_"
"""The id of the fee kind's row follows."""


class FirstFeesForm(forms.Form):
    """A fee for each usual kind of person; all empty means free entry."""

    fee_currency = forms.ChoiceField(label=_("Currency"), choices=currency_choices, initial="EUR")

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        currency = self.fields.pop("fee_currency")
        for name, code in USUAL_FEE_FIELDS.items():
            self.fields[name] = amount_field(capfirst(FeeKind.Code(code).label))
        self.own = own_names(self.initial)
        for name, label in self.own.items():
            self.fields[name] = amount_field(label)
        self.fields["fee_currency"] = currency

    @property
    def fee_fields(self) -> list[str]:
        return [*USUAL_FEE_FIELDS, *self.own, "fee_currency"]

    def read_fees(self) -> FeesRequest | None:
        """Entered fees, or None if all are empty; adds errors to the fields."""
        currency = self.cleaned_data.get("fee_currency") or "EUR"
        kinds = []
        for name in (*USUAL_FEE_FIELDS, *self.own):
            text = (self.cleaned_data.get(name) or "").strip()
            code, own = USUAL_FEE_FIELDS.get(name, ""), self.own.get(name, "")
            try:
                kinds += [FeeKindRequest(read_money(text, currency), code, own)] if text else []
            except RuleViolationError as refusal:
                self.add_error(name, str(refusal))
        return FeesRequest(tuple(kinds), currency) if kinds else None


class ListFeesForm(FirstFeesForm):
    wanted: FeesRequest | None = None

    def clean(self) -> None:
        self.wanted = self.read_fees()


def fee_form_for_list(tournament: Tournament, data: Mapping[str, object]) -> ListFeesForm | None:
    """Fee form for a list with payments, prefilled from the club's last fees.

    None if the tournament has its own fees.
    """
    if plan_of(tournament) is not None:
        return None
    before = last_plan(tournament)
    initial = initial_fees(before.tournament if before else None)
    return ListFeesForm(data if "fee_currency" in data else None, initial=initial)


def initial_fees(tournament: Tournament | None) -> dict[str, str]:
    """Initial field values from a tournament's fees; empty if it was free."""
    plan = plan_of(tournament) if tournament else None
    if tournament is None or plan is None:
        return {**dict.fromkeys(USUAL_FEE_FIELDS, ""), "fee_currency": "EUR"}
    kinds = kinds_of(tournament)
    known = {kind.code: kind.amount for kind in kinds}
    amounts = {
        name: input_text(known.get(FeeKind.Code(code)), plan.currency)
        for name, code in USUAL_FEE_FIELDS.items()
    }
    own = {
        f"{OWN_FEE_PREFIX}{kind.pk}": input_text(kind.amount, plan.currency)
        for kind in kinds
        if not kind.code
    }
    return {**amounts, **own, "fee_currency": plan.currency}


def own_names(first: Mapping[str, object]) -> dict[str, str]:
    """Names of the club's own kinds by field name."""
    fields = {
        int(name.removeprefix(OWN_FEE_PREFIX)): name
        for name in first
        if name.startswith(OWN_FEE_PREFIX)
    }
    kinds = FeeKind.objects.filter(pk__in=fields).order_by("position") if fields else []
    return {fields[kind.pk]: kind.name for kind in kinds}

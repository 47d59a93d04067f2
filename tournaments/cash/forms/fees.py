from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.cash.money import CURRENCIES, input_text, minor_units, read_money
from tournaments.cash.selectors.fees import USUAL_FEES
from tournaments.cash.services.fees import FeeKindRequest
from tournaments.errors import RuleViolationError
from tournaments.models import FeeKind, FeePlan, Team
from tournaments.organiser.forms import Data, FormOptions, ServiceForm

OWN_ROWS = 3
AMOUNT = {"inputmode": "decimal", "autocomplete": "off"}


def amount_field(label: object, required: bool = False) -> forms.CharField:
    widget = forms.TextInput(attrs={**AMOUNT})
    return forms.CharField(label=str(label), max_length=14, required=required, widget=widget)


def currency_choices() -> list[tuple[str, str]]:
    return [(code, f"{code} ({sign})") for code, (_digits, sign) in CURRENCIES.items()]


class FeesForm(ServiceForm):
    """Fees for the usual kinds and the club's own; empty means none."""

    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=currency_choices)

    def __init__(
        self,
        data: Data = None,
        *,
        plan: FeePlan | None,
        kinds: Sequence[FeeKind],
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.usual = {kind.code: kind for kind in kinds if kind.code}
        own = [kind for kind in kinds if not kind.code]
        self.own: list[FeeKind | None] = [*own, *[None] * max(OWN_ROWS - len(own), 1)]
        currency = plan.currency if plan else "EUR"
        self.fields["currency"].initial = currency
        for code in USUAL_FEES:
            field = amount_field(capfirst(FeeKind.Code(code).label))
            kind = self.usual.get(code)
            field.initial = input_text(kind.amount, currency) if kind else ""
            self.fields[f"amount_{code}"] = field
        for at, kind in enumerate(self.own, start=1):
            name = forms.CharField(label=_("Another kind, such as student"), max_length=40)
            name.required, name.initial = False, kind.name if kind else ""
            amount = amount_field(_("Fee"))
            amount.initial = input_text(kind.amount, currency) if kind else ""
            self.fields[f"name_own{at}"], self.fields[f"amount_own{at}"] = name, amount
        self.fields["buy_back"] = amount_field(_("Re-entry"))
        self.fields["buy_back"].help_text = _(
            "For entrants who were knocked out. If left empty, the same fee as at first."
        )
        if plan is not None:
            self.fields["buy_back"].initial = input_text(plan.buy_back, currency)

    def usual_fields(self) -> list[forms.BoundField]:
        return [self[f"amount_{code}"] for code in USUAL_FEES]

    def own_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        places = range(1, len(self.own) + 1)
        return [(self[f"name_own{at}"], self[f"amount_own{at}"]) for at in places]

    @property
    def has_more(self) -> bool:
        """Whether the collapsed section has values or errors."""
        folded = [self["buy_back"], *(field for pair in self.own_fields() for field in pair)]
        return any(field.value() or field.errors for field in folded)

    def clean(self) -> None:
        self.kinds: list[FeeKindRequest] = []
        currency = self.cleaned_data.get("currency", "EUR")
        for code in USUAL_FEES:
            amount = self.amount_in(f"amount_{code}", currency)
            if amount is not None:
                kind = self.usual.get(code)
                self.kinds.append(FeeKindRequest(amount, code=code, pk=kind.pk if kind else None))
        for at, kind in enumerate(self.own, start=1):
            amount = self.amount_in(f"amount_own{at}", currency)
            name = self.cleaned_data.get(f"name_own{at}", "")
            if amount is not None and not name:
                self.add_error(f"name_own{at}", _("State who pays this."))
            elif name and amount is None and f"amount_own{at}" not in self.errors:
                self.add_error(f"amount_own{at}", _("Write what they pay; 0 is nothing."))
            elif amount is not None:
                self.kinds.append(FeeKindRequest(amount, name=name, pk=kind.pk if kind else None))
        order: dict[int | None, int] = {
            kind.pk: kind.position for kind in (*self.usual.values(), *self.own) if kind
        }
        # The first kind is the default, so the order is kept; new kinds come last.
        self.kinds.sort(key=lambda wanted: order.get(wanted.pk, len(order) + 1))
        self.price = self.amount_in("buy_back", currency)

    def amount_in(self, name: str, currency: str) -> int | None:
        """The amount; None if the field is empty or has an error."""
        text = self.cleaned_data.get(name) or ""
        if not text.strip():
            return None
        try:
            return read_money(text, currency, field=name)
        except RuleViolationError as refusal:
            self.add_error(name, str(refusal))
            return None

    def service_values(self) -> Mapping[str, object]:
        return {
            "kinds": self.kinds,
            "currency": self.cleaned_data["currency"],
            "buy_back": self.price,
        }


def usual_kinds(currency: str = "EUR") -> list[FeeKind]:
    coin = minor_units(currency)
    return [
        FeeKind(code=code, amount=amount * coin, position=at)
        for at, (code, amount) in enumerate(USUAL_FEES.items(), start=1)
    ]


class KindsForm(ServiceForm):
    def __init__(
        self,
        data: Data = None,
        *,
        team: Team,
        people: Sequence[tuple[str, FeeKind | None]],
        kinds: Sequence[FeeKind],
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        choices: list[Any] = [(kind.pk, str(kind)) for kind in kinds]
        self.places = [row.position for row in team.team_players.all()]
        for position, (name, kind) in zip(self.places, people, strict=True):
            field = forms.TypedChoiceField(label=name, choices=choices, coerce=int)
            field.widget.attrs["class"] = "input"
            field.initial = str(kind.pk) if kind else None
            self.fields[f"kind{position}"] = field

    def service_values(self) -> Mapping[str, object]:
        kinds = {place: self.cleaned_data[f"kind{place}"] for place in self.places}
        changed = self.changed_data
        return {"kinds": {at: kind for at, kind in kinds.items() if f"kind{at}" in changed}}

import re
from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.wording.texts import percent_text
from tournaments.cash.money import input_text, minor_units, read_money
from tournaments.cash.prizes import LAST_PLACE, usual_shares
from tournaments.errors import RuleViolationError
from tournaments.models import PrizePlan
from tournaments.organiser.forms import Data, FormOptions, ServiceForm

PLACES = ("1", "3", "5")
STEPS = (1, 5, 10, 50)
Way = PrizePlan.Way


class PrizesForm(ServiceForm):
    """Prize fund (percentage or sum), number of places, and distribution."""

    fund = forms.CharField(
        label=pgettext_lazy("prizes", "Fund"), max_length=16, help_text=gettext_lazy("60% or 200")
    )
    places = forms.ChoiceField(label=gettext_lazy("Places"), required=False)
    shares = forms.CharField(
        label=gettext_lazy("Other shares, such as 50 30 20"), max_length=200, required=False
    )
    way = forms.ChoiceField(label=gettext_lazy("Divided"), choices=Way.choices)
    nth = forms.IntegerField(
        label=gettext_lazy("Every n-th place: n"), min_value=2, max_value=50, required=False
    )
    listed = forms.CharField(
        label=gettext_lazy("Listed places"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("1–4, 8, 12 …, last; the last share is that of all further places"),
    )
    each = forms.CharField(label=gettext_lazy("Everybody gets"), max_length=14, required=False)
    step = forms.TypedChoiceField(label=gettext_lazy("Prize fund, rounded down to"), coerce=int)
    note = forms.CharField(label=gettext_lazy("Prizes in kind"), max_length=300, required=False)

    def __init__(
        self, data: Data = None, *, plan: PrizePlan, currency: str, **more: Unpack[FormOptions]
    ) -> None:
        self.currency, self.plan = currency, plan
        coin = minor_units(currency)
        chosen = str(len(plan.shares))
        is_usual = chosen in PLACES and tuple(plan.shares) == usual_shares(len(plan.shares))
        steps = sorted({*(step * coin for step in STEPS), plan.step})
        more["initial"] = {
            "fund": percent_text(plan.percent, 0)
            if plan.percent is not None
            else input_text(plan.fixed, currency),
            "places": chosen if is_usual else "other",
            "shares": "" if is_usual else " ".join(map(str, plan.shares)),
            "way": plan.way,
            "nth": plan.nth,
            "listed": plan.listed.replace(LAST_PLACE, last_word()),
            "each": input_text(plan.each, currency),
            "step": plan.step,
            "note": plan.note,
        }
        super().__init__(data, **more)
        self.set_choices("places", [*((each, each) for each in PLACES), ("other", _("other"))])
        self.set_choices("way", [(way, way_word(way, plan.nth)) for way in Way])
        self.set_choices("step", [(step, input_text(step, currency)) for step in steps])

    def finer_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("shares", "nth", "listed", "each", "step", "note")]

    def set_choices(self, name: str, choices: list[tuple[object, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        values = self.cleaned_data
        self.percent, self.fixed = self.read_fund(values.get("fund", ""))
        self.amount_each = self.read_each(values.get("each", ""))
        self.share_list = self.read_shares(values.get("places", ""), values.get("shares", ""))

    def read_fund(self, text: str) -> tuple[int | None, int]:
        """A percentage, or else a fixed sum."""
        percentage = re.fullmatch(r"\s*(\d{1,3})\s*%\s*", text)
        if percentage and int(percentage[1]) <= 100:
            return int(percentage[1]), 0
        try:
            if text and "%" not in text:
                return None, read_money(text, self.currency, field="fund")
        except RuleViolationError as refusal:
            self.add_error("fund", str(refusal))
            return None, 0
        if text:
            self.add_error("fund", _("Write a percentage from 0% to 100%, or a sum."))
        return None, 0

    def read_each(self, text: str) -> int | None:
        if not text.strip():
            return None
        try:
            return read_money(text, self.currency, field="each")
        except RuleViolationError as refusal:
            self.add_error("each", str(refusal))
            return None

    def read_shares(self, places: str, text: str) -> list[int]:
        """The entered shares, or the defaults for this number of places."""
        if not {"places", "shares"}.intersection(self.changed_data):
            return list(self.plan.shares)
        if places in PLACES:
            return list(usual_shares(int(places)))
        parts = re.split(r"[\s,;/+%–-]+", text.strip())
        parts = [part for part in parts if part]
        if not parts or not all(re.fullmatch(r"\d{1,4}", part) for part in parts):
            self.add_error(
                "shares",
                _("Write the shares of the places from the first one on, such as 50 30 20."),
            )
            return []
        if len(parts) == 1 and int(parts[0]) <= 60:
            return list(usual_shares(max(int(parts[0]), 1)))
        return [int(part) for part in parts]

    def service_values(self) -> Mapping[str, object]:
        values = self.cleaned_data
        return {
            "way": values["way"],
            "percent": self.percent,
            "fixed": self.fixed,
            "step": values["step"],
            "shares": self.share_list,
            "nth": values.get("nth") or 5,
            "listed": values.get("listed", "").lower().replace(last_word(), LAST_PLACE),
            "each": self.amount_each,
            "note": values.get("note", ""),
        }


def last_word() -> str:
    return pgettext("place", "last")


def way_word(way: str, nth: int) -> str:
    return _("One place in %d") % nth if way == Way.NTH else str(Way(way).label)

"""Form fields for a number bid; ignored under rules without number bids."""

from typing import Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.belot import PRESETS, Variant, biddable_numbers
from games.rulebook import rule_of, rules_name
from games.rulebook.house import HouseRules
from games.rulebook.sentences import sentence_in

ALL_TRICKS: Final = 1
ALONE: Final = 2
HIGHEST: Final = 990
FIXED_HINT: Final = gettext_lazy("If left empty, the lowest number is bid.")
WISHED_HINT: Final = gettext_lazy("If left empty, more than half of the card points is enough.")


class BidFields(forms.Form):
    """The bid besides the contract: a number, all tricks, or both where allowed."""

    bid = forms.IntegerField(
        label=gettext_lazy("Number bid"),
        required=False,
        min_value=1,
        max_value=HIGHEST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    tricks = forms.ChoiceField(
        label=gettext_lazy("All tricks bid"),
        choices=[
            (0, pgettext_lazy("all tricks", "no")),
            (ALL_TRICKS, pgettext_lazy("bid", "capot")),
            (ALONE, pgettext_lazy("bid", "capot alone")),
        ],
        required=False,
        initial=0,
    )

    def written_bid(self, contract: str, variant: Variant) -> str:
        """The contract with its bid in engine notation; errors go to the fields."""
        if not variant.bids_numbers:
            self.ignore_hidden_bid_errors()
            return contract
        number, tricks = self.cleaned_data.get("bid"), int(self.cleaned_data.get("tricks") or 0)
        if "bid" in self.errors or (number is None and not tricks):
            return contract
        fault = bid_fault(variant, number, tricks)
        if fault:
            self.add_error(*fault)
            return contract
        if number is None:
            return f"{'*' * tricks}{contract}"
        return f"{number}{contract}{'*' * tricks}"

    def ignore_hidden_bid_errors(self) -> None:
        """Ignore errors in fields that are not shown."""
        for key in ("bid", "tricks"):
            self.errors.pop(key, None)


def bid_fault(variant: Variant, number: int | None, tricks: int) -> tuple[str, str] | None:
    if tricks == ALONE and not variant.solo_value:
        return "tricks", _("All tricks alone cannot be bid by these rules.")
    if tricks == ALL_TRICKS and variant.capot_bid == "none":
        return "tricks", _("All tricks cannot be bid in these rules.")
    goes_with_number = tricks == ALL_TRICKS and variant.capot_bid == "with_number"
    if goes_with_number and number is None:
        return "bid", _("By these rules a number goes with a bid of all tricks.")
    if tricks and not goes_with_number:
        if number is None:
            return None
        return "bid", _("By these rules a bid of all tricks has no number; leave this empty.")
    numbers, unit = biddable_numbers(variant)
    if number is None or unit * number in numbers:
        return None
    params = {"number": number, "numbers": sentence_in(variant, rule_of("bids"), variant.bids)}
    return "bid", _("%(number)s cannot be bid by these rules. Numbers: %(numbers)s") % params


class RulesOption(NamedTuple):
    code: str
    name: str
    is_chosen: bool
    bids_numbers: bool


def rules_options(house: HouseRules, keys: list[str]) -> list[RulesOption]:
    return [
        RulesOption(
            key,
            rules_name(key),
            key == house.preset,
            (house.record if key == house.preset else PRESETS[key]).bids_numbers,
        )
        for key in keys
    ]

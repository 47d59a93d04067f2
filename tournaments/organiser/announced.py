from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.belot import Variant
from games.slips.bids import bid_choices, bid_from_form, form_value_of_bid, is_solo_bid

MAX_ANNOUNCED: Final = 1000
MAX_BELOTES: Final = 80
SEPARATE_BELOTE_LABELS: Final[dict[str, StrOrPromise]] = {
    "announced_ns": _("Declarations without belote, North–South"),
    "announced_ew": _("Declarations without belote, East–West"),
}


TRICK_COMBINATION_LABELS: Final[dict[str, StrOrPromise]] = {
    "announced_ns": _("Combinations in tricks, North–South"),
    "announced_ew": _("Combinations in tricks, East–West"),
}


def points_field(label: StrOrPromise, most: int, step: int = 10) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "step": step})
    return forms.IntegerField(
        label=label, min_value=0, max_value=most, required=False, widget=widget
    )


def belote_fields(form: forms.Form, variant: Variant) -> None:
    """Keep belote fields only if the rules count belotes separately."""
    if variant.counts_belotes_apart or variant.declarations == "none":
        for name, label in SEPARATE_BELOTE_LABELS.items():
            form.fields[name].label = label
        if variant.declarations == "none":
            del form.fields["announced_ns"], form.fields["announced_ew"]
        return
    for name, label in (
        TRICK_COMBINATION_LABELS if variant.declarations == "trick" else {}
    ).items():
        form.fields[name].label = label
    del form.fields["belote_ns"], form.fields["belote_ew"]


def bid_fields(form: forms.Form, variant: Variant) -> None:
    """Keep bid fields only if the rules have numeric bids."""
    if not variant.bids_numbers:
        del form.fields["bid"], form.fields["capot_bid"], form.fields["alone"]
        return
    field = form.fields["bid"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [("", "–"), *bid_choices(variant)]
    if not variant.solo_value:
        del form.fields["alone"]
    if variant.capot_bid != "with_number":
        del form.fields["capot_bid"]


class AnnouncedFields(forms.Form):
    """Bid and announced points of both sides; `limit_to_rules` removes fields the rules ignore."""

    announced_ns = points_field(_("Declarations and belote, North–South"), MAX_ANNOUNCED)
    announced_ew = points_field(_("Declarations and belote, East–West"), MAX_ANNOUNCED)
    belote_ns = points_field(_("Belote, North–South"), MAX_BELOTES, 20)
    belote_ew = points_field(_("Belote, East–West"), MAX_BELOTES, 20)

    bid = forms.ChoiceField(label=_("Bid"), required=False)
    capot_bid = forms.BooleanField(label=_("All tricks were bid with it"), required=False)
    alone = forms.BooleanField(
        label=_("Bid alone: the declarer took every trick alone"), required=False
    )

    def limit_to_rules(self, variant: Variant) -> None:
        self.rules = variant
        belote_fields(self, variant)
        bid_fields(self, variant)

    def said_figures(self) -> dict[str, object]:
        announced = self.both("announced")
        belote = self.both("belote")
        whole = {side: announced[side] + belote[side] for side in announced}
        parts: dict[str, object] = {"announced": whole}
        if self.rules.counts_belotes_apart:
            parts["belote"] = belote
        if self.cleaned_data.get("alone"):
            parts["alone"] = True
        marked = bool(self.cleaned_data.get("capot_bid"))
        return parts | bid_from_form(self.cleaned_data.get("bid") or "", marked, self.rules)

    def both(self, name: str) -> dict[str, int]:
        values = self.cleaned_data
        return {side: values.get(f"{name}_{side.lower()}") or 0 for side in ("NS", "EW")}


def initial_said(
    slip: Mapping[str, object], announced: Mapping[str, int], variant: Variant
) -> dict[str, object]:
    """Initial values from a slip, or from the engine's reading of it."""
    belote = slip.get("belote") if variant.counts_belotes_apart else None
    if variant.declarations == "none":
        belote = announced
    return {
        **initial_announced(announced, belote if isinstance(belote, Mapping) else {}),
        "bid": form_value_of_bid(slip, variant),
        "capot_bid": bool(slip.get("capot_bid")),
        "alone": is_solo_bid(slip, variant) and slip.get("outcome") == "made",
    }


def initial_announced(announced: Mapping[str, int], belote: Mapping[str, int]) -> dict[str, object]:
    """Initial values; ``announced`` includes separately counted belotes."""
    return {
        "announced_ns": difference(announced.get("NS"), belote.get("NS")),
        "announced_ew": difference(announced.get("EW"), belote.get("EW")),
        "belote_ns": belote.get("NS"),
        "belote_ew": belote.get("EW"),
    }


def difference(whole: int | None, part: int | None) -> int | None:
    return None if whole is None else whole - (part or 0)

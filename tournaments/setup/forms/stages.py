"""Form of the next stage: who advances, and what carries over."""

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.organiser.forms import Data, FormOptions, ServiceForm

TIES = (
    ("", _("ask before the stage is made")),
    ("lot", _("by lot")),
    ("deal", _("by a deciding deal")),
    ("all", _("all of them go on")),
)


class TieForm(ServiceForm):
    tie = forms.ChoiceField(
        label=_("If the place at the line is shared"), choices=TIES, required=False
    )
    tie_winners = forms.CharField(
        label=_("Winners of the deciding deal"),
        max_length=200,
        required=False,
        help_text=_("Their numbers, the best first, for example 2, 4."),
    )

    def clean_tie_winners(self) -> list[int]:
        words = self.cleaned_data["tie_winners"].replace(",", " ").split()
        if not all(word.isdecimal() and len(word) < 6 for word in words):
            raise forms.ValidationError(_("Write numbers, for example 2, 4."))
        return [int(word) for word in words]


class StageForm(TieForm):
    stage_name = forms.CharField(label=_("Name of the stage"), max_length=80)
    through = forms.IntegerField(
        label=_("How many advance"),
        min_value=2,
        max_value=2000,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    best_next = forms.IntegerField(
        label=_("Of the next place, the best"),
        min_value=0,
        max_value=64,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("This many more, compared over all groups. Leave empty for none."),
    )
    consolation = forms.CharField(
        label=_("The others play on under the name"),
        max_length=80,
        required=False,
        help_text=_("For example “Consolation”. Leave empty if they have finished."),
    )
    carry = forms.ChoiceField(
        label=_("Carried over"), choices=Tournament.Carry.choices, required=False
    )
    carry_share = forms.CharField(
        label=_("The part, as a fraction"),
        max_length=20,
        required=False,
        help_text=_("For example 1/3. If left empty: by the lengths of the two stages."),
    )

    def __init__(self, data: Data = None, *, lists: int, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        self.fields["carry"].has_default = True  # type: ignore[attr-defined]
        hint = _("Leave empty for all.")
        if lists > 1:
            hint = _("From each list or group. Leave empty for all.")
            self.fields["through"].min_value = 1  # type: ignore[attr-defined]
            self.fields["through"].validators = []
        self.fields["through"].help_text = hint

    def service_values(self) -> dict[str, object]:
        data = self.cleaned_data
        carry = data["carry"] or Tournament.Carry.NONE
        return {
            **data,
            "through": max(0, data["through"] or 0),
            "best_next": data["best_next"] or 0,
            "carry": carry,
        }

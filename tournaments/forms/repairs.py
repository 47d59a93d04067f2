"""Forms that repair a table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ServiceForm
from tournaments.models import Play


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Reason, for the log"),
        max_length=300,
        widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
        error_messages={"required": _("Please say why, for the log.")},
    )


class SidesForm(ServiceForm):
    """Why the two pairs change sides."""

    prefix = "sides"
    reason = reason_field()


class BoardsForm(ServiceForm):
    """Which two boards of the table were written on each other."""

    prefix = "boards"
    first = forms.TypedChoiceField(label=_("This board"), coerce=int)
    other = forms.TypedChoiceField(label=_("and this one"), coerce=int)
    override = forms.BooleanField(
        label=_("Store it although it does not agree with the cards"), required=False
    )
    reason = reason_field()

    def __init__(self, *args: Any, plays: Sequence[Play], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(play.pk, gettext("Board %d") % play.board.number) for play in plays]
        for name, index in (("first", 0), ("other", 1)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices
            field.initial = choices[min(index, len(choices) - 1)][0] if choices else None

    def service_values(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "play_id": values["first"],
            "other_id": values["other"],
            "override": values["override"],
            "reason": values["reason"],
        }

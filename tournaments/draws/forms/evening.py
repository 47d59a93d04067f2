"""How much time there is, and by which movement it is spent."""

import json
from collections.abc import Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.forms import Data, FormOptions
from tournaments.movements import Proposal

USUAL_MINUTES = 180


class EveningForm(forms.Form):
    """A form for the evening that the proposals are made for."""

    minutes = forms.IntegerField(
        label=_("Minutes for play"),
        min_value=20,
        max_value=900,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": 10}),
    )
    boards = forms.TypedChoiceField(
        label=_("Boards a round"), required=False, coerce=int, empty_value=None
    )
    dealing = forms.ChoiceField(
        label=_("Boards"),
        required=False,
        choices=[
            ("copies", _("Made before play, a copy for every table")),
            ("made", _("Made before play once, carried from table to table")),
        ],
    )

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        field = self.fields["boards"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", _("as many as fit")), *((n, str(n)) for n in range(1, 17))]


def evening_form(values: Mapping[str, str]) -> EveningForm:
    """The form with what was asked, and the usual evening where nothing was."""
    data = {name: values.get(name, "") for name in EveningForm.base_fields}
    data["minutes"] = data["minutes"] or str(USUAL_MINUTES)
    return EveningForm(data)


def key_of(proposal: Proposal) -> str:
    """A proposal's name in a form."""
    return f"{proposal.kind} {json.dumps(dict(proposal.params), sort_keys=True)}"


def chosen_proposal(key: str, proposals: Sequence[Proposal]) -> Proposal | None:
    """The proposal of this name among those that are offered now; nothing else can be drawn."""
    return next((proposal for proposal in proposals if key_of(proposal) == key), None)

"""How much time there is, and by which movement it is spent."""

import json
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.movements import Proposal

USUAL_MINUTES = 180


class EveningForm(forms.Form):
    """What the proposals are made for."""

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["boards"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", _("as many as fit")), *((n, str(n)) for n in range(1, 17))]


def evening(values: Any) -> EveningForm:
    """The form with what was asked, and the usual evening where nothing was."""
    data = {name: values.get(name, "") for name in EveningForm.base_fields}
    data["minutes"] = data["minutes"] or str(USUAL_MINUTES)
    return EveningForm(data)


def key_of(proposal: Proposal) -> str:
    """A proposal's name in a form."""
    return f"{proposal.kind} {json.dumps(dict(proposal.params), sort_keys=True)}"


def chosen(key: str, proposals: Sequence[Proposal]) -> Proposal | None:
    """The proposal of this name among those that are offered now; nothing else can be drawn."""
    return next((proposal for proposal in proposals if key_of(proposal) == key), None)

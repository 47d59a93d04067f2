"""Forms of changes, with a default for each field."""

from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from tournaments.organiser.forms import Data, FormOptions, VersionedForm

Choices = Sequence[tuple[str | int, StrOrPromise]]


LAST_FIELDS = ["reason", "seen"]


class ChangeForm(VersionedForm):
    """Base form of a change; its initial values are previewed first."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the log"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order: Sequence[str] | None = None

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        self.order_fields([name for name in self.fields if name not in LAST_FIELDS] + LAST_FIELDS)

    def choose(self, name: str, choices: Choices, initial: object = None) -> None:
        """Set the choices; the default is ``initial`` or the first."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
        first = field.choices[0][0] if field.choices else None
        field.initial = initial if initial is not None else first

    def initial_values(self) -> dict[str, object]:
        return {
            name: "" if (value := self.get_initial_for_field(field, name)) is None else value
            for name, field in self.fields.items()
        }

    def players_named(self) -> list[str]:
        """Player names entered in the form."""
        return []


def choice(label: StrOrPromise, *, radio: bool = True) -> forms.TypedChoiceField:
    widget = forms.RadioSelect if radio else forms.Select
    return forms.TypedChoiceField(label=label, coerce=int, widget=widget)


def optional_choice(label: StrOrPromise) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, coerce=int, required=False, empty_value=None, widget=forms.Select
    )


def named_choice(label: StrOrPromise, usual: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, required=False, empty_value=usual, widget=forms.RadioSelect
    )


def round_choices(numbers: Sequence[int]) -> Choices:
    return [(number, _("Round %d") % number) for number in numbers]


class ReasonForm(ChangeForm):
    pass


class FromRoundForm(ChangeForm):
    from_round = choice(gettext_lazy("From which round on?"), radio=False)

    def __init__(
        self, data: Data = None, *, rounds: Sequence[int], first: int, **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.choose("from_round", round_choices(rounds), first)

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.fields import clean_name
from tournaments.clubs.names import NAME_LENGTH
from tournaments.errors import RuleViolationError
from tournaments.organiser.forms import Data, ServiceForm


def name_field(label: StrOrPromise, *, required: bool = True) -> forms.CharField:
    attrs = {"list": "known-players", "autocomplete": "off", "data-suggest": ""}
    return forms.CharField(
        label=label,
        max_length=NAME_LENGTH,
        required=required,
        widget=forms.TextInput(attrs=attrs),
        error_messages={"required": _("Write the name of the player.")},
    )


SAME_PERSON_PREFIX = "is:"
"""The entered name follows."""


def people_in(data: Data) -> dict[str, str]:
    """Posted choices for similar names: the known player, or empty for another person."""
    return {
        clean_name(key.removeprefix(SAME_PERSON_PREFIX)): str(value)
        for key, value in (data or {}).items()
        if key.startswith(SAME_PERSON_PREFIX)
    }


class PeopleForm(ServiceForm):
    """Form with player names; ``near`` are similar known players by name."""

    near: Mapping[str, Sequence[str]] = MappingProxyType({})

    def service_values(self) -> Mapping[str, object]:
        return {"people": people_in(self.data)}

    def add_refusal(self, refusal: RuleViolationError) -> None:
        self.near = refusal.details.get("known", {})
        super().add_refusal(refusal)

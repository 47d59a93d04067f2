"""The field for a player's name, for every form that asks for one."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tournaments.clubs.names import NAME_LENGTH


def name_field(label: StrOrPromise, *, required: bool = True) -> forms.CharField:
    """A player's name, with the club's known players as suggestions."""
    attrs = {"list": "known-players", "autocomplete": "off", "data-suggest": ""}
    return forms.CharField(
        label=label,
        max_length=NAME_LENGTH,
        required=required,
        widget=forms.TextInput(attrs=attrs),
        error_messages={"required": _("Write the name of the player.")},
    )

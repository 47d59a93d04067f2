from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.organiser.forms import ServiceForm


class PinForm(ServiceForm):
    pin = forms.CharField(
        label=_("PIN of the evening"),
        max_length=12,
        help_text=_("Six digits. Ask the person who started the hall laptop."),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "autofocus": True}
        ),
    )


class PairForm(ServiceForm):
    address = forms.CharField(
        label=_("Address of the club’s server"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"placeholder": "https://…", "autocomplete": "url", "spellcheck": "false"}
        ),
    )
    code = forms.CharField(
        label=_("Code from the page “Hall” of the tournament there"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.organiser.forms import ServiceForm


class WifiForm(ServiceForm):
    name = forms.CharField(label=_("Name of the Wi-Fi"), max_length=32, required=False, strip=False)
    password = forms.CharField(
        label=_("Password of the Wi-Fi"),
        max_length=63,
        required=False,
        strip=False,
        help_text=_("Leave empty for a network without a password."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

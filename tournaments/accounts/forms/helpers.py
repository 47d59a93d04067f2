from typing import Final, Unpack

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import HelperLink
from tournaments.organiser.forms import Data, FormOptions, ServiceForm

DURATION_CHOICES: Final = (
    ("evening", _("this evening")),
    ("tomorrow", _("tomorrow")),
    ("week", _("7 days")),
)


class LinkForm(ServiceForm):
    kind = forms.ChoiceField(
        label=_("What may they do?"),
        choices=[each for each in HelperLink.Kind.choices if each[0] != HelperLink.Kind.DEAL],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("For whom"), max_length=80, required=False)
    tables = forms.CharField(
        label=_("Only for tables"),
        max_length=60,
        required=False,
        widget=forms.TextInput(
            attrs={"placeholder": pgettext_lazy("tables", "all"), "autocomplete": "off"}
        ),
    )
    lasts = forms.ChoiceField(label=_("Ends"), choices=DURATION_CHOICES, widget=forms.RadioSelect)


class NameForm(ServiceForm):
    """The helper's name, which is logged; for links that show cards also "I do not play"."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        help_text=_("The log says who did what."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
    )
    plays_not = forms.BooleanField(
        label=_("I do not play in this tournament."),
        error_messages={"required": _("Players may not see the cards.")},
    )

    def __init__(self, data: Data, *, shows_cards: bool, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        if not shows_cards:
            del self.fields["plays_not"]

    def service_values(self) -> dict[str, object]:
        return {"name": self.cleaned_data["name"]}

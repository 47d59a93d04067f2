"""What an organiser says of a player for everybody."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.forms import SeenForm, ServiceForm
from tournaments.models import Player


class PublicNameForm(SeenForm):
    """How a player is shown to everybody, and who asked for it."""

    shown_as = forms.ChoiceField(
        label=_("Everybody reads"), choices=Player.ShownAs.choices, widget=forms.RadioSelect
    )
    pseudonym = forms.CharField(
        label=_("Another name"),
        max_length=120,
        required=False,
        help_text=_("Only where another name is chosen above."),
    )
    asked = forms.CharField(
        label=_("Who asked for it, and when"),
        max_length=120,
        required=False,
        help_text=_("For example: “herself, by telephone, 12 May”. Only organisers see it."),
    )


class ForgetForm(ServiceForm):
    """The name once more, and who asked to be forgotten."""

    typed = forms.CharField(
        label=_("The player’s name, once more"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write the name, so that nobody is forgotten by mistake.")},
    )
    asked = forms.CharField(
        label=_("Who asked for it, and when"),
        max_length=120,
        error_messages={"required": _("Write who asked for it, and when.")},
        help_text=_("It is kept without the name."),
    )

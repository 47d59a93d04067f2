"""What an organiser says of a player for everybody."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.forms import SeenForm
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

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership, PersonalToken
from tournaments.organiser.forms import Data, ServiceForm

LIFETIME_CHOICES = (("30", _("30 days")), ("90", _("90 days")), ("365", _("a year")))


class TokenForm(ServiceForm):
    name = forms.CharField(
        label=_("For which program"),
        max_length=80,
        help_text=_("Such as “scores to our web page”. Only you read it."),
        error_messages={"required": _("Name the program it is for.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do for you"),
        choices=PersonalToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the program may do.")},
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"), choices=LIFETIME_CHOICES, coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, data: Data = None) -> None:
        first = {"scopes": [PersonalToken.Scope.READ], "days": "90"}
        super().__init__(data, initial=first)


class InvitationForm(ServiceForm):
    name = forms.CharField(
        label=_("For whom"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=_("What may they do?"),
        choices=Membership.Role.choices,
        initial=Membership.Role.DIRECTOR,
        widget=forms.RadioSelect,
    )

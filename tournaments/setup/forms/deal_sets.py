from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.organiser.forms import ServiceForm


class SetForm(ServiceForm):
    share = forms.CharField(
        label=_("Link of the set"),
        max_length=200,
        help_text=_("Copy it without opening it: a set that others have opened is refused."),
    )

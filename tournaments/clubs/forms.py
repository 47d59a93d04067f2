from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.countries import by_name
from tournaments.models import Membership
from tournaments.organiser.forms import Data, FormOptions, ServiceForm, VersionedForm, zone_field


class ClubForm(ServiceForm):
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=120,
        error_messages={"required": _("Write the name of the club.")},
    )
    place = forms.CharField(
        label=_("Where you usually play"),
        max_length=200,
        required=False,
        help_text=_("For example: “Chitalishte, 12 Rakovski St.” It is filled in for you later."),
    )


class ChangeClubForm(ClubForm, VersionedForm):
    """Edit a club, including visibility to search engines."""

    country = forms.ChoiceField(label=_("Country"), required=False)
    time_zone = zone_field()
    is_listed = forms.BooleanField(
        label=_("Show our club in the list of clubs"),
        required=False,
        help_text=_("With its name, place, season and the day you play next."),
    )
    names_in_search = forms.BooleanField(
        label=_("Search engines may find our pages"),
        required=False,
        help_text=_("Names of players stand on them. Ask your players first."),
    )

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        field = self.fields["country"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("not said")), *by_name()]


class ContactForm(VersionedForm):
    """Public contact of the organiser; empty fields are hidden."""

    contact_name = forms.CharField(
        label=_("Responsible person"),
        max_length=120,
        required=False,
        help_text=_("A person or the association that answers for your tournaments."),
    )
    contact_email = forms.EmailField(label=_("Email address"), max_length=254, required=False)
    contact_phone = forms.CharField(label=_("Telephone"), max_length=40, required=False)
    contact_address = forms.CharField(label=_("Postal address"), max_length=200, required=False)


class MemberForm(ServiceForm):
    login = forms.CharField(
        label=_("User name or email"),
        max_length=254,
        error_messages={"required": _("Write the user name or email of the person.")},
    )
    role = forms.ChoiceField(label=_("May act as"), choices=Membership.Role.choices)

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        self.fields["role"].initial = Membership.Role.DIRECTOR


class PlayerForm(VersionedForm):
    name = forms.CharField(label=_("Name"), max_length=120)

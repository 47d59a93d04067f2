from typing import Unpack

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.bots.selectors.field import DEFAULT_TABLES, MAX_TABLES
from tournaments.models import Club
from tournaments.organiser.forms import Data, FormOptions, ServiceForm, small_number_field
from tournaments.rules.options import preset_choices

PRACTICE_BOARDS = (4, 8, 12, 16, 24, 32)


class PracticeForm(ServiceForm):
    """Creates and draws a one-table tournament in one step."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    north = forms.CharField(label=_("North"), max_length=90)
    south = forms.CharField(label=_("South"), max_length=90)
    west = forms.CharField(label=_("West"), max_length=90)
    east = forms.CharField(label=_("East"), max_length=90)
    boards = forms.TypedChoiceField(
        label=_("Boards"), coerce=int, choices=[(n, str(n)) for n in PRACTICE_BOARDS], initial=12
    )
    tables = small_number_field(_("Tables of the computer"), 4, MAX_TABLES)
    variant = forms.ChoiceField(label=_("Rules of the game"))

    def __init__(
        self, data: Data = None, *, clubs: QuerySet[Club], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        club, variant = self.fields["club"], self.fields["variant"]
        assert isinstance(club, forms.ModelChoiceField)
        assert isinstance(variant, forms.ChoiceField)
        club.queryset = clubs
        if len(clubs) == 1:
            club.widget = forms.HiddenInput()
        variant.choices = [(key, words[0]) for key, words in preset_choices()]

    def service_values(self) -> dict[str, object]:
        values = dict(self.cleaned_data)
        now = timezone.localtime(timezone=values["club"].zone)
        return {
            "club": values["club"],
            "ns": (values["north"], values["south"]),
            "ew": (values["west"], values["east"]),
            "boards": values["boards"],
            "tables": values["tables"],
            "variant": values["variant"],
            "date": now.date(),
            "start_time": now.time().replace(second=0, microsecond=0),
        }


def usual_practice(club: Club) -> dict[str, object]:
    """Initial values: twelve boards, sixteen tables, the club's usual rules."""
    return {"club": club.pk, "tables": DEFAULT_TABLES, "boards": 12, "variant": "bulgarian"}

"""The computer field: how many tables, and whether results are compared with them."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import SeenForm, ServiceForm
from tournaments.forms.rules import preset_choices
from tournaments.forms.tournaments import whole
from tournaments.models import Club, Tournament
from tournaments.selectors.field import MOST_TABLES, USUAL_TABLES

PRACTICE_BOARDS = (4, 8, 12, 16, 24, 32)


class FieldForm(SeenForm):
    """How big the computer field is, and what it is for."""

    tables = whole(
        _("Tables of the computer"),
        0,
        MOST_TABLES,
        _("So many tables of four computer players play each board. 0: none."),
    )
    level = forms.ChoiceField(
        label=_("How they play"),
        choices=Tournament.FieldLevel.choices,
        required=False,
        help_text=_(
            "A club’s tables differ, as people do. By rules of thumb all tables of a board play "
            "alike, so one is enough. Players of another kind play every board anew."
        ),
    )
    counts = forms.BooleanField(
        label=_("Compare every result with them too"),
        required=False,
        help_text=_(
            "As if these tables took part, without a place in the standings: for an evening of one "
            "or two tables, or so that boards played less often because of sit-outs are compared "
            "as widely as the others. A board counts so once all your tables have played it."
        ),
    )


class PracticeForm(ServiceForm):
    """An evening of one table, made and drawn in one go."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    north = forms.CharField(label=_("North"), max_length=90)
    south = forms.CharField(label=_("South"), max_length=90)
    west = forms.CharField(label=_("West"), max_length=90)
    east = forms.CharField(label=_("East"), max_length=90)
    boards = forms.TypedChoiceField(
        label=_("Boards"), coerce=int, choices=[(n, str(n)) for n in PRACTICE_BOARDS], initial=12
    )
    tables = whole(_("Tables of the computer"), 4, MOST_TABLES)
    variant = forms.ChoiceField(label=_("Rules of the game"))

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club, variant = self.fields["club"], self.fields["variant"]
        assert isinstance(club, forms.ModelChoiceField)
        assert isinstance(variant, forms.ChoiceField)
        club.queryset = clubs
        if len(clubs) == 1:
            club.widget = forms.HiddenInput()
        variant.choices = [(key, words[0]) for key, words in preset_choices()]

    def service_values(self) -> dict[str, Any]:
        """Players by pair, and today."""
        values = dict(self.cleaned_data)
        now = timezone.localtime()
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


def usual_practice(club: Club) -> dict[str, Any]:
    """First values: twelve boards against sixteen tables by the house's usual rules."""
    return {"club": club.pk, "tables": USUAL_TABLES, "boards": 12, "variant": "bulgarian"}

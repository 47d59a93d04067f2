from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.bots.selectors.field import MAX_TABLES
from tournaments.models import Tournament
from tournaments.organiser.forms import VersionedForm, small_number_field


class FieldForm(VersionedForm):
    tables = small_number_field(
        _("Tables of the computer"),
        0,
        MAX_TABLES,
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

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
        _("Number of tables of four computer players that play each board. 0: none."),
    )
    level = forms.ChoiceField(
        label=_("How they play"),
        choices=Tournament.FieldLevel.choices,
        required=False,
        help_text=_(
            "A club’s tables differ, as people do. Rule-based players play a board the "
            "same way at every table, so one table is enough. Other players play every "
            "board afresh."
        ),
    )
    counts = forms.BooleanField(
        label=_("Compare every result with them too"),
        required=False,
        help_text=_(
            "As if these tables took part, but outside the standings: for evenings of one "
            "or two tables, or so that boards played less often because of sit-outs are "
            "compared as widely as the others. A board counts this way once all your "
            "tables have played it."
        ),
    )

"""What is known of an entrant beside its name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import SeenForm
from tournaments.forms.scoring import ExactField, number
from tournaments.models import Team
from tournaments.selectors.present import DETAILS, present_details
from tournaments.services.entry_details import MOST_SEEDING, MOST_TABLE, WORD_LENGTH


class DetailsForm(SeenForm):
    """Category, group, handicap, seeding and a table to stay at; each may be left out."""

    category = forms.CharField(
        label=_("Category"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_(
            "Everybody of a category is also ranked in a list of its own: Juniors, Mixed …"
        ),
    )
    handicap = ExactField(
        label=_("Handicap"),
        required=False,
        help_text=_("Added to the total, in its units. A minus sign takes away."),
    )
    group = forms.CharField(
        label=_("Family or club"),
        max_length=WORD_LENGTH,
        required=False,
        help_text=_("Those with the same word are kept apart where opponents are drawn."),
    )
    seeding = number(_("Seeding"), 1, MOST_SEEDING, _("1 is the strongest. For the next draw."))
    fixed_table = number(
        _("Fixed table"),
        1,
        MOST_TABLE,
        _("For who cannot move; where opponents are drawn by rank."),
    )
    late = forms.BooleanField(
        label=_("The standings are official: change the handicap all the same"), required=False
    )

    def __init__(self, *args: Any, team: Team, is_official: bool = False, **kwargs: Any) -> None:
        values = {name: getattr(team, name) for name in DETAILS}
        kwargs["initial"] = {**values, "seen": present_details(team).seen}
        super().__init__(*args, **kwargs)
        if not is_official:
            del self.fields["late"]

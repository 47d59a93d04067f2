from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.entries.services.details import (
    MAX_SEEDING,
    MAX_TABLE,
    MAX_WORD_LENGTH,
    REMARK_LENGTH,
)
from tournaments.models import Team, Tournament
from tournaments.organiser.forms import (
    Data,
    ExactField,
    FormOptions,
    ServiceForm,
    VersionedForm,
    optional_number_field,
)
from tournaments.state.version_tokens import DETAILS, details_state


class DetailsForm(VersionedForm):
    """Optional details: category, group, handicap, seeding, fixed table, remark."""

    category = forms.CharField(
        label=_("Category"),
        max_length=MAX_WORD_LENGTH,
        required=False,
        help_text=_(
            "Everybody of a category is also ranked in a list of its own: Juniors, Mixed …"
        ),
    )
    handicap = ExactField(
        label=_("Handicap"),
        required=False,
        help_text=_("Added to the total, in its units. Use a minus sign to subtract."),
    )
    group = forms.CharField(
        label=_("Family or club"),
        max_length=MAX_WORD_LENGTH,
        required=False,
        help_text=_(
            "Entrants with the same word are not drawn against each other if this can be avoided."
        ),
    )
    seeding = optional_number_field(
        _("Seeding"), 1, MAX_SEEDING, _("1 is the strongest. For the next draw.")
    )
    fixed_table = optional_number_field(
        _("Fixed table"),
        1,
        MAX_TABLE,
        _("For those who cannot move; where opponents are drawn by rank."),
    )
    remark = forms.CharField(
        label=_("Remark"),
        max_length=REMARK_LENGTH,
        required=False,
        help_text=_("Only the people running the evening see this."),
    )
    late = forms.BooleanField(
        label=_("The standings are official: change the handicap anyway"), required=False
    )

    def __init__(
        self,
        data: Data = None,
        *,
        team: Team,
        is_official: bool = False,
        **more: Unpack[FormOptions],
    ) -> None:
        values = {name: getattr(team, name) for name in DETAILS}
        more["initial"] = {**values, "seen": details_state(team).seen}
        super().__init__(data, **more)
        if not is_official:
            del self.fields["late"]


class CategoriesForm(ServiceForm):
    """A category for each entrant; unchanged fields do not overwrite others' changes."""

    def __init__(
        self, data: Data = None, *, tournament: Tournament, **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        teams = tournament.teams.order_by("number", "entry_order")
        for team in teams:
            self.fields[str(team.pk)] = forms.CharField(
                label=f"{team.number} {team.name}" if team.number else team.name,
                initial=team.category,
                max_length=MAX_WORD_LENGTH,
                required=False,
                show_hidden_initial=True,
                widget=forms.TextInput(attrs={"list": "categories", "autocomplete": "off"}),
            )
        self.known = sorted({team.category for team in teams if team.category})

    def service_values(self) -> Mapping[str, object]:
        return {"categories": {int(name): self.cleaned_data[name] for name in self.changed_data}}

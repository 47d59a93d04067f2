from typing import Unpack

from django import forms
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Season, Tournament
from tournaments.organiser.forms import Data, FormOptions, VersionedForm
from tournaments.state.version_tokens import season_state


class DatedTournaments(forms.ModelMultipleChoiceField[Tournament]):
    def label_from_instance(self, obj: Tournament) -> str:
        return f"{date_format(obj.date, 'SHORT_DATE_FORMAT')} · {obj.name}"


class SeasonForm(VersionedForm):
    name = forms.CharField(label=pgettext_lazy("season", "Name"), max_length=120)
    measure = forms.ChoiceField(
        label=_("Points per tournament"),
        choices=Season.Measure.choices,
        widget=forms.RadioSelect,
    )
    place_points = forms.CharField(
        label=_("Points for the places"),
        required=False,
        help_text=_("First place first, for example: 10 8 6 5 4 3 2 1. Only for points by place."),
    )
    best = forms.IntegerField(
        label=_("Only the best … results count"),
        min_value=1,
        max_value=500,
        required=False,
        help_text=_("Leave empty to count all."),
    )
    least = forms.IntegerField(
        label=_("Ranked after at least … results"), min_value=1, max_value=500, initial=1
    )
    is_mean = forms.BooleanField(label=_("The mean of the results, not their sum"), required=False)
    is_public = forms.BooleanField(label=_("Listed publicly"), required=False, initial=True)
    tournaments = DatedTournaments(
        label=_("Tournaments that count"),
        queryset=Tournament.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(
        self, data: Data = None, *, tournaments: QuerySet[Tournament], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        field = self.fields["tournaments"]
        assert isinstance(field, DatedTournaments)
        field.queryset = tournaments

    def service_values(self) -> dict[str, object]:
        values = dict(self.cleaned_data)
        values["place_points"] = values["place_points"].replace(";", " ").replace(", ", " ").split()
        return values


def initial_of(season: Season) -> dict[str, object]:
    values = {
        name: getattr(season, name)
        for name in ("name", "measure", "best", "least", "is_mean", "is_public")
    }
    return {
        **values,
        "seen": season_state(season).seen,
        "place_points": " ".join(season.place_points),
        "tournaments": list(season.tournaments.values_list("pk", flat=True)),
    }

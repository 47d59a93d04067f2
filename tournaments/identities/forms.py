from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player, Tournament
from tournaments.organiser.forms import Data, FormOptions, ServiceForm


class SplitForm(ServiceForm):
    name = forms.CharField(
        label=_("Name of the other person"),
        max_length=120,
        help_text=_("It must differ from all names in the club, for example by a second name."),
    )
    tournaments = forms.ModelMultipleChoiceField(
        label=_("Tournaments of the other person"),
        queryset=Tournament.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one tournament.")},
    )

    def __init__(self, data: Data = None, *, player: Player, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        rows = Tournament.objects.filter(teams__players=player, rehearses=None).distinct()
        field = self.fields["tournaments"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = rows.order_by("-date", "-pk")

    def service_values(self) -> Mapping[str, object]:
        values = self.cleaned_data
        return {"name": values["name"], "tournaments": list(values["tournaments"])}

from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _

from tournaments.entries.fields import PeopleForm, name_field
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT
from tournaments.organiser.forms import Data, FormOptions


class WalkInForm(PeopleForm):
    def __init__(
        self, data: Data = None, *, unit: str = "pair", **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        least, most = PLAYERS_PER_ENTRANT[unit]
        for at in range(1, most + 1):
            label = _("Player") if most == 1 else _("Player %d") % at
            self.fields[f"player{at}"] = name_field(label, required=at <= least)

    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields]

    def service_values(self) -> Mapping[str, object]:
        players = [self.cleaned_data[name] for name in self.fields]
        return {**super().service_values(), "players": players}

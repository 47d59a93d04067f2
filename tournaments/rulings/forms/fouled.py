"""Form for a fouled board: which cards each table had."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Play
from tournaments.organiser.forms import Data, FormOptions, VersionedForm
from tournaments.rulings.forms.rulings import reason_field
from tournaments.state.fouled import CARD_GROUP_LETTERS

CARDS = [(0, _("as dealt")), *enumerate(CARD_GROUP_LETTERS, start=1)]


class CardsForm(VersionedForm):
    reason = reason_field()
    is_public = forms.BooleanField(
        label=_("Everybody may read the reason"), required=False, initial=True
    )

    def __init__(
        self,
        data: Data = None,
        *,
        plays: Sequence[Play],
        groups: Mapping[str, int],
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.plays = plays
        for play in plays:
            self.fields[name_of(play)] = forms.TypedChoiceField(
                label=label_of(play),
                coerce=int,
                choices=CARDS,
                initial=groups.get(str(play.pk), 0),
                required=False,
                empty_value=None,
            )

    def tables(self) -> Iterator[tuple[Play, forms.BoundField]]:
        for play in self.plays:
            yield play, self[name_of(play)]

    def service_values(self) -> dict[str, object]:
        values = self.cleaned_data
        return {
            "groups": {play.pk: values[name_of(play)] or 0 for play in self.plays},
            "reason": values["reason"],
            "is_public": values["is_public"],
            "seen": values["seen"],
        }


def name_of(play: Play) -> str:
    return f"play_{play.pk}"


def label_of(play: Play) -> str:
    sitting = play.sitting
    place = {"table": sitting.table.number, "round": sitting.round.number}
    return gettext("Cards of table %(table)s in round %(round)s") % place

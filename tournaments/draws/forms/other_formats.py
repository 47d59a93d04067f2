"""Formats other than the proposals, with their parameters."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.movements import ROWS, BooleanParameter, ChoiceParameter, Format, NumberParameter
from tournaments.organiser.forms import Data, small_number_field


class OtherForm(forms.Form):
    def __init__(self, data: Data, *, of: Format, tournament: Tournament, entrants: int) -> None:
        super().__init__(data, prefix=of.kind)
        self.of = of
        self.entrants = entrants
        self.is_wanted = of.kind == tournament.wanted_kind and not of.proposed
        self.has_boards = tournament.cards == Tournament.Cards.BOARDS
        for field in of.fields:
            self.fields[field.name] = field_for(field, entrants)
        if self.has_boards:
            boards = small_number_field(_("Boards a round"), 1, 16)
            boards.initial = tournament.boards_per_round
            self.fields["boards"] = boards
        self.fields["order"] = forms.ChoiceField(
            label=pgettext_lazy("entrants", "Numbers"), choices=ORDERS, initial="lot"
        )

    @property
    def title(self) -> str:
        return gettext(self.of.offered_as or self.of.words.name)

    @property
    def what(self) -> str:
        return gettext(self.of.what)

    def params(self) -> dict[str, Any]:
        params = {each.name: self.cleaned_data[each.name] for each in self.of.fields}
        if self.of.size:
            params[self.of.size] = self.entrants
        return (
            {**params, "boards": self.has_boards} if "boards" in self.of.parameter_names else params
        )


ORDERS = [("lot", _("by lot")), ("entry", _("by seed, then in order of entry"))]


def field_for(
    asked: NumberParameter | ChoiceParameter | BooleanParameter, entrants: int
) -> forms.Field:
    label = gettext(asked.label)
    if isinstance(asked, NumberParameter):
        figure = small_number_field(label, asked.least, asked.most)
        figure.initial = asked.usual(entrants)
        return figure
    if isinstance(asked, BooleanParameter):
        return forms.BooleanField(label=label, required=False, initial=asked.usual)
    choices = [(value, gettext(words)) for value, words in asked.options]
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        initial=choices[0][0],
        coerce=type(choices[0][0]),
        # default for pages loaded before an update
        required=False,
        empty_value=choices[0][0],  # type: ignore[arg-type]
    )


def other_forms(
    tournament: Tournament, entrants: int, data: Mapping[str, Any] | None
) -> list[OtherForm]:
    """A form per playable format; the submitted one is bound."""
    sent = data.get("other", "") if data else ""
    return [
        OtherForm(
            data if row.kind == sent else None, of=row, tournament=tournament, entrants=entrants
        )
        for row in ROWS
        if row.what and entrants >= 3 and is_playable(tournament, row)
    ]


def is_playable(tournament: Tournament, row: Format) -> bool:
    """Whether the format fits the entrants and cards."""
    at_table = tournament.variant.players if tournament.unit == Tournament.Unit.PLAYER else 4
    if (tournament.unit, at_table) not in row.suits:
        return False
    return tournament.cards == Tournament.Cards.OPEN or not row.deals_at_table


def sent_form(forms: Sequence[OtherForm]) -> OtherForm | None:
    return next((form for form in forms if form.is_bound), None)

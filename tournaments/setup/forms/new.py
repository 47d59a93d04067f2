"""Form of a new tournament: a kind, basic fields, and collapsed rows."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from django import forms
from django.db.models import QuerySet
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from tournaments.cash.first import FirstFeesForm
from tournaments.models import SCORING_NAMES, Club, Tournament
from tournaments.organiser.forms import FormOptions, optional_number_field, small_number_field
from tournaments.rules.awards import AWARDS, with_award
from tournaments.rules.options import RulesOffer, available_rules
from tournaments.setup.forms.club_defaults import SUGGESTED_FORMATS
from tournaments.setup.forms.defaults import is_match_chosen, scoring_for
from tournaments.setup.forms.formats import CARDS_WORDS, UNIT_WORDS
from tournaments.setup.forms.tournaments import SettingsForm
from tournaments.setup.services.tournaments import default_scoring
from tournaments.setup.texts import (
    KINDS,
    KNOCK_OUT_WORDS,
    ROW_NAMES,
    Text,
    lower_first,
    proposed_name,
    row_words,
    rows_of,
)
from tournaments.state.scoring import methods_for

UNITS: Mapping[str, Sequence[Tournament.Unit]] = {
    "duplicate": (Tournament.Unit.PAIR, Tournament.Unit.PLAYER),
    "village": (Tournament.Unit.PAIR, Tournament.Unit.PLAYER),
    "cup": (Tournament.Unit.PAIR, Tournament.Unit.TEAM),
    "teams": (Tournament.Unit.TEAM,),
}
CARDS: Mapping[str, Sequence[Tournament.Cards]] = {
    "duplicate": (Tournament.Cards.BOARDS,),
    "village": (Tournament.Cards.OPEN,),
    "cup": (Tournament.Cards.OPEN,),
    "teams": (Tournament.Cards.BOARDS, Tournament.Cards.OPEN),
}
FIELDS_OF_ROWS: Mapping[str, Sequence[str]] = {
    "rules": ("variant",),
    "who": ("unit", "cards"),
    "rounds": ("wanted_kind",),
    "boards": ("boards_per_round", "packs"),
    "game": ("game_length", "game_deals", "game_target", "best_of", "game_minutes"),
    "dealing": ("dealing",),
    "time": ("play_minutes", "minutes_per_board", "change_minutes"),
    "scoring": ("scoring",),
    "club": ("club",),
}
OTHERS_OF_ROWS: Mapping[str, str] = {
    "game": ", #row-scoring, #was-scoring",
    "rules": ", #award, #was-variant, #row-who, #row-game, #row-time, #row-scoring, #was-scoring",
}


@dataclass(frozen=True)
class CollapsedRow:
    key: str
    name: Text
    words: str
    fields: list[forms.BoundField]
    is_open: bool
    decides: bool
    """Whether other rows depend on it."""
    others: str = ""
    """Other elements that its value can change, for ``hx-select-oob``."""


class NewTournamentForm(FirstFeesForm, SettingsForm):
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    kind = forms.ChoiceField(choices=[(key, words.name) for key, words in KINDS.items()])
    packs = optional_number_field(
        _("How many packs do you have?"),
        1,
        999,
        _("A board keeps its pack while it is being played. Leave empty if there are enough."),
    )
    play_minutes = small_number_field(_("Minutes for play"), 20, 900)
    dealing = forms.ChoiceField(
        label=_("Who deals"), choices=Tournament.Dealing.choices, widget=forms.RadioSelect
    )
    wanted_kind = forms.ChoiceField(
        label=_("Rounds and standings"), required=False, widget=forms.RadioSelect
    )

    award = forms.ChoiceField(label=_("What counts?"), required=False, widget=forms.RadioSelect)

    def __init__(
        self,
        data: dict[str, str] | None = None,
        *,
        kind: str,
        clubs: QuerySet[Club],
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.chosen_kind = kind
        self.clubs = clubs
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        self.offers = available_rules(clubs, self.first("variant"))
        self.set_choices(
            "variant", [(offer.key, (offer.name, offer.words)) for offer in self.offers]
        )
        self.set_choices("award", list(AWARDS.items()))
        self.set_choices("unit", [(each, (each.label, UNIT_WORDS[each])) for each in UNITS[kind]])
        self.set_choices("cards", [(each, (each.label, CARDS_WORDS[each])) for each in CARDS[kind]])
        self.set_choices("wanted_kind", self.formats())
        self.chosen_cards = self.valid_choice("cards", CARDS[kind])
        self.chosen_unit = self.valid_choice("unit", UNITS[kind])
        self.set_scoring_choices()

    def formats(self) -> list[tuple[str, tuple[Text, Text]]]:
        """Formats to choose from: those of a cup; otherwise only proposed ones."""
        if self.chosen_kind == "cup":
            return list(KNOCK_OUT_WORDS.items())
        return [(kind, (kind, "")) for kind in sorted(SUGGESTED_FORMATS)]

    def valid_choice(self, name: str, options: Sequence[Any]) -> str:
        value = self.first(name) if self.first(name) in options else str(options[0].value)
        if self.is_bound:
            self.data = {**self.data, name: value}
        return value

    def set_scoring_choices(self) -> None:
        methods = methods_for(self.chosen_unit, self.chosen_cards)
        self.set_choices(
            "scoring", [(m.value, (SCORING_NAMES[m], _(m.told.what))) for m in methods]
        )
        if self.is_bound and self.first("scoring") not in methods:
            is_match = is_match_chosen(self.data)
            usual = default_scoring(self.chosen_unit, self.chosen_cards, is_match=is_match).value
            self.data = {**self.data, "scoring": usual}

    def clean(self) -> None:
        """Convert the choice to rules; a club's rules require that club."""
        values = self.cleaned_data
        chosen = self.offer(values.get("variant"))
        award = values.pop("award", "")
        club = values.get("club")
        if chosen and club and chosen.club not in (None, club.pk):
            self.add_error("variant", _("These rules are those of another club."))
        if chosen:
            values["variant"] = chosen.variant
        if chosen and chosen.variant.bids_numbers and award:
            values["variant"] = with_award(chosen.variant, award)
        values["fees"] = self.read_fees()

    def offer(self, key: object) -> RulesOffer | None:
        return next((each for each in self.offers if each.key == key), None)

    @property
    def asks_award(self) -> bool:
        """Whether the chosen rules bid numbers, so that the award can be chosen."""
        chosen = self.offer(self["variant"].value())
        return chosen is not None and chosen.variant.bids_numbers

    @property
    def rules_in_words(self) -> str:
        chosen = self.offer(self["variant"].value())
        name = str(chosen.name) if chosen else ""
        award = AWARDS.get(str(self["award"].value())) if self.asks_award else None
        return f"{name}, {lower_first(award[0])}" if award else name

    def service_values(self) -> dict[str, object]:
        values = self.format_values()
        del values["kind"]
        return values

    @property
    def values(self) -> dict[str, Any]:
        values = {name: self[name].value() for name in self.fields}
        club = next((each for each in self.clubs if str(each.pk) == str(values["club"])), "")
        chosen = {"cards": self.chosen_cards, "unit": self.chosen_unit, "club_name": club}
        return {**values, **chosen, "own_fees": self.own}

    @property
    def proposed_name(self) -> str:
        return proposed_name(self.chosen_kind, self.day)

    @property
    def usual_scoring(self) -> str:
        """The default scoring of the chosen game."""
        return scoring_for(self.initial, self.values) if "scoring" in self.initial else ""

    @property
    def day(self) -> datetime.date | None:
        value = self["date"].value()
        try:
            return value if isinstance(value, datetime.date) else parse_date(str(value))
        except ValueError:
            return None

    @property
    def starts(self) -> str:
        value = self["start_time"].value()
        return value.strftime("%H:%M") if isinstance(value, datetime.time) else str(value)

    def rows(self) -> list[CollapsedRow]:
        values = self.values
        keys = rows_of(self.chosen_kind, self.chosen_cards, several_clubs=len(self.clubs) > 1)
        return [self.row(key, row_words(key, values, self.rules_in_words)) for key in keys]

    def row(self, key: str, words: str) -> CollapsedRow:
        names = self.fee_fields if key == "fees" else FIELDS_OF_ROWS[key]
        shown = [self[name] for name in names if self.applies(name)]
        return CollapsedRow(
            key=key,
            name=ROW_NAMES[key],
            words=words,
            fields=shown,
            is_open=self.is_bound and any(field.errors for field in shown),
            decides=key in {"who", "club"},
            others=OTHERS_OF_ROWS.get(key, ""),
        )

    def applies(self, name: str) -> bool:
        """Whether a field has more than one option for this kind."""
        if name == "minutes_per_board":
            return self.chosen_cards == Tournament.Cards.BOARDS
        if name in {"unit", "cards"}:
            return len((UNITS if name == "unit" else CARDS)[self.chosen_kind]) > 1
        return True

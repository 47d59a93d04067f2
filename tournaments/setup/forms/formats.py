"""Who plays and with which cards: settings that decide what can be drawn."""

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tournaments.models import OpenGame, Tournament
from tournaments.organiser.forms import Data, FormOptions

UNIT_WORDS = {
    Tournament.Unit.PAIR: _("Two players stay together all evening."),
    Tournament.Unit.TEAM: _("Four to six players; two of them at each of two tables."),
    Tournament.Unit.PLAYER: _("Everybody for themselves, with a new partner each round."),
}
CARDS_WORDS = {
    Tournament.Cards.BOARDS: _(
        "Little luck: everyone plays the same deals, and results are compared."
    ),
    Tournament.Cards.OPEN: _(
        "A typical belote evening: each table shuffles its own cards and points are added up."
    ),
}
GAME_FIELDS = ("game_length", "game_deals", "game_target", "best_of", "game_minutes")


def optional_count_field(
    label: StrOrPromise, low: int, high: int, hint: StrOrPromise = ""
) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, required=False, help_text=hint, widget=widget
    )


class FormatForm(forms.Form):
    unit = forms.ChoiceField(
        label=_("Who plays?"),
        widget=forms.RadioSelect,
        required=False,
        initial=Tournament.Unit.PAIR,
    )
    cards = forms.ChoiceField(
        label=_("Which cards?"),
        widget=forms.RadioSelect,
        required=False,
        initial=Tournament.Cards.BOARDS,
    )
    game_length = forms.ChoiceField(
        label=_("A game is"),
        required=False,
        choices=[("deals", _("a number of deals")), ("to", _("first to a target score"))],
    )
    game_deals = optional_count_field(_("Deals of a game"), 1, 48)
    game_target = optional_count_field(_("Points that win a game"), 50, 9999)
    best_of = forms.TypedChoiceField(
        label=_("A match is"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            (1, _("one game")),
            (3, _("best of three games")),
            (5, _("best of five games")),
            (7, _("best of seven games")),
        ],
    )
    game_minutes = optional_count_field(
        _("Minutes of a round, at most"), 5, 240, _("If left empty: until the game ends.")
    )

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        for name in ("unit", "cards", "game_length", "best_of"):
            self.fields[name].has_default = True  # type: ignore[attr-defined]

    def game(self) -> dict[str, int]:
        data = self.cleaned_data
        if data.get("cards") != Tournament.Cards.OPEN:
            return {}
        if data.get("game_length") == "to":
            game_values = {
                "to": data.get("game_target") or 501,
                "best_of": data.get("best_of") or 1,
            }
        else:
            game_values = {"deals": data.get("game_deals") or 12}
        if data.get("game_minutes"):
            game_values["minutes"] = data["game_minutes"]
        return game_values

    def format_values(self) -> dict[str, object]:
        values = {k: v for k, v in self.cleaned_data.items() if k not in GAME_FIELDS}
        values["unit"] = values.get("unit") or Tournament.Unit.PAIR
        values["cards"] = values.get("cards") or Tournament.Cards.BOARDS
        return {**values, "game": self.game()}


def game_initial(game: OpenGame) -> dict[str, object]:
    return {
        "game_length": "to" if game.is_race else "deals",
        "game_deals": game.deals or 12,
        "game_target": game.to or 501,
        "best_of": game.best_of or 1,
        "game_minutes": game.minutes,
    }

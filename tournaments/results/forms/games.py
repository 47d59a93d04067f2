"""The director's form for a game of open play."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording import SEAT_NAMES
from tournaments.forms.base import SeenForm
from tournaments.models import Play, Result
from tournaments.selectors.formats import sides_of_game

REASON = forms.CharField(
    label=_("Reason, for the log"),
    max_length=300,
    widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
    error_messages={"required": _("Please say why, for the log.")},
)


LABELS = {
    "NS": (_("Points of North–South"), _("Games won by North–South")),
    "EW": (_("Points of East–West"), _("Games won by East–West")),
}


def labels_of_player(seat: str) -> tuple[Any, Any]:
    """The points and the games won of one who plays alone."""
    return SEAT_NAMES[seat], format_lazy("{}, {}", _("Games won"), SEAT_NAMES[seat])


def figure(label: Any) -> forms.IntegerField:
    """A whole number that may be missing while the game was not played."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, required=False, widget=widget)


class GameForm(SeenForm):
    """The points of every side, and in a match the games they won."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("open play", "The game was"),
        choices=[("game", _("Played")), ("not_played", _("Not played"))],
        widget=forms.RadioSelect,
    )
    reason = REASON

    def __init__(self, *args: Any, play: Play, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_match = play.board.tournament.game.get("best_of", 1) > 1
        self.sides = sides_of_game(play.board.tournament)
        for side in self.sides:
            points, won = LABELS.get(side) or labels_of_player(side)
            self.fields[side.lower()] = figure(points)
            if self.is_match:
                self.fields[f"won_{side.lower()}"] = figure(won)
        self.order_fields(["kind", *self.figures(), "reason"])

    def figures(self) -> list[str]:
        """The names of the fields that a played game needs."""
        return [name for name in self.fields if name not in ("kind", "reason", "seen")]

    def point_fields(self) -> list[forms.BoundField]:
        """The points, for the page."""
        return [self[side.lower()] for side in self.sides]

    def won_fields(self) -> list[forms.BoundField]:
        """The games won, for the page."""
        return [self[f"won_{side.lower()}"] for side in self.sides] if self.is_match else []

    def clean(self) -> dict[str, Any]:
        """A played game needs all figures."""
        values = dict(self.cleaned_data)
        values["override"] = False
        if values.get("kind") == "game":
            for name in self.figures():
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Write a number."))
        return values

    def slip(self) -> dict[str, Any]:
        """The slip of a valid form."""
        values = self.cleaned_data
        if values["kind"] == "not_played":
            return {"not_played": True}
        slip: dict[str, Any] = {"game": {side: values[side.lower()] for side in self.sides}}
        if self.is_match:
            slip["won"] = {side: values[f"won_{side.lower()}"] for side in self.sides}
        return slip


def initial_of_game(result: Result | None) -> dict[str, Any]:
    """A stored game as first values of the form."""
    if result is None or result.kind != Result.Kind.GAME:
        return {"kind": "game"}
    won = result.outcome.get("games") or {}
    return {
        "kind": "game",
        **{side.lower(): points for side, points in result.outcome["score"].items()},
        **{f"won_{side.lower()}": games for side, games in won.items()},
    }

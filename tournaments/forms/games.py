"""The director's form for a game of open play."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.base import ServiceForm
from tournaments.models import Play, Result

REASON = forms.CharField(
    label=_("Reason, for the log"),
    max_length=300,
    widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
    error_messages={"required": _("Please say why, for the log.")},
)


def figure(label: Any) -> forms.IntegerField:
    """A whole number that may be missing while the game was not played."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, required=False, widget=widget)


class GameForm(ServiceForm):
    """The points of both sides, and in a match the games they won."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("open play", "The game was"),
        choices=[("game", _("Played")), ("not_played", _("Not played"))],
        widget=forms.RadioSelect,
    )
    ns = figure(_("Points of North–South"))
    ew = figure(_("Points of East–West"))
    won_ns = figure(_("Games won by North–South"))
    won_ew = figure(_("Games won by East–West"))
    reason = REASON

    is_record = False

    def __init__(self, *args: Any, play: Play, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_match = play.board.tournament.game.get("best_of", 1) > 1
        if not self.is_match:
            del self.fields["won_ns"], self.fields["won_ew"]

    def clean(self) -> dict[str, Any]:
        """A played game needs both figures."""
        values = dict(self.cleaned_data)
        values["override"] = False
        needed = [name for name in self.fields if name.endswith(("ns", "ew"))]
        if values.get("kind") == "game":
            for name in needed:
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Write a number."))
        return values

    def slip(self) -> dict[str, Any]:
        """The slip of a valid form."""
        values = self.cleaned_data
        if values["kind"] == "not_played":
            return {"not_played": True}
        slip: dict[str, Any] = {"game": {"NS": values["ns"], "EW": values["ew"]}}
        if self.is_match:
            slip["won"] = {"NS": values["won_ns"], "EW": values["won_ew"]}
        return slip

    def deal_record(self) -> dict[str, Any]:
        """No game is recorded card by card."""
        raise NotImplementedError


def initial_of_game(result: Result | None) -> dict[str, Any]:
    """A stored game as first values of the form."""
    if result is None or result.kind != Result.Kind.GAME:
        return {"kind": "game"}
    won = result.outcome.get("games") or {}
    return {
        "kind": "game",
        "ns": result.ns_score,
        "ew": result.ew_score,
        "won_ns": won.get("NS"),
        "won_ew": won.get("EW"),
    }

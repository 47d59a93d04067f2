from typing import Unpack

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from games.wording.texts import SEAT_NAMES
from tournaments.models import Play, Result
from tournaments.organiser.forms import Data, FormOptions, VersionedForm

REASON = forms.CharField(
    label=_("Reason, for the log"),
    max_length=300,
    widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
    error_messages={"required": _("Please give a reason for the log.")},
)


LABELS = {
    "NS": (_("Points of North–South"), _("Games won by North–South")),
    "EW": (_("Points of East–West"), _("Games won by East–West")),
}


def labels_of_player(seat: str) -> tuple[StrOrPromise, StrOrPromise]:
    return str(SEAT_NAMES[seat]), format_lazy("{}, {}", _("Games won"), SEAT_NAMES[seat])


def whole_number_field(label: StrOrPromise) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, required=False, widget=widget)


def require_correction_reason(form: forms.Form, play: Play) -> None:
    """Require a reason when a result already exists."""
    if play.current_id is None:
        form.fields["reason"].required = False
        form.fields["reason"].help_text = _("Not needed for a first entry.")


NON_RESULT_FIELDS = frozenset({"reason", "override", "seen"})


class StoredResultForm(VersionedForm):
    stored: Result | None = None

    @property
    def is_untouched(self) -> bool:
        """Return whether nothing was changed; the result is then stored unchanged."""
        return NON_RESULT_FIELDS.issuperset(self.changed_data)


class GameForm(StoredResultForm):
    kind = forms.ChoiceField(
        label=pgettext_lazy("open play", "The game was"),
        choices=[
            ("game", pgettext_lazy("open play", "Played")),
            ("not_played", pgettext_lazy("open play", "Not played")),
        ],
        widget=forms.RadioSelect,
    )
    reason = REASON

    def __init__(
        self,
        data: Data = None,
        *,
        play: Play,
        stored: Result | None = None,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.stored = stored
        require_correction_reason(self, play)
        self.is_match = play.board.tournament.game.is_match
        self.sides = play.board.tournament.sides_of_game
        for side in self.sides:
            points, won = LABELS.get(side) or labels_of_player(side)
            self.fields[side.lower()] = whole_number_field(points)
            if self.is_match:
                self.fields[f"won_{side.lower()}"] = whole_number_field(won)
        self.order_fields(["kind", *self.figures(), "reason"])

    def figures(self) -> list[str]:
        return [name for name in self.fields if name not in ("kind", "reason", "seen")]

    def needed_figures(self) -> list[str]:
        """Required fields; in a match the games won, and points once one is filled."""
        if not self.is_match:
            return self.figures()
        points = [side.lower() for side in self.sides]
        some = any(self.cleaned_data.get(name) is not None for name in points)
        return [name for name in self.figures() if some or name not in points]

    def point_fields(self) -> list[forms.BoundField]:
        return [self[side.lower()] for side in self.sides]

    def won_fields(self) -> list[forms.BoundField]:
        return [self[f"won_{side.lower()}"] for side in self.sides] if self.is_match else []

    def clean(self) -> None:
        values = self.cleaned_data
        values["override"] = False
        if values.get("kind") == "game":
            for name in self.needed_figures():
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Write a number."))

    def slip(self) -> dict[str, object]:
        values = self.cleaned_data
        if self.stored is not None and self.is_untouched:
            return dict(self.stored.slip)
        if values["kind"] == "not_played":
            return {"not_played": True}
        points = {side: values[side.lower()] for side in self.sides}
        slip: dict[str, object] = {} if None in points.values() else {"game": points}
        if self.is_match:
            slip["won"] = {side: values[f"won_{side.lower()}"] for side in self.sides}
        return slip


def initial_of_game(result: Result | None) -> dict[str, object]:
    if result is None:
        return {"kind": "game"}
    if result.kind != Result.Kind.GAME:
        return {} if result.is_ruling else {"kind": "not_played"}
    won = result.outcome.get("games") or {}
    is_known = not won or "game" in result.slip
    points = result.outcome["score"] if is_known else {}
    return {
        "kind": "game",
        **{side.lower(): figure for side, figure in points.items()},
        **{f"won_{side.lower()}": games for side, games in won.items()},
    }

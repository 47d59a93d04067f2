from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.changes.forms.base import (
    ChangeForm,
    Choices,
    FromRoundForm,
    choice,
    named_choice,
    optional_choice,
    round_choices,
)
from tournaments.entries.fields import name_field, people_in
from tournaments.errors import RuleViolationError
from tournaments.models import Player, Team
from tournaments.organiser.forms import Data, FormOptions

FIRST_RESTS: Choices = (
    ("last", gettext_lazy("the last in the standings")),
    ("new", gettext_lazy("new pair")),
    ("lot", gettext_lazy("by lot")),
)
BOARDS: Choices = (
    ("kept", gettext_lazy("the boards and copies there are")),
    ("same", gettext_lazy("all tables the same in a round")),
)


class NewPairForm(FromRoundForm):
    """New players, as many as an entrant has, and their first round."""

    def __init__(
        self,
        data: Data = None,
        *,
        size: int,
        rounds: Sequence[int],
        first: int,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, rounds=rounds, first=first, **more)
        self.names = [f"player_{at}" for at in range(1, size + 1)]
        for at, name in enumerate(self.names, start=1):
            self.fields[name] = name_field(_("Player %d") % at if size > 1 else _("Player"))
        self.order_fields([*self.names, "from_round", "reason"])

    def service_values(self) -> dict[str, object]:
        values = dict(self.cleaned_data)
        values["players"] = [values.pop(name) for name in self.names]
        return {**values, "people": people_in(self.data)}

    def players_named(self) -> list[str]:
        return [self.cleaned_data.get(name, "") for name in self.names]

    def add_refusal(self, refusal: RuleViolationError) -> None:
        if refusal.field == "players":
            refusal.field = self.names[-1]
        super().add_refusal(refusal)


class LateForm(NewPairForm):
    """A late entry: an existing team, or new names."""

    team = optional_choice(gettext_lazy("Who has come?"))
    first_rest = named_choice(gettext_lazy("In a full field, who sits out first?"), "last")

    def __init__(
        self,
        data: Data = None,
        *,
        teams: Sequence[Team],
        size: int,
        rounds: Sequence[int],
        first: int,
        takes_turns: bool = False,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, size=size, rounds=rounds, first=first, **more)
        if takes_turns:
            self.choose("first_rest", FIRST_RESTS)
        else:
            del self.fields["first_rest"]
        self.teams = {team.pk: team for team in teams}
        named = [(team.pk, str(team)) for team in teams]
        self.choose("team", [*named, ("", _("Somebody new (write the names)"))])
        for name in self.names:
            self.fields[name].required = False
        self.order_fields(["team", *self.names, "from_round", "first_rest", "reason"])
        if not teams:
            self.fields["team"].widget = forms.HiddenInput()

    def service_values(self) -> dict[str, object]:
        values = super().service_values()
        values["team"] = self.teams.get(self.cleaned_data["team"])
        return values


class RedrawForm(FromRoundForm):
    boards = named_choice(gettext_lazy("Boards"), "kept")

    def __init__(
        self,
        data: Data = None,
        *,
        rounds: Sequence[int],
        first: int,
        has_boards: bool,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, rounds=rounds, first=first, **more)
        self.choose("boards", BOARDS)
        if not has_boards:
            del self.fields["boards"]


class PairRestingForm(FromRoundForm):
    """Rounds in which resting entrants meet, and whether boards can be dealt for it."""

    to_round = optional_choice(gettext_lazy("To which round?"))
    new_boards = forms.BooleanField(
        label=gettext_lazy("New boards, which nobody else plays"), required=False
    )

    def __init__(
        self,
        data: Data = None,
        *,
        rounds: Sequence[int],
        first: int,
        has_boards: bool,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, rounds=rounds, first=first, **more)
        self.choose("to_round", [("", _("to the end")), *round_choices(rounds)])
        if not has_boards:
            del self.fields["new_boards"]


class LengthForm(ChangeForm):
    length = choice(gettext_lazy("Rounds in all"))

    def __init__(
        self, data: Data = None, *, lengths: Sequence[int], first: int, **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.choose("length", [(number, str(number)) for number in lengths], first)


class SubstituteForm(ChangeForm):
    leaves = choice(gettext_lazy("Who does not play?"))
    comes = name_field(gettext_lazy("Who plays instead?"))
    from_round = choice(gettext_lazy("From which round on?"), radio=False)
    to_round = optional_choice(gettext_lazy("To which round?"))

    def __init__(
        self,
        data: Data = None,
        *,
        players: Sequence[Player],
        rounds: Sequence[int],
        first: int,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.players = {player.pk: player for player in players}
        self.choose("leaves", [(player.pk, player.name) for player in players])
        self.choose("from_round", round_choices(rounds), first)
        self.choose("to_round", [("", _("to the end")), *round_choices(rounds)])

    def service_values(self) -> dict[str, object]:
        values = dict(self.cleaned_data)
        values["leaves"] = self.players[values["leaves"]]
        return {**values, "people": people_in(self.data)}

    def players_named(self) -> list[str]:
        return [self.cleaned_data.get("comes", "")]

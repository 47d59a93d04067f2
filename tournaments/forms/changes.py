"""The questions behind each change on the day: few, and each with an answer already chosen."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import SeenForm
from tournaments.forms.teams import name_field
from tournaments.models import Play, Player, Sitting, Team

Choices = Sequence[tuple[Any, Any]]


LAST = ["reason", "seen"]


class ChangeForm(SeenForm):
    """A form of a change; its ``initial`` values are looked at before anybody answers."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the log"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order: Sequence[str] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name not in LAST] + LAST)

    def choose(self, name: str, choices: Choices, initial: Any = None) -> None:
        """Offer these choices; the first is chosen unless another is named."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
        first = field.choices[0][0] if field.choices else None
        field.initial = initial if initial is not None else first

    def at_first(self) -> dict[str, Any]:
        """The values that stand in it before anybody answers."""
        return {
            name: "" if (value := self.get_initial_for_field(field, name)) is None else value
            for name, field in self.fields.items()
        }


def choice(label: Any, *, radio: bool = True) -> forms.TypedChoiceField:
    """One of some numbers, as big buttons or, where there are many, as a list."""
    widget = forms.RadioSelect if radio else forms.Select
    return forms.TypedChoiceField(label=label, coerce=int, widget=widget)


def optional_choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, coerce=int, required=False, empty_value=None, widget=forms.Select
    )


def round_choices(numbers: Sequence[int]) -> Choices:
    return [(number, _("Round %d") % number) for number in numbers]


class PlainForm(ChangeForm):
    """Nothing but a reason."""


class FromRoundForm(ChangeForm):
    """From which round on."""

    from_round = choice(gettext_lazy("From which round on?"), radio=False)

    def __init__(self, *args: Any, rounds: Sequence[int], first: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("from_round", round_choices(rounds), first)


class NewPairForm(FromRoundForm):
    """The people who come, as many as an entrant has, and from which round on they play."""

    def __init__(self, *args: Any, size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [f"player_{at}" for at in range(1, size + 1)]
        for at, name in enumerate(self.names, start=1):
            self.fields[name] = name_field(_("Player %d") % at if size > 1 else _("Player"))
        self.order_fields([*self.names, "from_round", "reason"])

    def service_values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        values["players"] = [values.pop(name) for name in self.names]
        return values

    def add_refusal(self, refusal: Any) -> None:
        if refusal.field == "players":
            refusal.field = self.names[-1]
        super().add_refusal(refusal)


class LateForm(NewPairForm):
    """Who comes late: one that was entered, or new names."""

    team = optional_choice(gettext_lazy("Who has come?"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = {team.pk: team for team in teams}
        named = [(team.pk, str(team)) for team in teams]
        self.choose("team", [*named, ("", _("Somebody new (write the names)"))])
        for name in self.names:
            self.fields[name].required = False
        self.order_fields(["team", *self.names, "from_round", "reason"])
        if not teams:
            self.fields["team"].widget = forms.HiddenInput()

    def service_values(self) -> dict[str, Any]:
        values = super().service_values()
        values["team"] = self.teams.get(values["team"])
        return values


class SubstituteForm(ChangeForm):
    """Who plays for whom, and in which rounds."""

    leaves = choice(gettext_lazy("Who does not play?"))
    comes = name_field(gettext_lazy("Who plays instead?"))
    from_round = choice(gettext_lazy("From which round on?"), radio=False)
    to_round = optional_choice(gettext_lazy("To which round?"))

    def __init__(
        self,
        *args: Any,
        players: Sequence[Player],
        rounds: Sequence[int],
        first: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = {player.pk: player for player in players}
        self.choose("leaves", [(player.pk, player.name) for player in players])
        self.choose("from_round", round_choices(rounds), first)
        self.choose("to_round", [("", _("to the end")), *round_choices(rounds)])

    def service_values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        values["leaves"] = self.players[values["leaves"]]
        return values


class OtherSetForm(ChangeForm):
    """Which boards the table played."""

    board_set = choice(gettext_lazy("Which boards did they play?"))
    mend = forms.BooleanField(
        label=gettext_lazy("Later tables that would meet these boards again get others"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, sets: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("board_set", sets)


class OtherTableForm(ChangeForm):
    """Which other table of the round it was."""

    other = choice(gettext_lazy("With which table?"))

    def __init__(self, *args: Any, sittings: Sequence[Sitting], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sittings = {sitting.pk: sitting for sitting in sittings}
        self.choose("other", [(sitting.pk, table_words(sitting)) for sitting in sittings])

    def service_values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        values["other"] = self.sittings[values["other"]]
        return values


def table_words(sitting: Sitting) -> str:
    """A table with the numbers of those who sit there."""
    numbers = " – ".join(str(seat.team.number) for seat in sitting.seats.all())
    return _("Table %(table)d: %(numbers)s") % {"table": sitting.table.number, "numbers": numbers}


class OtherPairForm(ChangeForm):
    """Who sat in whose place, and in which rounds."""

    first = choice(gettext_lazy("Who should have sat here?"))
    second = choice(gettext_lazy("Who sat here instead?"), radio=False)
    how_long = forms.ChoiceField(label=gettext_lazy("In which rounds?"), widget=forms.RadioSelect)

    def __init__(
        self, *args: Any, here: Sequence[Team], others: Sequence[Team], rounds: Sequence[int],
        number: int, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.number, self.rounds = number, rounds
        self.teams = {team.pk: team for team in [*here, *others]}
        self.choose("first", [(team.pk, f"{team.number} {team}") for team in here])
        self.choose("second", [(team.pk, f"{team.number} {team}") for team in [*others, *here]])
        self.choose(
            "how_long",
            [
                ("this", _("Only in round %d") % number),
                ("on", _("In round %d and all that follow") % number),
                ("all", _("In every round")),
            ],
        )

    def service_values(self) -> dict[str, Any]:
        values = self.cleaned_data
        rounds = {
            "this": [self.number],
            "on": [each for each in self.rounds if each >= self.number],
            "all": list(self.rounds),
        }
        return {
            "first": self.teams[values["first"]],
            "second": self.teams[values["second"]],
            "rounds": rounds[values["how_long"]],
            "reason": values["reason"],
        }


class TwoBoardsForm(ChangeForm):
    """Which two boards of a table were written on each other."""

    first = choice(gettext_lazy("This board"))
    other = choice(gettext_lazy("and this one"))
    override = forms.BooleanField(
        label=gettext_lazy("Store it although it does not agree with the cards"), required=False
    )

    def __init__(self, *args: Any, plays: Sequence[Play], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        boards = [(play.pk, _("Board %d") % play.board.number) for play in plays]
        self.choose("first", boards)
        self.choose("other", boards, boards[min(1, len(boards) - 1)][0] if boards else None)

    def service_values(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "play_id": values["first"],
            "other_id": values["other"],
            "override": values["override"],
            "reason": values["reason"],
        }

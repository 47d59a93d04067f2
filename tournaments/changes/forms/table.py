from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.changes.forms.base import ChangeForm, Choices, choice
from tournaments.models import Play, Sitting, Team
from tournaments.organiser.forms import Data, FormOptions


class SidesForm(ChangeForm):
    boards = forms.TypedMultipleChoiceField(
        label=gettext_lazy("On which boards?"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("If none is ticked, on all boards of the round."),
    )

    def __init__(
        self, data: Data = None, *, boards: Sequence[int], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        field = self.fields["boards"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, str(number)) for number in boards]
        if not boards:
            del self.fields["boards"]


class OtherSetForm(ChangeForm):
    board_set = choice(gettext_lazy("Which boards did they play?"))
    mend = forms.BooleanField(
        label=gettext_lazy("Later tables that would play these boards again get others"),
        required=False,
        initial=True,
    )

    def __init__(self, data: Data = None, *, sets: Choices, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        self.choose("board_set", sets)


class OtherTableForm(ChangeForm):
    other = choice(gettext_lazy("With which table?"))

    def __init__(
        self, data: Data = None, *, sittings: Sequence[Sitting], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.sittings = {sitting.pk: sitting for sitting in sittings}
        self.choose("other", [(sitting.pk, table_words(sitting)) for sitting in sittings])

    def service_values(self) -> dict[str, object]:
        values = dict(self.cleaned_data)
        values["other"] = self.sittings[values["other"]]
        return values


def table_words(sitting: Sitting) -> str:
    numbers = " – ".join(str(seat.team.number) for seat in sitting.seats.all())
    return _("Table %(table)d: %(numbers)s") % {"table": sitting.table.number, "numbers": numbers}


class OtherPairForm(ChangeForm):
    first = choice(gettext_lazy("Who should have sat here?"))
    second = choice(gettext_lazy("Who sat here instead?"), radio=False)
    how_long = forms.ChoiceField(label=gettext_lazy("In which rounds?"), widget=forms.RadioSelect)

    def __init__(
        self, data: Data = None, *, here: Sequence[Team], others: Sequence[Team],
        rounds: Sequence[int], number: int, **more: Unpack[FormOptions],
    ) -> None:  # fmt: skip
        super().__init__(data, **more)
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

    def service_values(self) -> dict[str, object]:
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
    first = choice(gettext_lazy("This board"))
    other = choice(gettext_lazy("and this one"))
    override = forms.BooleanField(
        label=gettext_lazy("Store it although it does not agree with the cards"), required=False
    )

    def __init__(
        self, data: Data = None, *, plays: Sequence[Play], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        boards = [(play.pk, _("Board %d") % play.board.number) for play in plays]
        self.choose("first", boards)
        self.choose("other", boards, boards[min(1, len(boards) - 1)][0] if boards else None)

    def service_values(self) -> dict[str, object]:
        values = self.cleaned_data
        return {
            "play_id": values["first"],
            "other_id": values["other"],
            "override": values["override"],
            "reason": values["reason"],
        }

"""Form for a round's seating: team numbers and boards per table."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django import forms
from django.utils.translation import gettext as _

from tournaments.changes.forms.base import LAST_FIELDS, ChangeForm
from tournaments.changes.layout import Layout, SeatRow
from tournaments.models import Team, Tournament
from tournaments.organiser.forms import Data, FormOptions

NUMBER = re.compile(r"\s*(\d+)")
PAIR_PLACES = (("NS", ""), ("EW", ""))
PLAYER_PLACES = (("NS", "N"), ("EW", "E"), ("NS", "S"), ("EW", "W"))


@dataclass(frozen=True)
class TableFields:
    """Fields of one table; ``is_new`` if empty."""

    number: int
    seats: list[tuple[str, forms.BoundField]]
    boards: forms.BoundField | None
    is_new: bool


class Seating(TypedDict):
    seats: dict[tuple[int, int], SeatRow]
    sets: dict[int, int | None]
    reason: str


class SeatingForm(ChangeForm):
    """Seating of a round; empty fields are empty seats, unlisted teams sit out."""

    def __init__(
        self, data: Data = None, *, tournament: Tournament, number: int, layout: Layout,
        sets: Sequence[tuple[int, str]], **more: Unpack[FormOptions],
    ) -> None:  # fmt: skip
        super().__init__(data, **more)
        self.number, self.layout, self.unit = number, layout, tournament.unit
        self.sets = sets
        teams = Team.objects.filter(tournament=tournament, number__isnull=False)
        self.teams = {team.number or 0: team for team in teams.order_by("number")}
        by_id = {team.pk: team for team in self.teams.values()}
        used = sorted(key[1] for key in layout.tables if key[0] == number)
        self.tables = [*used, max(used, default=0) + 1]
        for table in self.tables:
            self.add_table(table, by_id)
        self.rests = [
            (at, by_id[team])
            for at, team in enumerate(sorted(layout.entrants_at_rest(number)), start=1)
            if team in by_id
        ]
        self.order_fields([name for name in self.fields if name not in LAST_FIELDS] + LAST_FIELDS)

    @property
    def places(self) -> Sequence[tuple[str, str]]:
        return PLAYER_PLACES if self.unit == Tournament.Unit.PLAYER else PAIR_PLACES

    def add_table(self, table: int, by_id: dict[int, Team]) -> None:
        here = {
            (row.side, row.place): by_id.get(key[1])
            for key, row in self.layout.at(self.number, table).items()
        }
        for side, place in self.places:
            team = here.get((side, place))
            self.fields[f"t{table}_{place or side}"] = forms.CharField(
                required=False,
                label=_("Table %(table)d, %(side)s") % {"table": table, "side": place or side},
                initial=f"{team.number} {team}" if team else "",
                max_length=220,
                widget=forms.TextInput(
                    attrs={
                        "class": "input",
                        "list": "entrants",
                        "autocomplete": "off",
                        "data-seat": "",
                    }
                ),
            )
        if not self.sets:
            return
        row = self.layout.tables.get((self.number, table))
        self.fields[f"t{table}_set"] = forms.TypedChoiceField(
            required=False, coerce=int, empty_value=None, choices=self.sets,
            label=_("Table %d, boards") % table, initial=row.board_set if row else self.number,
            widget=forms.Select(attrs={"class": "input"}),
        )  # fmt: skip

    def rows(self) -> Iterator[TableFields]:
        for table in self.tables:
            names = [place or side for side, place in self.places]
            yield TableFields(
                number=table,
                seats=[(name, self[f"t{table}_{name}"]) for name in names],
                boards=self[f"t{table}_set"] if self.sets else None,
                is_new=(self.number, table) not in self.layout.tables,
            )  # fmt: skip

    def clean(self) -> None:
        """Require known numbers, each once (a team of four once on each side)."""
        values = self.cleaned_data
        self.seats: dict[tuple[int, int], SeatRow] = {}
        taken: Counter[tuple[int, int]] = Counter()
        for table in self.tables:
            for side, place in self.places:
                name = f"t{table}_{place or side}"
                team = self.team_in(name, values.get(name, ""))
                if team is None:
                    continue
                half = 2 if self.unit == Tournament.Unit.TEAM and side == "EW" else 1
                taken[team.pk, half] += 1
                if taken[team.pk, half] > 1:
                    self.add_error(
                        name,
                        _("%(number)d is seated twice in this round.") % {"number": team.number},
                    )
                self.seats[team.pk, half] = SeatRow(table, side, place)

    def team_in(self, name: str, text: str) -> Team | None:
        """Entrant by the leading number of a field."""
        if not text.strip():
            return None
        number_match = NUMBER.match(text)
        team = self.teams.get(int(number_match[1])) if number_match else None
        if team is None:
            self.add_error(name, _("Nobody has this number: %s") % text)
        return team

    def service_values(self) -> Seating:
        values = self.cleaned_data
        sets = {table: values.get(f"t{table}_set") for table in self.tables}
        return {"seats": self.seats, "sets": sets, "reason": values["reason"]}

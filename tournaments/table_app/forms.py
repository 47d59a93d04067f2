"""Slip form for browsers without JavaScript."""

from collections.abc import Iterator
from typing import NamedTuple, Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.belot import Variant, seats_of
from games.slips.bids import bid_text, with_unit
from games.wording.contras import contra_choices, missing_contra_text
from games.wording.texts import CONTRACT_NAMES, SEAT_NAMES, contract_words, figures_text, seat_name
from tournaments.models import Play, Table
from tournaments.organiser.announced import AnnouncedFields
from tournaments.organiser.forms import Data, FormOptions
from tournaments.results.services.results import confirm_result, enter_result
from tournaments.results.texts import card_points
from tournaments.table_app.selectors.tables import BoardState, TableState

SIDES = ("NS", "EW")
MOST = 1000


class EnteredBoard(NamedTuple):
    board: str
    words: str


class SlipForm(AnnouncedFields, forms.Form):
    """One board's result, or agreement with the other side's entry."""

    use_required_attribute = False
    field_order = (
        "play",
        "side",
        "kind",
        "bid",
        "capot_bid",
        "contract",
        "declarer",
        "contra",
        "points",
        "announced_ns",
        "announced_ew",
        "belote_ns",
        "belote_ew",
        "capot",
        "alone",
    )

    play = forms.TypedChoiceField(label=_("Board"), coerce=int)
    side = forms.ChoiceField(label=_("We are"), choices=[(s, SEAT_NAMES[s]) for s in SIDES])
    kind = forms.ChoiceField(
        label=_("The board was"),
        choices=[
            ("played", _("Played")),
            ("passed_out", _("Passed out")),
            ("not_played", _("Not played")),
            ("confirm", _("As the other side entered it: we confirm")),
        ],
    )
    contract = forms.ChoiceField(label=_("Contract"), required=False)
    declarer = forms.ChoiceField(label=_("Named by"), required=False)
    contra = forms.ChoiceField(label=_("Doubled"), required=False)
    points = forms.IntegerField(
        label=_("Points of North–South from tricks, with the last ten"),
        min_value=0,
        max_value=MOST,
        required=False,
    )
    capot = forms.ChoiceField(
        label=_("Capot"),
        choices=[("", _("no")), *((s, SEAT_NAMES[s]) for s in SIDES)],
        required=False,
    )
    lead = forms.ChoiceField(label=_("Led to the first trick"), required=False)

    def __init__(
        self, data: Data = None, *, table: Table, state: TableState, **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.table = table
        self.state = state
        rules = table.tournament.variant
        self.limit_to_rules(rules)
        contracts = [(code, CONTRACT_NAMES[code]) for code in rules.contracts.split()]
        seats = [(seat, SEAT_NAMES[seat]) for seat in seats_of(rules)]
        self.choices_of("play", [(str(b.play), str(b.board)) for b in self.open_boards()])
        self.choices_of("contract", [("", "–"), *contracts])
        self.choices_of("declarer", [("", "–"), *seats])
        self.choices_of("lead", [("", "–"), *seats])
        self.choices_of("contra", [*contra_choices(rules)])

    def choices_of(self, name: str, choices: list[tuple[str, str | Promise]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        values = self.cleaned_data
        contract, level = values.get("contract") or "", int(values.get("contra") or 0)
        lacking = missing_contra_text(self.table.tournament.variant, contract, level)
        if values.get("kind") == "played" and lacking:
            self.add_error("contra", lacking)

    @property
    def is_open(self) -> bool:
        return self.state.phase == "playing" and bool(self.open_boards())

    @property
    def seated(self) -> list[tuple[str, str]]:
        return list(self.state.rounds[-1].seats.items()) if self.state.rounds else []

    @property
    def standing(self) -> Iterator[EnteredBoard]:
        for round_ in self.state.rounds:
            for board in round_.boards:
                title = gettext("Round %(round)d, board %(board)d") % {
                    "round": round_.number,
                    "board": board.board,
                }
                yield EnteredBoard(title, words_of_board(board, self.rules))

    def open_boards(self) -> list[BoardState]:
        boards = [board for round_ in self.state.rounds for board in round_.boards]
        return [board for board in boards if board.state != Play.State.CONFIRMED]

    def submit(self) -> str:
        """Submit the valid form and return a message. Raise RuleViolationError."""
        values = self.cleaned_data
        if values["kind"] == "confirm":
            step = confirm_result(
                table=self.table,
                play_id=values["play"],
                side=values["side"],
                agrees=True,
                version=self.current_version(values["play"]),
            )
            return str(Play.State(step.play.state).label)
        enter_result(
            table=self.table, play_id=values["play"], side=values["side"], slip=self.slip()
        )
        return gettext("Received. The other side has to confirm it.")

    def current_version(self, play_id: int) -> int:
        """Current version of a board, 0 if none."""
        return next(b.current or 0 for b in self.open_boards() if b.play == play_id)

    def slip(self) -> dict[str, object]:
        """The slip of the valid form; the engine refuses missing values."""
        values = self.cleaned_data
        if values["kind"] != "played":
            return {values["kind"]: True}
        points = values["points"] or 0
        rules = self.table.tournament.variant
        known = values["contract"] in rules.contracts.split()
        other = card_points(rules, values["contract"]) - points if known else 0
        slip: dict[str, object] = {
            "contract": values["contract"],
            "declarer": values["declarer"],
            "contra": int(values["contra"] or 0),
            "points": {"NS": points, "EW": other},
            **self.said_figures(),
        }
        if points == 0 or other == 0:
            slip["capot"] = values["capot"] or None
        if values["lead"]:
            slip["lead"] = values["lead"]
        return slip


def words_of_board(board: BoardState, rules: Variant) -> str:
    entry = next((e for e in board.entries if e.version == board.current), None)
    state = str(Play.State(board.state).label)
    if entry is None or entry.kind == "not_played":
        return state
    score = figures_text(entry.score.values())
    bid = with_unit({"bid": entry.bid, "capot_bid": entry.capot_bid}, rules)
    what = contract_words(entry.contract, entry.declarer, entry.contra, bid_text(bid))
    by = seat_name(entry.side) if entry.side else ""
    return ", ".join(part for part in (what, score, by, state) if part)

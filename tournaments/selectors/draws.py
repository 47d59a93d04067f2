"""Movements to choose from, in words and figures for the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.models import Result, Tournament
from tournaments.movements import KIND_NAMES, REASONS, MovementError, Proposal, propose
from tournaments.selectors.timetable import planned_start

Words = str | Promise
FEWEST_TEAMS = 4
WORDS: Mapping[str, tuple[Words, Words]] = {
    "barometer": (_lazy("Barometer"), _lazy("Use the barometer")),
    "mitchell": (_lazy("Mitchell"), _lazy("Use Mitchell")),
    "skip": (_lazy("Mitchell with a skip"), _lazy("Use Mitchell with a skip")),
    "rover": (_lazy("Mitchell with a rover"), _lazy("Use Mitchell with a rover")),
}
MOVING: Mapping[str, Words] = {
    "barometer": _lazy("both sides, by the phone"),
    "mitchell": _lazy("East–West up, boards down"),
    "skip": _lazy("East–West up, boards down"),
    "rover": _lazy("East–West up; the rover by its guide card"),
    "howell": _lazy("most pairs, by the phone or guide card"),
    "endless_howell": _lazy("most pairs, by the phone or guide card"),
}
KNOW: Mapping[str, Words] = {
    "barometer": _lazy(
        "Made for the big screen. Every table plays the same boards, so each deals them for"
        " itself, from the phone."
    ),
    "mitchell": _lazy("Boards travel with both packets kept apart: five cards and three."),
    "skip": _lazy("Half-way East–West skip a table; the phones and guide cards say when."),
    "rover": _lazy("One table less. The rover needs a patient pair."),
    "howell": _lazy("Print the guide cards: hardly anybody stays seated."),
    "endless_howell": _lazy("Print the guide cards: hardly anybody stays seated."),
}


@dataclass(frozen=True)
class Column:
    """One proposal as a column of the comparison."""

    proposal: Proposal
    name: str
    verb: str
    reason: str
    ends: datetime
    sitting_out: str
    moving: str
    opponents: str
    boards_played: str
    boards_to_deal: str
    winners: str
    balance: int | None
    good_to_know: str


@dataclass(frozen=True)
class Comparison:
    """The proposals for the teams that are present; ``problem`` says why there are none."""

    teams: int
    columns: list[Column]
    problem: str = ""

    @property
    def proposals(self) -> list[Proposal]:
        return [column.proposal for column in self.columns]


def comparison(
    tournament: Tournament, *, minutes: int, boards: int | None = None, digital: bool = True
) -> Comparison:
    """What fits the time for the teams that are present."""
    teams = tournament.teams.filter(is_present=True).count()
    if teams < FEWEST_TEAMS:
        words = _("At least %d pairs are needed. Enter them, or mark them as present.")
        return Comparison(teams, [], words % FEWEST_TEAMS)
    try:
        found = propose(
            teams,
            minutes=minutes,
            boards_per_round=boards,
            minutes_per_board=tournament.minutes_per_board,
            change_minutes=tournament.change_minutes,
            digital=digital,
        )
    except MovementError as error:
        return Comparison(teams, [], in_words(error))
    return Comparison(teams, [column(tournament, each) for each in found])


def in_words(error: MovementError) -> str:
    """What a movement cannot do, in the reader's language."""
    return _(error.template) % error.params


def column(tournament: Tournament, proposal: Proposal) -> Column:
    name, verb = names_of(proposal)
    return Column(
        proposal=proposal,
        name=name,
        verb=verb,
        reason=_(REASONS[proposal.reason]) % proposal.reason_params,
        ends=planned_start(tournament) + timedelta(minutes=proposal.minutes),
        sitting_out=resting(proposal),
        moving=str(MOVING.get(style_of(proposal), "–")),
        opponents=span(proposal.opponents),
        boards_played=either(proposal.boards_played)
        if proposal.sit_outs[1] - proposal.sit_outs[0] == 1
        else span(proposal.boards_played),
        boards_to_deal=boards_to_deal(proposal),
        winners=_("one list") if proposal.winners == 1 else _("two lists"),
        balance=None if proposal.balance is None else round(proposal.balance),
        good_to_know=good_to_know(proposal),
    )


def names_of(proposal: Proposal) -> tuple[str, str]:
    """What a proposal is called, and what its button says."""
    tables = ngettext("%d table", "%d tables", proposal.tables) % proposal.tables
    name, verb = words_of(style_of(proposal))
    if proposal.winners == 2:
        return f"{name}, {tables}, {_('two lists')}", f"{verb}, {_('two lists')}"
    return f"{name}, {tables}", verb


def words_of(style: str) -> tuple[str, str]:
    """The name of a movement, and of the button that draws by it."""
    if style in WORDS:
        name, verb = WORDS[style]
        return str(name), str(verb)
    other = _(KIND_NAMES[style]) if style in KIND_NAMES else style
    return other, _("Use %s") % other


def style_of(proposal: Proposal) -> str:
    """What sets a proposal apart: its kind, and for a Mitchell what is done about even tables."""
    if proposal.params.get("rover"):
        return "rover"
    return "skip" if proposal.params.get("variant") == "skip" else proposal.kind


def movement_name(tournament: Tournament) -> str:
    """What the drawn movement is called."""
    params = tournament.movement_params
    style = "rover" if params.get("rover") else tournament.movement_kind
    return words_of(style)[0]


def span(values: tuple[int, int]) -> str:
    """The least and the most, or the one figure."""
    low, high = values
    if low == high:
        return str(low)
    return either(values) if high == low + 1 else f"{low}–{high}"


def either(values: tuple[int, int]) -> str:
    """One figure or the other, where nothing lies between."""
    return _("%(low)d or %(high)d") % {"low": values[0], "high": values[1]}


def resting(proposal: Proposal) -> str:
    """How often a pair sits out."""
    low, high = proposal.sit_outs
    if high == 0:
        return _("nobody")
    if low == high:
        return ngettext("every pair %d round", "every pair %d rounds", high) % high
    if low == 0:
        never = proposal.entrants - proposal.rounds if high == 1 else 0
        if never > 0:
            words = ngettext(
                "one pair a round, %d pair never", "one pair a round, %d pairs never", never
            )
            return words % never
        return _("one pair a round")
    return _("each pair %s rounds") % span((low, high))


def boards_to_deal(proposal: Proposal) -> str:
    copies = proposal.copies
    if copies == 1:
        return _("%d, one copy each") % proposal.boards
    words = ngettext("%(boards)d, %(n)d copy each", "%(boards)d, %(n)d copies each", copies)
    return words % {"boards": proposal.boards, "n": copies}


def good_to_know(proposal: Proposal) -> str:
    """What the organiser would otherwise find out during play."""
    if proposal.shares and proposal.kind == "mitchell" and not proposal.params.get("rover"):
        return _("Two tables play the same boards in each round and pass them to and fro.")
    if proposal.winners == 2:
        return _("North–South and East–West are compared only among themselves.")
    return str(KNOW.get(style_of(proposal), ""))


def varied(columns: list[Column]) -> list[Column]:
    """What differs most first: a column of each kind, then of each style, then their siblings."""
    kinds: dict[str, Column] = {}
    styles: dict[str, Column] = {}
    for column in columns:
        kinds.setdefault(column.proposal.kind, column)
        styles.setdefault(style_of(column.proposal), column)
    ordered = [*kinds.values(), *styles.values(), *columns]
    return list({id(column): column for column in ordered}.values())


def has_results(tournament: Tournament) -> bool:
    """Whether anything was entered, so that the draw must stay."""
    return Result.objects.filter(play__sitting__round__tournament=tournament).exists()


def drawn_facts(tournament: Tournament) -> dict[str, Any]:
    """What the drawn tournament is made of."""
    return {
        "movement": movement_name(tournament),
        "rounds": tournament.rounds.count(),
        "tables": tournament.tables.count(),
        "boards": tournament.boards.count(),
        "per_round": tournament.boards_per_round,
        "has_results": has_results(tournament),
    }

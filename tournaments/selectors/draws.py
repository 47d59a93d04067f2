"""Movements to choose from, in words and figures for the page."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Result, Tournament
from tournaments.movements import KIND_NAMES, REASONS, MovementError, Proposal, propose
from tournaments.selectors.timetable import planned_start


@dataclass(frozen=True)
class Column:
    """One proposal as a column of the comparison."""

    proposal: Proposal
    name: str
    verb: str
    reason: str
    ends: datetime
    sitting_out: str
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
        opponents=span(proposal.opponents),
        boards_played=span(proposal.boards_played),
        boards_to_deal=boards_to_deal(proposal),
        winners=_("one list") if proposal.winners == 1 else _("two lists"),
        balance=None if proposal.balance is None else round(proposal.balance),
        good_to_know=good_to_know(proposal),
    )


def names_of(proposal: Proposal) -> tuple[str, str]:
    """What a proposal is called, and what its button says."""
    tables = ngettext("%d table", "%d tables", proposal.tables) % proposal.tables
    if proposal.kind == "barometer":
        return _("Barometer, %s") % tables, _("Use the barometer")
    if proposal.kind != "mitchell":
        name = _(KIND_NAMES[proposal.kind])
        return f"{name}, {tables}", _("Use %s") % name
    skip = proposal.params.get("variant") == "skip"
    name = _("Mitchell with a skip, %s") if skip else _("Mitchell, %s")
    if proposal.winners == 2:
        return _("%s, two lists") % (name % tables), _("Use Mitchell, two lists")
    return name % tables, _("Use Mitchell with a skip") if skip else _("Use Mitchell")


def movement_name(tournament: Tournament) -> str:
    """What the drawn movement is called."""
    kind = tournament.movement_kind
    return _(KIND_NAMES[kind]) if kind in KIND_NAMES else kind


def span(values: tuple[int, int]) -> str:
    """The least and the most, or the one figure."""
    low, high = values
    if low == high:
        return str(low)
    if high == low + 1:
        return _("%(low)d or %(high)d") % {"low": low, "high": high}
    return f"{low}–{high}"


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
    if proposal.kind == "barometer":
        return _(
            "Made for the big screen. Every table plays the same boards at once, so each needs a"
            " copy of its own."
        )
    if proposal.shares:
        return _("Two tables play the same boards in each round and pass them to and fro.")
    if proposal.params.get("variant") == "skip":
        return _("Half-way East–West skip a table; the phones and guide cards say when.")
    if proposal.winners == 2:
        return _("North–South and East–West are compared only among themselves.")
    return _("Boards travel with both packets kept apart: five cards and three.")


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

"""Movements to choose from, in words and figures for the page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.belot import variant_from_json
from tournaments.models import Result, Tournament
from tournaments.movements import KIND_NAMES, REASONS, MovementError, Proposal, propose
from tournaments.selectors.formats import is_drawn_by_round, is_open_play, rounds_in_all
from tournaments.selectors.timetable import planned_start, playing_minutes
from tournaments.unit_words import at_least

Words = str | Promise
FEWEST: Mapping[str, int] = {"pair": 4, "team": 2, "player": 4}
WORDS: Mapping[str, tuple[Words, Words]] = {
    "barometer": (_("Barometer"), _("Use the barometer")),
    "mitchell": (_("Mitchell"), _("Use Mitchell")),
    "skip": (_("Mitchell with a skip"), _("Use Mitchell with a skip")),
    "rover": (_("Mitchell with a rover"), _("Use Mitchell with a rover")),
}
MOVING: Mapping[str, Words] = {
    "barometer": _("both sides, by the phone"),
    "mitchell": _("East–West up, boards down"),
    "skip": _("East–West up, boards down"),
    "rover": _("East–West up; the rover by its guide card"),
    "howell": _("most pairs, by the phone or guide card"),
    "endless_howell": _("most pairs, by the phone or guide card"),
    "head_to_head": _("to the next match, by the phone"),
    "american_whist": _("East–West two tables down, boards one down"),
    "new_england": _("East–West one table down, boards two down"),
    "rainbow": _("three of four, by the phone or guide card"),
    "whist": _("everybody, by the phone or guide card"),
    "melee": _("everybody, by the phone"),
    "swiss": _("by the draw of each round"),
    "danish": _("by the draw of each round"),
    "berger": _("by the phone or guide card"),
    "two_handed": _("by the phone or guide card"),
    "three_handed": _("by the phone or guide card"),
}
KNOW: Mapping[str, Words] = {
    "barometer": _(
        "Made for the big screen. Every table plays the same boards at once, so each needs a"
        " copy of its own."
    ),
    "mitchell": _("Boards travel with both packets kept apart: five cards and three."),
    "skip": _("Half-way East–West skip a table; the phones and guide cards say when."),
    "rover": _("One table less. The rover needs a patient pair."),
    "howell": _("Print the guide cards: hardly anybody stays seated."),
    "endless_howell": _("Print the guide cards: hardly anybody stays seated."),
    "head_to_head": _("Two tables a match; at half-time they exchange their boards."),
    "new_england": _("With an even number of teams two tables share their boards."),
    "melee": _("Works with any number; who comes late can still join."),
    "swiss": _("You draw each round when the one before is over: one press."),
    "danish": _("You draw each round when the one before is over: one press."),
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
    """What fits the time for the teams that are present, the club's usual format first."""
    teams = tournament.teams.filter(is_present=True).count()
    at_table = variant_from_json(tournament.variant).players
    fewest = FEWEST[tournament.unit] if at_table == 4 else at_table
    if teams < fewest:
        return Comparison(teams, [], at_least(tournament.unit, fewest))
    try:
        found = propose(
            teams,
            unit=tournament.unit,  # type: ignore[arg-type]
            style="open" if is_open_play(tournament) else "duplicate",
            minutes=minutes,
            change_minutes=tournament.change_minutes,
            digital=digital,
            prefer=usual_kind(tournament),
            at_table=at_table,
            **length_of(tournament, boards),
        )
    except MovementError as error:
        return Comparison(teams, [], in_words(error))
    return Comparison(teams, [column(tournament, each) for each in found])


def length_of(tournament: Tournament, boards: int | None) -> dict[str, int | None]:
    """How long a round is: so many boards of so many minutes, or one open game."""
    if not is_open_play(tournament):
        each = tournament.minutes_per_board
        return {"boards_per_round": boards, "minutes_per_board": each}
    deals = int(tournament.game.get("deals", DEALS_OF_A_RACE))
    return {
        "boards_per_round": deals,
        "minutes_per_board": -(-playing_minutes(tournament) // deals),
    }


DEALS_OF_A_RACE = 12
"""A race to a number of points is planned like the usual game of twelve deals."""


def usual_kind(tournament: Tournament) -> str | None:
    """The format of the club's last tournament of this kind."""
    rows = Tournament.objects.filter(
        club=tournament.club_id, unit=tournament.unit, cards=tournament.cards
    )
    kinds = rows.exclude(movement_kind="").order_by("-date", "-pk")
    return kinds.values_list("movement_kind", flat=True).first()


def in_words(error: MovementError) -> str:
    """What a movement cannot do, in the reader's language."""
    return gettext(error.template) % error.params


def column(tournament: Tournament, proposal: Proposal) -> Column:
    name, verb = names_of(proposal)
    return Column(
        proposal=proposal,
        name=name,
        verb=verb,
        reason=gettext(REASONS[proposal.reason]) % proposal.reason_params,
        ends=planned_start(tournament) + timedelta(minutes=proposal.minutes),
        sitting_out=resting(proposal),
        moving=str(MOVING.get(style_of(proposal), "–")),
        opponents=span(proposal.opponents),
        boards_played=either(proposal.boards_played)
        if proposal.sit_outs[1] - proposal.sit_outs[0] == 1
        else span(proposal.boards_played),
        boards_to_deal=boards_to_deal(proposal),
        winners=gettext("one list") if proposal.winners == 1 else gettext("two lists"),
        balance=None if proposal.balance is None else round(proposal.balance),
        good_to_know=good_to_know(proposal),
    )


def names_of(proposal: Proposal) -> tuple[str, str]:
    """What a proposal is called, and what its button says."""
    tables = ngettext("%d table", "%d tables", proposal.tables) % proposal.tables
    name, verb = words_of(style_of(proposal))
    if proposal.winners == 2:
        return f"{name}, {tables}, {gettext('two lists')}", f"{verb}, {gettext('two lists')}"
    return f"{name}, {tables}", verb


def words_of(style: str) -> tuple[str, str]:
    """The name of a movement, and of the button that draws by it."""
    if style in WORDS:
        name, verb = WORDS[style]
        return str(name), str(verb)
    other = gettext(KIND_NAMES[style]) if style in KIND_NAMES else style
    return other, gettext("Use %s") % other


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
    return gettext("%(low)d or %(high)d") % {"low": values[0], "high": values[1]}


def resting(proposal: Proposal) -> str:
    """How often an entrant sits out."""
    low, high = proposal.sit_outs
    if high == 0:
        return gettext("nobody")
    if proposal.unit != "pair":
        return resting_others(low, high)
    if low == high:
        return ngettext("every pair %d round", "every pair %d rounds", high) % high
    if low == 0:
        never = proposal.entrants - proposal.rounds if high == 1 else 0
        if never > 0:
            words = ngettext(
                "one pair a round, %d pair never", "one pair a round, %d pairs never", never
            )
            return words % never
        return gettext("one pair a round")
    return gettext("each pair %s rounds") % span((low, high))


def resting_others(low: int, high: int) -> str:
    """The same for teams and single players."""
    if low == high:
        return ngettext("everybody %d round", "everybody %d rounds", high) % high
    if (low, high) == (0, 1):
        return gettext("at most one round each")
    return gettext("each %s rounds") % span((low, high))


def boards_to_deal(proposal: Proposal) -> str:
    copies = proposal.copies
    if copies == 0:
        return gettext("none: the tables shuffle")
    if copies == 1:
        return gettext("%d, one copy each") % proposal.boards
    words = ngettext("%(boards)d, %(n)d copy each", "%(boards)d, %(n)d copies each", copies)
    return words % {"boards": proposal.boards, "n": copies}


def good_to_know(proposal: Proposal) -> str:
    """What the organiser would otherwise find out during play."""
    if proposal.shares and proposal.kind == "mitchell" and not proposal.params.get("rover"):
        return gettext("Two tables play the same boards in each round and pass them to and fro.")
    if proposal.winners == 2:
        return gettext("North–South and East–West are compared only among themselves.")
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
        "rounds": rounds_in_all(tournament),
        "tables": tournament.tables.count(),
        "boards": tournament.boards.count(),
        "per_round": tournament.boards_per_round,
        "has_results": has_results(tournament),
        "is_drawn_by_round": is_drawn_by_round(tournament),
    }


def game_words(tournament: Tournament) -> str:
    """The open game in words; empty for prepared boards."""
    if not is_open_play(tournament):
        return ""
    game = tournament.game
    if "to" not in game:
        deals = int(game.get("deals", DEALS_OF_A_RACE))
        return ngettext("a game of %d deal", "a game of %d deals", deals) % deals
    if game.get("best_of", 1) > 1:
        return str(gettext("best of %(best_of)d games to %(to)d points") % game)
    return str(gettext("a game to %(to)d points") % game)

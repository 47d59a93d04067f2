"""Movements to choose from, in words and figures for the page."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.draws.selectors.timetable import planned_start, playing_minutes
from tournaments.entries.words import at_least
from tournaments.facts.formats import format_of, is_drawn_by_round, rounds_in_all
from tournaments.models import Result, Tournament
from tournaments.movements import (
    FEWEST,
    FORMATS,
    REASONS,
    MovementError,
    Proposal,
    Words,
    propose_movements,
)


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
    """The proposals that fit the time and the teams present, the club's usual format first."""
    teams = tournament.teams.filter(is_present=True).count()
    at_table = tournament.variant.players
    fewest = FEWEST[tournament.unit] if at_table == 4 else at_table
    if teams < fewest:
        return Comparison(teams, [], at_least(tournament.unit, fewest))
    try:
        found = propose_movements(
            teams,
            unit=tournament.unit,  # type: ignore[arg-type]
            style="open" if tournament.is_open_play else "duplicate",
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
    if not tournament.is_open_play:
        each = tournament.minutes_per_board
        return {"boards_per_round": boards, "minutes_per_board": each}
    deals = tournament.game.deals or DEALS_OF_A_RACE
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
    """The shortcoming of a movement, in the reader's language."""
    return gettext(error.template) % error.params


def column(tournament: Tournament, proposal: Proposal) -> Column:
    name, verb = names_of(proposal)
    return Column(
        proposal=proposal,
        name=name,
        verb=verb,
        reason=gettext(REASONS[proposal.reason]) % proposal.reason_params,
        ends=planned_start(tournament) + timedelta(minutes=proposal.minutes),
        sitting_out=rest_words(proposal),
        moving=gettext(moving) if (moving := words_of(proposal).moving) else "–",
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
    """The name of a proposal, and the label of its button."""
    tables = ngettext("%d table", "%d tables", proposal.tables) % proposal.tables
    words = words_of(proposal)
    name = gettext(words.name)
    verb = gettext(words.verb) if words.verb else gettext("Use %s") % name
    if proposal.winners == 2:
        return f"{name}, {tables}, {gettext('two lists')}", f"{verb}, {gettext('two lists')}"
    return f"{name}, {tables}", verb


def words_of(proposal: Proposal) -> Words:
    """The words of its format, or of the variation that its parameters make."""
    row = FORMATS[proposal.kind]
    variation = row.variation(proposal.params)
    return variation.words if variation else row.words


def movement_name(tournament: Tournament) -> str:
    """The name of the drawn movement."""
    row = format_of(tournament)
    if row is None:
        return ""
    variation = row.variation(tournament.movement_params)
    return gettext((variation if variation and variation.lasting else row).words.name)


def span(values: tuple[int, int]) -> str:
    """The least and the most, or the one figure."""
    low, high = values
    if low == high:
        return str(low)
    return either(values) if high == low + 1 else f"{low}–{high}"


def either(values: tuple[int, int]) -> str:
    """One figure or the other, where nothing lies between."""
    return gettext("%(low)d or %(high)d") % {"low": values[0], "high": values[1]}


def rest_words(proposal: Proposal) -> str:
    """How often an entrant sits out."""
    low, high = proposal.sit_outs
    if high == 0:
        return gettext("nobody")
    if proposal.unit != "pair":
        return rest_words_of_others(low, high)
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


def rest_words_of_others(low: int, high: int) -> str:
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
    """Warnings of what the organiser would otherwise find out during play."""
    words = words_of(proposal)
    if proposal.shares and words.know_shared:
        return gettext(words.know_shared)
    if proposal.winners == 2:
        return gettext("North–South and East–West are compared only among themselves.")
    return gettext(words.know) if words.know else ""


def most_different_first(columns: list[Column]) -> list[Column]:
    """The columns, most different first: one of each kind, of each variation, then the rest."""
    kinds: dict[str, Column] = {}
    variations: dict[str, Column] = {}
    for column in columns:
        kinds.setdefault(column.proposal.kind, column)
        variations.setdefault(words_of(column.proposal).name, column)
    ordered = [*kinds.values(), *variations.values(), *columns]
    return list({id(column): column for column in ordered}.values())


def has_results(tournament: Tournament) -> bool:
    """Whether anything was entered, so that the draw must stay."""
    return Result.objects.filter(play__sitting__round__tournament=tournament).exists()


def drawn_facts(tournament: Tournament) -> dict[str, Any]:
    """The figures of the drawn tournament."""
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
    if not tournament.is_open_play:
        return ""
    game = tournament.game
    if not game.is_race:
        deals = game.deals or DEALS_OF_A_RACE
        return ngettext("a game of %d deal", "a game of %d deals", deals) % deals
    if game.is_match:
        return gettext("best of %(best_of)d games to %(to)d points") % game.to_json()
    return gettext("a game to %(to)d points") % game.to_json()

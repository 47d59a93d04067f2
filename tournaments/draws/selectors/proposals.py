from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.draws.selectors.timetable import playing_minutes
from tournaments.entries.texts import minimum_text
from tournaments.models import Result, Tournament
from tournaments.movements import (
    FEWEST,
    FORMATS,
    FormatTexts,
    MovementError,
    Preparation,
    Proposal,
    prepare_boards,
    propose_movements,
)
from tournaments.state.formats import format_of, is_drawn_by_round, rounds_in_all


@dataclass(frozen=True)
class EveningAnswers:
    """The organiser's answers, without scoring, which does not affect proposals.

    ``packs`` is None if unlimited; ``by_tables``: tables deal from their phones.
    """

    entrants: int
    minutes: int
    packs: int | None = None
    by_tables: bool = True
    boards: int | None = None


@dataclass(frozen=True)
class PlannedProposal:
    """A proposal with its dealing plan; ``minutes`` is the sum."""

    proposal: Proposal
    preparation: Preparation

    @property
    def minutes(self) -> int:
        return self.proposal.minutes + self.preparation.minutes


@dataclass(frozen=True)
class Comparison:
    """Proposals for an evening; ``problem`` says why there are none.

    ``beyond`` exceed the time or the packs.
    """

    teams: int
    fitting: list[PlannedProposal]
    problem: str = ""
    beyond: tuple[PlannedProposal, ...] = ()

    @property
    def proposals(self) -> list[Proposal]:
        return [each.proposal for each in self.fitting]


DEALING_MINUTES_STEPS = (0, 15, 30, 45, 60, 80)
"""Minutes reserved for dealing, increased until a plan fits."""


def comparison(tournament: Tournament, asked: EveningAnswers) -> Comparison:
    """Proposals that fit time, packs and entrants; those with one copy per board or the
    club's usual format first.
    """
    at_table = tournament.variant.players
    fewest = FEWEST[tournament.unit] if at_table == 4 else at_table
    if asked.entrants < fewest:
        return Comparison(asked.entrants, [], minimum_text(tournament.unit, fewest))
    fitting_by_key: dict[object, PlannedProposal] = {}
    beyond: dict[object, PlannedProposal] = {}
    problem = ""
    order: dict[object, int] = {}
    for less in DEALING_MINUTES_STEPS:
        try:
            listed = list(proposals_within(tournament, asked, asked.minutes - less))
        except MovementError as error:
            problem = problem or movement_error_text(error)
            break
        for proposal in listed:
            key = (names_of(proposal), proposal.winners)
            order.setdefault(key, len(order))
            each = PlannedProposal(proposal, preparation_of(proposal, asked))
            if each.preparation.fits and each.minutes <= asked.minutes:
                fitting_by_key.setdefault(key, each)
            elif not less:
                beyond[key] = each
        if order.keys() <= fitting_by_key.keys():
            break
    fitting = [fitting_by_key[key] for key in sorted(fitting_by_key, key=lambda key: order[key])]
    preferred = preferred_kind(tournament)
    fitting.sort(key=lambda each: is_ranked_last(each.proposal, asked, preferred))
    if not fitting and not problem:
        problem = shortage_text(asked, beyond.values())
    return Comparison(asked.entrants, fitting, "" if fitting else problem, tuple(beyond.values()))


def shortage_text(asked: EveningAnswers, beyond: Iterable[PlannedProposal]) -> str:
    """The reason why no proposal fits: too few packs or too little time."""
    if any(each.minutes <= asked.minutes and not each.preparation.fits for each in beyond):
        return gettext("There are too few packs even for one round.")
    return gettext("Not even one round fits into the time.")


def is_ranked_last(proposal: Proposal, asked: EveningAnswers, wanted: str | None) -> bool:
    """Whether it needs several copies per board without known packs."""
    counted = asked.packs is not None and proposal.kind == wanted
    return proposal.copies > 1 and proposal.unit != "team" and not counted


def proposals_within(tournament: Tournament, asked: EveningAnswers, minutes: int) -> list[Proposal]:
    return propose_movements(
        asked.entrants,
        unit=tournament.unit,  # type: ignore[arg-type]
        style="open" if tournament.is_open_play else "duplicate",
        minutes=minutes,
        change_minutes=tournament.change_minutes,
        digital=False,
        prefer=preferred_kind(tournament),
        at_table=tournament.variant.players,
        **round_length_params(tournament, asked.boards),
    )


def preparation_of(proposal: Proposal, asked: EveningAnswers) -> Preparation:
    """Which boards are dealt when, with the available packs."""
    return prepare_boards(
        proposal.sets,
        boards=proposal.boards_per_round,
        copies=proposal.copies,
        tables=proposal.tables,
        packs=asked.packs,
        by_tables=asked.by_tables,
    )


def round_length_params(tournament: Tournament, boards: int | None) -> dict[str, int | None]:
    """Length of a round: boards and minutes each, or one open game."""
    if not tournament.is_open_play:
        each = tournament.minutes_per_board
        return {"boards_per_round": boards, "minutes_per_board": each}
    deals = tournament.game.deals or RACE_DEALS
    return {
        "boards_per_round": deals,
        "minutes_per_board": -(-playing_minutes(tournament) // deals),
    }


RACE_DEALS = 12
"""Races are planned like the usual game of twelve deals."""


def preferred_kind(tournament: Tournament) -> str | None:
    """Preferred format: requested, usual in the club, or for a cup."""
    if tournament.wanted_kind:
        return tournament.wanted_kind
    of_a_cup = "single_elimination" if tournament.game.is_match else None
    return usual_kind(tournament) or of_a_cup


def usual_kind(tournament: Tournament) -> str | None:
    rows = Tournament.objects.filter(
        club=tournament.club_id, unit=tournament.unit, cards=tournament.cards, rehearses=None
    )
    kinds = rows.exclude(movement_kind="").order_by("-date", "-pk")
    return kinds.values_list("movement_kind", flat=True).first()


def movement_error_text(error: MovementError) -> str:
    return gettext(error.template) % error.params


def names_of(proposal: Proposal) -> tuple[str, str]:
    tables = ngettext("%d table", "%d tables", proposal.tables) % proposal.tables
    words = words_of(proposal)
    name = gettext(words.name)
    verb = gettext(words.verb) if words.verb else gettext("Use %s") % name
    if proposal.winners == 2:
        return f"{name}, {tables}, {gettext('two lists')}", f"{verb}, {gettext('two lists')}"
    return f"{name}, {tables}", verb


def words_of(proposal: Proposal) -> FormatTexts:
    row = FORMATS[proposal.kind]
    variation = row.variation(proposal.params)
    return variation.words if variation else row.words


def movement_name(tournament: Tournament) -> str:
    row = format_of(tournament)
    if row is None:
        return ""
    variation = row.variation(tournament.movement_params)
    return gettext((variation if variation and variation.lasting else row).words.name)


def range_text(values: tuple[int, int]) -> str:
    low, high = values
    if low == high:
        return str(low)
    return either(values) if high == low + 1 else f"{low}–{high}"


def either(values: tuple[int, int]) -> str:
    return gettext("%(low)d or %(high)d") % {"low": values[0], "high": values[1]}


def rest_words(proposal: Proposal) -> str:
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
    return gettext("each pair %s rounds") % range_text((low, high))


def rest_words_of_others(low: int, high: int) -> str:
    if low == high:
        return ngettext("everybody %d round", "everybody %d rounds", high) % high
    if (low, high) == (0, 1):
        return gettext("at most one round each")
    return gettext("each %s rounds") % range_text((low, high))


def good_to_know(proposal: Proposal) -> str:
    words = words_of(proposal)
    if proposal.shares and words.know_shared:
        return gettext(words.know_shared)
    if proposal.winners == 2:
        return gettext("North–South and East–West are compared only among themselves.")
    return gettext(words.know) if words.know else ""


def has_results(tournament: Tournament) -> bool:
    return Result.objects.filter(play__sitting__round__tournament=tournament).exists()


def drawn_facts(tournament: Tournament) -> dict[str, Any]:
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
    if not tournament.is_open_play:
        return ""
    game = tournament.game
    if not game.is_race:
        deals = game.deals or RACE_DEALS
        return ngettext("a game of %d deal", "a game of %d deals", deals) % deals
    if game.is_match:
        return gettext("best of %(best_of)d games to %(to)d points") % game.to_json()
    return gettext("a game to %(to)d points") % game.to_json()

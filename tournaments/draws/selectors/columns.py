"""Side-by-side comparison of proposals as text."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from tournaments.draws.selectors.proposals import (
    Comparison,
    EveningAnswers,
    PlannedProposal,
    game_words,
    good_to_know,
    names_of,
    rest_words,
    words_of,
)
from tournaments.draws.selectors.timetable import planned_start
from tournaments.models import Tournament
from tournaments.movements import REASONS, Proposal
from tournaments.state.formats import BRACKETS, BY_STANDINGS

MAX_PACK_BOXES = 48


@dataclass(frozen=True)
class Bar:
    dealing: float
    play: float
    limit: float


@dataclass(frozen=True)
class Packs:
    used: range
    spare: range
    lacking: range
    words: str


@dataclass(frozen=True)
class Column:
    fitting: PlannedProposal
    name: str
    verb: str
    reason: str
    ends: datetime
    bar: Bar
    rounds: str
    length: str
    preparation: str
    packs: Packs
    balance: str
    balance_why: str
    standings: str
    sitting_out: str
    good_to_know: str

    @property
    def proposal(self) -> Proposal:
        return self.fitting.proposal


def columns_of(tournament: Tournament, found: Comparison, asked: EveningAnswers) -> list[Column]:
    longest = max([asked.minutes, *(each.minutes for each in found.fitting)]) * 1.05
    return [
        column_of(tournament, each, asked, longest) for each in most_different_first(found.fitting)
    ]


def column_of(
    tournament: Tournament, each: PlannedProposal, asked: EveningAnswers, longest: float
) -> Column:
    proposal = each.proposal
    name, verb = names_of(proposal)
    return Column(
        fitting=each,
        name=name,
        verb=verb,
        reason=gettext(REASONS[proposal.reason]) % proposal.reason_params,
        ends=planned_start(tournament) + timedelta(minutes=each.minutes),
        bar=Bar(
            dealing=100 * each.preparation.minutes / longest,
            play=100 * proposal.minutes / longest,
            limit=100 * asked.minutes / longest,
        ),
        rounds=rounds_words(tournament, proposal),
        length=length_words(tournament, proposal),
        preparation=preparation_words(each),
        packs=packs_of(each, asked),
        balance=balance_words(proposal),
        balance_why=balance_explained(proposal),
        standings=standings_words(proposal),
        sitting_out=rest_text(proposal),
        good_to_know=good_to_know(proposal),
    )


def rounds_words(tournament: Tournament, proposal: Proposal) -> str:
    if tournament.is_open_play:
        return ngettext("%d round", "%d rounds", proposal.rounds) % proposal.rounds
    return f"{proposal.rounds} × {proposal.boards_per_round}"


def length_words(tournament: Tournament, proposal: Proposal) -> str:
    minutes = proposal.minutes // proposal.rounds
    each = gettext("%d min a round") % minutes
    if tournament.is_open_play:
        return f"{game_words(tournament)}, {each}"
    boards = proposal.rounds * proposal.boards_per_round
    words = ngettext("= %(n)d board, %(each)s", "= %(n)d boards, %(each)s", boards)
    return words % {"n": boards, "each": each}


def preparation_words(each: PlannedProposal) -> str:
    """Time for dealing, once or before each round."""
    prepared = each.preparation
    if not each.proposal.copies:
        return gettext("none: the tables shuffle")
    if prepared.before_play:
        return gettext("all boards before the evening")
    first, *later = prepared.dealt
    if not later:
        return gettext("%d min once, before round 1") % first.minutes
    if prepared.is_same_every_round:
        words = gettext("%(each)d min before every round, %(all)d in all")
        return words % {"each": first.minutes, "all": prepared.minutes}
    parts = [gettext("%d min before round 1") % first.minutes]
    parts += [
        gettext("%(n)d before round %(round)d") % {"n": dealing.minutes, "round": dealing.round}
        for dealing in later
    ]
    return ", ".join(parts)


def packs_of(each: PlannedProposal, asked: EveningAnswers) -> Packs:
    used, lacking = each.preparation.packs, each.preparation.lacking
    spare = max(0, (asked.packs or 0) - used)
    boxes = used + spare + lacking <= MAX_PACK_BOXES
    return Packs(
        used=range(used if boxes else 0),
        spare=range(spare if boxes else 0),
        lacking=range(lacking if boxes else 0),
        words=packs_words(each, spare),
    )


def packs_words(each: PlannedProposal, spare: int) -> str:
    prepared, copies = each.preparation, each.proposal.copies
    if not copies:
        return ngettext("%d, one a table", "%d, one a table", prepared.packs) % prepared.packs
    if prepared.lacking:
        words = ngettext(
            "%(packs)d, one short: a pack is used twice",
            "%(packs)d, %(n)d short: as many packs are used twice",
            prepared.lacking,
        )
        return words % {"packs": prepared.packs, "n": prepared.lacking}
    if copies > 1:
        words = gettext("%(packs)d, %(n)d copies of each board, dealt anew")
        return words % {"packs": prepared.packs, "n": copies}
    if spare:
        words = gettext("%(packs)d, one copy each, %(spare)d spare")
        return words % {"packs": prepared.packs, "spare": spare}
    return gettext("%d, one copy each") % prepared.packs


def balance_words(proposal: Proposal) -> str:
    others = proposal.entrants - 1
    if proposal.kind in BRACKETS:
        return gettext("The winner is the one who is never beaten.")
    if proposal.kind in BY_STANDINGS:
        return gettext("Uneven on purpose. Neighbours in the standings meet.")
    if proposal.winners == 2:
        return gettext("Two lists: each side is compared with itself only.")
    if proposal.unit != "player" and proposal.opponents == (others, others):
        return gettext("Balanced: everyone plays everyone.")
    met = proposal.opponents[0]
    return gettext("Nearly even. %(met)d of %(all)d opponents.") % {"met": met, "all": others}


def balance_explained(proposal: Proposal) -> str:
    if proposal.balance is None:
        return ""
    words = gettext("Balance %d of 100: how equally all are compared with each other.")
    return words % round(proposal.balance)


def standings_words(proposal: Proposal) -> str:
    """When places in the standings are final."""
    if proposal.kind in BRACKETS:
        return gettext("a bracket")
    if proposal.kind == "barometer" or proposal.kind in BY_STANDINGS or not proposal.copies:
        return gettext("final after each round")
    return gettext("after each round, final at the end")


def rest_text(proposal: Proposal) -> str:
    if proposal.kind not in BRACKETS:
        return rest_words(proposal)
    byes = (1 << proposal.rounds) - proposal.entrants
    if not byes:
        return gettext("nobody")
    return ngettext("%d bye in round 1", "%d byes in round 1", byes) % byes


def excluded_text(tournament: Tournament, found: Comparison) -> str:
    """What more packs or time would allow; empty if nothing."""
    if not found.beyond:
        return ""
    most = max(found.beyond, key=lambda each: each.proposal.boards_played[0])
    prepared = most.preparation
    ends = planned_start(tournament) + timedelta(minutes=most.minutes)
    values = {
        "packs": prepared.packs + prepared.lacking,
        "time": time_format(localtime(ends), "H:i"),
        "name": names_of(most.proposal)[0],
        "n": most.proposal.rounds * most.proposal.boards_per_round,
    }
    if tournament.is_open_play:
        return gettext("Until %(time)s you could play: %(name)s.") % values
    words = ngettext(
        "With %(packs)d packs and until %(time)s you could play %(n)d board: %(name)s.",
        "With %(packs)d packs and until %(time)s you could play %(n)d boards: %(name)s.",
        values["n"],  # type: ignore[arg-type]
    )
    return words % values


def most_different_first(fitting: Iterable[PlannedProposal]) -> list[PlannedProposal]:
    """One of each kind first, then of each variation, then the rest."""
    listed = list(fitting)
    kinds: dict[str, PlannedProposal] = {}
    variations: dict[str, PlannedProposal] = {}
    for each in listed:
        kinds.setdefault(each.proposal.kind, each)
        variations.setdefault(words_of(each.proposal).name, each)
    ordered = [*kinds.values(), *variations.values(), *listed]
    return list({id(each): each for each in ordered}.values())

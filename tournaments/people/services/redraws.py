"""Draw the rounds that are left anew, for those who are here now."""

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout, SeatRow, TeamRow
from tournaments.changes.selectors.layouts import boards_of_set, sets_in_play
from tournaments.changes.services.changes import Draft, change_from, needed_round, one_change
from tournaments.errors import Refused
from tournaments.facts.formats import is_drawn_by_round
from tournaments.models import Change, Tournament
from tournaments.movements import Entry, SeatedPair, pair_round, seat_pairs
from tournaments.people.services.people import next_number
from tournaments.permissions import Actor
from tournaments.rounds.seating import deal_boards


def redraw_rest(
    *, tournament: Tournament, from_round: int, reason: str = "", actor: Actor = None
) -> Change:
    """Seat all rounds from this one on anew, by lot; second meetings only where none else is left.

    Whoever is present and has no number gets one. In each round every table plays the same boards,
    new to everybody; boards that lack are dealt. Raises Refused once a table of these rounds has
    a result, and where rounds are drawn one by one anyway.
    """
    with one_change(
        tournament, "rest_redrawn", actor=actor, reason=reason, round=from_round
    ) as draft:  # fmt: skip
        must_be_redrawable(draft, from_round)
        number_latecomers(draft.layout)
        teams = [key[0] for key, row in draft.layout.teams.items() if takes_part(row)]
        draft.details["teams"] = len(teams)
        rounds = [number for number in draft.layout.rounds if number >= from_round]
        sets = fresh_sets(draft, rounds)
        for number, board_set in zip(rounds, sets, strict=True):
            seat_by_lot(draft, number, board_set, teams)
    return change_from(draft)


def number_latecomers(layout: Layout) -> None:
    """Whoever is present without a number gets the next one."""
    for key, row in sorted(layout.teams.items()):
        if row.is_present and row.number is None:
            layout.teams[key] = row._replace(number=next_number(layout), withdrawn_from=None)


def takes_part(row: TeamRow) -> bool:
    return row.number is not None and row.withdrawn_from is None


def must_be_redrawable(draft: Draft, from_round: int) -> None:
    """Refuse other formats than pairs on prepared boards, and rounds with results."""
    tournament, layout = draft.tournament, draft.layout
    needed_round(layout, from_round)
    is_pairs = tournament.unit == Tournament.Unit.PAIR
    if not is_pairs or tournament.cards != Tournament.Cards.BOARDS or is_drawn_by_round(tournament):
        raise Refused(
            "not_redrawn", _("Only pairs on prepared boards can be drawn anew for several rounds.")
        )
    if tournament.winners == 2:
        raise Refused("two_winners", _("With two winners everybody keeps to one side."))
    begun = [key[0] for key, row in layout.plays.items() if row.result and key[0] >= from_round]
    if begun:
        raise Refused(
            "results_exist",
            _("Round %(round)d has results. Draw from round %(next)d on.")
            % {"round": max(begun), "next": max(begun) + 1},
            field="from_round",
        )


def fresh_sets(draft: Draft, rounds: list[int]) -> list[int]:
    """One set for each round that nobody has met before; those that lack are dealt."""
    layout = draft.layout
    met = {row.board_set for key, row in layout.tables.items() if key[0] < rounds[0]}
    free = [each for each in sets_in_play(draft.tournament) if each not in met]
    lacking = len(rounds) - len(free)
    if lacking > 0:
        last = len(sets_in_play(draft.tournament))
        free += range(last + 1, last + lacking + 1)
        deal_boards(draft.tournament, boards_of_set(draft.tournament, last + lacking)[-1])
    return free[: len(rounds)]


def seat_by_lot(draft: Draft, number: int, board_set: int, teams: list[int]) -> None:
    """One round by lot: no second meeting and no second rest while that is possible."""
    layout = draft.layout
    for key in [key for key in layout.tables if key[0] == number]:
        layout.clear(*key)
    for key in [key for key in layout.seats if key[0] == number]:
        del layout.seats[key]
    boards = boards_of_set(draft.tournament, board_set)
    entries = [entry_for(layout, team, rank) for rank, team in enumerate(teams, start=1)]
    lot = int(draft.tournament.seed[:8] or "0", 16) + draft.tournament.facts_version + number
    for team in teams:
        layout.seats[number, team, 1] = SeatRow()
    for pair in seat_pairs(pair_round(entries, "random", seed=lot)):
        put_pair(layout, number, pair, board_set, boards)


def put_pair(
    layout: Layout, number: int, pair: SeatedPair, board_set: int, boards: list[int]
) -> None:
    reasons = [{"code": reason.code, "params": dict(reason.params)} for reason in pair.reasons]
    layout.open(number, pair.table, board_set, boards, reasons=reasons)
    layout.seats[number, int(pair.ns), 1] = SeatRow(pair.table, "NS")
    layout.seats[number, int(pair.ew), 1] = SeatRow(pair.table, "EW")


def entry_for(layout: Layout, team: int, rank: int) -> Entry:
    """A team as the draw sees it: whom it met, whether it has rested, on which sides it sat."""
    met: dict[int | str, int] = {}
    sides: dict[int, int] = {}
    rested = False
    for key, row in layout.seats.items():
        if key[1] != team:
            continue
        if row.table is None:
            rested = True
            continue
        sides[key[0]] = 1 if row.side == "NS" else -1
        met.update({other[1]: key[0] for other in layout.at(key[0], row.table) if other[1] != team})
    return Entry(id=team, rank=rank, met=met, had_bye=rested, sides=sides)

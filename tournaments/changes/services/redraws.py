"""Redraw the remaining rounds for those present."""

from collections import Counter, defaultdict
from itertools import combinations
from random import Random
from typing import Literal

from django.utils.translation import gettext as _

from tournaments.archive.services.archive import Happened, store_archive
from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_for, boards_of_set, sets_in_play
from tournaments.changes.services.byes import SIDE_BY_SEAT
from tournaments.changes.services.changes import (
    ChangeDraft,
    change_from,
    change_layout,
    check_round,
)
from tournaments.changes.services.people import next_number
from tournaments.changes.services.substitutes import known_sets
from tournaments.draws.seating import deal_boards
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Tournament
from tournaments.movements import (
    DrawEntry,
    History,
    MovementError,
    SeatedPair,
    melee_round,
    pair_round,
    redraw_rounds,
    seat_pairs,
    three_handed_round,
)
from tournaments.permissions import Actor
from tournaments.state.formats import groups_of, is_drawn_by_round

BoardReuse = Literal["kept", "same"]
"""Keep existing boards and copies, or all tables play the same in a round."""


def redraw_rest(
    *,
    tournament: Tournament,
    from_round: int,
    boards: BoardReuse = "kept",
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Redraw all rounds from this one on at random, for pairs or single players present.

    Those with the fewest missed rounds rest; repeated opponents and partners are avoided where
    possible. Entrants present without a number get one. Boards are never repeated. A set is
    played at no more tables at once than before, unless all play the ``same`` boards in a round,
    which are dealt if missing. Raises RuleViolationError once one of these rounds has a result,
    without enough boards, and for formats drawn round by round.
    """
    with change_layout(
        tournament, "rest_redrawn", actor=actor, reason=reason, round=from_round
    ) as draft:  # fmt: skip
        check_can_redraw(draft, from_round)
        store_archive(tournament=draft.tournament, happened=Happened.REDRAW, actor=actor)
        number_latecomers(draft.layout)
        teams = teams_in(draft.layout, from_round)
        draft.details["teams"] = len(teams)
        rounds = [number for number in draft.layout.rounds if number >= from_round]
        if boards == "kept" and not is_one_set_a_round(draft, rounds):
            seat_on_old_copies(draft, rounds, teams)
        else:
            seat_together(draft, rounds)
    return change_from(draft)


def is_one_set_a_round(draft: ChangeDraft, rounds: list[int]) -> bool:
    """Whether all tables play one set in each of these rounds."""
    if draft.tournament.is_open_play:
        return True
    rows = draft.layout.tables.items()
    return all(len({row.board_set for key, row in rows if key[0] == n}) <= 1 for n in rounds)


def seat_on_old_copies(draft: ChangeDraft, rounds: list[int], teams: list[int]) -> None:
    """Seat the rounds without using a set at more tables at once than planned."""
    if draft.tournament.unit == Tournament.Unit.PLAYER:
        raise RuleViolationError(
            "no_fresh_boards",
            _("Single players are drawn again only where all tables play the same boards."),
            field="boards",
            instead={"boards": "same"},
        )
    layout = draft.layout
    copies = copies_of(layout, rounds[0])
    for number in rounds:
        clear_round(layout, number)
    entries = [entry_for(layout, team, rank) for rank, team in enumerate(teams, start=1)]
    try:
        drawn = redraw_rounds(
            entries, sets_by_team(layout, teams), sets_in_play(draft.tournament), rounds,
            copies=copies, lot=random_seed(draft.tournament, rounds[0]),
            leaving=withdrawal_rounds(layout),
        )  # fmt: skip
    except MovementError as error:
        raise RuleViolationError(
            error.code, _(error.template), field="boards", instead={"boards": "same"}
        ) from error
    for number, tables in drawn.items():
        for team in teams_in(layout, number):
            layout.seats[number, team, 1] = SeatRow()
        for table in tables:
            boards = boards_of_set(draft.tournament, table.board_set)
            seat_pair(layout, number, table.seated, table.board_set, boards)


def copies_of(layout: Layout, from_round: int = 1) -> int:
    """Maximum number of tables that play a set at once, from a round on."""
    shared = Counter((key[0], row.board_set) for key, row in layout.tables.items())
    return max((n for (number, _set), n in shared.items() if number >= from_round), default=1)


def sets_by_team(layout: Layout, teams: list[int]) -> dict[int, frozenset[int]]:
    """Sets that each team has played or is to play."""
    return {team: frozenset(each for _half, each in known_sets(layout, team)) for team in teams}


def clear_round(layout: Layout, number: int) -> None:
    for key in [key for key in layout.tables if key[0] == number]:
        layout.clear(*key)
    for key in [key for key in layout.seats if key[0] == number]:
        del layout.seats[key]


def random_seed(tournament: Tournament, number: int) -> int:
    return int(tournament.seed[:8] or "0", 16) + tournament.facts_version + number


def number_latecomers(layout: Layout) -> None:
    for key, row in sorted(layout.teams.items()):
        if row.is_present and row.number is None:
            layout.teams[key] = row._replace(number=next_number(layout), withdrawn_from=None)


def withdrawal_rounds(layout: Layout) -> dict[int, int]:
    """First round of absence, by team."""
    rows = layout.teams.items()
    return {key[0]: row.withdrawn_from for key, row in rows if row.withdrawn_from is not None}


def teams_in(layout: Layout, number: int) -> list[int]:
    gone = {team for team, since in withdrawal_rounds(layout).items() if since <= number}
    return [
        key[0] for key, row in layout.teams.items() if row.number is not None and key[0] not in gone
    ]


def check_can_redraw(draft: ChangeDraft, from_round: int) -> None:
    """Refuse teams, groups, formats drawn round by round, and rounds with results."""
    tournament, layout = draft.tournament, draft.layout
    check_round(layout, from_round)
    is_team = tournament.unit == Tournament.Unit.TEAM
    if is_team or is_drawn_by_round(tournament) or groups_of(tournament):
        raise RuleViolationError(
            "not_redrawn",
            _(
                "Only pairs and single players who are seated for all rounds, without groups, can "
                "be drawn again."
            ),
        )
    if tournament.winners == 2:
        raise RuleViolationError("two_winners", _("With two winners everybody keeps to one side."))
    begun = [key[0] for key, row in layout.plays.items() if row.result and key[0] >= from_round]
    if begun:
        raise RuleViolationError(
            "results_exist",
            _("Round %(round)d has results. Draw from round %(next)d on.")
            % {"round": max(begun), "next": max(begun) + 1},
            field="from_round",
            instead={"from_round": max(begun) + 1},
        )


def unplayed_sets(draft: ChangeDraft, rounds: list[int]) -> list[int | None]:
    """One unplayed set per round, dealt if missing; a shared set of a round is reused."""
    layout, tournament = draft.layout, draft.tournament
    if tournament.is_open_play:
        return [None] * len(rounds)
    met = {row.board_set for key, row in layout.tables.items() if key[0] < rounds[0]}
    reusable_sets = {
        row.board_set for key, row in layout.tables.items() if key[0] >= rounds[0]
    } - met
    if is_one_set_a_round(draft, rounds) and len(reusable_sets) == len(rounds):
        own = {key[0]: row.board_set for key, row in layout.tables.items()}
        return [own[number] for number in rounds]
    free = [each for each in sets_in_play(tournament) if each not in met]
    lacking = len(rounds) - len(free)
    if lacking > 0:
        last = len(sets_in_play(tournament))
        free += range(last + 1, last + lacking + 1)
        deal_boards(tournament, boards_of_set(tournament, last + lacking)[-1])
    return [*free[: len(rounds)]]


def seat_together(draft: ChangeDraft, rounds: list[int]) -> None:
    """Seat the rounds at random; all tables of a round play the same boards."""
    sets = dict(zip(rounds, unplayed_sets(draft, rounds), strict=True))
    boards = {n: boards_for(draft.tournament, draft.layout, n, sets[n]) or [n] for n in rounds}
    for number in rounds:
        clear_round(draft.layout, number)
    for number in rounds:
        seat_by_lot(draft, number, sets[number], boards[number], teams_in(draft.layout, number))


def seat_by_lot(
    draft: ChangeDraft, number: int, board_set: int | None, boards: list[int], teams: list[int]
) -> None:
    """Seat a round at random; call in order of rounds."""
    layout, tournament = draft.layout, draft.tournament
    random = Random(random_seed(tournament, number))
    if tournament.unit == Tournament.Unit.PLAYER and tournament.variant.players > 2:
        tables = players_by_lot(layout, teams, tournament.variant.players, random)
        for team in teams:
            layout.seats[number, team, 1] = SeatRow()
        for table, players in enumerate(tables, start=1):
            layout.open(number, table, board_set, boards, reasons=[{"code": "lot"}])
            for player, (place, side) in zip(
                players, SIDE_BY_SEAT[len(players)].items(), strict=True
            ):
                layout.seats[number, player, 1] = SeatRow(table, side, place)
        return
    entries = [entry_for(layout, team, rank) for rank, team in enumerate(teams, start=1)]
    for team in teams:
        layout.seats[number, team, 1] = SeatRow()
    places = ("N", "S") if tournament.unit == Tournament.Unit.PLAYER else ("", "")
    for pair in seat_pairs(pair_round(entries, "random", seed=random_seed(tournament, number))):
        seat_pair(layout, number, pair, board_set, boards, places)


def players_by_lot(
    layout: Layout, players: list[int], at_table: int, random: Random
) -> list[tuple[int, ...]]:
    """Players for each table in seat order, random among the least repeated."""
    history = history_of(layout, players)
    try:
        if at_table == 3:
            return three_handed_round(players, history.opponents, history.rests, random)
        drawn = melee_round(players, history, random)
    except MovementError as error:
        raise RuleViolationError(error.code, _(error.template), field="from_round") from error
    return [sitting.entrants for sitting in drawn]


def history_of(layout: Layout, players: list[int]) -> History:
    """Counts of partners, opponents and missed rounds of single players."""
    history = History()
    tables: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    played: Counter[int] = Counter()
    for (number, player, _half), row in layout.seats.items():
        if row.table is not None:
            tables[number, row.table][row.place] = player
            played[player] += 1
    for seated in tables.values():
        for (place, one), (other_place, other) in combinations(sorted(seated.items()), 2):
            is_partner = {place, other_place} in ({"N", "S"}, {"E", "W"}) and len(seated) == 4
            counts = history.partners if is_partner else history.opponents
            counts[min(one, other), max(one, other)] += 1
    rounds = len(layout.rounds)
    history.rests.update({player: rounds - played[player] for player in players})
    return history


def seat_pair(
    layout: Layout,
    number: int,
    pair: SeatedPair,
    board_set: int | None,
    boards: list[int],
    places: tuple[str, str] = ("", ""),
) -> None:
    reasons = [{"code": reason.code, "params": dict(reason.params)} for reason in pair.reasons]
    layout.open(number, pair.table, board_set, boards, reasons=reasons)
    layout.seats[number, int(pair.ns), 1] = SeatRow(pair.table, "NS", places[0])
    layout.seats[number, int(pair.ew), 1] = SeatRow(pair.table, "EW", places[1])


def entry_for(layout: Layout, team: int, rank: int) -> DrawEntry:
    """A team as draw input: opponents, missed rounds, sides."""
    met: dict[int | str, int] = {}
    sides: dict[int, int] = {}
    for key, row in layout.seats.items():
        if key[1] != team or row.table is None:
            continue
        sides[key[0]] = 1 if row.side == "NS" else -1
        met.update({other[1]: key[0] for other in layout.at(key[0], row.table) if other[1] != team})
    unplayed = len(layout.rounds) - len(sides)
    return DrawEntry(id=team, rank=rank, met=met, unplayed=unplayed, sides=sides)

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.changes.layout import BracketRow, Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_for
from tournaments.changes.services.byes import seat_the_resting
from tournaments.changes.services.changes import ChangeDraft, round_to_play
from tournaments.changes.services.substitutes import FirstRest, rotate_in
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.movements import Movement, MovementError, add_late_entrant, build_bracket
from tournaments.state.formats import is_bracket, is_drawn_by_round, tables_per_match


def seat_latecomer(
    draft: ChangeDraft, team: int, number: int, from_round: int, first_rest: FirstRest = "last"
) -> None:
    """Seat a team in the remaining rounds, by its movement if that has a free place.

    Otherwise it meets entrants that sit out, on boards new to both. Without any, a different
    entrant gives up its seat each round; all other seats and boards stay.
    """
    rounds = draft.layout.rounds
    if is_bracket(draft.tournament):
        replace_bye(draft, team, number)
        return
    by_round = is_drawn_by_round(draft.tournament)
    if round_to_play(draft, from_round) not in rounds:
        return
    full = filled_movement(draft.tournament, number, from_round)
    if full is not None:
        seat_by_movement(draft, full, team, number, from_round)
        return
    left = [each for each in rounds if each >= from_round]
    for each in left:
        draft.layout.seats[each, team, 1] = SeatRow()
        seat_the_resting(draft, each, only=team)
    if not by_round:
        rotate_in(draft, team, left, first_rest)
    if not by_round and not any(is_seated(draft.layout, each, team) for each in left):
        raise RuleViolationError(
            "no_empty_place",
            _(
                "In the rounds that are left there is no seat for one more pair on boards that "
                "are new to it."
            ),
            field="from_round",
        )


def is_seated(layout: Layout, number: int, team: int) -> bool:
    return any(row.table is not None for row in layout.of(number, team).values())


def replace_bye(draft: ChangeDraft, team: int, number: int) -> None:
    """Replace a bye in a bracket's first round, as the last seed.

    Only while no further round is drawn. If the opponent already has a second match, against
    another entrant with a bye, that match waits; nothing else changes.
    """
    layout, tournament = draft.layout, draft.tournament
    before = build_bracket(tournament.movement_kind, tournament.movement_params)
    if layout.rounds != [1] or number != before.entrants + 1 or number > before.size:
        raise RuleViolationError(
            "bracket",
            _(
                "A late entrant takes the place of a bye in the first round. There is none left "
                "here, so they can only play in another's place."
            ),
            field="from_round",
        )
    params = {**tournament.movement_params, "entrants": number}
    bracket = build_bracket(tournament.movement_kind, params)
    at, match, other = next(
        (at, match, match.a.seed + match.b.seed - number)
        for at, match in enumerate(bracket.matches, start=1)
        if match.a.seed and match.b.seed and number in (match.a.seed, match.b.seed)
    )
    layout.bracket[(0,)] = BracketRow(number)
    rival = next(key[0] for key, row in layout.teams.items() if row.number == other)
    clear_second_match(layout, rival)
    reason = {"code": "bracket", "part": "main", "round": 1, "match": match.name, "bracket": 0}
    open_match(draft, at, reason, rival, team)


def clear_second_match(layout: Layout, team: int) -> None:
    """Clear the early match of two entrants with byes; one of them now has an opponent."""
    for table in {row.table for row in layout.of(1, team).values() if row.table}:
        if layout.results_at(1, table):
            raise RuleViolationError(
                "match_begun",
                _("Table %d has begun to play, so the bye there can no longer be taken.") % table,
                field="from_round",
            )
        halves = [key for key in layout.at(1, table) if key[2] > 1]
        layout.clear(1, table)
        for key in halves:
            del layout.seats[key]


def open_match(
    draft: ChangeDraft, match: int, reason: Mapping[str, object], first: int, second: int
) -> None:
    """Open tables for another first-round match; teams of four play at two tables."""
    layout, tournament = draft.layout, draft.tournament
    table = 1 + max((key[1] for key in layout.tables if key[0] == 1), default=0)
    board_set = None if tournament.is_open_play else 1
    singles = {"NS": "N", "EW": "S"} if tournament.unit == Tournament.Unit.PLAYER else {}
    for room, (ns, ew) in enumerate(
        [(first, second), (second, first)][: tables_per_match(tournament)]
    ):
        boards = boards_for(tournament, layout, 1, board_set)
        layout.open(1, table + room, board_set, boards, match=match, reasons=[dict(reason)])
        for half, side, team in (
            (1, "NS", ns),
            (1 + (tables_per_match(tournament) == 2), "EW", ew),
        ):
            layout.seats[1, team, half] = SeatRow(table + room, side, singles.get(side, ""))


def filled_movement(tournament: Tournament, number: int, from_round: int) -> Movement | None:
    """The movement with its free place filled; None if other seats would change."""
    try:
        full = add_late_entrant(tournament.movement_kind, tournament.movement_params, from_round)
    except (MovementError, TypeError, ValueError):
        return None
    stored = movement_of(tournament)
    if full.entrants != number or full.unit != "pair" or len(stored.rounds) != len(full.rounds):
        return None
    for index in range(from_round - 1, len(full.rounds)):
        places = seats_by_table(full, index).items()
        others = {table: seats for table, seats in places if number not in seats[:2]}
        if others != seats_by_table(stored, index):
            return None
    return full


def seats_by_table(movement: Movement, index: int) -> dict[int, tuple[int, int, int]]:
    """Seats of a round by table; without named sets each round has a new one."""
    return {
        sitting.table: (sitting.ns or 0, sitting.ew or 0, sitting.board_set or index + 1)
        for sitting in movement.rounds[index]
    }


def seat_by_movement(
    draft: ChangeDraft, full: Movement, team: int, number: int, from_round: int
) -> None:
    layout, tournament = draft.layout, draft.tournament
    ids = {row.number: key[0] for key, row in layout.teams.items() if row.number}
    ids[number] = team
    for each in range(from_round, len(full.rounds) + 1):
        layout.seats[each, team, 1] = SeatRow()
        for table, (ns, ew, board_set) in seats_by_table(full, each - 1).items():
            if number not in (ns, ew):
                continue
            layout.open(each, table, board_set, boards_for(tournament, layout, each, board_set))
            layout.seats[each, ids[ns], 1] = SeatRow(table, "NS")
            layout.seats[each, ids[ew], 1] = SeatRow(table, "EW")

"""Find the seats of a team that comes after the draw."""

from collections import Counter

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_for, sets_in_play
from tournaments.changes.services.changes import Draft, needed_round
from tournaments.errors import Refused
from tournaments.facts.formats import is_bracket, is_drawn_by_round
from tournaments.models import Tournament
from tournaments.movements import Movement, MovementError, with_latecomer
from tournaments.rounds.selectors.movements import movement_of


def seat_latecomer(draft: Draft, team: int, number: int, from_round: int) -> None:
    """Seat a team in the rounds that are left: by its movement where that has the place for it.

    Otherwise it meets, round by round, whoever sits out, on boards new to both.
    """
    rounds = draft.layout.rounds
    if is_bracket(draft.tournament):
        raise Refused("bracket", _("A bracket has no place for somebody who comes late."))
    by_round = is_drawn_by_round(draft.tournament)
    if by_round and from_round == max(rounds, default=0) + 1:
        return  # it is in the next draw
    needed_round(draft.layout, from_round)
    full = movement_with(draft.tournament, number, from_round)
    if full is not None:
        follow(draft, full, team, number, from_round)
        return
    left = [each for each in rounds if each >= from_round]
    seated = [meet_the_resting(draft, team, each) for each in left]
    if not any(seated) and not by_round:
        raise Refused(
            "no_empty_place",
            _(
                "Nobody sits out in the rounds that are left, so there is no place for one more "
                "pair. It can take the place of a pair that leaves, or the rounds that are left "
                "can be drawn anew."
            ),
            field="from_round",
        )


def movement_with(tournament: Tournament, number: int, from_round: int) -> Movement | None:
    """The movement with its empty place taken, if nobody else would sit elsewhere than now."""
    try:
        full = with_latecomer(tournament.movement_kind, tournament.movement_params, from_round)
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
    """The seats of a round by table; a movement that names no sets plays a new one each round."""
    return {
        sitting.table: (sitting.ns or 0, sitting.ew or 0, sitting.board_set or index + 1)
        for sitting in movement.rounds[index]
    }


def follow(draft: Draft, full: Movement, team: int, number: int, from_round: int) -> None:
    """Take the seats that the full movement has for the late team and its opponents."""
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


def meet_the_resting(draft: Draft, team: int, number: int) -> bool:
    """Sit down against whoever sits out and was met least; False where nobody does."""
    layout = draft.layout
    layout.seats[number, team, 1] = SeatRow()
    free = [
        other
        for other in layout.entrants_at_rest(number)
        if other != team and (number, other, 1) in layout.seats
    ]
    if not free or draft.tournament.unit != Tournament.Unit.PAIR:
        return False
    met = meetings(layout, team)
    other = min(free, key=lambda each: (met[each], layout.teams[(each,)].number or 0))
    board_set = fresh_set(draft, number, team, other)
    if board_set is None:
        return False
    used = {key[1] for key in layout.tables if key[0] == number}
    table = next(each for each in range(1, len(used) + 2) if each not in used)
    boards = boards_for(draft.tournament, layout, number, board_set)
    layout.open(number, table, board_set, boards)
    layout.seats[number, other, 1] = SeatRow(table, "NS")
    layout.seats[number, team, 1] = SeatRow(table, "EW")
    return True


def meetings(layout: Layout, team: int) -> Counter[int]:
    """How often a team sits at a table with each other one."""
    met: Counter[int] = Counter()
    for key, row in layout.seats.items():
        if key[1] == team and row.table is not None:
            met.update(other[1] for other in layout.at(key[0], row.table) if other[1] != team)
    return met


def fresh_set(draft: Draft, number: int, *teams: int) -> int | None:
    """A board set that none of these teams meets in another round; preferably not at two tables.

    Where the whole room plays one set in the round, it is that one.
    """
    layout = draft.layout
    here = Counter(row.board_set for key, row in layout.tables.items() if key[0] == number)
    known = {
        layout.tables[key[0], row.table].board_set
        for key, row in layout.seats.items()
        if key[1] in teams and key[0] != number and row.table is not None
    }
    wanted = [each for each in sets_in_play(draft.tournament) if each not in known]
    if len(here) == 1 and next(iter(here)) in wanted:
        return next(iter(here))
    total = Counter(row.board_set for row in layout.tables.values())
    return min(wanted, key=lambda each: (here[each], total[each], each), default=None)

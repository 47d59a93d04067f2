"""Where the entrants and boards of a round go next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from django.db.models import Q

from tournaments.draws.selectors.timetable import round_length
from tournaments.models import Play, Round, Seat, Sitting, Tournament

Sets = Mapping[tuple[int, int], tuple[int, tuple[int, ...]]]
"""By round and table: board set and boards."""


class NextBoards(TypedDict):
    """The next table of a table's boards; None if no table needs them next."""

    round: int
    table: int | None
    boards: list[int]


@dataclass(frozen=True, kw_only=True)
class NextSeats:
    """Next seats by (round number, team id, half), board sets, and ends of rests."""

    seats: Mapping[tuple[int, int, int], Seat] = field(default_factory=dict)
    sets: Sets = field(default_factory=dict)
    rests_end: Mapping[int, datetime] = field(default_factory=dict)


def next_seats(
    tournament: Tournament, sittings: Sequence[Sitting], clocks: Mapping[int, Round]
) -> NextSeats:
    """Next seats as far as drawn and published."""
    teams = {seat.team_id for sitting in sittings for seat in sitting.seats.all()}
    rounds = {sitting.round.number + 1 for sitting in sittings} & clocks.keys()
    if not teams or not rounds:
        return NextSeats()
    rows = (
        Seat.objects.filter(
            round__tournament=tournament,
            round__number__in=rounds,
            round__is_published=True,
            team__in=teams,
        )
        .select_related("round", "sitting__table")
        .prefetch_related("sitting__seats__team")
    )
    seats = {(seat.round.number, seat.team_id, seat.half): seat for seat in rows}
    return NextSeats(
        seats=seats,
        sets=sets_of(tournament, sittings, seats.values()),
        rests_end=rest_end_times(tournament, rounds, clocks),
    )


def sets_of(tournament: Tournament, sittings: Sequence[Sitting], seats: Collection[Seat]) -> Sets:
    """Current and next locations of board sets, and sets waiting at next tables."""
    if tournament.is_open_play:
        return {}
    numbers = {sitting.round.number for sitting in sittings}
    sets = {sitting.board_set for sitting in sittings if sitting.board_set is not None}
    tables = {seat.sitting.table_id for seat in seats if seat.sitting}
    rows = Play.objects.filter(
        Q(sitting__board_set__in=sets) | Q(sitting__table__in=tables),
        sitting__round__tournament=tournament,
        sitting__round__number__in=numbers | {number + 1 for number in numbers},
        sitting__round__is_published=True,
        sitting__board_set__isnull=False,
    ).order_by("board__number")
    sets_by_table: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
    columns = ("sitting__round__number", "sitting__table__number", "sitting__board_set")
    for number, table, board_set, board in rows.values_list(*columns, "board__number"):
        _set, boards = sets_by_table.get((number, table), (board_set, ()))
        sets_by_table[number, table] = board_set, (*boards, board)
    return sets_by_table


def rest_end_times(
    tournament: Tournament, rounds: Collection[int], clocks: Mapping[int, Round]
) -> dict[int, datetime]:
    """End of each round by its own clock, or by the previous round's."""
    end_times: dict[int, datetime] = {}
    for number in rounds:
        own, before = clocks[number].ends_at, clocks.get(number - 1)
        if own is not None:
            end_times[number] = own
        elif before is not None and before.ends_at is not None:
            end_times[number] = before.ends_at + round_length(tournament)
    return end_times


def next_boards(number: int, table: int, sets: Sets) -> NextBoards | None:
    """Where a table's boards go after this round; None if unknown.

    With several copies of a set, tables that need it again retain it; the others are
    assigned in table order.
    """
    own = sets.get((number, table))
    if own is None or not any(each == number + 1 for each, _table in sets):
        return None
    board_set, boards = own
    here, there = (
        [
            at
            for (when, at), set_and_boards in sorted(sets.items())
            if (when, set_and_boards[0]) == (each, board_set)
        ]
        for each in (number, number + 1)
    )
    way: NextBoards = {"round": number + 1, "table": None, "boards": list(boards)}
    if table in there:
        return {**way, "table": table}
    leaving = [at for at in here if at not in there]
    receiving = [at for at in there if at not in here]
    place = leaving.index(table)
    return {**way, "table": receiving[place] if place < len(receiving) else None}

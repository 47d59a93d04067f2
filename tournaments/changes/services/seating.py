from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_for
from tournaments.changes.services.changes import (
    ChangeDraft,
    change_from,
    change_layout,
    check_round,
)
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Team, Tournament
from tournaments.movements import CheckResult, check_movement
from tournaments.permissions import Actor
from tournaments.state.formats import is_bracket

Seats = Mapping[tuple[int, int], SeatRow]
"""By (team id, half)."""
SIDES = ("NS", "EW")


def exchange_entrants(
    *,
    tournament: Tournament,
    first: Team,
    second: Team,
    rounds: Iterable[int],
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Exchange the seats of two entrants in these rounds.

    Results stay with the table; credit follows the seats. In a bracket, entrants who have
    not started exchange positions in the whole draw.
    """
    chosen = sorted(set(rounds))
    if first.pk == second.pk:
        raise RuleViolationError("same_entrant", _("Choose two different pairs."), field="second")
    with change_layout(
        tournament, "entrants_exchanged", actor=actor, reason=reason, also_finished=True,
        first=first.number, second=second.number, rounds=chosen,
    ) as draft:  # fmt: skip
        for number in chosen:
            check_round(draft.layout, number, "rounds")
            exchange_seats(draft.layout, number, first.pk, second.pk)
        if is_bracket(draft.tournament) and has_not_begun(draft.layout, first.pk, second.pk):
            exchange_numbers(draft.layout, first.pk, second.pk)
    return change_from(draft)


def has_not_begun(layout: Layout, *teams: int) -> bool:
    """Whether only round 1 is drawn and these teams have no result in it."""
    seats = [row for key, row in layout.seats.items() if key[1] in teams]
    begun = any(row.table and layout.results_at(1, row.table) for row in seats)
    return layout.rounds == [1] and not begun


def exchange_numbers(layout: Layout, first: int, second: int) -> None:
    """Exchange the numbers, which decide the bracket positions."""
    one, other = layout.teams[(first,)], layout.teams[(second,)]
    layout.teams[(first,)] = one._replace(number=other.number)
    layout.teams[(second,)] = other._replace(number=one.number)


def exchange_seats(layout: Layout, number: int, first: int, second: int) -> None:
    halves = sorted({key[2] for key in layout.seats if key[0] == number})
    for half in halves:
        one, other = (number, first, half), (number, second, half)
        rows = layout.seats.get(one), layout.seats.get(other)
        for key, row in ((one, rows[1]), (other, rows[0])):
            if row is None:
                layout.seats.pop(key, None)
            else:
                layout.seats[key] = row


def reseat_round(
    *,
    tournament: Tournament,
    number: int,
    seats: Seats,
    sets: Mapping[int, int | None],
    reason: str = "",
    override: bool = False,
    notes: Sequence[str] = (),
    actor: Actor = None,
) -> Change:
    """Seat a round as given; entrants left out sit out.

    ``sets`` are board sets by table. Raise RuleViolationError for incomplete tables, for
    unseated tables with results and, without ``override``, for checker faults
    (``details["faults"]``). ``notes`` are the warnings shown to the director.
    """
    with change_layout(
        tournament, "round_reseated", actor=actor, reason=reason, round=number
    ) as draft:  # fmt: skip
        check_round(draft.layout, number, "number")
        known = seating_faults(tournament)
        apply_seating(draft, number, seats, sets)
        draft.store()
        broken = [
            str(fault) for key, fault in seating_faults(tournament).items() if key not in known
        ]
        if broken and not override:
            raise RuleViolationError("breaks_rules", " ".join(broken), faults=broken)
        draft.details |= {"faults": broken, "notes": list(notes)}
    return change_from(draft)


def apply_seating(
    draft: ChangeDraft, number: int, seats: Seats, sets: Mapping[int, int | None]
) -> None:
    layout = draft.layout
    here = [key for key in layout.seats if key[0] == number]
    teams = {key[1] for key in here}
    for key in here:
        layout.seats[key] = seats.get((key[1], key[2]), SeatRow())
    # A resting team has one row, but both its pairs can be seated.
    for (team, half), row in seats.items():
        if team in teams:
            layout.seats[number, team, half] = row
    used_tables = {row.table for row in seats.values() if row.table}
    for _round, table in [key for key in layout.tables if key[0] == number]:
        if table not in used_tables:
            layout.clear(number, table)
    for table in sorted(used_tables):
        open_or_update_table(draft, number, table, sets.get(table))
    check_tables_complete(layout, number, draft.tournament.unit)


def open_or_update_table(
    draft: ChangeDraft, number: int, table: int, board_set: int | None
) -> None:
    layout, tournament = draft.layout, draft.tournament
    row = layout.tables.get((number, table))
    if row is None:
        chosen = board_set or number
        layout.open(number, table, chosen, boards_for(tournament, layout, number, chosen))
    elif board_set and board_set != row.board_set:
        boards = boards_for(tournament, layout, number, board_set)
        layout.play_set(number, table, board_set, boards)


def check_tables_complete(layout: Layout, number: int, unit: str) -> None:
    """Refuse tables without both sides, and two entrants in one seat."""
    for _round, table in sorted(key for key in layout.tables if key[0] == number):
        seats = list(layout.at(number, table).values())
        taken = [(row.side, row.place) for row in seats]
        where = {"table": table, "round": number}
        if len(set(taken)) != len(taken):
            raise RuleViolationError(
                "seat_taken",
                _("Round %(round)d, table %(table)d: two sit at the same place.") % where,
                field=f"table_{table}",
            )
        if unit != Tournament.Unit.PLAYER and {row.side for row in seats} != set(SIDES):
            raise RuleViolationError(
                "half_table",
                _("Round %(round)d, table %(table)d: somebody must sit on both sides.") % where,
                field=f"table_{table}",
            )
        if unit == Tournament.Unit.PLAYER and len(seats) < 2:
            raise RuleViolationError(
                "half_table",
                _("Round %(round)d, table %(table)d: too few players.") % where,
                field=f"table_{table}",
            )


def seating_faults(tournament: Tournament) -> dict[tuple[object, ...], object]:
    """Checker faults of the stored seating, by rule, round, entrant and board set."""
    checked: CheckResult = check_movement(movement_of(tournament))
    return {(f.rule, f.round, f.entrant, f.board_set): f for f in checked.faults}

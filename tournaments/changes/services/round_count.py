"""Shorter or longer events: remove rounds or add some."""

from django.utils.translation import gettext as _

from tournaments.changes.layout import PlanRow, RoundRow, SeatRow
from tournaments.changes.selectors.layouts import boards_for, boards_of_set, sets_in_play
from tournaments.changes.services.changes import ChangeDraft, change_from, change_layout
from tournaments.changes.services.redraws import (
    copies_of,
    entry_for,
    random_seed,
    seat_by_lot,
    seat_pair,
    sets_by_team,
    teams_in,
)
from tournaments.draws.seating import deal_boards, place_round, seats_of
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Round, Tournament
from tournaments.movements import (
    Movement,
    MovementError,
    as_team_matches,
    build_movement,
    redraw_rounds,
)
from tournaments.permissions import Actor
from tournaments.state.formats import BY_STANDINGS, has_lives, is_bracket, is_drawn_by_round

MOST_ROUNDS = 60


def change_rounds(
    *, tournament: Tournament, length: int, reason: str = "", actor: Actor = None
) -> Change:
    """Set the total number of rounds: remove later ones, or add new ones.

    Results stay. Raises RuleViolationError for rounds begun, and where the format has no further
    round or ends with a winner.
    """
    with change_layout(tournament, "length_changed", actor=actor, reason=reason) as draft:
        check_has_fixed_length(draft.tournament)
        before = round_count(draft.tournament)
        draft.details |= {"before": before, "after": length}
        if not 1 <= length <= MOST_ROUNDS:
            raise RuleViolationError(
                "no_such_length", _("An evening has 1 to %d rounds.") % MOST_ROUNDS
            )
        if is_drawn_by_round(draft.tournament):
            plan_rounds(draft, length)
        elif length < before:
            remove_later_rounds(draft, length)
        else:
            for number in range(before + 1, length + 1):
                add_round(draft, number)
    return change_from(draft)


def check_has_fixed_length(tournament: Tournament) -> None:
    if is_bracket(tournament) or has_lives(tournament):
        raise RuleViolationError(
            "until_decided",
            _("A knock-out is played until the winner is known, so no round can be left out."),
        )


def round_count(tournament: Tournament) -> int:
    drawn = tournament.rounds.count()
    return max(drawn, tournament.planned_rounds or 0)


def earliest_end(tournament: Tournament) -> int:
    """The earliest round after which the event can end; at least 1."""
    rows = Round.objects.filter(tournament=tournament)
    if tournament.movement_kind in BY_STANDINGS:
        return max(1, rows.count())
    begun = rows.filter(sittings__plays__current__isnull=False) | rows.exclude(started_at=None)
    return begun.order_by("-number").values_list("number", flat=True).first() or 1


def plan_rounds(draft: ChangeDraft, rounds: int) -> None:
    """Change the number of planned rounds; drawn ones stay."""
    drawn = max(draft.layout.rounds, default=0)
    if rounds < drawn:
        raise RuleViolationError(
            "drawn_already",
            _("Round %(round)d is drawn already. Take it back first, or end after it.")
            % {"round": drawn},
            field="length",
            instead={"length": drawn},
        )
    draft.layout.plan[(0,)] = PlanRow(rounds)


def remove_later_rounds(draft: ChangeDraft, rounds: int) -> None:
    """Remove all later rounds; refused if one has results."""
    layout = draft.layout
    begun = [key[0] for key, row in layout.plays.items() if row.result and key[0] > rounds]
    if begun:
        raise RuleViolationError(
            "results_exist",
            _("Round %(round)d has results, so it stays. The evening can end after it.")
            % {"round": max(begun)},
            field="length",
            instead={"length": max(begun)},
        )
    for number in [key[0] for key in layout.periods if key[0] > rounds]:
        for key in [key for key in layout.tables if key[0] == number]:
            layout.clear(*key)
        for key in [key for key in layout.seats if key[0] == number]:
            del layout.seats[key]
        del layout.periods[(number,)]


def add_round(draft: ChangeDraft, number: int) -> None:
    """Add the movement's next round, or a random round of pairs.

    In a random round no pair repeats a board; without enough boards all tables play one new set.
    """
    draft.layout.periods[(number,)] = RoundRow()
    following = extended_movement(draft, number)
    if following is not None:
        follow_movement(draft, following, number)
    elif draft.tournament.unit == Tournament.Unit.PAIR:
        add_random_round(draft, number)
    else:
        raise RuleViolationError(
            "movement_complete",
            _(
                "This movement is complete: it has no further round. A further stage can go on "
                "from these standings."
            ),
            field="length",
        )


def extended_movement(draft: ChangeDraft, number: int) -> Movement | None:
    """The movement with one more round; None if its earlier rounds differ from the seating."""
    tournament = draft.tournament
    params = {**tournament.movement_params, "rounds": number}
    try:
        movement = build_movement(tournament.movement_kind, params)
    except (MovementError, TypeError, ValueError):
        return None
    if tournament.unit == Tournament.Unit.TEAM and movement.unit == "pair":
        movement = as_team_matches(movement)
    layout = draft.layout
    numbers = {layout.teams[(team,)].number for team in teams_in(layout, number)}
    stored = movement_of(tournament)
    if len(movement.rounds) < number or len(stored.rounds) < number - 1:
        return None
    if numbers != set(range(1, movement.entrants + 1)):
        return None
    planned = [seats_and_sets(movement, index) for index in range(number - 1)]
    if planned != [seats_and_sets(stored, index) for index in range(number - 1)]:
        return None
    return movement


def seats_and_sets(movement: Movement, index: int) -> set[tuple[object, ...]]:
    """Seats and sets of a round; unnamed sets follow the round number."""
    return {
        (each.table, each.ns, each.ew, each.seats, each.board_set or index + 1)
        for each in movement.rounds[index]
    }


def follow_movement(draft: ChangeDraft, movement: Movement, number: int) -> None:
    layout, tournament = draft.layout, draft.tournament
    ids = {row.number: key[0] for key, row in layout.teams.items() if row.number}
    for placed in place_round(tournament, movement, movement.rounds[number - 1]):
        board_set = placed.place.board_set or number
        boards = ensure_boards(draft, number, None if tournament.is_open_play else board_set)
        stored = None if tournament.is_open_play else board_set
        layout.open(number, placed.place.table, stored, boards, match=placed.match)
        for who, seat in seats_of(tournament.unit, placed.place):
            key = (number, ids[who], int(str(seat.get("half", 1))))
            layout.seats[key] = SeatRow(
                placed.place.table, str(seat["side"]), str(seat.get("place", ""))
            )
    for who in movement.sit_outs[number - 1]:
        layout.seats[number, ids[who], 1] = SeatRow()


def ensure_boards(draft: ChangeDraft, number: int, board_set: int | None) -> list[int]:
    tournament = draft.tournament
    if board_set is None:
        deal_boards(tournament, number * tournament.boards_a_round)
        return [number]
    boards = boards_of_set(tournament, board_set)
    deal_boards(tournament, boards[-1])
    return boards


def add_random_round(draft: ChangeDraft, number: int) -> None:
    """A random round, on sets new to each table, or on one new set."""
    tournament = draft.tournament
    teams = teams_in(draft.layout, number)
    if tournament.is_open_play:
        seat_by_lot(draft, number, None, ensure_boards(draft, number, None), teams)
        return
    if not seat_on_existing_sets(draft, number, teams):
        board_set = len(sets_in_play(tournament)) + 1
        seat_by_lot(draft, number, board_set, ensure_boards(draft, number, board_set), teams)


def seat_on_existing_sets(draft: ChangeDraft, number: int, teams: list[int]) -> bool:
    """Seat the round with existing boards and copies; False if impossible."""
    layout, tournament = draft.layout, draft.tournament
    entries = [entry_for(layout, team, rank) for rank, team in enumerate(teams, start=1)]
    try:
        drawn = redraw_rounds(
            entries, sets_by_team(layout, teams), sets_in_play(tournament), [number],
            copies=copies_of(layout), lot=random_seed(tournament, number), leaving={},
        )  # fmt: skip
    except MovementError:
        return False
    for team in teams:
        layout.seats[number, team, 1] = SeatRow()
    for table in drawn[number]:
        boards = boards_for(tournament, layout, number, table.board_set)
        seat_pair(layout, number, table.seated, table.board_set, boards)
    return True

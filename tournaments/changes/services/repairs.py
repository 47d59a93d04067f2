"""Correct wrong sides, boards or tables, and results entered in the wrong place."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import boards_of_set, sets_in_play
from tournaments.changes.services.changes import ChangeDraft, change_from, change_layout
from tournaments.draws.seating import deal_boards
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.events.append import append_result, log, set_current_result
from tournaments.events.entry import Author
from tournaments.models import Change, Play, Result, Sitting, Tournament
from tournaments.movements import reassign_sets
from tournaments.permissions import Actor
from tournaments.results.services.results import REASON_LENGTH, get_locked_play, result_summary
from tournaments.results.services.slips import entry_of

SPARE_SETS = 2
TURNED_SEATS: Mapping[int, Mapping[tuple[str, str], tuple[str, str]]] = {
    1: {("NS", ""): ("EW", ""), ("EW", ""): ("NS", "")},
    2: {("NS", "N"): ("EW", "S"), ("EW", "S"): ("NS", "N")},
    3: {("NS", "N"): ("EW", "W"), ("EW", "W"): ("NS", "N"), ("NS", "S"): ("NS", "S")},
    4: {
        ("NS", "N"): ("EW", "E"), ("EW", "E"): ("NS", "N"),
        ("NS", "S"): ("EW", "W"), ("EW", "W"): ("NS", "S"),
    },
}  # fmt: skip
"""Side and place after a table sat reversed, by single players there (1: pairs or half
teams); of three, the first two swap."""


def exchange_sides(
    *, sitting: Sitting, reason: str, boards: Collection[int] = (), actor: Actor = None
) -> Change:
    """Exchange North–South and East–West of a table that sat the wrong way round.

    ``boards`` are board numbers; empty: all. Results are unchanged: they follow the compass.
    """
    reason = require_reason(reason)
    check_one_list(sitting, boards)
    if boards and set(boards) != set(sitting.plays.values_list("board__number", flat=True)):
        return turn_boards(sitting, boards, reason, actor)
    number, table = sitting.round.number, sitting.table.number
    with change_layout(
        sitting.round.tournament, "sides_exchanged", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
    ) as draft:  # fmt: skip
        seated = draft.layout.at(number, table)
        turned = TURNED_SEATS[len(seated) if any(row.place for row in seated.values()) else 1]
        for key, row in seated.items():
            side, place = turned[row.side, row.place]
            draft.layout.seats[key] = row._replace(side=side, place=place)
        names = {
            seat.side: seat.team.name
            for seat in sitting.seats.select_related("team").order_by("pk")
        }
        draft.details |= {"ns": names.get("EW", ""), "ew": names.get("NS", "")}
    return change_from(draft)


def turn_boards(sitting: Sitting, boards: Collection[int], reason: str, actor: Actor) -> Change:
    number, table = sitting.round.number, sitting.table.number
    if sitting.round.tournament.method.for_teams:
        raise RuleViolationError(
            "one_hand_twice",
            _(
                "Both halves of a team would have held the same cards. Give a ruling on the "
                "board instead."
            ),
            field="boards",
            plays=plays_needing_ruling(sitting, boards),
        )
    with change_layout(
        sitting.round.tournament, "boards_turned", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
        boards=", ".join(map(str, sorted(set(boards)))),
    ) as draft:  # fmt: skip
        plays = draft.layout.boards_at(number, table)
        here = {row.board for row in plays.values()}
        if not here.issuperset(boards):
            raise RuleViolationError(
                "no_such_play", _("This board is not played there."), field="boards"
            )
        for key, row in plays.items():
            if row.board in boards:
                draft.layout.plays[key] = row._replace(is_turned=not row.is_turned)
    return change_from(draft)


def check_one_list(sitting: Sitting, boards: Collection[int]) -> None:
    """Refuse to change sides where each side has its own ranking list."""
    if sitting.round.tournament.winners == 2:
        raise RuleViolationError(
            "two_lists",
            _(
                "North–South and East–West have a ranking list each, so nobody can count on "
                "the other side. Give a ruling on the boards instead."
            ),
            plays=plays_needing_ruling(sitting, boards),
        )


def plays_needing_ruling(sitting: Sitting, boards: Collection[int] = ()) -> list[dict[str, int]]:
    """Boards of a table (default: all) that need a ruling instead of a repair."""
    plays = sitting.plays.order_by("order").values_list("board__number", "pk")
    return [{"board": board, "play": pk} for board, pk in plays if not boards or board in boards]


def record_other_set(
    *,
    sitting: Sitting,
    board_set: int,
    mend: bool = True,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Attribute a table's results to another board set that it played by mistake.

    With ``mend``, later tables that would repeat these boards get other sets, preferably the
    skipped one.
    """
    number, table = sitting.round.number, sitting.table.number
    with change_layout(
        sitting.round.tournament, "other_set_played", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
    ) as draft:  # fmt: skip
        check_has_board_sets(draft.tournament)
        before = draft.layout.tables[number, table].board_set
        assign_set(draft, number, table, board_set)
        draft.details |= {
            "before": board_range(draft.tournament, before or 0),
            "after": board_range(draft.tournament, board_set),
        }
        draft.store()
        if mend:
            reassign_later_sets(draft, number + 1, [before] if before else [])
    return change_from(draft)


def exchange_tables_boards(
    *, sitting: Sitting, other: Sitting, reason: str = "", actor: Actor = None
) -> Change:
    """Exchange the board sets of two tables; the results move with the cards."""
    number = sitting.round.number
    check_two_tables(sitting, other)
    with change_layout(
        sitting.round.tournament, "boards_exchanged", actor=actor, reason=reason,
        also_finished=True, round=number, table=sitting.table.number, other=other.table.number,
    ) as draft:  # fmt: skip
        check_has_board_sets(draft.tournament)
        places = (number, sitting.table.number), (number, other.table.number)
        sets = [draft.layout.tables[place].board_set or 0 for place in places]
        if sets[0] == sets[1]:
            raise RuleViolationError(
                "same_boards", _("The two tables play the same boards."), field="other"
            )
        for place, board_set in zip(places, reversed(sets), strict=True):
            assign_set(draft, *place, board_set)
        draft.store()
        reassign_later_sets(draft, number + 1, sets)
    return change_from(draft)


def assign_set(draft: ChangeDraft, number: int, table: int, board_set: int) -> None:
    """Assign a board set; refuse unknown sets and deals recorded card by card."""
    if board_set not in sets_in_play(draft.tournament):
        raise RuleViolationError("no_such_set", _("There are no such boards."), field="board_set")
    if draft.layout.tables[number, table].board_set == board_set:
        raise RuleViolationError(
            "same_boards", _("These are the boards it plays already."), field="board_set"
        )
    check_not_recorded_by_card(draft.layout, number, table)
    boards = boards_of_set(draft.tournament, board_set)
    draft.layout.play_set(number, table, board_set, boards)


def check_not_recorded_by_card(layout: Layout, number: int, table: int) -> None:
    """Refuse deals recorded card by card: they cannot belong to another board."""
    results = [row.result for row in layout.boards_at(number, table).values() if row.result]
    if Result.objects.filter(pk__in=results, record__isnull=False).exists():
        raise RuleViolationError(
            "recorded", _("A deal that was recorded card by card belongs to its own board.")
        )


def reassign_later_sets(draft: ChangeDraft, from_round: int, preferred: Sequence[int]) -> None:
    """Assign other sets to later tables where an entrant would meet a set again.

    If no set is new to both sides, deal new boards.
    """
    if draft.tournament.unit != Tournament.Unit.PAIR:
        return
    movement = movement_of(draft.tournament)
    sets = sets_in_play(draft.tournament)
    spare = range(len(sets) + 1, len(sets) + 1 + SPARE_SETS)
    set_changes = reassign_sets(movement, sets, from_round, preferred=preferred, spare=spare)
    for change in set_changes:
        if not draft.layout.results_at(change.round, change.table):
            boards = boards_of_set(draft.tournament, change.after)
            deal_boards(draft.tournament, boards[-1])
            draft.layout.play_set(change.round, change.table, change.after, boards)


def exchange_tables_results(
    *,
    sitting: Sitting,
    other: Sitting,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Exchange results that two tables of a round entered on each other's phone.

    Boards are matched by number, else by position; empty ones stay empty. Raise
    RuleViolationError if neither table has a result.
    """
    check_two_tables(sitting, other)
    reason = reason.strip() or str(_("Entered at the wrong table"))
    with change_layout(
        sitting.round.tournament, "tables_results_exchanged", actor=actor, reason=reason,
        also_finished=True, round=sitting.round.number, table=sitting.table.number,
        other=other.table.number,
    ) as draft:  # fmt: skip
        pairs = matching_plays(sitting, other)
        if not any(play.current or match.current for play, match in pairs):
            raise RuleViolationError(
                "nothing_entered", _("Neither table has a result yet."), field="other"
            )
        for play, match in pairs:
            first, second = (play.current, play.state), (match.current, match.state)
            copy_result(play, second[0], reason, True, actor, second[1])
            copy_result(match, first[0], reason, True, actor, first[1])
    return change_from(draft)


def matching_plays(sitting: Sitting, other: Sitting) -> list[tuple[Play, Play]]:
    """Pair the plays of two tables: by board, else by position."""
    plays, others = (
        [get_locked_play(pk) for pk in each.plays.order_by("order").values_list("pk", flat=True)]
        for each in (sitting, other)
    )
    by_board = {play.board_id: play for play in others}
    if {play.board_id for play in plays} == set(by_board):
        return [(play, by_board[play.board_id]) for play in plays]
    return list(zip(plays, others, strict=False))


def check_two_tables(sitting: Sitting, other: Sitting) -> None:
    if sitting.pk == other.pk or sitting.round_id != other.round_id:
        raise RuleViolationError(
            "one_table", _("Choose another table of the same round."), field="other"
        )


def check_has_board_sets(tournament: Tournament) -> None:
    if tournament.cards != Tournament.Cards.BOARDS:
        raise RuleViolationError(
            "no_boards", _("Here the cards are shuffled at the table: no boards move.")
        )


def board_range(tournament: Tournament, board_set: int) -> str:
    boards = boards_of_set(tournament, board_set)
    return f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else str(boards[0])


def exchange_results(
    *, play_id: int, other_id: int, reason: str, override: bool = False, actor: Actor = None
) -> Change:
    """Exchange the results of two boards of one sitting.

    A missing result is exchanged too. ``override`` skips the check against the cards. Raise
    RuleViolationError for different sittings, for no result at all, and for deals recorded
    card by card.
    """
    reason = require_reason(reason)
    plays = {pk: Play.objects.filter(pk=pk).first() for pk in {play_id, other_id}}
    existing = [play for play in plays.values() if play is not None]
    if len(existing) != 2 or existing[0].sitting_id != existing[1].sitting_id:
        raise RuleViolationError(
            "not_one_sitting", _("Choose two boards of the same table and round."), field="other"
        )
    sitting = existing[0].sitting
    with change_layout(
        sitting.round.tournament, "boards_results_exchanged", actor=actor, reason=reason,
        also_finished=True, round=sitting.round.number, table=sitting.table.number,
    ) as draft:  # fmt: skip
        play, other = get_locked_play(play_id), get_locked_play(other_id)
        draft.details |= {"first": play.board.number, "second": other.board.number}
        first, second = play.current, other.current
        if first is None and second is None:
            raise RuleViolationError(
                "nothing_entered", _("Neither board has a result yet."), field="other"
            )
        copy_result(play, second, reason, override, actor)
        copy_result(other, first, reason, override, actor)
    return change_from(draft)


def copy_result(
    play: Play,
    result: Result | None,
    reason: str,
    override: bool,
    actor: Actor,
    state: str = Play.State.CONFIRMED,
) -> None:
    """Copy another board's result as a new version, or clear the result."""
    before = play.current
    if result is None:
        set_current_result(play, None, Play.State.EMPTY)
    else:
        if result.kind in Result.BY_RULING and result.kind != Result.Kind.NOT_PLAYED:
            raise RuleViolationError(
                "ruled",
                _("Board %d has a ruling. Change that first.") % result.play.board.number,
                plays=plays_needing_ruling(result.play.sitting, [result.play.board.number]),
            )
        if result.record_id is not None:
            raise RuleViolationError(
                "recorded", _("A deal that was recorded card by card belongs to its own board.")
            )
        author = Author(source=Result.Source.DIRECTOR, user=actor)
        entry = entry_of(play, result.slip, override=override)
        append_result(play, entry, author, state=Play.State(state), reason=reason)
    log(
        play.sitting.round.tournament_id,
        "results_exchanged",
        user=actor,
        round=play.sitting.round.number,
        table=play.sitting.table.number,
        board=play.board.number,
        before=result_summary(before),
        after=result_summary(play.current),
        reason=reason,
    )


def require_reason(reason: str) -> str:
    reason = reason.strip()[:REASON_LENGTH]
    if not reason:
        raise RuleViolationError(
            "reason_needed", _("Please give a reason for the log."), field="reason"
        )
    return reason

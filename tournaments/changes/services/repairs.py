"""Correct wrong sides, boards or tables, and results entered in the wrong place."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import boards_of_set, sets_in_play
from tournaments.changes.services.changes import Draft, change_from, one_change
from tournaments.draws.seating import deal_boards
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import Refused
from tournaments.events.append import append_result, log, settle
from tournaments.events.entry import Author
from tournaments.models import Change, Play, Result, Sitting, Tournament
from tournaments.movements import mend_sets
from tournaments.permissions import Actor
from tournaments.results.services.results import REASON_LENGTH, brief, lock_play
from tournaments.results.services.slips import entry_of

SPARE_SETS = 2
TURNED: Mapping[int, Mapping[tuple[str, str], tuple[str, str]]] = {
    1: {("NS", ""): ("EW", ""), ("EW", ""): ("NS", "")},
    2: {("NS", "N"): ("EW", "S"), ("EW", "S"): ("NS", "N")},
    3: {("NS", "N"): ("EW", "W"), ("EW", "W"): ("NS", "N"), ("NS", "S"): ("NS", "S")},
    4: {
        ("NS", "N"): ("EW", "E"), ("EW", "E"): ("NS", "N"),
        ("NS", "S"): ("EW", "W"), ("EW", "W"): ("NS", "S"),
    },
}  # fmt: skip
"""Side and place after a table sat the other way round, by the number of single players there
(1: pairs, or halves of teams); of three, the first two are exchanged."""


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
    with one_change(
        sitting.round.tournament, "sides_exchanged", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
    ) as draft:  # fmt: skip
        seated = draft.layout.at(number, table)
        turned = TURNED[len(seated) if any(row.place for row in seated.values()) else 1]
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
        raise Refused(
            "one_hand_twice",
            _(
                "Both halves of a team would have held the same cards. Make a ruling on the "
                "board instead."
            ),
            field="boards",
            plays=plays_to_rule(sitting, boards),
        )
    with one_change(
        sitting.round.tournament, "boards_turned", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
        boards=", ".join(map(str, sorted(set(boards)))),
    ) as draft:  # fmt: skip
        plays = draft.layout.boards_at(number, table)
        here = {row.board for row in plays.values()}
        if not here.issuperset(boards):
            raise Refused("no_such_play", _("This board is not played there."), field="boards")
        for key, row in plays.items():
            if row.board in boards:
                draft.layout.plays[key] = row._replace(is_turned=not row.is_turned)
    return change_from(draft)


def check_one_list(sitting: Sitting, boards: Collection[int]) -> None:
    """Refuse to change sides where each side has its own ranking list."""
    if sitting.round.tournament.winners == 2:
        raise Refused(
            "two_lists",
            _(
                "North–South and East–West have a ranking list each, so nobody can count on the "
                "other side. Make a ruling on the boards instead."
            ),
            plays=plays_to_rule(sitting, boards),
        )


def plays_to_rule(sitting: Sitting, boards: Collection[int] = ()) -> list[dict[str, int]]:
    """Boards of a table (default: all) that need a ruling instead of a repair."""
    plays = sitting.plays.order_by("order").values_list("board__number", "pk")
    return [{"board": board, "play": pk} for board, pk in plays if not boards or board in boards]


def play_other_set(
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
    with one_change(
        sitting.round.tournament, "other_set_played", actor=actor, reason=reason,
        also_finished=True, round=number, table=table,
    ) as draft:  # fmt: skip
        must_have_sets(draft.tournament)
        before = draft.layout.tables[number, table].board_set
        give_set(draft, number, table, board_set)
        draft.details |= {
            "before": span(draft.tournament, before or 0),
            "after": span(draft.tournament, board_set),
        }
        draft.store()
        if mend:
            mend_later(draft, number + 1, [before] if before else [])
    return change_from(draft)


def exchange_tables_boards(
    *, sitting: Sitting, other: Sitting, reason: str = "", actor: Actor = None
) -> Change:
    """Exchange the board sets of two tables; the results move with the cards."""
    number = sitting.round.number
    must_be_two_tables(sitting, other)
    with one_change(
        sitting.round.tournament, "boards_exchanged", actor=actor, reason=reason,
        also_finished=True, round=number, table=sitting.table.number, other=other.table.number,
    ) as draft:  # fmt: skip
        must_have_sets(draft.tournament)
        places = (number, sitting.table.number), (number, other.table.number)
        sets = [draft.layout.tables[place].board_set or 0 for place in places]
        if sets[0] == sets[1]:
            raise Refused("same_boards", _("The two tables play the same boards."), field="other")
        for place, board_set in zip(places, reversed(sets), strict=True):
            give_set(draft, *place, board_set)
        draft.store()
        mend_later(draft, number + 1, sets)
    return change_from(draft)


def give_set(draft: Draft, number: int, table: int, board_set: int) -> None:
    """Assign a board set; refuse unknown sets and deals recorded card by card."""
    if board_set not in sets_in_play(draft.tournament):
        raise Refused("no_such_set", _("There are no such boards."), field="board_set")
    if draft.layout.tables[number, table].board_set == board_set:
        raise Refused("same_boards", _("These are the boards it plays already."), field="board_set")
    must_be_written(draft.layout, number, table)
    boards = boards_of_set(draft.tournament, board_set)
    draft.layout.play_set(number, table, board_set, boards)


def must_be_written(layout: Layout, number: int, table: int) -> None:
    """Refuse deals recorded card by card: they cannot belong to another board."""
    results = [row.result for row in layout.boards_at(number, table).values() if row.result]
    if Result.objects.filter(pk__in=results, record__isnull=False).exists():
        raise Refused(
            "recorded", _("A deal that was recorded card by card belongs to its own board.")
        )


def mend_later(draft: Draft, from_round: int, preferred: Sequence[int]) -> None:
    """Assign other sets to later tables where an entrant would meet a set again.

    If no set is new to both sides, deal new boards.
    """
    if draft.tournament.unit != Tournament.Unit.PAIR:
        return
    movement = movement_of(draft.tournament)
    sets = sets_in_play(draft.tournament)
    spare = range(len(sets) + 1, len(sets) + 1 + SPARE_SETS)
    found = mend_sets(movement, sets, from_round, preferred=preferred, spare=spare)
    for change in found:
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
    must_be_two_tables(sitting, other)
    reason = reason.strip() or str(_("Entered at the wrong table"))
    with one_change(
        sitting.round.tournament, "tables_results_exchanged", actor=actor, reason=reason,
        also_finished=True, round=sitting.round.number, table=sitting.table.number,
        other=other.table.number,
    ) as draft:  # fmt: skip
        pairs = matching_plays(sitting, other)
        if not any(play.current or match.current for play, match in pairs):
            raise Refused("nothing_entered", _("Neither table has a result yet."), field="other")
        for play, match in pairs:
            first, second = (play.current, play.state), (match.current, match.state)
            take_over(play, second[0], reason, True, actor, second[1])
            take_over(match, first[0], reason, True, actor, first[1])
    return change_from(draft)


def matching_plays(sitting: Sitting, other: Sitting) -> list[tuple[Play, Play]]:
    """Pair the plays of two tables: by board, else by position."""
    plays, others = (
        [lock_play(pk) for pk in each.plays.order_by("order").values_list("pk", flat=True)]
        for each in (sitting, other)
    )
    by_board = {play.board_id: play for play in others}
    if {play.board_id for play in plays} == set(by_board):
        return [(play, by_board[play.board_id]) for play in plays]
    return list(zip(plays, others, strict=False))


def must_be_two_tables(sitting: Sitting, other: Sitting) -> None:
    if sitting.pk == other.pk or sitting.round_id != other.round_id:
        raise Refused("one_table", _("Choose another table of the same round."), field="other")


def must_have_sets(tournament: Tournament) -> None:
    if tournament.cards != Tournament.Cards.BOARDS:
        raise Refused("no_boards", _("Here the cards are shuffled at the table: no boards move."))


def span(tournament: Tournament, board_set: int) -> str:
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
    found = [play for play in plays.values() if play is not None]
    if len(found) != 2 or found[0].sitting_id != found[1].sitting_id:
        raise Refused(
            "not_one_sitting", _("Choose two boards of the same table and round."), field="other"
        )
    sitting = found[0].sitting
    with one_change(
        sitting.round.tournament, "boards_results_exchanged", actor=actor, reason=reason,
        also_finished=True, round=sitting.round.number, table=sitting.table.number,
    ) as draft:  # fmt: skip
        play, other = lock_play(play_id), lock_play(other_id)
        draft.details |= {"first": play.board.number, "second": other.board.number}
        first, second = play.current, other.current
        if first is None and second is None:
            raise Refused("nothing_entered", _("Neither board has a result yet."), field="other")
        take_over(play, second, reason, override, actor)
        take_over(other, first, reason, override, actor)
    return change_from(draft)


def take_over(
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
        settle(play, None, Play.State.EMPTY)
    else:
        if result.kind in Result.BY_RULING and result.kind != Result.Kind.NOT_PLAYED:
            raise Refused(
                "ruled",
                _("Board %d has a ruling. Change that first.") % result.play.board.number,
                plays=plays_to_rule(result.play.sitting, [result.play.board.number]),
            )
        if result.record_id is not None:
            raise Refused(
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
        before=brief(before),
        after=brief(play.current),
        reason=reason,
    )


def require_reason(reason: str) -> str:
    reason = reason.strip()[:REASON_LENGTH]
    if not reason:
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    return reason

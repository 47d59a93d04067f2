"""Update a table's state incrementally, which is cheaper than rebuilding it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Play, Result, Table
from tournaments.state.hall import SharedState
from tournaments.table_app.selectors.director import calls_of, messages_of
from tournaments.table_app.selectors.tables import Entry, TableState, entries_of, results_state


def update_from_database(state: TableState, table: Table, hall: SharedState) -> TableState | None:
    """The state after changes at this table only; five queries.

    None if the table shows other rounds or boards now.
    """
    plays = shown_plays(table, hall.opened)
    shown = {board.play for row in state.rounds for board in row.boards}
    if shown != plays.keys():
        return None
    entries = entries_of(plays)
    return replace(
        state,
        call=calls_of([table]).get(table.pk),
        messages=messages_of([table]).get(table.pk, []),
        rounds=[
            replace(
                row,
                boards=[
                    replace(board, **results_state(*plays[board.play], entries.get(board.play, ())))
                    for board in row.boards
                ],
            )
            for row in state.rounds
        ],
    )


def apply_step(
    state: TableState, play: Play, entries: Sequence[Entry], hall: SharedState
) -> TableState | None:
    """The state after one play changed; no query.

    None for a play of an older round, which can disappear from view.
    """
    change = results_state(play.state, play.current_id, entries)
    rounds = [
        replace(
            row,
            boards=[
                replace(board, **change) if board.play == play.pk else board for board in row.boards
            ],
        )
        for row in state.rounds
    ]
    is_shown = any(board.play == play.pk for row in rounds for board in row.boards)
    is_recent = play.sitting.round.number >= hall.opened - 1
    return replace(state, rounds=rounds) if is_shown and is_recent else None


def shown_plays(table: Table, opened: int) -> dict[int, tuple[str, int | None]]:
    """State and current result by play id, for each play shown."""
    rows = Play.objects.filter(sitting__table=table, sitting__round__number__lte=opened).order_by()
    columns = ("sitting__round__number", "pk", "state", "current", "current__kind")
    rounds: dict[int, dict[int, tuple[str, int | None]]] = defaultdict(dict)
    to_show = set()
    for number, pk, state, current, kind in rows.values_list(*columns):
        rounds[number][pk] = state, current
        is_settled = state == Play.State.CONFIRMED and kind != Result.Kind.LATE
        if number >= opened - 1 or not is_settled:
            to_show.add(number)
    return {pk: play for number in to_show for pk, play in rounds[number].items()}

from collections.abc import Mapping
from uuid import UUID

from tournaments.events.append import append_result
from tournaments.events.entry import Author
from tournaments.models import Play, Result, Table
from tournaments.results.services.entry_limits import check_entry_limit
from tournaments.results.services.results import (
    REASON_LENGTH,
    atomic_entry,
    check_board_open,
    check_round_open,
    check_side,
    check_unconfirmed,
    get_locked_play,
    log_result,
)
from tournaments.results.services.slips import entry_of_record, is_same_entry
from tournaments.results.services.table_cards import entry_of_record_from_table
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.official import check_is_correctable
from tournaments.state.result_history import history_of
from tournaments.state.version_tokens import result_state


@atomic_entry
def record_deal(
    *,
    play_id: int,
    record: Mapping[str, object],
    author: Author,
    table: Table | None = None,
    reason: str = "",
    client_key: UUID | None = None,
    late: bool = False,
    seen: VersionToken = None,
) -> Result:
    """Store a complete deal record as the result of a play.

    It must match the board's cards; a record from a table must include the cards. ``seen``
    is as in ``correct_result``.
    """
    play = get_locked_play(play_id, table)
    history = history_of(play, client_key)
    known = history.entry_by_key(client_key)
    if known:
        return known
    by_table = author.source == Result.Source.TABLE
    if by_table:
        check_round_open(play)
        check_board_open(play)
        check_side(author.side)
        check_unconfirmed(play)
        check_entry_limit(history, author.side)
    entry = (
        entry_of_record_from_table(play, record, author)
        if by_table
        else entry_of_record(play, record)
    )
    reason = reason.strip()[:REASON_LENGTH]
    before = play.current
    if not by_table:
        if before is not None and is_same_entry(play, before, entry, reason):
            return before
        check_version(seen, result_state(play))
        check_is_correctable(play.sitting.round.tournament, late=late, actor=author.user)
    entry.record.save()  # type: ignore[union-attr]
    result = append_result(
        play,
        entry,
        author,
        state=Play.State.ENTERED if by_table else Play.State.CONFIRMED,
        reason=reason,
        client_key=client_key,
        version=history.next_version,
    )
    log_result(result, "deal_recorded", before=before, user=author.user, who=author.who)
    return result

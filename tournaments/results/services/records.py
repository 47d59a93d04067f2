from collections.abc import Mapping
from uuid import UUID

from tournaments.events.append import append_result
from tournaments.events.entry import Author
from tournaments.models import Play, Result, Table
from tournaments.results.services.entry_limits import must_have_entries_left
from tournaments.results.services.results import (
    REASON_LENGTH,
    lock_play,
    log_result,
    must_be_a_side,
    must_be_open,
    must_be_unconfirmed,
    must_not_be_closed,
    once,
)
from tournaments.results.services.slips import entry_of_record, says_the_same
from tournaments.results.services.table_cards import entry_of_record_from_table
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.official import must_be_open_for_corrections
from tournaments.state.result_history import history_of
from tournaments.state.version_tokens import present_result


@once
def record_deal(
    *,
    play_id: int,
    record: Mapping[str, object],
    author: Author,
    table: Table | None = None,
    reason: str = "",
    client_key: UUID | None = None,
    late: bool = False,
    seen: Seen = None,
) -> Result:
    """Store a complete deal record as the result of a play.

    It must match the board's cards; a record from a table must include the cards. ``seen``
    is as in ``correct_result``.
    """
    play = lock_play(play_id, table)
    history = history_of(play, client_key)
    known = history.entry_by_key(client_key)
    if known:
        return known
    by_table = author.source == Result.Source.TABLE
    if by_table:
        must_be_open(play)
        must_not_be_closed(play)
        must_be_a_side(author.side)
        must_be_unconfirmed(play)
        must_have_entries_left(history, author.side)
    entry = (
        entry_of_record_from_table(play, record, author)
        if by_table
        else entry_of_record(play, record)
    )
    reason = reason.strip()[:REASON_LENGTH]
    before = play.current
    if not by_table:
        if before is not None and says_the_same(play, before, entry, reason):
            return before
        must_be_as_seen(seen, present_result(play))
        must_be_open_for_corrections(play.sitting.round.tournament, late=late, actor=author.user)
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

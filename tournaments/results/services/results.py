"""Enter, confirm and correct results; versions are append-only."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.wording.sides import in_order
from tournaments.errors import Conflict, Refused
from tournaments.events.append import append_result, log, settle, table_of_play_changed
from tournaments.events.entry import Author
from tournaments.models import Confirmation, Play, Result, Seat, Table, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.entry_limits import must_have_entries_left, must_have_words_left
from tournaments.results.services.slips import entry_from_slip, entry_of, same_result, says_the_same
from tournaments.results.services.table_cards import NotTheseCards, fitting_entry, from_table
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.locks import hold_play
from tournaments.state.official import must_be_open_for_corrections
from tournaments.state.result_history import History, Step, history_of, key_reused
from tournaments.state.version_tokens import present_result
from tournaments.state.visibility import is_open

SIDES = tuple(Seat.Side.values)
REASON_LENGTH = 300
OF_BIDS = ("bid", "capot_bid", "solo_bid", "bid_unit")
"""What of an outcome says what was bid."""
P = ParamSpec("P")
T = TypeVar("T")


def once(service: Callable[P, T]) -> Callable[P, T]:
    """Run in one transaction; report a reused client key as ConflictError.

    The unique keys catch two concurrent requests with one key. Card refusals are stored
    although the entry is rolled back.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with transaction.atomic():
                try:
                    return service(*args, **kwargs)
                except NotTheseCards as told:
                    refused = told
        except IntegrityError as error:
            raise key_reused() from error
        raise refused

    return run


@once
def enter_result(
    *,
    table: Table,
    play_id: int,
    slip: Mapping[str, object],
    side: str,
    who: str = "",
    client_key: UUID | None = None,
) -> Step:
    """Enter a result from one side of a table; idempotent by ``client_key``.

    An equal slip of the other side confirms; a different one is stored as a further version
    and makes the play disputed. Raise RuleViolationError for an impossible slip, a board of
    another table or a confirmed result.
    """
    play = lock_play(play_id, table)
    history = history_of(play, client_key)
    known = history.entry_by_key(client_key)
    if known:
        return Step(known, history, is_new=False)
    must_be_open(play)
    must_not_be_closed(play)
    must_be_a_side(side)
    must_be_unconfirmed(play)
    said = entry_from_slip(play, slip)
    other = history.latest_against(side)
    if other and same_result(other.slip, said.slip):
        agree(history, other, side, who, client_key)
        return Step(other, history)
    # Before the card check: each answer about cards must count as an attempt.
    must_have_entries_left(history, side)
    author = from_table(side, who)
    entry = fitting_entry(play, said, author)
    state = Play.State.DISPUTED if other else Play.State.ENTERED
    before = play.current
    result = append_result(
        play, entry, author, state=state, client_key=client_key, version=history.next_version
    )
    history.results.append(result)
    log_result(result, "result_disputed" if other else "result_entered", before=before, who=who)
    return Step(result, history)


@once
def confirm_result(
    *,
    table: Table,
    play_id: int,
    side: str,
    agrees: bool,
    version: int | None = None,
    entry_key: UUID | None = None,
    who: str = "",
    client_key: UUID | None = None,
) -> Step:
    """Record whether a side agrees with a version.

    The version is given by number or by its client key. Agreement of both sides confirms it;
    disagreement makes it disputed.
    """
    play = lock_play(play_id, table)
    history = history_of(play, client_key, entry_key)
    if said := history.agreement_by_key(client_key):
        return Step(said, history, is_new=False)
    must_be_a_side(side)
    result = find_version(history, version, entry_key)
    if play.state == Play.State.CONFIRMED:
        if play.current == result and agrees:
            return Step(result, history, is_new=False)
        raise already_confirmed()
    must_be_open(play)
    must_have_words_left(history, side)
    if play.state == Play.State.ENTERED and play.current != result:
        raise Conflict(
            "entry_changed", _("The entry was changed in the meantime. Please look at it again.")
        )
    if agrees:
        agree(history, result, side, who, client_key)
    else:
        refuse(history, result, side, who, client_key)
    return Step(result, history)


@transaction.atomic
def correct_result(
    *,
    play_id: int,
    slip: Mapping[str, object],
    reason: str,
    actor: Actor,
    who: str = "",
    override: bool = False,
    late: bool = False,
    seen: Seen = None,
) -> Result:
    """Enter or correct a result as director; corrections need a reason.

    ``late`` allows changing official standings; ``override`` skips the check against the
    cards. Repeating the same correction returns the stored version. ``seen`` is the version
    the director saw (0: none); raise ConflictError if another one is current.
    """
    play = lock_play(play_id)
    reason = reason.strip()[:REASON_LENGTH]
    if not reason and play.current_id is not None:
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    entry = entry_of(play, slip, override=override)
    before = play.current
    if before is not None and says_the_same(play, before, entry, reason):
        return before
    must_be_as_seen(seen, present_result(play))
    must_be_open_for_corrections(play.sitting.round.tournament, late=late, actor=actor)
    author = Author(source=Result.Source.DIRECTOR, user=actor, who=who)
    result = append_result(play, entry, author, state=Play.State.CONFIRMED, reason=reason)
    action = "result_corrected" if before or reason else "result_entered"
    log_result(result, action, before=before, user=actor, reason=reason)
    return result


@transaction.atomic
def take_back(
    *, play_id: int, result: Result, before: Result | None, state: str, actor: Actor
) -> None:
    """Restore the result before a director's entry; the entry stays as a version.

    Raise ConflictError if another result is current.
    """
    play = lock_play(play_id)
    if play.current_id != result.pk:
        raise Conflict("changed_since", _("Somebody has changed this result since."))
    must_be_open_for_corrections(play.sitting.round.tournament, late=False, actor=actor)
    settle(play, before, Play.State(state), by_director=True)
    log_result(result, "result_taken_back", before=result, user=actor)


# Confirmation steps
# --------------------------------------------------------------------------


def find_version(history: History, version: int | None, entry_key: UUID | None) -> Result:
    """The latest form of a version given by number or client key; raise RuleViolationError."""
    found = history.version(version) if version is not None else history.entry_by_key(entry_key)
    if found is None:
        raise Refused("no_such_version", _("There is no such entry for this board."))
    return history.newest_of(found)


def agree(history: History, result: Result, side: str, who: str, client_key: UUID | None) -> None:
    """Record agreement; confirm once both sides agree."""
    say(history, result, side, who, client_key, agrees=True)
    if history.behind(result).issuperset(SIDES):
        settle(history.play, result, Play.State.CONFIRMED)
        log_result(result, "result_confirmed", before=result, who=who, side=side)
    else:
        table_of_play_changed(history.play)


def refuse(history: History, result: Result, side: str, who: str, client_key: UUID | None) -> None:
    say(history, result, side, who, client_key, agrees=False)
    settle(history.play, history.play.current, Play.State.DISPUTED)
    log_result(result, "result_refused", before=result, who=who, side=side)


def say(
    history: History, result: Result, side: str, who: str, client_key: UUID | None, *, agrees: bool
) -> None:
    word = Confirmation.objects.create(
        result=result, side=side, agrees=agrees, who=who, client_key=client_key
    )
    history.words.append(word)


# Guards ---------------------------------------------------------------------------


def already_confirmed() -> Conflict:
    return Conflict(
        "confirmed_already",
        _("This result is confirmed. Only the director can change it now."),
    )


def must_be_unconfirmed(play: Play) -> None:
    """Refuse a confirmed result, except a postponed one."""
    is_late = play.current is not None and play.current.kind == Result.Kind.LATE
    if play.state == Play.State.CONFIRMED and not is_late:
        raise already_confirmed()


def lock_play(play_id: int, table: Table | None = None) -> Play:
    """The play, locked; with ``table``, only a board of that table."""
    play = hold_play(play_id, table.tournament_id if table else None)
    if play is None or (table is not None and play.sitting.table_id != table.pk):
        raise Refused("not_your_board", _("This board is not played at this table."), field="play")
    return play


def must_be_open(play: Play) -> None:
    """Refuse entries of tables outside open rounds of a running tournament."""
    tournament = play.sitting.round.tournament
    if tournament.state != Tournament.State.PLAYING:
        raise Refused("not_playing", _("This tournament is not being played."))
    if not is_open(play.sitting.round):
        raise Refused(
            "round_not_begun", _("Round %d has not begun yet.") % play.sitting.round.number
        )


def must_not_be_closed(play: Play) -> None:
    """Refuse a board that the director has closed: its cards are public."""
    if play.board.closed_at is not None:
        raise Refused("board_closed", _("The director has closed this board."))


def must_be_a_side(side: str) -> None:
    if side not in SIDES:
        raise Refused(
            "no_such_side", _("Say which side you are: North–South or East–West."), field="side"
        )


def log_result(
    result: Result,
    action: str,
    *,
    before: Result | None = None,
    user: Actor = None,
    who: str = "",
    reason: str = "",
    side: str = "",
) -> None:
    """Log a change of a result with the score before and after; ``side`` is the actor."""
    sitting = result.play.sitting
    log(
        sitting.round.tournament_id,
        action,
        user=user,
        who=who,
        round=sitting.round.number,
        table=sitting.table.number,
        board=result.play.board.number,
        side=side or result.side,
        before=brief(before),
        after=brief(result),
        reason=reason,
    )


def brief(result: Result | None) -> dict[str, object]:
    """The fields of a result that log entries show."""
    if result is None:
        return {}
    score = result.outcome.get("score", {})
    won = result.outcome.get("games")
    return {
        "kind": result.kind,
        "contract": result.contract,
        "declarer": result.declarer,
        "contra": result.contra,
        "ns": result.ns_score,
        "ew": result.ew_score,
        **{key: result.outcome[key] for key in OF_BIDS if result.outcome.get(key)},
        **({"figures": list(in_order(score).values())} if len(score) > 2 else {}),
        **({"games": list(in_order(won).values())} if won else {}),
        **({"awards": result.awards} if result.awards else {}),
    }

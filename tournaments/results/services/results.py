"""Enter, confirm and correct results; versions are append-only."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.wording.sides import sort_by_side
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import append_result, log, refresh_table_of_play, set_current_result
from tournaments.events.entry import Author
from tournaments.models import Confirmation, Play, Result, Seat, Table, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.entry_limits import check_confirmation_limit, check_entry_limit
from tournaments.results.services.slips import (
    entry_from_slip,
    entry_of,
    is_same_entry,
    is_same_result,
)
from tournaments.results.services.table_cards import CardRefusalError, fitting_entry, table_author
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_play
from tournaments.state.official import check_is_correctable
from tournaments.state.result_history import History, RequestOutcome, history_of, key_reused_error
from tournaments.state.version_tokens import result_state
from tournaments.state.visibility import is_open

SIDES = tuple(Seat.Side.values)
REASON_LENGTH = 300
BID_KEYS = ("bid", "capot_bid", "solo_bid", "bid_unit")
P = ParamSpec("P")
T = TypeVar("T")


def atomic_entry(service: Callable[P, T]) -> Callable[P, T]:
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
                except CardRefusalError as told:
                    refused = told
        except IntegrityError as error:
            raise key_reused_error() from error
        raise refused

    return run


@atomic_entry
def enter_result(
    *,
    table: Table,
    play_id: int,
    slip: Mapping[str, object],
    side: str,
    who: str = "",
    client_key: UUID | None = None,
) -> RequestOutcome:
    """Enter a result from one side of a table; idempotent by ``client_key``.

    An equal slip of the other side confirms; a different one is stored as a further version
    and makes the play disputed. Raise RuleViolationError for an impossible slip, a board of
    another table or a confirmed result.
    """
    play = get_locked_play(play_id, table)
    history = history_of(play, client_key)
    known = history.entry_by_key(client_key)
    if known:
        return RequestOutcome(known, history, is_new=False)
    check_round_open(play)
    check_board_open(play)
    check_side(side)
    check_unconfirmed(play)
    parsed_entry = entry_from_slip(play, slip)
    other = history.latest_against(side)
    if other and is_same_result(other.slip, parsed_entry.slip):
        agree_to_version(history, other, side, who, client_key)
        return RequestOutcome(other, history)
    # Before the card check: each answer about cards must count as an attempt.
    check_entry_limit(history, side)
    author = table_author(side, who)
    entry = fitting_entry(play, parsed_entry, author)
    state = Play.State.DISPUTED if other else Play.State.ENTERED
    before = play.current
    result = append_result(
        play, entry, author, state=state, client_key=client_key, version=history.next_version
    )
    history.results.append(result)
    log_result(result, "result_disputed" if other else "result_entered", before=before, who=who)
    return RequestOutcome(result, history)


@atomic_entry
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
) -> RequestOutcome:
    """Record whether a side agrees with a version.

    The version is given by number or by its client key. Agreement of both sides confirms it;
    disagreement makes it disputed.
    """
    play = get_locked_play(play_id, table)
    history = history_of(play, client_key, entry_key)
    if agreed_result := history.agreement_by_key(client_key):
        return RequestOutcome(agreed_result, history, is_new=False)
    check_side(side)
    result = find_version(history, version, entry_key)
    if play.state == Play.State.CONFIRMED:
        if play.current == result and agrees:
            return RequestOutcome(result, history, is_new=False)
        raise already_confirmed()
    check_round_open(play)
    check_confirmation_limit(history, side)
    if play.state == Play.State.ENTERED and play.current != result:
        raise ConflictError(
            "entry_changed", _("The entry was changed in the meantime. Please check it again.")
        )
    if agrees:
        agree_to_version(history, result, side, who, client_key)
    else:
        dispute_version(history, result, side, who, client_key)
    return RequestOutcome(result, history)


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
    seen: VersionToken = None,
) -> Result:
    """Enter or correct a result as director; corrections need a reason.

    ``late`` allows changing official standings; ``override`` skips the check against the
    cards. Repeating the same correction returns the stored version. ``seen`` is the version
    the director saw (0: none); raise ConflictError if another one is current.
    """
    play = get_locked_play(play_id)
    reason = reason.strip()[:REASON_LENGTH]
    if not reason and play.current_id is not None:
        raise RuleViolationError(
            "reason_needed", _("Please give a reason for the log."), field="reason"
        )
    entry = entry_of(play, slip, override=override)
    before = play.current
    if before is not None and is_same_entry(play, before, entry, reason):
        return before
    check_version(seen, result_state(play))
    check_is_correctable(play.sitting.round.tournament, late=late, actor=actor)
    author = Author(source=Result.Source.DIRECTOR, user=actor, who=who)
    result = append_result(play, entry, author, state=Play.State.CONFIRMED, reason=reason)
    action = "result_corrected" if before or reason else "result_entered"
    log_result(result, action, before=before, user=actor, reason=reason)
    return result


@transaction.atomic
def undo_result(
    *, play_id: int, result: Result, before: Result | None, state: str, actor: Actor
) -> None:
    """Restore the result before a director's entry; the entry stays as a version.

    Raise ConflictError if another result is current.
    """
    play = get_locked_play(play_id)
    if play.current_id != result.pk:
        raise ConflictError("changed_since", _("Somebody has changed this result since."))
    check_is_correctable(play.sitting.round.tournament, late=False, actor=actor)
    set_current_result(play, before, Play.State(state), by_director=True)
    log_result(result, "result_taken_back", before=result, user=actor)


# Confirmation steps
# --------------------------------------------------------------------------


def find_version(history: History, version: int | None, entry_key: UUID | None) -> Result:
    """The latest form of a version given by number or client key; raise RuleViolationError."""
    result = history.version(version) if version is not None else history.entry_by_key(entry_key)
    if result is None:
        raise RuleViolationError("no_such_version", _("There is no such entry for this board."))
    return history.newest_of(result)


def agree_to_version(
    history: History, result: Result, side: str, who: str, client_key: UUID | None
) -> None:
    """Record agreement; confirm once both sides agree."""
    add_confirmation(history, result, side, who, client_key, agrees=True)
    if history.agreeing_sides(result).issuperset(SIDES):
        set_current_result(history.play, result, Play.State.CONFIRMED)
        log_result(result, "result_confirmed", before=result, who=who, side=side)
    else:
        refresh_table_of_play(history.play)


def dispute_version(
    history: History, result: Result, side: str, who: str, client_key: UUID | None
) -> None:
    add_confirmation(history, result, side, who, client_key, agrees=False)
    set_current_result(history.play, history.play.current, Play.State.DISPUTED)
    log_result(result, "result_refused", before=result, who=who, side=side)


def add_confirmation(
    history: History, result: Result, side: str, who: str, client_key: UUID | None, *, agrees: bool
) -> None:
    word = Confirmation.objects.create(
        result=result, side=side, agrees=agrees, who=who, client_key=client_key
    )
    history.words.append(word)


# Guards ---------------------------------------------------------------------------


def already_confirmed() -> ConflictError:
    return ConflictError(
        "confirmed_already",
        _("This result is confirmed. Only the director can change it now."),
    )


def check_unconfirmed(play: Play) -> None:
    """Refuse a confirmed result, except a postponed one."""
    is_late = play.current is not None and play.current.kind == Result.Kind.LATE
    if play.state == Play.State.CONFIRMED and not is_late:
        raise already_confirmed()


def get_locked_play(play_id: int, table: Table | None = None) -> Play:
    """The play, locked; with ``table``, only a board of that table."""
    play = lock_play(play_id, table.tournament_id if table else None)
    if play is None or (table is not None and play.sitting.table_id != table.pk):
        raise RuleViolationError(
            "not_your_board", _("This board is not played at this table."), field="play"
        )
    return play


def check_round_open(play: Play) -> None:
    """Refuse entries of tables outside open rounds of a running tournament."""
    tournament = play.sitting.round.tournament
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError("not_playing", _("This tournament is not being played."))
    if not is_open(play.sitting.round):
        raise RuleViolationError(
            "round_not_begun", _("Round %d has not begun yet.") % play.sitting.round.number
        )


def check_board_open(play: Play) -> None:
    """Refuse a board that the director has closed: its cards are public."""
    if play.board.closed_at is not None:
        raise RuleViolationError("board_closed", _("The director has closed this board."))


def check_side(side: str) -> None:
    if side not in SIDES:
        raise RuleViolationError(
            "no_such_side", _("Choose your side: North–South or East–West."), field="side"
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
        before=result_summary(before),
        after=result_summary(result),
        reason=reason,
    )


def result_summary(result: Result | None) -> dict[str, object]:
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
        **{key: result.outcome[key] for key in BID_KEYS if result.outcome.get(key)},
        **({"figures": list(sort_by_side(score).values())} if len(score) > 2 else {}),
        **({"games": list(sort_by_side(won).values())} if won else {}),
        **({"awards": result.awards} if result.awards else {}),
    }

from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import append_result, log, set_current_result
from tournaments.events.entry import Author, Entry
from tournaments.models import Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.results import REASON_LENGTH, get_locked_play, result_summary
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.official import check_is_correctable
from tournaments.state.version_tokens import result_state


class PreviousResult(TypedDict):
    """The current version before a decision (0 for none) and its state."""

    version: int
    state: str


@transaction.atomic
def confirm_version(
    *,
    play_id: int,
    version: int,
    reason: str = "",
    late: bool = False,
    seen: VersionToken = None,
    actor: Actor = None,
) -> Result:
    """Confirm one version of a play, unchanged, as the newest version.

    ``seen`` is the current version that the director saw; raise ConflictError if it changed.
    """
    play = get_locked_play(play_id)
    chosen = play.results.filter(version=version).first()
    if chosen is None:
        raise RuleViolationError("no_such_version", _("There is no such entry for this board."))
    if play.state == Play.State.CONFIRMED and play.current_id == chosen.pk:
        return chosen
    check_version(seen, result_state(play))
    check_is_correctable(play.sitting.round.tournament, late=late, actor=actor)
    before, state = play.current, play.state
    reason = reason.strip()[:REASON_LENGTH] or default_reason(play)
    author = Author(source=Result.Source.DIRECTOR, user=actor)
    result = append_result(
        play,
        entry_from_result(chosen),
        author,
        state=Play.State.CONFIRMED,
        reason=reason,
    )
    log_decision(
        play,
        "result_decided",
        actor,
        before=result_summary(before),
        after=result_summary(result),
        reason=reason,
        version=result.version,
        was={"version": before.version if before else 0, "state": state},
    )
    return result


@transaction.atomic
def withdraw_decision(
    *, play_id: int, version: int, was: PreviousResult, actor: Actor = None
) -> Play:
    """Undo a decision; raise ConflictError if another result is current now."""
    play = get_locked_play(play_id)
    current = play.current
    if current is None or current.version != version or play.state != Play.State.CONFIRMED:
        raise ConflictError("changed_since", _("This has changed in the meantime."))
    before = play.results.filter(version=was["version"]).first()
    set_current_result(play, before, Play.State(was["state"]), by_director=True)
    log_decision(
        play,
        "decision_undone",
        actor,
        before=result_summary(current),
        after=result_summary(before),
        version=version,
    )
    return play


def default_reason(play: Play) -> str:
    if play.state == Play.State.DISPUTED:
        return _("Decided by the director")
    return _("Confirmed by the director")


def entry_from_result(result: Result) -> Entry:
    return Entry(
        kind=Result.Kind(result.kind),
        slip=result.slip,
        outcome=result.outcome,
        record=result.record,
        awards=result.awards,
    )


def log_decision(
    play: Play,
    action: str,
    actor: Actor,
    *,
    before: dict[str, object],
    after: dict[str, object],
    version: int,
    reason: str = "",
    was: PreviousResult | None = None,
) -> None:
    sitting = play.sitting
    log(
        sitting.round.tournament_id,
        action,
        user=actor,
        play=play.pk,
        round=sitting.round.number,
        table=sitting.table.number,
        board=play.board.number,
        before=before,
        after=after,
        reason=reason,
        version=version,
        was=was,
    )

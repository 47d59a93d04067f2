from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Refused
from tournaments.events.append import append_result, log, settle
from tournaments.events.entry import Author, Entry
from tournaments.models import Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.results import REASON_LENGTH, brief, lock_play
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.official import must_be_open_for_corrections
from tournaments.state.version_tokens import present_result


class Was(TypedDict):
    """The current version before a decision (0 for none) and its state."""

    version: int
    state: str


@transaction.atomic
def stand_by(
    *,
    play_id: int,
    version: int,
    reason: str = "",
    late: bool = False,
    seen: Seen = None,
    actor: Actor = None,
) -> Result:
    """Confirm one version of a play, unchanged, as the newest version.

    ``seen`` is the current version that the director saw; raise ConflictError if it changed.
    """
    play = lock_play(play_id)
    chosen = play.results.filter(version=version).first()
    if chosen is None:
        raise Refused("no_such_version", _("There is no such entry for this board."))
    if play.state == Play.State.CONFIRMED and play.current_id == chosen.pk:
        return chosen
    must_be_as_seen(seen, present_result(play))
    must_be_open_for_corrections(play.sitting.round.tournament, late=late, actor=actor)
    before, state = play.current, play.state
    reason = reason.strip()[:REASON_LENGTH] or usual_reason(play)
    author = Author(source=Result.Source.DIRECTOR, user=actor)
    result = append_result(
        play,
        entry_again(chosen),
        author,
        state=Play.State.CONFIRMED,
        reason=reason,
    )
    log_decision(
        play,
        "result_decided",
        actor,
        before=brief(before),
        after=brief(result),
        reason=reason,
        version=result.version,
        was={"version": before.version if before else 0, "state": state},
    )
    return result


@transaction.atomic
def take_decision_back(*, play_id: int, version: int, was: Was, actor: Actor = None) -> Play:
    """Undo a decision; raise ConflictError if another result is current now."""
    play = lock_play(play_id)
    current = play.current
    if current is None or current.version != version or play.state != Play.State.CONFIRMED:
        raise Conflict("changed_since", _("This was changed meanwhile."))
    before = play.results.filter(version=was["version"]).first()
    settle(play, before, Play.State(was["state"]), by_director=True)
    log_decision(
        play, "decision_undone", actor, before=brief(current), after=brief(before), version=version
    )
    return play


def usual_reason(play: Play) -> str:
    if play.state == Play.State.DISPUTED:
        return _("Decided by the director")
    return _("Confirmed by the director")


def entry_again(result: Result) -> Entry:
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
    was: Was | None = None,
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

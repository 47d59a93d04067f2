"""Steps of scorers: type, confirm, choose, clear, undo.

A result is stored once the entry is valid or confirmed. Until then it is pending
(`ScorerEntry`): not counted, but persistent and visible to all scorers. A conflicting
second entry is stored next to the current result.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.actor import actor_key
from tournaments.events.entry import Entry
from tournaments.models import Play, Result, ScorerEntry, ScorerPresence, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.results import correct_result, undo_result
from tournaments.scorer.selectors.comparison import Judgement, judge_typed
from tournaments.scorer.selectors.grid import current_step, row_version
from tournaments.scorer.selectors.reach import check_can_enter
from tournaments.scorer.services.entry_limits import count_attempt_by_helper
from tournaments.state.locks import lock_play
from tournaments.state.result_history import key_reused_error

State = ScorerEntry.State
MAX_LINE_LENGTH: Final = 60
PAPER_KINDS: Final = frozenset(
    {Result.Kind.GAME, Result.Kind.PLAYED, Result.Kind.PASSED_OUT, Result.Kind.NOT_PLAYED}
)
"""All other kinds are rulings."""
OF_GAMES: Final = ("score", "games")
DEAL_OUTCOME_KEYS: Final = (
    "contract", "declarer", "contra", "points", "announced", "belote", "capot", "score", "bid",
    "capot_bid",
)  # fmt: skip
"""Outcomes equal in these are the same."""


def add_typed_entry(
    *,
    tournament: Tournament,
    play_id: int,
    typed: Mapping[str, object],
    client_key: UUID,
    actor: Actor,
    seen: str = "",
    is_second: bool = False,
    vouched: bool = False,
) -> ScorerEntry:
    """Store a typed entry as pending, or as a result if valid or confirmed.

    Idempotent by ``client_key``. ``seen`` is the row's version token: if it changed, a
    differing result is not replaced. ``is_second`` marks a blind second entry, for
    comparison only.
    """
    try:
        with transaction.atomic():
            play, steps = lock_play_with_steps(tournament, play_id)
            known = step_of(steps, client_key)
            if known is not None:
                return known
            typed = clean_typed(typed)
            look = judge_typed(play, typed)
            count_attempt_by_helper(play, look, actor)
            is_as_seen = not seen or seen == row_version(play, steps)
            state = state_for(play, look, vouched, is_second or not is_as_seen)
            before, before_state = play.current, play.state
            result = store_result(play, look, vouched, actor) if state == State.STORED else None
            return add_step(
                play, steps, state, client_key, actor, typed=dict(typed), result=result,
                before=before, before_state=before_state, is_second=is_second,
            )  # fmt: skip
    except IntegrityError as error:
        raise key_reused_error() from error


def state_for(play: Play, look: Judgement, vouched: bool, is_blind: bool) -> State:
    stands = play.current
    if look.entry is None:
        return State.DOUBTFUL
    if stands is not None and is_same_outcome(stands, look.entry):
        return State.SAME if play.state == Play.State.CONFIRMED else State.STORED
    if vouched:
        return State.STORED
    if stands is not None and (is_blind or not is_overwritable(play, stands)):
        return State.DIFFERS
    return State.DOUBTFUL if look.doubt else State.STORED


def is_overwritable(play: Play, stands: Result) -> bool:
    """Whether typing can replace the result: entered on the grid, or postponed."""
    if stands.kind == Result.Kind.LATE:
        return True
    by_desk = stands.source == Result.Source.DIRECTOR and stands.kind in PAPER_KINDS
    return by_desk and play.state == Play.State.CONFIRMED


def is_same_outcome(stands: Result, entry: Entry) -> bool:
    """Whether a result has the same outcome as the entry."""
    if stands.kind != entry.kind:
        return False
    names = OF_GAMES if entry.kind == Result.Kind.GAME else DEAL_OUTCOME_KEYS
    one, other = stands.outcome, entry.outcome
    if entry.kind == Result.Kind.GAME and "games" in other and "game" not in entry.slip:
        # Omitted points contradict nothing.
        return bool(one.get("games") == other["games"])
    return all((one.get(name) or None) == (other.get(name) or None) for name in names)


def store_result(play: Play, look: Judgement, vouched: bool, actor: Actor) -> Result:
    """Append the result; retain points that a table entered."""
    stands, slip = play.current, look.slip
    if stands is not None and look.entry is not None and is_same_outcome(stands, look.entry):
        slip = {**stands.slip, **({"lead": slip["lead"]} if "lead" in slip else {})}
    return correct_result(
        play_id=play.pk,
        slip=slip,
        reason=_("Read from the slip") if stands else "",
        actor=actor,
        override=vouched or bool(look.doubt),
    )


def choose_result_version(
    *, tournament: Tournament, play_id: int, version: int, client_key: UUID, actor: Actor
) -> ScorerEntry:
    """Decide for the current version or one of a table's."""
    try:
        with transaction.atomic():
            play, steps = lock_play_with_steps(tournament, play_id)
            known = step_of(steps, client_key)
            if known is not None:
                return known
            chosen = play.results.filter(version=version).first()
            if chosen is None:
                raise RuleViolationError(
                    "no_such_version", _("There is no such entry for this board.")
                )
            before, before_state = play.current, play.state
            result = None
            if chosen != before or before_state != Play.State.CONFIRMED:
                result = append_chosen_version(play, chosen, actor)
            state = State.STORED if result else State.EMPTIED
            return add_step(
                play, steps, state, client_key, actor, result=result, before=before,
                before_state=before_state, is_second=False,
            )  # fmt: skip
    except IntegrityError as error:
        raise key_reused_error() from error


def append_chosen_version(play: Play, chosen: Result, actor: Actor) -> Result:
    if chosen.record_id is not None or chosen.kind not in PAPER_KINDS:
        raise RuleViolationError("recorded", _("Decide this one on the page of the board."))
    return correct_result(
        play_id=play.pk,
        slip=chosen.slip,
        reason=_("Read from the slip"),
        actor=actor,
        override=True,
    )


def clear_entry(
    *, tournament: Tournament, play_id: int, client_key: UUID, actor: Actor
) -> ScorerEntry:
    """Clear the pending entry of a play; its result is unchanged."""
    with transaction.atomic():
        play, steps = lock_play_with_steps(tournament, play_id)
        known = step_of(steps, client_key)
        if known is not None:
            return known
        return add_step(
            play, steps, State.EMPTIED, client_key, actor, before=play.current,
            before_state=play.state,
        )  # fmt: skip


def undo_last_step(*, tournament: Tournament, client_key: UUID, actor: Actor) -> ScorerEntry:
    """Undo the actor's last step.

    Raise RuleViolationError if there is none, ConflictError if a later step follows.
    """
    with transaction.atomic():
        mine = ScorerEntry.objects.filter(
            play__sitting__round__tournament=tournament, hand=actor_key(actor)
        )
        known = mine.filter(client_key=client_key).first()
        if known is not None:
            return known
        last = mine.exclude(state=State.UNDONE).filter(undone_by=None).order_by("-pk").first()
        if last is None:
            raise RuleViolationError(
                "nothing_to_undo", _("There is nothing of yours to take back.")
            )
        play, steps = lock_play_with_steps(tournament, last.play_id)
        now = current_step(steps)
        if now is None or now.pk != last.pk:
            raise ConflictError("changed_since", _("Somebody has changed this result since."))
        if last.result is not None:
            undo_result(
                play_id=play.pk, result=last.result, before=last.before,
                state=last.before_state, actor=actor,
            )  # fmt: skip
        return add_step(
            play, steps, State.UNDONE, client_key, actor, typed=last.typed, undoes=last,
            before=last.result, before_state=play.state,
        )  # fmt: skip


# Steps
# ---------------------------------------------------------------------------------------


def lock_play_with_steps(tournament: Tournament, play_id: int) -> tuple[Play, list[ScorerEntry]]:
    """Lock a play with its steps; refuse tables outside the helper's link."""
    play = lock_play(play_id, tournament.pk)
    if play is None or not play.sitting.round.is_published:
        raise RuleViolationError(
            "no_such_play", _("There is no such board at a table."), field="play"
        )
    check_can_enter(play)
    play.board.tournament = play.sitting.round.tournament
    return play, list(play.typed.select_related("result", "before").order_by("number"))


def step_of(steps: Sequence[ScorerEntry], client_key: UUID) -> ScorerEntry | None:
    return next((row for row in steps if row.client_key == client_key), None)


def add_step(
    play: Play,
    steps: Sequence[ScorerEntry],
    state: State,
    client_key: UUID,
    actor: Actor,
    **values: Any,
) -> ScorerEntry:
    """Add a step and end the actor's presence in the row."""
    hand = actor_key(actor)
    ScorerPresence.objects.filter(play=play, hand=hand).delete()
    number = steps[-1].number + 1 if steps else 1
    return ScorerEntry.objects.create(
        play=play, number=number, state=state, client_key=client_key, user=actor, hand=hand,
        **values,
    )  # fmt: skip


def clean_typed(typed: Mapping[str, object]) -> dict[str, object]:
    """Accept cells, a line or "not played"; cut to size."""
    if typed.get("not_played") is True:
        return {"not_played": True}
    line = typed.get("line")
    if isinstance(line, str):
        return {"line": line[:MAX_LINE_LENGTH]}
    figures = typed.get("figures")
    if not isinstance(figures, Mapping) or len(figures) > 6:
        raise RuleViolationError("nothing_typed", _("Nothing was typed."), field="typed")
    return {"figures": {str(key)[:6]: str(text)[:6] for key, text in figures.items()}}

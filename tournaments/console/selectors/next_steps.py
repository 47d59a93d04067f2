"""The director's next step: start a round, publish a draft, draw. Never finish unasked."""

from dataclasses import dataclass

from tournaments.console.selectors.console import Console
from tournaments.draws.selectors.next_round import next_round_of
from tournaments.models import Tournament
from tournaments.state.formats import is_drawn_by_round


@dataclass(frozen=True, slots=True)
class NextStep:
    """Next step; ``kind``: start, publish, draw, decide (a match without a winner), or empty.

    ``waits``: a round is running or lacks results. ``is_strict``: the step needs those results.
    """

    kind: str
    number: int = 0
    waits: bool = False
    is_strict: bool = False


def next_step_of(tournament: Tournament, room: Console) -> NextStep:
    if tournament.state != Tournament.State.PLAYING:
        return NextStep("")
    waits = has_open_results(room)
    if room.next_round:
        return NextStep("start", room.next_round, waits)
    if not is_drawn_by_round(tournament):
        return NextStep("")
    ahead = next_round_of(tournament)
    if ahead is None or ahead.job is not None:
        return NextStep("")
    if ahead.draft is not None:
        return NextStep("publish", ahead.draft.number)
    if ahead.is_over or ahead.is_past_plan:
        return NextStep("")
    if ahead.by_matches and ahead.missing and ahead.number > (ahead.planned or ahead.number):
        # The final is being played; only a bracket with a second final can have another round.
        return NextStep("")
    if ahead.needs_winner:
        return NextStep("decide", ahead.number)
    is_strict = ahead.by_matches and bool(ahead.missing or ahead.ties)
    return NextStep("draw", ahead.number, waits or is_strict, is_strict)


def has_open_results(room: Console) -> bool:
    """Whether results are missing in a round that has begun."""
    is_begun = room.current.started_at is not None
    here = is_begun and (room.missing or room.disputes or room.unconfirmed)
    return bool(room.begun and (here or room.earlier))

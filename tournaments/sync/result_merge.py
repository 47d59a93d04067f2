"""Current result of a play entered on both sides: agreement or conflict.

A ``STANDING`` fact lists the facts known to its author. Facts not superseded are the heads.
After an exchange both sides have the same heads and derive the same result.
"""

from django.utils import timezone

from tournaments.events.append import set_current_result
from tournaments.models import Play, Result, SharedPlay, SyncConflict, SyncedFact, SyncLink
from tournaments.sync.names import RowNames

CurrentResult = tuple[Result | None, str]
"""Version, and state of the play."""
STATE_PRIORITY = (Play.State.DISPUTED, Play.State.CONFIRMED, Play.State.ENTERED, Play.State.EMPTY)


def merge_fact(line: SyncLink, names: RowNames, play: Play, fact: SyncedFact) -> None:
    """Merge a remote current-result fact."""
    shared, _made = SharedPlay.objects.get_or_create(line=line, play=play)
    heads = SyncedFact.objects.filter(line=line, key__in=shared.heads)
    known = fact.body["heads"]
    if any(str(fact.key) in head.body["heads"] for head in heads):
        return
    left = [head for head in shared.heads if head not in known]
    shared.heads = sorted([*left, str(fact.key)])
    resolve_play(line, names, play, shared)


def resolve_play(line: SyncLink, names: RowNames, play: Play, shared: SharedPlay) -> None:
    """Set the play's result from its heads, and store the outcome."""
    facts = {str(each.key): each for each in line.carried.filter(key__in=shared.heads)}
    outcomes = [current_result_of(names, facts[key]) for key in shared.heads]
    results = [result for result, _state in outcomes]
    if len({comparison_key(result) for result in results}) == 1:
        result, state = (
            results[0],
            next(each for each in STATE_PRIORITY if each in {s for _r, s in outcomes}),
        )
        close_conflict(line, names.name("plays", play.pk))
    else:
        result = next((each for each in results if each is not None), None)
        state = Play.State.DISPUTED
        open_conflict(line, names.name("plays", play.pk), play, shared.heads)
    if (play.current_id, play.state) != (result.pk if result else None, state):
        set_current_result(play, result, Play.State(state), by_director=True)
    shared.current, shared.state = play.current_id, play.state
    shared.save()


def current_result_of(names: RowNames, fact: SyncedFact) -> CurrentResult:
    row = names.row("results", fact.body["current"])
    return (Result.objects.get(pk=row) if row else None), fact.body["state"]


def comparison_key(result: Result | None) -> str:
    """Comparison key of a result; equal for equivalent versions."""
    if result is None:
        return ""
    return repr([result.kind, sorted_text(result.slip), result.ns_score, result.ew_score,
                 sorted_text(result.awards)])  # fmt: skip


def sorted_text(value: object) -> object:
    if isinstance(value, dict):
        return [[key, sorted_text(value[key])] for key in sorted(value)]
    return value


def open_conflict(line: SyncLink, about: str, play: Play, heads: list[str]) -> None:
    """Record a conflict of two results for a director to decide."""
    conflict = SyncConflict.objects.filter(
        line=line, kind=SyncConflict.Kind.RESULT, about=about
    ).first()
    body = {"heads": heads}
    if conflict is None:
        SyncConflict.objects.create(
            line=line, kind=SyncConflict.Kind.RESULT, about=about, play=play, body=body
        )
    elif conflict.decided_at is not None or conflict.body != body:
        conflict.times += conflict.decided_at is not None
        conflict.body, conflict.decided_at, conflict.decided_by = body, None, ""
        conflict.save()


def close_conflict(line: SyncLink, about: str, *, who: str = "") -> None:
    SyncConflict.objects.filter(
        line=line, kind=SyncConflict.Kind.RESULT, about=about, decided_at=None
    ).update(decided_at=timezone.now(), decided_by=who)

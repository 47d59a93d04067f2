"""What a change would do to the standings: made, ranked, and taken back again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction

from tournaments.models import Tournament
from tournaments.scoring import Change, Standings, compute_standings, find_changes
from tournaments.standings.advancement import StageChange, changes_after
from tournaments.state.snapshot import Snapshot, snapshot_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Preview:
    """Standings before and after a change, and the teams whose place differs.

    ``version`` is the version of the facts that it was made from, ``rounds`` how many rounds count,
    ``made`` the result of the change, ``stages`` its effect on following stages.
    """

    before: Standings
    after: Standings
    version: int
    rounds: int
    made: Any = None
    stages: Sequence[StageChange] = ()

    @property
    def moves(self) -> list[Change]:
        """Everybody whose place or total would differ, in the order after the change."""
        return find_changes(self.before, self.after)


def try_out(look: Callable[[], T], change: Callable[[], object]) -> tuple[T, T, object]:
    """Look, make a change, look again, and roll back: nothing is stored, nothing is sent.

    What the change raises (Refused) goes on to the caller; what it gives comes third.
    """
    with transaction.atomic():
        before = look()
        made = change()
        after = look()
        transaction.set_rollback(True)
    return before, after, made


def preview(tournament: Tournament, change: Callable[[], object]) -> Preview:
    """The standings around a change that reads what it changes from the database."""

    def look() -> tuple[Snapshot, list[StageChange]]:
        row = Tournament.objects.get(pk=tournament.pk)
        return snapshot_of(row), changes_after(row)

    (before, _stages), (after, stages), made = try_out(look, change)
    return Preview(
        before=compute_standings(before.facts),
        after=compute_standings(after.facts),
        version=before.version,
        rounds=before.rounds,
        made=made,
        stages=stages,
    )

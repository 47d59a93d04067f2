"""Preview of a change's effect on standings, by rollback."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction

from tournaments.models import Tournament
from tournaments.scoring import RowChange, Standings, compute_standings, find_changes
from tournaments.standings.advancement import StageChange, changes_after
from tournaments.state.snapshot import Snapshot, snapshot_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Preview:
    """Standings before and after a change.

    ``version``: of the facts; ``rounds``: counted; ``made``: the change's result; ``stages``:
    effect on following stages.
    """

    before: Standings
    after: Standings
    version: int
    rounds: int
    made: Any = None
    stages: Sequence[StageChange] = ()

    @property
    def moves(self) -> list[RowChange]:
        """Teams with changed rank or total, in the new order."""
        return find_changes(self.before, self.after)


def run_and_roll_back(look: Callable[[], T], change: Callable[[], object]) -> tuple[T, T, object]:
    """Call ``look``, ``change``, ``look`` in a transaction, then roll back.

    Return both views and the change's result; its exceptions propagate. Nothing is sent.
    """
    with transaction.atomic():
        before = look()
        result = change()
        after = look()
        transaction.set_rollback(True)
    return before, after, result


def preview(tournament: Tournament, change: Callable[[], object]) -> Preview:
    """Preview a change that reads its rows from the database."""

    def look() -> tuple[Snapshot, list[StageChange]]:
        row = Tournament.objects.get(pk=tournament.pk)
        return snapshot_of(row), changes_after(row)

    (before, _stages), (after, stages), result = run_and_roll_back(look, change)
    return Preview(
        before=compute_standings(before.facts),
        after=compute_standings(after.facts),
        version=before.version,
        rounds=before.rounds,
        made=result,
        stages=stages,
    )

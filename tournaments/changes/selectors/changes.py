from dataclasses import dataclass

from tournaments.changes.layout import revert
from tournaments.changes.selectors.layouts import layout_of
from tournaments.events.log_texts import sentence
from tournaments.models import Change, Tournament


@dataclass(frozen=True)
class ChangeLine:
    """A change as text; ``table`` is 0 if none is concerned."""

    change: Change
    what: str
    round: int
    table: int
    is_undone: bool
    can_undo: bool


def change_lines(tournament: Tournament) -> list[ChangeLine]:
    """Changes, newest first; an undo is shown at the change it reverted."""
    rows = list(Change.objects.filter(tournament=tournament).select_related("user"))
    undone = {row.undoes_id for row in rows}
    now = layout_of(tournament)
    return [
        ChangeLine(
            change=row,
            what=what(row),
            round=row.details.get("round") or 0,
            table=row.details.get("table") or 0,
            is_undone=row.pk in undone,
            can_undo=row.pk not in undone and revert(now, row.before, row.after) is not None,
        )
        for row in rows
    ]


def what(change: Change) -> str:
    if change.undoes_id:
        return sentence("change_undone", {**change.details, "undone": change.action})
    return sentence(change.action, change.details)

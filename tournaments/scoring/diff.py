"""Compare two standings: the effect of a correction, a ruling or another rule."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.facts import Section
from tournaments.scoring.report import Row, Standings


class RowChange(NamedTuple):
    entrant: int
    section: Section
    before: Row | None
    after: Row | None

    @property
    def gain(self) -> Fraction:
        if self.before is None or self.after is None:
            return Fraction(0)
        return self.after.total - self.before.total

    @property
    def places_up(self) -> int:
        if self.before is None or self.after is None:
            return 0
        return self.before.rank - self.after.rank


def find_changes(before: Standings, after: Standings) -> list[RowChange]:
    """Entrants whose place or total differs, in the order of `after`."""
    old = {(row.section, row.entrant): row for row in before.rows}
    new = {(row.section, row.entrant): row for row in after.rows}
    changes = [
        RowChange(entrant, section, old.get((section, entrant)), new.get((section, entrant)))
        for section, entrant in dict.fromkeys([*new, *old])
    ]
    return [change for change in changes if _differs(change)]


def _differs(change: RowChange) -> bool:
    before, after = change.before, change.after
    if before is None or after is None:
        return True
    return (before.rank, before.tied, before.total) != (after.rank, after.tied, after.total)

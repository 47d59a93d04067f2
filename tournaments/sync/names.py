"""Row names shared by both installations: ``s12`` is row 12 of the server."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.archive.parts import NAMES, Part
from tournaments.models import RowMapping, SyncLink

LOCAL_PARTS: Final = frozenset({"typed", "card_refusals", "standings", "field_results"})
"""Not synced: derived data, and help for typing."""
FACT_PARTS: Final = frozenset({"records", "results", "confirmations", "log"})
"""Synced row by row in both directions; all others are led."""
LED_PARTS: Final[tuple[Part, ...]] = tuple(
    part for name, part in NAMES.items() if name not in LOCAL_PARTS | FACT_PARTS
)
SHARED_PARTS: Final = tuple(name for name in NAMES if name not in LOCAL_PARTS)


class RowNames:
    """All row names of a link, in memory."""

    def __init__(self, line: SyncLink) -> None:
        self.line = line
        self.rows: dict[str, dict[str, int]] = defaultdict(dict)
        self.names: dict[str, dict[int, str]] = defaultdict(dict)
        mappings = RowMapping.objects.filter(line=line).values_list("part", "name", "row")
        for part, name, row in mappings.iterator():
            self.remember(part, name, row)

    def remember(self, part: str, name: str, row: int) -> None:
        self.rows[part][name] = row
        self.names[part][row] = name

    def store(self, part: str, named: Mapping[str, int]) -> None:
        RowMapping.objects.bulk_create(
            [
                RowMapping(line=self.line, part=part, name=name, row=row)
                for name, row in named.items()
            ],
            batch_size=500,
        )
        for name, row in named.items():
            self.remember(part, name, row)

    def names_of(self, part: str, rows: Iterable[int]) -> list[str]:
        """Names of local rows; unnamed rows get one."""
        known, row_ids = self.names[part], list(rows)
        new = {f"{self.line.place[0]}{row}": row for row in row_ids if row not in known}
        self.store(part, new)
        return [known[row] for row in row_ids]

    def name(self, part: str, row: int) -> str:
        return self.names_of(part, [row])[0]

    def row(self, part: str, name: object) -> int | None:
        """Local key of a named row; None if unknown."""
        return self.rows[part].get(name) if isinstance(name, str) else None

    def forget(self, part: str, rows: Iterable[int]) -> None:
        gone = list(rows)
        RowMapping.objects.filter(line=self.line, part=part, row__in=gone).delete()
        for row in gone:
            self.rows[part].pop(self.names[part].pop(row, ""), None)

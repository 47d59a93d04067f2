"""Which archive values are derived from others: tampering is detected even with a valid
hash.

All others (names, texts, times, log details) are protected by the hash only; see
``docs/archive.md``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.archive.file import Json

DERIVED_COLUMNS: Final[Mapping[str, frozenset[str]]] = {
    "tournament": frozenset({"seed", "seed_hash", "variant", "unit", "cards", "scoring"}),
    "boards": frozenset({"deal", "number"}),
    "deals": frozenset({"dealer", "pack", "variant"}),
    "set_boards": frozenset({"number", "deal"}),
    "teams": frozenset({"number"}),
    "team_players": frozenset({"team", "player"}),
    "tables": frozenset({"number"}),
    "rounds": frozenset({"number"}),
    "sittings": frozenset({"round", "table", "board_set"}),
    "seats": frozenset({"round", "sitting", "team", "side", "place", "half"}),
    "plays": frozenset({"sitting", "board", "order", "current"}),
    "records": frozenset({"deal", "record"}),
    "results": frozenset(
        {"play", "version", "kind", "slip", "record", "outcome", "contract", "declarer", "contra",
         "ns_score", "ew_score", "net"}
    ),
    "standings": frozenset({"number", "unit", "rows"}),
    "ledger": frozenset({"number", "cancels", "expected"}),
}  # fmt: skip
"""By part: columns recomputed from others."""
SCORELESS_SLIP_KEYS: Final = frozenset({"public", "claims", "lead"})


def is_derived(path: Sequence[Json]) -> bool:
    """Whether the value at this path is recomputed from others."""
    if path[:1] != ("stages",) or len(path) < 4:
        return False
    part, column = path[2], path[3] if path[2] == "tournament" else path[4]
    if column == "id":
        return True
    return column in DERIVED_COLUMNS.get(part, frozenset()) and SCORELESS_SLIP_KEYS.isdisjoint(
        map(str, path[5:])
    )

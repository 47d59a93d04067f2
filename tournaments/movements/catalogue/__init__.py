"""All formats, a row each; a new one needs a builder, a row and translated texts."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.movements.catalogue import pairs, players, teams
from tournaments.movements.catalogue.by_round import BY_STANDINGS, KNOCK_OUTS
from tournaments.movements.formats import Format, Seating

ROWS = (*BY_STANDINGS, *pairs.ROWS, *players.ROWS, *teams.ROWS, *KNOCK_OUTS)
"""In the order of pages and commands."""
FORMATS: Mapping[str, Format] = MappingProxyType({row.kind: row for row in ROWS})
REASONS: Mapping[str, str] = {code: text for row in ROWS for code, text in row.reasons.items()}


def kinds_of(*seatings: Seating) -> frozenset[str]:
    return frozenset(row.kind for row in ROWS if row.seating in seatings)

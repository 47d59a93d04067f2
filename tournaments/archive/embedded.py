"""Renumber row references inside JSON columns."""

from collections.abc import Callable, Mapping
from typing import Final

from tournaments.archive.file import Json

Renumber = Callable[[str, int], int]
"""New row number by part and old number; 0 if missing."""
TIES_INDEX: Final = 11
"""Index in a standings row; the team is the second value."""
PART_OF_DETAIL: Final = {
    "call": "calls",
    "change": "changes",
    "message": "messages",
    "play": "plays",
    "result": "results",
}
SECRET_DETAILS: Final = frozenset({"link"})
"""Of a log entry: a helper's link."""


def renumber_standings(rows: list[list[Json]], to: Renumber) -> list[list[Json]]:
    renumbered = []
    for row in rows:
        ties = [
            [name, value, [to("teams", team) for team in group]]
            for name, value, group in row[TIES_INDEX]
        ]
        renumbered.append(
            [row[0], to("teams", row[1]), *row[2:TIES_INDEX], ties, *row[TIES_INDEX + 1 :]]
        )
    return renumbered


def renumber_plays(plays: list[int], to: Renumber) -> list[int]:
    return sorted(number for number in (to("plays", play) for play in plays) if number)


def renumber_groups(value: Mapping[str, int], to: Renumber) -> dict[str, int]:
    named = {to("plays", int(play)): group for play, group in value.items()}
    return {str(play): group for play, group in sorted(named.items()) if play}


def renumber_layout(
    sections: Mapping[str, Mapping[str, Json]], to: Renumber
) -> dict[str, dict[str, Json]]:
    """Renumber teams and results in a ``tournaments.changes.layout``."""
    return {
        name: dict(renumber_layout_row(name, key, row, to) for key, row in rows.items())
        for name, rows in sections.items()
    }


def renumber_layout_row(
    name: str, key: str, row: list[Json] | None, to: Renumber
) -> tuple[str, Json]:
    if name == "teams":
        return str(to("teams", int(key))), row
    if name == "substitutions":
        return str(to("substitutions", int(key))), row
    if name == "seats":
        number, team, half = key.split("/")
        return f"{number}/{to('teams', int(team))}/{half}", row
    if name == "plays" and row is not None and row[1] is not None:
        return key, [row[0], to("results", row[1]), *row[2:]]
    return key, row


def renumber_details(value: Mapping[str, Json], to: Renumber) -> dict[str, Json]:
    """Renumber references in log details; drops secret keys."""
    renumbered = {key: each for key, each in value.items() if key not in SECRET_DETAILS}
    for key, part in PART_OF_DETAIL.items():
        if type(renumbered.get(key)) is int:
            renumbered[key] = to(part, renumbered[key])
    if isinstance(renumbered.get("steps"), list):
        renumbered["steps"] = [to("log", step) for step in renumbered["steps"]]
    return renumbered


EMBEDDED_COLUMNS: Final[Mapping[tuple[str, str], Callable[[Json, Renumber], Json]]] = {
    ("standings", "rows"): renumber_standings,
    ("standings", "corrected"): renumber_plays,
    ("foulings", "groups"): renumber_groups,
    ("changes", "before"): renumber_layout,
    ("changes", "after"): renumber_layout,
    ("log", "details"): renumber_details,
}
"""Renumbering function by part and column."""

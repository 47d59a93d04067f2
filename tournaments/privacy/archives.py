"""Removal of a name from stored archives."""

import json
from dataclasses import replace
from typing import Final

from tournaments.archive.file import Document, Json, canonical_json
from tournaments.clubs.names import last_name
from tournaments.entries.team_names import default_titles
from tournaments.models import Player
from tournaments.privacy.texts import NameReplacement, pattern_of

ARCHIVED_TOURNAMENT: Final = -1
"""Placeholder key: the tournament can be gone from the database."""


def anonymise_document(document: Document, names: NameReplacement) -> Document:
    """The document with the name replaced; unchanged without a match."""
    if not has_name(document, names):
        return document
    return {**document, "stages": [anonymise_stage(stage, names) for stage in document["stages"]]}


def has_name(document: Document, names: NameReplacement) -> bool:
    """Cheap test whether any spelling occurs in the file."""
    text = canonical_json(document).decode()
    spellings = {names.player.name, last_name(names.player.name), *names.also}
    return any(
        pattern_of(json.dumps(each, ensure_ascii=False)[1:-1]).search(text) for each in spellings
    )


def anonymise_stage(stage: Json, names: NameReplacement) -> Json:
    """A stage without the name; the placeholder needs no public name."""
    own = stage_replacement(stage, names)
    anonymised: Json = own.replace_in(stage, ARCHIVED_TOURNAMENT)
    for row in anonymised["players"]:
        if row["name"] == names.instead:
            row |= {"shown_as": Player.ShownAs.NAME, "public_name": ""}
    return anonymised


def stage_replacement(stage: Json, names: NameReplacement) -> NameReplacement:
    """Replacements for this stage, by its own teams and players."""
    people = {row["id"]: row["name"] for row in stage["players"]}
    mine = names.player.name
    last = last_name(mine).casefold()
    shared = any(last_name(each).casefold() == last for each in people.values() if each != mine)
    teams: dict[int, list[str]] = {}
    for row in stage["team_players"]:
        teams.setdefault(row["team"], []).append(people[row["player"]])
    titles: list[tuple[str, str]] = []
    for team in (each for each in teams.values() if mine in each):
        others = [names.instead if each == mine else each for each in team]
        titles += zip(default_titles(team), default_titles(others), strict=True)
    plays_here = mine in people.values()
    return replace(
        names,
        alone=frozenset({ARCHIVED_TOURNAMENT} if plays_here and not shared else ()),
        titles={ARCHIVED_TOURNAMENT: titles},
    )

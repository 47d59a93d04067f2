from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.clubs.names import plain_key
from tournaments.entries.heading_words import Kind, heading_tokens, token_kinds
from tournaments.exports.workbooks import UnreadableError

MAX_PLAYERS: Final = 6
PARTS: Final = (Kind.FIRST, Kind.LAST)
PEOPLE: Final = (Kind.FULL, Kind.PAIR, Kind.MIDDLE, *PARTS)


@dataclass(frozen=True, slots=True)
class Heading:
    kind: Kind
    player: int = 0
    is_name: bool = False
    """A bare "name": the family name if given names have a separate column."""
    middle: bool = False


@dataclass(slots=True)
class Layout:
    """Columns of each player (name parts in order), of pairs, titles and marks."""

    players: list[tuple[int, ...]] = field(default_factory=list)
    pair: int | None = None
    title: int | None = None
    marks: list[int] = field(default_factory=list)
    is_split: bool = False
    """Whether family and given names have separate columns."""


def read_heading(text: str) -> Heading | None:
    """Meaning of a heading; None if a word is unknown."""
    tokens = heading_tokens(text)
    kinds = list(token_kinds(tokens))
    known_kinds = {kind for kind in kinds if isinstance(kind, Kind)} - {Kind.FILLER}
    numbers = [kind for kind in kinds if type(kind) is int]
    player = numbers[0] if numbers else 0
    if Kind.OTHER in known_kinds:
        return Heading(Kind.OTHER)
    if None in kinds or not known_kinds or len(set(numbers)) > 1:
        return None
    if Kind.PARTNER in known_kinds and not player:
        player = 2
    if Kind.MIDDLE in known_kinds:
        return Heading(Kind.MIDDLE, player)
    is_person = bool(known_kinds & {Kind.PERSON, Kind.PARTNER})
    if Kind.FULL in known_kinds or (
        Kind.LAST in known_kinds and known_kinds & {Kind.FIRST, Kind.NAME}
    ):
        return Heading(Kind.FULL, player)
    if {Kind.FIRST, Kind.NAME} <= known_kinds:
        return Heading(Kind.FULL, player)
    for kind in PARTS:
        if kind in known_kinds:
            return Heading(kind, player, middle="prezime" in tokens)
    if Kind.NUMBER in known_kinds:
        return Heading(Kind.NUMBER)
    if known_kinds & {Kind.TEAM, Kind.PAIR} and not is_person:
        kind = Kind.TEAM if Kind.TEAM in known_kinds else Kind.PAIR
        return Heading(kind, is_name=kind is Kind.PAIR and Kind.NAME in known_kinds)
    if is_person:
        return Heading(Kind.FULL, player, is_name=Kind.NAME in known_kinds)
    if Kind.NAME in known_kinds:
        return Heading(Kind.FULL, player, is_name=True)
    return Heading(Kind.MARK)


def find_layout(cells: Sequence[str]) -> Layout | None:
    """Layout from a line of headings; None if it is not one.

    Raises UnreadableError if the player columns are unclear.
    """
    headings = [read_heading(cell) if cell else None for cell in cells]
    known = [heading for heading in headings if heading]
    filled = sum(bool(cell) for cell in cells)
    people = [heading for heading in known if heading.kind in (*PEOPLE, Kind.TEAM)]
    if not known or (len(known) < filled and len(people) < 2 and len(known) * 2 <= filled):
        return None
    if not people and (len(known) < 2 or len(known) < filled):
        return None
    layout = Layout(
        marks=[at for at, each in enumerate(headings) if each and each.kind is Kind.MARK]
    )
    layout.players = player_columns(cells, headings)
    layout.is_split = any(len(columns) > 1 for columns in layout.players)
    last = {each.kind: at for at, each in enumerate(headings) if each}
    layout.title = last.get(Kind.TEAM)
    if not layout.players:
        layout.pair = last.get(Kind.PAIR, layout.title)
    # An unknown column next to name parts can be one of them.
    is_unclear = layout.is_split and len(known) < filled
    if is_unclear or (layout.pair is None and not layout.players):
        raise UnreadableError("no_players")
    return layout


def player_columns(
    cells: Sequence[str], headings: Sequence[Heading | None]
) -> list[tuple[int, ...]]:
    """Columns of each player; raises UnreadableError if ambiguous."""
    known = [(at, each) for at, each in enumerate(headings) if each and each.kind in PEOPLE]
    columns = [(at, each) for at, each in known if each.kind is not Kind.PAIR]
    has_last = {each.kind for _at, each in columns if not each.is_name} & {Kind.LAST}
    has_first = {each.kind for _at, each in columns} & {Kind.FIRST}
    families = [at for at, _each in columns if "famil" in plain_key(cells[at])]
    groups: dict[int, dict[Kind, int]] = {}
    middles: dict[int, int] = {}
    current = 0
    for at, each in columns:
        kind = each.kind
        if each.is_name and has_first and not has_last:
            kind = Kind.LAST
        elif each.is_name and has_last and not has_first:
            kind = Kind.FIRST
        elif each.is_name and has_first and has_last:
            raise UnreadableError("no_players")
        if kind is Kind.MIDDLE or (each.middle and families and at not in families):
            middles[each.player or current or 1] = at
            continue
        number = each.player
        if not number:
            group = groups.get(current, {})
            is_part = kind in PARTS and kind not in group and Kind.FULL not in group
            if current and is_part and group:
                number = current
            else:
                number = max(groups, default=0) + 1 if 1 in groups else 1
        if kind in groups.setdefault(number, {}) or number > MAX_PLAYERS:
            raise UnreadableError("no_players")
        groups[number][kind] = at
        current = number
    return [name_columns(groups[number], middles.get(number)) for number in sorted(groups)]


def name_columns(group: dict[Kind, int], middle: int | None) -> tuple[int, ...]:
    """Columns of one player in spoken order; raises UnreadableError for half a name."""
    if Kind.FULL in group:
        if len(group) > 1:
            raise UnreadableError("no_players")
        return (group[Kind.FULL],)
    if len(group) < len(PARTS):
        raise UnreadableError("no_players")
    parts = [group[Kind.FIRST], middle, group[Kind.LAST]]
    return tuple(at for at in parts if at is not None)

"""Brackets as everybody may see them: columns of matches with names and scores."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.facts.visibility import PUBLISHED, published_rounds
from tournaments.models import Tournament
from tournaments.movements import Source
from tournaments.rounds.selectors.brackets import BracketState, Node, brackets_of
from tournaments.rounds.selectors.matches import Meeting, meetings_of

PARTS: Mapping[str, str | Promise] = {
    "main": _("Main bracket"),
    "losers": _("Losers’ bracket"),
}


@dataclass(frozen=True, slots=True)
class SideBox:
    """One side of a match: the team, or in words where it comes from."""

    team: TeamLine | None
    words: str
    score: Fraction | None
    is_winner: bool


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A match in a bracket; ``round`` and ``tables`` once it is published."""

    name: str
    sides: tuple[SideBox, SideBox]
    round: int | None
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket from top to bottom."""

    name: str
    matches: tuple[MatchBox, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """One bracket: its columns from left to right, and the champion."""

    name: str
    columns: tuple[Column, ...]
    champion: TeamLine | None


def bracket_page(tournament: Tournament) -> list[BracketView]:
    """Every bracket with what is published of it."""
    if tournament.state not in PUBLISHED:
        return []
    shown = set(published_rounds(tournament).values_list("number", flat=True))
    met = [each for each in meetings_of(tournament) if each.round in shown]
    teams = {team.number: team for team in teams_of(tournament).values()}
    found = []
    for at, state in enumerate(brackets_of(tournament, met)):
        parts = (["main", "final", "third"], ["losers"])
        for names in parts:
            nodes = [node for node in state.nodes if node.match.part in names]
            nodes = [node for node in nodes if not node.match.if_needed or all(node.sides)]
            if nodes:
                found.append(view_of(state, nodes, teams, name_of(at, names[0])))
    return found


def name_of(at: int, part: str) -> str:
    return gettext("Consolation") if at else str(PARTS[part])


def view_of(
    state: BracketState, nodes: Sequence[Node], teams: Mapping[int | None, TeamLine], name: str
) -> BracketView:
    """The matches of one part, by round."""
    numbers = {node.match.name: node.number % 1000 for node in state.nodes}
    rounds: dict[int, list[MatchBox]] = defaultdict(list)
    for node in nodes:
        if not (node.is_bye and node.match.part == "losers"):
            rounds[node.match.round].append(box_of(node, teams, numbers))
    columns = tuple(
        Column(column_name(boxes, number, max(rounds)), tuple(boxes))
        for number, boxes in sorted(rounds.items())
    )
    is_main = nodes[0].match.part == "main"
    return BracketView(name, columns, teams.get(state.champion) if is_main else None)


def column_name(boxes: Sequence[MatchBox], number: int, last: int) -> str:
    """The name of a round: the last two are known by name."""
    if number == last and len(boxes) <= 2:
        return gettext("Final")
    if number == last - 1 and len(boxes) == 2:
        return gettext("Semi-finals")
    return gettext("Round %d") % number


def box_of(
    node: Node, teams: Mapping[int | None, TeamLine], numbers: Mapping[str, int]
) -> MatchBox:
    met = node.meeting
    a, b = (
        side_of(node, at, source, teams, numbers)
        for at, source in enumerate((node.match.a, node.match.b))
    )
    return MatchBox(
        str(node.number % 1000), (a, b), met.round if met else None, met.tables if met else ()
    )


def side_of(
    node: Node,
    at: int,
    source: Source,
    teams: Mapping[int | None, TeamLine],
    numbers: Mapping[str, int],
) -> SideBox:
    """One side of a match with its score, if it is played."""
    number = node.sides[at]
    team = teams.get(number)
    won = number is not None and (node.winner == number or (node.is_bye and team is not None))
    score = score_of(node.meeting, number) if node.meeting and number else None
    return SideBox(team, "" if team else origin(node, source, numbers), score, won)


def score_of(meeting: Meeting, number: int) -> Fraction | None:
    if meeting.scores is None:
        return None
    return meeting.scores[0 if meeting.a == number else 1]


def origin(node: Node, source: Source, numbers: Mapping[str, int]) -> str:
    """The origin of a side that is not known yet."""
    if node.is_bye or source.kind == "nobody":
        return gettext("no opponent")
    number = numbers.get(source.match or "", 0)
    if source.kind == "winner":
        return gettext("winner of match %d") % number
    return gettext("loser of match %d") % number if source.kind == "loser" else "–"

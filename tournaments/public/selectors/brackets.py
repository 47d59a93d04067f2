from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.draws.selectors.brackets import (
    BracketMatch,
    BracketState,
    Meeting,
    brackets_of,
    meetings_of,
)
from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import Tournament
from tournaments.movements import SideSource
from tournaments.state.visibility import PUBLISHED, published_rounds

MAX_OPEN_STAGES = 4
"""Drawn next to each other; earlier stages become lists."""
PART_NAMES: Mapping[str, str | Promise] = {
    "main": _("Main bracket"),
    "losers": _("Losers’ bracket"),
}


@dataclass(frozen=True, slots=True)
class SideBox:
    """Side of a match: the team, or text for its origin.

    ``score``: points, in a series matches won.
    """

    team: TeamLine | None
    words: str
    score: Fraction | int | None
    is_winner: bool
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class LegBox:
    """One match of a series, scores in the series' side order."""

    round: int
    scores: tuple[Fraction, Fraction] | None
    winner: int | None
    is_walkover: bool = False


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A bracket match; ``round`` and ``tables`` once published.

    ``is_walkover``: single matches only; a series has it per leg. ``best_of``: maximum of
    ``legs``. ``next``: match of the winner, on side ``enters`` (1 or 2); ``lead``: connector
    line; ``stage``: that column's name; ``loser_to``: next match of the loser.
    """

    name: str
    sides: tuple[SideBox, SideBox]
    round: int | None
    tables: tuple[int, ...]
    is_bye: bool = False
    is_third: bool = False
    is_walkover: bool = False
    best_of: int = 1
    legs: tuple[LegBox, ...] = ()
    next: str = ""
    enters: int = 0
    lead: str = ""
    stage: str = ""
    loser_to: str = ""

    @property
    def is_way(self) -> bool:
        """Whether the followed team plays here."""
        return any(side.is_followed for side in self.sides)

    @property
    def is_played(self) -> bool:
        return any(side.is_winner for side in self.sides)

    @property
    def winner(self) -> SideBox | None:
        return next((side for side in self.sides if side.is_winner), None)

    @property
    def loser(self) -> SideBox | None:
        return next((side for side in self.sides if self.winner and not side.is_winner), None)

    @property
    def leaves(self) -> int:
        """Winner's side, 1 or 2; 0 before that."""
        return self.sides.index(self.winner) + 1 if self.winner else 0

    @property
    def marks(self) -> str:
        goes_on = any(side.is_followed and side.is_winner for side in self.sides)
        classes = {
            "is-on": self.is_on, "is-bye": self.is_bye, "is-third": self.is_third,
            "is-way": self.is_way, "goes-on": goes_on,
            f"from-{self.leaves}": bool(self.lead and self.leaves),
            f"to-{self.enters}": bool(self.lead), f"lead-{self.lead}": bool(self.lead),
        }  # fmt: skip
        return " ".join(name for name, is_so in classes.items() if is_so)

    @property
    def is_on(self) -> bool:
        """Whether both sides are known and there is no winner."""
        return self.round is not None and not self.is_played


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    matches: tuple[MatchBox, ...]

    @property
    def real(self) -> list[MatchBox]:
        return [match for match in self.matches if not match.is_bye]


@dataclass(frozen=True, slots=True)
class BracketView:
    name: str
    columns: tuple[Column, ...]
    champion: TeamLine | None
    rested: tuple[TeamLine, ...] = ()

    @property
    def current(self) -> int:
        """Initially shown column: with an open match, else the last decided."""
        waiting = [
            at
            for at, column in enumerate(self.columns, start=1)
            if not all(match.is_played for match in column.matches)
        ]
        return waiting[0] if waiting else len(self.columns)

    @property
    def folded(self) -> tuple[Column, ...]:
        """Finished early stages of brackets with more than 16 teams."""
        return self.columns[: max(0, min(self.current - 1, len(self.columns) - MAX_OPEN_STAGES))]

    @property
    def drawn(self) -> list[tuple[int, Column]]:
        return list(enumerate(self.columns, start=1))[len(self.folded) :]

    @property
    def stage(self) -> Column | None:
        return self.columns[self.current - 1] if self.columns else None


def bracket_page(tournament: Tournament, team: int = 0) -> list[BracketView]:
    """Published brackets, with the path of ``team`` marked."""
    if tournament.state not in PUBLISHED:
        return []
    shown = set(published_rounds(tournament).values_list("number", flat=True))
    met = [each for each in meetings_of(tournament) if each.round in shown]
    teams = {team.number: team for team in teams_of(tournament).values()}
    views = []
    for at, state in enumerate(brackets_of(tournament, met)):
        parts = (["main", "final", "third"], ["losers"])
        for names in parts:
            nodes = [node for node in state.nodes if node.match.part in names]
            nodes = [node for node in nodes if not node.match.if_needed or all(node.sides)]
            if nodes:
                views.append(view_of(state, nodes, teams, name_of(at, names[0]), team))
    return views


def name_of(at: int, part: str) -> str:
    return gettext("Consolation") if at else str(PART_NAMES[part])


def view_of(
    state: BracketState,
    nodes: Sequence[BracketMatch],
    teams: Mapping[int | None, TeamLine],
    name: str,
    team: int,
) -> BracketView:
    numbers = {node.match.name: node.number % 1000 for node in state.nodes}
    feeds = next_matches(state)
    rounds: dict[int, list[MatchBox]] = defaultdict(list)
    for node in nodes:
        if not (node.is_bye and node.match.part == "losers"):
            box = mark_followed_side(box_of(node, teams, numbers), team)
            rounds[node.match.round].append(with_next_matches(box, node.match.name, feeds))
    is_main = nodes[0].match.part == "main"
    columns = tuple(
        Column(column_name(boxes, number, max(rounds), is_main), tuple(boxes))
        for number, boxes in sorted(rounds.items())
    )
    rested = tuple(
        side.team
        for column in columns[:1]
        for box in column.matches
        for side in box.sides
        if box.is_bye and side.team
    )
    columns = join_columns(without_byes(columns) if is_main else columns)
    return BracketView(name, columns, teams.get(state.champion) if is_main else None, rested)


def mark_followed_side(box: MatchBox, team: int) -> MatchBox:
    """Mark the followed team's side; byes are not marked."""
    if not team or box.is_bye:
        return box
    one, other = (
        replace(side, is_followed=side.team is not None and side.team.number == team)
        for side in box.sides
    )
    return replace(box, sides=(one, other))


def next_matches(state: BracketState) -> dict[tuple[str | None, str], tuple[BracketMatch, int]]:
    """Next match and side (1 or 2) for each winner and loser."""
    next_by_source: dict[tuple[str | None, str], tuple[BracketMatch, int]] = {}
    for node in state.nodes:
        for at, source in enumerate((node.match.a, node.match.b), start=1):
            next_by_source.setdefault((source.match, source.kind), (node, at))
    return next_by_source


def with_next_matches(
    box: MatchBox, name: str, feeds: Mapping[tuple[str | None, str], tuple[BracketMatch, int]]
) -> MatchBox:
    won, lost = feeds.get((name, "winner")), feeds.get((name, "loser"))
    if won:
        box = replace(box, next=str(won[0].number % 1000), enters=won[1])
    if lost:
        is_third = lost[0].match.part == "third"
        box = replace(box, loser_to="third" if is_third else str(lost[0].number % 1000))
    return box


def join_columns(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """Add connector lines to each winner's match in the next column.

    Lines lead up or down to a match between its two feeders; in the same row they are level, or
    shift by one row.
    """
    linked_columns = []
    for column, after in zip(columns, [*columns[1:], None], strict=True):
        boxes = [box for box in column.matches if not box.is_third]
        others = [box.name for box in after.matches if not box.is_third] if after else []
        joined = [
            replace(box, lead=connector_of(box, at, len(boxes), others), stage=after.name)
            if after and box.next in others
            else box
            for at, box in enumerate(boxes)
        ]
        third = [box for box in column.matches if box.is_third]
        linked_columns.append(replace(column, matches=(*joined, *third)))
    return tuple(linked_columns)


def connector_of(box: MatchBox, at: int, count: int, others: Sequence[str]) -> str:
    """Direction of a match's connector; empty if it would cross others."""
    target = others.index(box.next)
    if box.is_bye:
        return ""
    if count == 2 * len(others) and at // 2 == target:
        return "up" if at % 2 else "down"
    if count != len(others) or at != target:
        return ""
    rows = 2 * box.enters - (2 * box.leaves or 3)
    return "sink" if rows > 0 else "rise" if rows else "level"


def without_byes(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The first two rounds without byes.

    A match next to a bye takes both places, unless two real matches feed the same one;
    otherwise the bye keeps an invisible place, so that lines meet.
    """
    if len(columns) < 2 or not columns[0].real or len(columns[0].real) == len(columns[0].matches):
        return columns
    first, *later = columns
    pairs = [first.matches[at : at + 2] for at in range(0, len(first.matches), 2)]
    real = [[box for box in pair if not box.is_bye] for pair in pairs]
    if all(len(boxes) < 2 for boxes in real):
        slots = [boxes[0] if boxes else pair[0] for pair, boxes in zip(pairs, real, strict=True)]
        first = replace(first, matches=tuple(slots))
    return (first, *later)


def column_name(boxes: Sequence[MatchBox], number: int, last: int, is_main: bool = True) -> str:
    """Round name; only the last three are named, of the losers' bracket only the last."""
    real = [box for box in boxes if not box.is_third]
    if number == last and len(real) <= 2:
        return pgettext("bracket", "Final")
    if is_main and number == last - 1 and len(real) == 2:
        return gettext("Semi-finals")
    if is_main and number == last - 2 and len(real) == 4:
        return gettext("Quarter-finals")
    return gettext("Round %d") % number


def box_of(
    node: BracketMatch, teams: Mapping[int | None, TeamLine], numbers: Mapping[str, int]
) -> MatchBox:
    met = node.meeting
    a, b = (
        side_of(node, at, source, teams, numbers)
        for at, source in enumerate((node.match.a, node.match.b))
    )
    return MatchBox(
        str(node.number % 1000),
        (a, b),
        met.round if met else None,
        met.tables if met else (),
        is_bye=node.is_bye,
        is_third=node.match.part == "third",
        is_walkover=not node.is_series and met is not None and met.is_walkover,
        best_of=node.match.best_of,
        legs=legs_of(node) if node.is_series else (),
    )


def legs_of(node: BracketMatch) -> tuple[LegBox, ...]:
    return tuple(
        LegBox(
            met.round,
            met.scores if met.scores is None or met.a == node.sides[0] else met.scores[::-1],
            node.sides.index(met.winner) if met.winner in node.sides else None,
            met.is_walkover,
        )
        for met in node.legs
    )


def side_of(
    node: BracketMatch,
    at: int,
    source: SideSource,
    teams: Mapping[int | None, TeamLine],
    numbers: Mapping[str, int],
) -> SideBox:
    number = node.sides[at]
    team = teams.get(number)
    won = number is not None and (node.winner == number or (node.is_bye and team is not None))
    score: Fraction | int | None = None
    if node.meeting and number:
        score = node.wins[at] if node.is_series else score_of(node.meeting, number)
    return SideBox(team, "" if team else origin_text(node, source, numbers), score, won)


def score_of(meeting: Meeting, number: int) -> Fraction | None:
    if meeting.scores is None:
        return None
    return meeting.scores[0 if meeting.a == number else 1]


def origin_text(node: BracketMatch, source: SideSource, numbers: Mapping[str, int]) -> str:
    if node.is_bye or source.kind == "nobody":
        return gettext("no opponent")
    number = numbers.get(source.match or "", 0)
    if source.kind == "winner":
        return gettext("winner of match %d") % number
    return gettext("loser of match %d") % number if source.kind == "loser" else "–"

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.entries.selectors.team_lines import TeamLine, teams_of
from tournaments.models import Tournament
from tournaments.results.selectors.compared import ComparedResult, finished_results
from tournaments.standings.selectors import standings_of
from tournaments.state.scoring import board_figure_unit
from tournaments.state.visibility import PUBLISHED

MAX_MEETING_ROWS: Final = 60
"""Larger tables are unreadable."""
Cells = Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class BoardGroup:
    """Consecutive boards; ``round``: their common round, or 0."""

    number: int
    boards: tuple[int, ...]
    round: int

    @property
    def span(self) -> str:
        first, last = self.boards[0], self.boards[-1]
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class Entrant:
    team: TeamLine
    place: int | None = None
    is_tied: bool = False
    total: Fraction | None = None


@dataclass(frozen=True, slots=True)
class HeatRow:
    """An entrant's scores by board and by opponent; missing ones are absent.

    ``won`` and ``lost`` count opponents with a score above and below even.
    """

    entrant: Entrant
    boards: Cells
    met: Cells
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Heat map; percentages if ``limit`` is None, else differences up to ``limit``."""

    groups: tuple[BoardGroup, ...]
    rows: tuple[HeatRow, ...]
    means: Cells
    swings: Mapping[int, int]
    limit: Fraction | None
    met_limit: Fraction | None

    @property
    def boards(self) -> list[int]:
        return [board for group in self.groups for board in group.boards]

    @property
    def has_rounds(self) -> bool:
        """Whether every group is one round, wide enough for its label."""
        return all(group.round and len(group.boards) > 1 for group in self.groups)

    @property
    def has_met(self) -> bool:
        return len(self.rows) <= MAX_MEETING_ROWS


def has_heat(tournament: Tournament) -> bool:
    """Whether each entrant plays a board once, so that one table can hold all scores."""
    is_single = tournament.unit != Tournament.Unit.TEAM
    return is_single and not tournament.is_open_play and tournament.state in PUBLISHED


def heat_map(tournament: Tournament) -> HeatMap | None:
    results = finished_results(tournament) if has_heat(tournament) else ()
    if not results:
        return None
    is_percent = board_figure_unit(tournament) == "percent"
    even = Fraction(50 if is_percent else 0)
    boards, met = figures_of(results), meetings_of(results, is_percent)
    rows = tuple(
        heat_row(entrant, boards.get(entrant.team.id, {}), met.get(entrant.team.id, {}), even)
        for entrant in entrants_of(tournament)
    )
    nets = nets_of(results)
    return HeatMap(
        groups=groups_of(results),
        rows=rows,
        means={board: Fraction(sum(scores), len(scores)) for board, scores in nets.items()},
        swings={board: max(scores) - min(scores) for board, scores in nets.items() if scores[1:]},
        limit=None if is_percent else limit_of(row.boards for row in rows),
        met_limit=None if is_percent else limit_of(row.met for row in rows),
    )


def heat_row(entrant: Entrant, boards: Cells, met: Cells, even: Fraction) -> HeatRow:
    won = sum(figure > even for figure in met.values())
    return HeatRow(entrant, boards, met, won, sum(figure < even for figure in met.values()))


def limit_of(rows: Iterable[Cells]) -> Fraction:
    return max((abs(figure) for cells in rows for figure in cells.values()), default=Fraction(0))


def entrants_of(tournament: Tournament) -> list[Entrant]:
    lines = standings_of(tournament).lines
    if not lines:
        return [Entrant(team) for team in teams_of(tournament).values()]
    return [Entrant(line.team, line.rank, line.is_tied, line.shown) for line in lines]


def sides_in(row: ComparedResult) -> list[tuple[int, Fraction, tuple[int, ...]]]:
    ns, ew = row.ns_team.ids, row.ew_team.ids
    return [*((team, row.ns, ew) for team in ns), *((team, row.ew, ns) for team in ew)]


def figures_of(results: Iterable[ComparedResult]) -> dict[int, dict[int, Fraction]]:
    """Score by entrant and board."""
    figures: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for row in results:
        for team, figure, _opponents in sides_in(row):
            figures[team][row.board] = figure
    return figures


def meetings_of(results: Iterable[ComparedResult], is_mean: bool) -> dict[int, dict[int, Fraction]]:
    """Score by entrant and opponent: mean of percentages, or sum."""
    met: dict[int, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for row in results:
        for team, figure, opponents in sides_in(row):
            for other in opponents:
                met[team][other].append(figure)
    return {
        team: {
            other: sum(figures, Fraction(0)) / (len(figures) if is_mean else 1)
            for other, figures in others.items()
        }
        for team, others in met.items()
    }


def nets_of(results: Iterable[ComparedResult]) -> dict[int, list[int]]:
    nets: dict[int, list[int]] = defaultdict(list)
    for row in results:
        if row.net is not None and not row.group:
            nets[row.board].append(row.net)
    return nets


def groups_of(results: Iterable[ComparedResult]) -> tuple[BoardGroup, ...]:
    """Consecutive boards that a table plays in the same round."""
    played: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for row in results:
        played[row.board].add((row.round, row.table))
    groups: list[list[int]] = []
    for board in sorted(played):
        if groups and played[groups[-1][-1]] & played[board]:
            groups[-1].append(board)
        else:
            groups.append([board])
    return tuple(
        BoardGroup(number, tuple(boards), round_of(played, boards))
        for number, boards in enumerate(groups, start=1)
    )


def round_of(played: Mapping[int, set[tuple[int, int]]], boards: Sequence[int]) -> int:
    """The common round of the boards, or 0."""
    rounds = {number for board in boards for number, _table in played[board]}
    return rounds.pop() if len(rounds) == 1 else 0

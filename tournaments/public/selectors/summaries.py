"""Summary of a team: declaring, defending, best boards, opponents."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.models import Tournament
from tournaments.public.selectors.board_rows import dot_line_limit
from tournaments.public.selectors.careers import BoardLine, Career
from tournaments.state.scoring import board_figure_unit, is_signed


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """Statistics of some boards: number, mean, contracts made and failed."""

    boards: int
    mean: Fraction
    made: int
    failed: int


@dataclass(frozen=True, slots=True)
class RoundOpponents:
    round: int
    opponents: TeamLine
    figure: Fraction


@dataclass(frozen=True, slots=True)
class Summary:
    """Team summary; ``limit``: end of the dot lines.

    ``tops``: boards better than at all other tables. ``above``: those of ``counted`` boards above
    even; None where no figure is even.
    """

    declaring: BoardStatistics | None
    defending: BoardStatistics | None
    tops: int
    above: int | None
    counted: int
    met: tuple[RoundOpponents, ...]
    limit: int


def summary_of(career: Career, tournament: Tournament) -> Summary:
    """Team summary; no further queries."""
    played = [line for line in career.boards if line.result and line.net is not None]
    contracts = [line for line in played if line.result and line.result.contract]
    even = even_figure(tournament)
    return Summary(
        declaring=board_statistics(line for line in contracts if line.is_ours),
        defending=board_statistics(line for line in contracts if not line.is_ours),
        tops=sum(is_top(line) for line in played),
        above=None if even is None else sum((line.figure or 0) > even for line in played),
        counted=len(played),
        met=best_first(career),
        limit=limit_of(played, tournament),
    )


def board_statistics(lines: Iterable[BoardLine]) -> BoardStatistics | None:
    scored = [line for line in lines if line.figure is not None]
    if not scored:
        return None
    outcomes = [line.result.outcome for line in scored if line.result]
    total = sum((line.figure or Fraction(0) for line in scored), Fraction(0))
    mean = total / len(scored)
    return BoardStatistics(len(scored), mean, outcomes.count("made"), outcomes.count("lost"))


def is_top(line: BoardLine) -> bool:
    """Whether the board was better than at every other table with the same cards."""
    return bool(line.others) and line.net is not None and line.net > max(line.others)


def even_figure(tournament: Tournament) -> Fraction | None:
    """Figure of an average board; None without one."""
    unit = board_figure_unit(tournament)
    if unit == "percent":
        return Fraction(50)
    return Fraction(0) if is_signed(tournament, unit) else None


def best_first(career: Career) -> tuple[RoundOpponents, ...]:
    """Opponents of counted rounds, the team's best result first."""
    met = [
        RoundOpponents(part.number, part.opponents, part.figure)
        for part in career.rounds
        if part.opponents is not None and part.figure is not None
    ]
    return tuple(sorted(met, key=lambda each: (-each.figure, each.round)))


def limit_of(played: Iterable[BoardLine], tournament: Tournament) -> int:
    """End of the dot lines; in open play the largest net."""
    if not tournament.is_open_play:
        return dot_line_limit(tournament.variant)
    return max((abs(net) for line in played for net in (line.net or 0, *line.others)), default=1)

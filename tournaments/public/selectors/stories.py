"""Story of a finished tournament, from facts only."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.models import Tournament
from tournaments.public.podium import podium_order, top_lines
from tournaments.results.selectors.compared import ComparedResult, finished_results
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine, standings_of
from tournaments.state.formats import has_lives, is_bracket
from tournaments.state.scoring import figure_unit

MOST_BOARDS: Final = 4
MOST_A_ROUND: Final = 2
MOST_ROUNDS: Final = 5
MIN_ROUNDS: Final = 3
FEWEST_TO_RISE: Final = 4
MAX_TIED: Final = 3
"""Larger ties are not mentioned."""


@dataclass(frozen=True, slots=True)
class RoundFigure:
    line: StandingLine
    number: int
    figure: Fraction


@dataclass(frozen=True, slots=True)
class Rise:
    """Ranks gained between half-way and the end."""

    line: StandingLine
    half: int
    before: int

    @property
    def places(self) -> int:
        return self.before - self.line.rank


@dataclass(frozen=True, slots=True)
class Winner:
    """Winner of one list: first places, podium, and path of a sole winner.

    ``before``: rank before the last round, ``first``: after the first; None with too few rounds,
    or where ranks say little.
    """

    ranking: RankingList
    firsts: tuple[StandingLine, ...]
    steps: tuple[StandingLine, ...]
    best: RoundFigure | None
    first: int | None = None
    before: int | None = None
    always_led: bool = False
    beat_leader: bool = False

    @property
    def line(self) -> StandingLine | None:
        """The sole winner's line; None if shared."""
        return self.firsts[0] if len(self.firsts) == 1 else None

    @property
    def runner_up(self) -> StandingLine | None:
        """The sole second behind a sole winner."""
        lines = self.ranking.lines[len(self.firsts) :]
        return lines[0] if self.line and lines and lines[0].sharing == 1 else None


@dataclass(frozen=True, slots=True)
class DecisiveBoard:
    """A board with a large difference between winner and second, from the winner's side.

    ``others``: nets of tables with the same cards; ``theirs``: the second's figure; ``have_met``:
    both sat at this table.
    """

    row: ComparedResult
    side: str
    net: int
    score: tuple[int, int]
    opponents: TeamLine
    figure: Fraction
    theirs: Fraction
    others: tuple[int, ...]
    have_met: bool
    is_last: bool

    @property
    def better_than(self) -> int:
        return sum(net < self.net for net in self.others)

    @property
    def worse_than(self) -> int:
        return sum(net > self.net for net in self.others)


@dataclass(frozen=True, slots=True)
class Story:
    """The story page; ``boards`` is empty where boards are not compared."""

    standings: PublicStandings
    winners: tuple[Winner, ...]
    boards: tuple[DecisiveBoard, ...]
    best_rounds: tuple[RoundFigure, ...]
    rises: tuple[Rise, ...]
    has_ways: bool

    @property
    def top_rounds(self) -> tuple[RoundFigure, ...]:
        """The best round, or those tied with it; empty for many."""
        best = tuple(each for each in self.best_rounds if each.figure == self.best_rounds[0].figure)
        return best if len(best) <= MAX_TIED else ()


def has_story(tournament: Tournament) -> bool:
    """Whether the tournament is finished and has results."""
    return tournament.state == Tournament.State.FINISHED and tournament.rounds_counted > 0


def story_of(tournament: Tournament) -> Story | None:
    """The story; None before the end or without ranking."""
    standings = standings_of(tournament)
    if not has_story(tournament) or not standings.lists:
        return None
    has_ways = not (is_bracket(tournament) or has_lives(tournament))
    has_rounds = has_ways and figure_unit(tournament) != "wins"
    results = finished_results(tournament) if tournament.unit != Tournament.Unit.TEAM else ()
    winners = tuple(
        winner_of(ranking, standings.rounds, results, has_ways, has_rounds)
        for ranking in standings.lists
    )
    return Story(
        standings=standings,
        winners=winners,
        boards=decisive_boards(results, winners[0], standings.rounds, is_cup=not has_ways)
        if len(winners) == 1
        else (),
        best_rounds=best_rounds(standings.lines) if has_rounds else (),
        rises=largest_rises(standings) if has_ways else (),
        has_ways=has_ways,
    )


def winner_of(
    ranking: RankingList,
    rounds: int,
    results: Sequence[ComparedResult],
    has_ways: bool,
    has_rounds: bool,
) -> Winner:
    firsts = tuple(line for line in ranking.lines if line.rank == 1)
    steps, line = podium_order(top_lines(ranking.lines)), firsts[0]
    best = max(figures_of(line), key=lambda each: each.figure, default=None)
    best = best if has_rounds and rounds > 1 else None
    is_whole = has_ways and len(line.places) == rounds >= MIN_ROUNDS
    if len(firsts) > 1 or not is_whole:
        return Winner(ranking, firsts, steps, best)
    return Winner(
        ranking,
        firsts,
        steps,
        best,
        first=line.places[0],
        before=line.places[-2],
        always_led=set(line.places) == {1},
        beat_leader=is_against_leader(ranking, line, rounds, results),
    )


def figures_of(line: StandingLine) -> list[RoundFigure]:
    return [
        RoundFigure(line, number, figure)
        for number, figure in enumerate(line.results, start=1)
        if figure is not None
    ]


def best_rounds(lines: Iterable[StandingLine]) -> tuple[RoundFigure, ...]:
    """Best rounds overall; empty if too many are tied."""
    figures = [each for line in lines for each in figures_of(line)]
    figures.sort(key=lambda each: (-each.figure, each.number, each.line.rank))
    is_common = len(figures) > MOST_ROUNDS and figures[0].figure == figures[MOST_ROUNDS].figure
    return () if is_common else tuple(figures[:MOST_ROUNDS])


def largest_rises(standings: PublicStandings) -> tuple[Rise, ...]:
    """Largest gains of rank since half-way; empty if too many are tied.

    Ranks, not expectations, are compared: readers can verify them on the chart, and newcomers
    have no ratings.
    """
    rounds = standings.rounds
    if rounds < FEWEST_TO_RISE:
        return ()
    half = rounds // 2
    whole = [line for line in standings.lines if len(line.places) == rounds]
    rises = [Rise(line, half, line.places[half - 1]) for line in whole]
    most = max((each.places for each in rises), default=0)
    largest = tuple(each for each in rises if each.places == most > 1)
    return largest if len(largest) <= MAX_TIED else ()


def is_against_leader(
    ranking: RankingList, line: StandingLine, rounds: int, results: Sequence[ComparedResult]
) -> bool:
    """Whether a team met the sole leader in the last round."""
    led = [each for each in ranking.lines if len(each.places) == rounds and each.places[-2] == 1]
    return len(led) == 1 and any(
        row.round == rounds and is_opposite(row, line.team.id, led[0].team.id) for row in results
    )


def is_opposite(row: ComparedResult, team: int, other: int) -> bool:
    return {row.side_of(team), row.side_of(other)} == {"NS", "EW"}


def decisive_boards(
    results: Sequence[ComparedResult], winner: Winner, rounds: int, *, is_cup: bool = False
) -> tuple[DecisiveBoard, ...]:
    """Boards with the largest difference between winner and second; late ones weigh up to twice.

    In a knock-out only boards of a match between them.
    """
    line, runner_up = winner.line, winner.runner_up
    if line is None or runner_up is None:
        return ()
    own, theirs = (results_by_board(results, each.team.id) for each in (line, runner_up))
    both = [
        (abs(own[board][1] - theirs[board][1]) * (rounds + own[board][0].round), board)
        for board in own
        if board in theirs and (not is_cup or is_of_match(own[board][0], theirs[board][0], line))
    ]
    order = sorted((each for each in both if each[0]), key=lambda each: (-each[0], -each[1]))
    return tuple(
        decisive_board(own[board][0], line, runner_up, theirs[board][1], results, rounds)
        for board in limit_per_round([board for _weight, board in order], own)[:MOST_BOARDS]
    )


def is_of_match(own: ComparedResult, theirs: ComparedResult, line: StandingLine) -> bool:
    """Whether both results are from one table, in a match that was played."""
    return own.play == theirs.play and own.round not in line.team.walkovers


def limit_per_round(
    boards: Iterable[int], own: Mapping[int, tuple[ComparedResult, Fraction]]
) -> list[int]:
    """Boards in order, limited per round."""
    times: Counter[int] = Counter()
    selected = []
    for board in boards:
        number = own[board][0].round
        times[number] += 1
        if times[number] <= MOST_A_ROUND:
            selected.append(board)
    return selected


def results_by_board(
    results: Iterable[ComparedResult], team: int
) -> dict[int, tuple[ComparedResult, Fraction]]:
    """An entrant's results and figures by board, without rulings."""
    result_by_board = {}
    for row in results:
        side = row.side_of(team)
        if side and row.net is not None:
            result_by_board[row.board] = row, row.ns if side == "NS" else row.ew
    return result_by_board


def decisive_board(
    row: ComparedResult,
    line: StandingLine,
    runner_up: StandingLine,
    theirs: Fraction,
    results: Iterable[ComparedResult],
    rounds: int,
) -> DecisiveBoard:
    side = row.side_of(line.team.id)
    sign, ns, ew = (1 if side == "NS" else -1), *row.score
    same = (
        each.net
        for each in results
        if (each.board, each.group) == (row.board, row.group) and each.play != row.play
    )
    return DecisiveBoard(
        row=row,
        side=side,
        net=sign * (row.net or 0),
        score=(ns, ew) if side == "NS" else (ew, ns),
        opponents=row.ew_team if side == "NS" else row.ns_team,
        figure=row.ns if side == "NS" else row.ew,
        theirs=theirs,
        others=tuple(sign * net for net in same if net is not None),
        have_met=is_opposite(row, line.team.id, runner_up.team.id),
        is_last=row.round == rounds,
    )

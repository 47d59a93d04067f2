from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tournaments.movements import Movement
from tournaments.scoring import BoardResult, Facts, Method, Standings
from tournaments.scoring.common_boards import PlayedBoards
from tournaments.scoring.matches import IncrementalMatches
from tournaments.scoring.ties import TieBreakCriteria

SEVEN_NETS = (10, 6, 6, -2, -26, 6, 10)


def one_board(
    nets: Sequence[int | None], board: int = 1, round: int = 1
) -> tuple[BoardResult, ...]:
    return tuple(
        BoardResult(board=board, round=round, table=t, ns=t, ew=100 + t, net=net)
        for t, net in enumerate(nets, start=1)
        if net is not None
    )


def facts_of(method: Method, *boards: Sequence[BoardResult], **more: object) -> Facts:
    return Facts(method=method, results=tuple(r for b in boards for r in b), **more)  # type: ignore[arg-type]


def ns_scores(standings: Standings, board: int = 1) -> list[object]:
    found = [s for s in standings.boards if s.result.board == board]
    return [s.ns for s in sorted(found, key=lambda s: s.result.table)]


def team_match(
    home: int, away: int, nets: Sequence[tuple[int, int]], round: int = 1, table: int = 1
) -> tuple[BoardResult, ...]:
    """Match of two tables; boards are (open room net, closed room net), NS minus EW."""
    results = []
    for board, (open_net, closed_net) in enumerate(nets, start=1):
        results.append(BoardResult(board, round, table, home, away, open_net))
        results.append(BoardResult(board, round, table + 1, away, home, closed_net))
    return tuple(results)


def results_of(movement: Movement, boards: int, net: Callable[[], int]) -> tuple[BoardResult, ...]:
    """Result for each board and table of a movement with board sets."""
    return tuple(
        BoardResult(boards * (s.board_set - 1) + at, number, s.table, s.ns, s.ew, net())
        for number, sittings in enumerate(movement.rounds, 1)
        for s in sittings
        if s.ns and s.ew and s.board_set
        for at in range(1, boards + 1)
    )


def facts_of_two_boards() -> Facts:
    """Board 1 at tables 1 and 2, board 2 at tables 3 and 4; points count unchanged."""
    nets = {1: 100, 2: -100, 3: 10, 4: -10}
    return Facts(
        Method.TOTAL_POINTS,
        tuple(
            BoardResult(1 if table < 3 else 2, 1, table, 2 * table - 1, 2 * table, net)
            for table, net in nets.items()
        ),
    )


def criteria_of(
    facts: Facts, totals: Mapping[int, Fraction], standings: Standings
) -> TieBreakCriteria:
    matches = IncrementalMatches(facts)
    matches.change({score.result.where: score for score in standings.boards}, facts.games)
    return TieBreakCriteria(facts, totals, PlayedBoards(facts, standings.boards), matches)

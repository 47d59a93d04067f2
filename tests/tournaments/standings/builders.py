"""Small tournaments in a few words."""

from collections.abc import Sequence

from tournaments.standings import BoardResult, Facts, Method, Standings

SEVEN_NETS = (10, 6, 6, -2, -26, 6, 10)


def one_board(
    nets: Sequence[int | None], board: int = 1, round: int = 1
) -> tuple[BoardResult, ...]:
    """A board played at tables 1, 2, … by NS 1, 2, … against EW 101, 102, …; None is no play."""
    return tuple(
        BoardResult(board=board, round=round, table=t, ns=t, ew=100 + t, net=net)
        for t, net in enumerate(nets, start=1)
        if net is not None
    )


def facts_of(method: Method, *boards: Sequence[BoardResult], **more: object) -> Facts:
    """Facts of several boards together."""
    return Facts(method=method, results=tuple(r for b in boards for r in b), **more)  # type: ignore[arg-type]


def ns_scores(standings: Standings, board: int = 1) -> list[object]:
    """NS scores of one board in order of tables."""
    found = [s for s in standings.boards if s.result.board == board]
    return [s.ns for s in sorted(found, key=lambda s: s.result.table)]


def team_match(
    home: int, away: int, nets: Sequence[tuple[int, int]], round: int = 1, table: int = 1
) -> tuple[BoardResult, ...]:
    """A match of two tables; each board is (open room net, closed room net), NS minus EW."""
    results = []
    for board, (open_net, closed_net) in enumerate(nets, start=1):
        results.append(BoardResult(board, round, table, home, away, open_net))
        results.append(BoardResult(board, round, table + 1, away, home, closed_net))
    return tuple(results)

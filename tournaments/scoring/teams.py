"""Teams of four: a board compared between the two tables of a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import isqrt

from tournaments.scoring.comparison import SIGN, clip_net
from tournaments.scoring.facts import Facts
from tournaments.scoring.imps import IMP_TABLES, imps
from tournaments.scoring.methods import Method
from tournaments.scoring.report import BoardScore
from tournaments.scoring.results import AVERAGES, Average, Award, BoardResult, FactsError

ONE = Fraction(1)


def score_team_boards(facts: Facts, results: Iterable[BoardResult]) -> list[BoardScore]:
    boards: dict[tuple[int, int, int, int], list[BoardResult]] = defaultdict(list)
    for result in results:
        low, high = sorted((result.ns, result.ew))
        boards[result.session, low, high, result.board].append(result)
    return [
        score
        for played in boards.values()
        for tables in _both_tables(played)
        for score in _compare_tables(facts, tables)
    ]


def _both_tables(played: Iterable[BoardResult]) -> Iterator[Sequence[BoardResult]]:
    """Both results of two teams on one board.

    In a relay each table is the only one in its round, and each team sits North–South at one.
    """
    rounds: dict[int, list[BoardResult]] = defaultdict(list)
    for result in played:
        rounds[result.round].append(result)
    alone = []
    for number in sorted(rounds):
        if len(tables := rounds[number]) == 1:
            alone += tables
        else:
            yield _check_tables(tables)
    yield from zip(*(_with_north_south(alone, team) for team in _teams(alone)), strict=False)


def _check_tables(tables: Sequence[BoardResult]) -> Sequence[BoardResult]:
    if len(tables) > 2 or tables[0].ns != tables[1].ew:
        raise FactsError(
            f"{tables[0].place}: a team sits NS at one table of its match, EW at the other"
        )
    return tables


def _teams(tables: Sequence[BoardResult]) -> tuple[int, ...]:
    return (tables[0].ns, tables[0].ew) if tables else ()


def _with_north_south(tables: Iterable[BoardResult], team: int) -> list[BoardResult]:
    return [result for result in tables if result.ns == team]


def _compare_tables(facts: Facts, tables: Sequence[BoardResult]) -> list[BoardScore]:
    first, second = tables
    top = Fraction(2) if facts.method in (Method.BOARD_A_MATCH, Method.PATTON) else None
    scores = {team: _team_score(facts, team, tables) for team in (first.ns, first.ew)}
    return [
        BoardScore(result, scores[result.ns], scores[result.ew], None, None, top, 2, other)
        for result, other in ((first, second), (second, first))
    ]


def _team_score(facts: Facts, team: int, tables: Sequence[BoardResult]) -> Fraction:
    if averages := _averages(team, tables):
        worth = [_average(facts, average) for average in averages]
        return sum(worth, Fraction(0)) / len(worth)
    score = _swing_score(facts)
    return sum(
        (score(swing) * weight for swing, weight in _swings(team, tables, facts.options.clip)),
        Fraction(0),
    )


def _averages(team: int, tables: Sequence[BoardResult]) -> list[Average]:
    """A team's artificial scores; average plus if the two tables had different cards."""
    awards = [_award(team, result) for result in tables]
    ruled = [award.average for award in awards if award.average is not None]
    had_other_cards = len({result.group for result in tables}) > 1
    return ruled or ([Average.PLUS] if had_other_cards else [])


def _award(team: int, result: BoardResult) -> Award:
    """A team's award at one table; a played result counts as an assigned score."""
    net = result.compared_net
    if net is not None:
        return Award.of_net(net)
    ns, ew = result.awards or AVERAGES
    return ns if team == result.ns else ew


def _swings(
    team: int, tables: Sequence[BoardResult], clip: int | None
) -> list[tuple[int, Fraction]]:
    """A team's swings over both tables with weights; several if scores are weighted."""
    swings = [(0, ONE)]
    for result in tables:
        sign = 1 if team == result.ns else -1
        nets = _award(team, result).nets
        swings = [
            (s + sign * clip_net(net, clip), w * weight) for s, w in swings for net, weight in nets
        ]
    return swings


def team_swing(team: int, tables: Sequence[BoardResult], clip: int | None) -> Fraction:
    if _averages(team, tables):
        return Fraction(0)
    return sum((swing * weight for swing, weight in _swings(team, tables, clip)), Fraction(0))


def _swing_score(facts: Facts) -> Callable[[int], Fraction]:
    if facts.method is Method.IMPS:
        table = IMP_TABLES[facts.options.imp_table]
        return lambda swing: Fraction(imps(swing, table))
    if facts.method is Method.SWING_POINTS:
        return Fraction
    return lambda swing: Fraction((swing > 0) - (swing < 0) + 1)


def _average(facts: Facts, average: Average) -> Fraction:
    """Artificial score in the method's unit; 1.2, 1 and 0.8 of 2 in board-a-match."""
    options = facts.options
    if facts.method is Method.IMPS:
        return SIGN[average] * options.average_imps
    if facts.method is Method.SWING_POINTS:
        return SIGN[average] * options.average_net
    return 1 + SIGN[average] * Fraction(1, 5)


def patton_points(difference: Fraction, boards: int) -> int:
    """A side's share of the 2b points decided by the net difference D of b boards.

    round_half_up(b · (1 + clamp(D / (40·√b), −1, 1))), exactly.
    """
    p, q = difference.numerator, difference.denominator
    square = p * p * boards
    root = isqrt(square)
    if p < 0:
        root = -root if root * root == square else -root - 1
    # floor(D·√b/40 + ½) in integers: adding a whole number keeps it exact.
    share = (root + 20 * q) // (40 * q)
    return max(0, min(2 * boards, boards + share))

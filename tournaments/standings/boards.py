"""Every result compared with the others on its board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from tournaments.standings.comparing import HUNDRED, Comparison, Sides
from tournaments.standings.facts import Average, Award, BoardResult, Facts, Kind, Method
from tournaments.standings.matchpoints import Matchpoints
from tournaments.standings.points import Points
from tournaments.standings.report import BoardScore

AVERAGE_BOTH = Award(average=Average.EQUAL)
Compare = Callable[[Sequence[int]], Comparison]


def score_boards(facts: Facts, results: Iterable[BoardResult]) -> list[BoardScore]:
    """The scores of all results that count, board by board."""
    boards: dict[tuple[int, int], list[BoardResult]] = defaultdict(list)
    for result in results:
        if result.kind is not Kind.LATE:
            boards[result.session, result.board].append(result)
    nets = {board: _nets(played) for board, played in boards.items()}
    compare = _comparer(facts, field=max((len(n) for n in nets.values()), default=0))
    return [
        score for board, played in boards.items() for score in _scores(played, compare(nets[board]))
    ]


def _nets(results: Iterable[BoardResult]) -> list[int]:
    return [net for result in results if (net := result.compared_net) is not None]


def _comparer(facts: Facts, field: int) -> Compare:
    options = facts.options
    if facts.method is Method.MATCHPOINTS:
        return lambda nets: Matchpoints(nets, max(field, 1), options.small_groups)
    return lambda nets: Points(nets, options.average_net)


def _scores(results: Iterable[BoardResult], comparison: Comparison) -> Iterable[BoardScore]:
    seen: dict[int, tuple[Sides, Sides | None]] = {}
    for result in results:
        net = result.compared_net
        if net is None:
            sides = _awarded(result, comparison)
            percents = _percents(sides, comparison.top)
        else:
            if net not in seen:
                sides = comparison.played(net)
                seen[net] = sides, _percents(sides, comparison.top)
            sides, percents = seen[net]
        ns, ew = percents or (None, None)
        yield BoardScore(result, sides.ns, sides.ew, ns, ew, comparison.top, comparison.n)


def _percents(sides: Sides, top: Fraction | None) -> Sides | None:
    if top is None:
        return None
    return Sides(sides.ns * HUNDRED / top, sides.ew * HUNDRED / top)


def _awarded(result: BoardResult, comparison: Comparison) -> Sides:
    ns, ew = result.awards or (AVERAGE_BOTH, AVERAGE_BOTH)
    return Sides(award_score(ns, comparison).ns, award_score(ew, comparison).ew)


def award_score(award: Award, comparison: Comparison) -> Sides:
    """What an award is worth on this board; weighted nets are compared first, then weighted."""
    if award.average is not None:
        return comparison.average(award.average)
    parts = [(comparison.assigned(net), weight) for net, weight in award.nets]
    return Sides(
        sum((sides.ns * weight for sides, weight in parts), Fraction(0)),
        sum((sides.ew * weight for sides, weight in parts), Fraction(0)),
    )

"""Every result compared with the others on its board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.averages import upgraded
from tournaments.standings.comparing import HUNDRED, Comparison, Sides, clipped
from tournaments.standings.facts import Facts, Method
from tournaments.standings.imps import IMP_TABLES, Butler, CrossImps
from tournaments.standings.matchpoints import Ascherman, Matchpoints
from tournaments.standings.options import Options
from tournaments.standings.points import Points
from tournaments.standings.report import BoardScore
from tournaments.standings.results import AVERAGES, Award, BoardResult, Kind
from tournaments.standings.teams import score_team_boards

Compare = Callable[[Sequence[int]], Comparison]


class BoardKey(NamedTuple):
    """A board; equal numbers in different sessions are different deals."""

    session: int
    board: int


def score_boards(facts: Facts, results: Iterable[BoardResult]) -> list[BoardScore]:
    """The scores of all results that count, board by board."""
    counting = [result for result in results if result.kind is not Kind.LATE]
    if facts.method.for_teams:
        return score_team_boards(facts, counting)
    boards = _by_board(counting)
    comparisons = compare_boards(facts, boards)
    scores = [s for key, played in boards.items() for s in _scores(played, comparisons[key], facts)]
    if facts.method.in_percent and facts.options.upgrade_averages:
        return upgraded(facts, scores)
    return scores


def _by_board(results: Iterable[BoardResult]) -> dict[BoardKey, list[BoardResult]]:
    boards: dict[BoardKey, list[BoardResult]] = defaultdict(list)
    for result in results:
        boards[BoardKey(result.session, result.board)].append(result)
    return boards


def compare_boards(
    facts: Facts, boards: Mapping[BoardKey, Sequence[BoardResult]]
) -> dict[BoardKey, Comparison]:
    """The comparison of each board; a session's field is its board with the most results."""
    nets = {key: _nets(results, facts.options) for key, results in boards.items()}
    for reference in facts.references:
        if (key := BoardKey(reference.session, reference.board)) in nets:
            nets[key].append(clipped(reference.net, facts.options.clip))
    fields: dict[int, int] = {}
    for key, played in nets.items():
        fields[key.session] = max(fields.get(key.session, 1), len(played))
    return {key: comparer(facts, fields[key.session])(nets[key]) for key in nets}


def _nets(results: Iterable[BoardResult], options: Options) -> list[int]:
    nets = (result.compared_net for result in results)
    return [clipped(net, options.clip) for net in nets if net is not None]


def comparer(facts: Facts, field: int) -> Compare:
    """How the method of these facts compares the nets of a board."""
    options = facts.options
    table = IMP_TABLES[options.imp_table]
    ways: dict[Method, Compare] = {
        Method.MATCHPOINTS: lambda nets: Matchpoints(nets, field, options.small_groups),
        Method.ASCHERMAN: Ascherman,
        Method.BUTLER: lambda nets: Butler(
            nets, table, options.average_imps, options.datum_drop, options.datum_step
        ),
        Method.CROSS_IMPS: lambda nets: CrossImps(nets, table, options.average_imps),
        Method.AVERAGE_DIFFERENCE: lambda nets: Points(nets, options.average_net),
        Method.TOTAL_POINTS: lambda nets: Points(nets, options.average_net),
    }
    return ways[facts.method]


def _scores(
    results: Iterable[BoardResult], comparison: Comparison, facts: Facts
) -> Iterable[BoardScore]:
    # Few different nets are made on a board: each is scored once and shared by its results.
    seen: dict[int, tuple[Sides, Sides | tuple[None, None]]] = {}
    n, top = comparison.n, comparison.top
    share = top if facts.method.in_percent else None
    for result in results:
        net = result.compared_net
        if net is None:
            sides = _awarded(result, comparison, facts.options)
            percents = _percents(sides, share)
        else:
            if net not in seen:
                sides = comparison.played(clipped(net, facts.options.clip))
                seen[net] = sides, _percents(sides, share)
            sides, percents = seen[net]
        yield BoardScore(result, sides[0], sides[1], percents[0], percents[1], top, n)


def _percents(sides: Sides, top: Fraction | None) -> Sides | tuple[None, None]:
    if top is None:
        return None, None
    return Sides(sides.ns * HUNDRED / top, sides.ew * HUNDRED / top)


def _awarded(result: BoardResult, comparison: Comparison, options: Options) -> Sides:
    ns, ew = result.awards or AVERAGES
    return Sides(
        award_score(ns, comparison, options.clip).ns, award_score(ew, comparison, options.clip).ew
    )


def award_score(award: Award, comparison: Comparison, clip: int | None = None) -> Sides:
    """What an award is worth on this board; weighted nets are compared first, then weighted."""
    if award.average is not None:
        return comparison.average(award.average)
    parts = [(comparison.assigned(clipped(net, clip)), weight) for net, weight in award.nets]
    return Sides(
        sum((sides.ns * weight for sides, weight in parts), Fraction(0)),
        sum((sides.ew * weight for sides, weight in parts), Fraction(0)),
    )

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.scoring.averages import OwnPercentages, is_artificial, is_unequal, upgrade
from tournaments.scoring.comparison import HUNDRED, Comparison, Sides, clip_net
from tournaments.scoring.facts import Facts
from tournaments.scoring.fouled import Group, IncomparableResult, group_results, is_incomparable
from tournaments.scoring.imps import IMP_TABLES, Butler, CrossImps
from tournaments.scoring.matchpoints import Ascherman, Matchpoints
from tournaments.scoring.methods import Method
from tournaments.scoring.options import Options
from tournaments.scoring.points import Points
from tournaments.scoring.report import BoardScore
from tournaments.scoring.results import AVERAGES, Award, BoardKey, BoardResult, Reference, ResultKey
from tournaments.scoring.teams import score_team_boards

Compare = Callable[[Sequence[int]], Comparison]


def score_boards(facts: Facts, results: Iterable[BoardResult]) -> list[BoardScore]:
    """Scores of all results that count, ordered by session, round, table and board."""
    boards = IncrementalBoards(facts)
    boards.change(results)
    return [boards.scores[where] for where in sorted(boards.scores)]


class IncrementalBoards:
    """Board scores updated incrementally: only affected boards are scored again.

    Uncounted results have no score.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.results: dict[ResultKey, BoardResult] = {}
        self.scores: dict[ResultKey, BoardScore] = {}
        self._boards: dict[BoardKey, dict[ResultKey, BoardResult]] = defaultdict(dict)
        # Before average plus and minus are adjusted to other boards.
        self._compared: dict[BoardKey, dict[ResultKey, BoardScore]] = {}
        self._sizes: dict[BoardKey, int] = {}
        self._fields: dict[int, int] = {}
        self._rulings: dict[ResultKey, BoardScore] = {}
        self._references = nets_by_board(facts.references)

    def change(
        self, results: Iterable[BoardResult], gone: Iterable[ResultKey] = ()
    ) -> dict[ResultKey, BoardScore | None]:
        """Add and remove results; return the changed scores, None for removed ones."""
        touched = self._add_results(results) | self._remove_results(gone)
        touched |= self._find_resized(touched)
        changed_scores: dict[ResultKey, BoardScore | None] = {}
        for key in touched:
            before = self._compared.get(key, {})
            after = {score.result.where: score for score in self._score(key)}
            changed_scores |= dict.fromkeys(before.keys() - after.keys())
            changed_scores |= {
                where: score for where, score in after.items() if before.get(where) != score
            }
            self._compared[key] = after
        changed_scores |= self._upgrade(changed_scores)
        for where, score in changed_scores.items():
            if score is None:
                self.scores.pop(where, None)
            else:
                self.scores[where] = score
        return changed_scores

    def _add_results(self, results: Iterable[BoardResult]) -> set[BoardKey]:
        touched = set()
        for result in results:
            where = result.where
            if self.results.get(where) == result:
                continue
            self.results[where] = result
            touched.add(board_key(where))
            if result.counts:
                self._boards[board_key(where)][where] = result
            else:
                self._boards[board_key(where)].pop(where, None)
        return touched

    def _remove_results(self, gone: Iterable[ResultKey]) -> set[BoardKey]:
        touched = set()
        for where in gone:
            if self.results.pop(where, None) is not None:
                self._boards[board_key(where)].pop(where, None)
                touched.add(board_key(where))
        return touched

    def _find_resized(self, touched: Iterable[BoardKey]) -> set[BoardKey]:
        """Boards of sessions whose field size (most results on a board) has changed."""
        if self._facts.method is not Method.MATCHPOINTS:
            return set()
        for key in touched:
            self._sizes[key] = sum(len(group.nets) for group in self._groups(key))
        fields: dict[int, int] = {}
        for key, size in self._sizes.items():
            if self._boards[key]:
                fields[key.session] = max(fields.get(key.session, 1), size)
        other = {s for s, size in fields.items() if self._fields.get(s) != size}
        self._fields = fields
        return {key for key in self._sizes if key.session in other}

    def _groups(self, key: BoardKey) -> list[Group]:
        played = [self._boards[key][where] for where in sorted(self._boards[key])]
        return group_results(played, self._references.get(key, ()))

    def _score(self, key: BoardKey) -> list[BoardScore]:
        if self._facts.method.for_teams:
            places = sorted(self._boards[key])
            return score_team_boards(self._facts, [self._boards[key][where] for where in places])
        return list(score_board(self._facts, self._groups(key), self._fields.get(key.session, 1)))

    def _upgrade(
        self, changed: Mapping[ResultKey, BoardScore | None]
    ) -> dict[ResultKey, BoardScore | None]:
        for where, score in changed.items():
            self._rulings.pop(where, None)
            if score is not None and is_artificial(score):
                self._rulings[where] = score
        facts = self._facts
        if not (facts.method.in_percent and facts.options.upgrade_averages):
            return {}
        if not any(is_unequal(score) for score in self._rulings.values()):
            return {}
        compared = (score for scores in self._compared.values() for score in scores.values())
        own = OwnPercentages(facts, compared)
        better = {where: upgrade(score, own) for where, score in self._rulings.items()}
        return {
            where: score
            for where, score in better.items()
            if where in changed or self.scores.get(where) != score
        }


def board_key(where: ResultKey) -> BoardKey:
    return BoardKey(where.session, where.board)


def nets_by_board(references: Iterable[Reference]) -> dict[BoardKey, list[int]]:
    nets: dict[BoardKey, list[int]] = defaultdict(list)
    for reference in references:
        nets[BoardKey(reference.session, reference.board)].append(reference.net)
    return nets


def score_board(facts: Facts, groups: Iterable[Group], field: int) -> Iterator[BoardScore]:
    """Scores of one board; groups of a fouled board are compared separately."""
    for group in groups:
        nets = [clip_net(net, facts.options.clip) for net in group.nets]
        comparison = comparison_factory(facts, field, group.is_small_part)(nets)
        if is_incomparable(facts, group):
            comparison = IncomparableResult(comparison)
        yield from score_results(group.results, comparison, facts)


def comparison_factory(facts: Facts, field: int, may_be_small: bool = True) -> Compare:
    options = facts.options
    small_groups = options.small_groups and may_be_small
    table = IMP_TABLES[options.imp_table]
    ways: dict[Method, Compare] = {
        Method.MATCHPOINTS: lambda nets: Matchpoints(nets, field, small_groups),
        Method.ASCHERMAN: Ascherman,
        Method.BUTLER: lambda nets: Butler(
            nets, table, options.average_imps, options.datum_drop, options.datum_step
        ),
        Method.CROSS_IMPS: lambda nets: CrossImps(nets, table, options.average_imps),
        Method.AVERAGE_DIFFERENCE: lambda nets: Points(nets, options.average_net),
        Method.TOTAL_POINTS: lambda nets: Points(nets, options.average_net),
    }
    return ways[facts.method]


def score_results(
    results: Iterable[BoardResult], comparison: Comparison, facts: Facts
) -> Iterator[BoardScore]:
    # A board has few distinct nets: score each once.
    scores_by_net: dict[int, tuple[Sides, Sides | tuple[None, None]]] = {}
    n, top = comparison.n, comparison.top
    share = top if facts.method.in_percent else None
    for result in results:
        net = result.compared_net
        if net is None:
            sides = _apply_award(result, comparison, facts.options)
            percents = _percents(sides, share)
        else:
            if net not in scores_by_net:
                sides = comparison.score_played(clip_net(net, facts.options.clip))
                scores_by_net[net] = sides, _percents(sides, share)
            sides, percents = scores_by_net[net]
        yield BoardScore(result, sides[0], sides[1], percents[0], percents[1], top, n)


def _percents(sides: Sides, top: Fraction | None) -> Sides | tuple[None, None]:
    if top is None:
        return None, None
    return Sides(sides.ns * HUNDRED / top, sides.ew * HUNDRED / top)


def _apply_award(result: BoardResult, comparison: Comparison, options: Options) -> Sides:
    ns, ew = result.awards or AVERAGES
    return Sides(
        award_score(ns, comparison, options.clip).ns, award_score(ew, comparison, options.clip).ew
    )


def award_score(award: Award, comparison: Comparison, clip: int | None = None) -> Sides:
    """Score of an award; weighted nets are compared first, then weighted."""
    if award.average is not None:
        return comparison.average(award.average)
    parts = [(comparison.score_assigned(clip_net(net, clip)), weight) for net, weight in award.nets]
    return Sides(
        sum((sides.ns * weight for sides, weight in parts), Fraction(0)),
        sum((sides.ew * weight for sides, weight in parts), Fraction(0)),
    )

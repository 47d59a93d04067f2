from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from tournaments.scoring.facts import Facts
from tournaments.scoring.report import BoardScore
from tournaments.scoring.results import BoardKey, ResultKey
from tournaments.scoring.tally import RoundKey, sort_keys

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class PlayedBoards:
    def __init__(self, facts: Facts, boards: Iterable[BoardScore] = ()) -> None:
        self._members = facts.members
        self._for_teams = facts.method.for_teams
        self.scores: dict[ResultKey, BoardScore] = {}
        self._by_entrant: dict[int, dict[RoundKey, dict[ResultKey, BoardScore]]] = {}
        self._on: dict[BoardKey, dict[ResultKey, BoardScore]] = defaultdict(dict)
        self._best: dict[BoardKey, list[int]] = {}
        self._tops: Counter[int] = Counter()
        self._unsure: set[BoardKey] = set()
        for score in boards:
            self.put(score.result.where, score)

    def put(self, where: ResultKey, score: BoardScore | None) -> None:
        """Add, replace or (None) remove a score."""
        key = BoardKey(where.session, where.board)
        self._unsure.add(key)
        old = self.scores.pop(where, None)
        if old is not None:
            for entrant in self.entrants_of(old):
                self._by_entrant[entrant][RoundKey(where.session, old.round)].pop(where, None)
            del self._on[key][where]
        if score is not None:
            when = RoundKey(where.session, score.round)
            for entrant in self.entrants_of(score):
                rounds = self._by_entrant.setdefault(entrant, {})
                rounds.setdefault(when, {})[where] = score
            self.scores[where] = self._on[key][where] = score

    def entrants_of(self, score: BoardScore) -> tuple[int, ...]:
        ns, ew = score.result.ns, score.result.ew
        return (*self.members(ns), *self.members(ew)) if self._members else (ns, ew)

    def members(self, side: int) -> tuple[int, ...]:
        return self._members.get(side, (side,))

    def boards_in(self, entrant: int, when: RoundKey) -> Iterable[BoardScore]:
        return self._by_entrant.get(entrant, {}).get(when, {}).values()

    def boards_of(self, entrant: int) -> Iterator[BoardScore]:
        for scores in self._by_entrant.get(entrant, {}).values():
            yield from scores.values()

    def highest_top(self, session: int) -> Fraction:
        """Highest top of a session's boards; 0 without tops."""
        tops = (score.top for score in self.scores.values() if score.result.session == session)
        return max((top for top in tops if top is not None), default=ZERO)

    def tops_of(self, entrant: int) -> Fraction:
        """Number of boards on which an entrant alone had its line's best score."""
        for key in self._unsure:
            self._tops.subtract(self._best.get(key, ()))
            self._best[key] = list(self._best_on(key))
            self._tops.update(self._best[key])
        self._unsure.clear()
        return Fraction(self._tops[entrant])

    def _best_on(self, key: BoardKey) -> Iterator[int]:
        scores = list(self._on[key].values())
        for line in (
            [(score.ns, score.result.ns) for score in scores],
            [(score.ew, score.result.ew) for score in scores],
        ):
            side = sole_best(line)
            if side is not None:
                yield from self.members(side)

    def boards_won_by(self, entrant: int) -> Fraction:
        """Boards on which an entrant outscored its opponents, ties as ½."""
        won = ZERO
        for score in self.boards_of(entrant):
            times = self.members(score.result.ns).count(entrant)
            won += times * outcome_point(score.ns, score.ew)
            if not self._for_teams:
                times = self.members(score.result.ew).count(entrant)
                won += times * outcome_point(score.ew, score.ns)
        return won


def sole_best(scores: list[tuple[Fraction, int]]) -> int | None:
    """The side with the best score, None if shared."""
    values = sort_keys(value for value, _side in scores)
    top = max(values, default=0)
    if len(values) < 2 or values.count(top) > 1:
        return None
    return scores[values.index(top)][1]


def outcome_point(ours: Fraction, theirs: Fraction) -> Fraction:
    """1 for more, ½ for equal, 0 for less."""
    return ONE if ours > theirs else HALF if ours == theirs else ZERO

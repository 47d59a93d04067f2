"""The tie-breaks: each gives every member of a tied group a value, and more is better."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tournaments.standings.facts import Facts, Method, TieBreak
from tournaments.standings.report import BoardScore, MatchScore
from tournaments.standings.tally import added, comparable

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
Group = Sequence[int]
Values = dict[int, Fraction]

GAME_CHAIN = (TieBreak.DIRECT, TieBreak.DIFFERENCE, TieBreak.FIRST_GAME)
TEAM_CHAIN = (TieBreak.DIRECT, TieBreak.BUCHHOLZ, TieBreak.BASIC_SCORE, TieBreak.COUNT_BACK)


def usual_chain(method: Method, all_play_all: bool = False) -> tuple[TieBreak, ...]:
    """The chain to propose: EBU White Book 143.7 for teams, tops and the boards between for pairs.

    Where everybody meets everybody the opponents' sum says nothing new and is left out.
    """
    if method.for_games:
        return GAME_CHAIN
    if method.for_teams:
        return tuple(t for t in TEAM_CHAIN if not (all_play_all and t is TieBreak.BUCHHOLZ))
    return TieBreak.TOPS, TieBreak.DIRECT


class Met(NamedTuple):
    """One match seen from one entrant; a bye has no opponents."""

    opponents: tuple[int, ...]
    raw: Fraction
    against: Fraction
    score: Fraction
    outcome: Fraction


class Criteria:
    """Everything the tie-breaks look at, worked out when first asked for."""

    def __init__(
        self,
        facts: Facts,
        totals: Mapping[int, Fraction],
        boards: Sequence[BoardScore],
        matches: Sequence[MatchScore],
    ) -> None:
        self._facts = facts
        self._members = facts.members
        self._totals = totals
        self._boards = boards
        self._matches = matches

    def values(self, tie_break: TieBreak, group: Group) -> Values:
        """The value of each member of a tied group; equal values decide nothing."""
        if tie_break is TieBreak.DIRECT:
            return self._direct(group, lambda met: met.score)
        if tie_break is TieBreak.DIRECT_BASIC:
            return self._direct(group, lambda met: met.raw)
        value = self._single[tie_break]
        return {entrant: value(entrant) for entrant in group}

    @cached_property
    def _single(self) -> dict[TieBreak, Callable[[int], Fraction]]:
        return {
            TieBreak.TOPS: lambda e: self._tops.get(e, ZERO),
            TieBreak.WINS: lambda e: _sum(met.outcome for met in self._met[e]),
            TieBreak.BUCHHOLZ: lambda e: _sum(self._strengths(e)),
            TieBreak.BUCHHOLZ_CUT_1: lambda e: _sum(self._strengths(e)[1:]),
            TieBreak.BUCHHOLZ_MEDIAN: lambda e: _sum(self._strengths(e)[1:-1]),
            TieBreak.SONNEBORN_BERGER: self._sonneborn_berger,
            TieBreak.OPPONENTS_AVERAGE: lambda e: _mean(self._strengths(e)),
            TieBreak.CUMULATIVE: lambda e: _sum(accumulate(met.score for met in self._met[e])),
            TieBreak.BASIC_SCORE: lambda e: _sum(met.raw for met in self._met[e]),
            TieBreak.POINTS_FOR: lambda e: _sum(met.raw for met in self._met[e]),
            TieBreak.POINTS_AGAINST: lambda e: -_sum(met.against for met in self._met[e]),
            TieBreak.DIFFERENCE: lambda e: _sum(met.raw - met.against for met in self._met[e]),
            TieBreak.COUNT_BACK: lambda e: self._boards_won.get(e, ZERO),
            TieBreak.FIRST_GAME: lambda e: self._game(e, 0),
            TieBreak.LAST_GAME: lambda e: self._game(e, -1),
            TieBreak.LOT: self._lot,
        }

    @cached_property
    def _met(self) -> dict[int, list[Met]]:
        met: dict[int, list[Met]] = defaultdict(list)
        for match in self._matches:
            for side in match.sides:
                others = [other for other in match.sides if other is not side]
                opponents = tuple(e for other in others for e in other.entrants)
                against = _sum(other.raw for other in others)
                for entrant in side.entrants:
                    met[entrant].append(Met(opponents, side.raw, against, side.score, side.outcome))
        return met

    def _direct(self, group: Group, figure: Callable[[Met], Fraction]) -> Values:
        """The mean figure in matches inside the group, where everybody met everybody in it."""
        inside = set(group)
        found: dict[int, list[Fraction]] = {}
        for entrant in group:
            among = [met for met in self._met[entrant] if inside & set(met.opponents)]
            if {e for met in among for e in met.opponents} < inside - {entrant}:
                return dict.fromkeys(group, ZERO)
            found[entrant] = [figure(met) for met in among]
        return {entrant: _mean(figures) for entrant, figures in found.items()}

    @cached_property
    def _tops(self) -> Values:
        """How often an entrant alone had the best score of its line on a board."""
        best: dict[tuple[int, int, bool], list[tuple[Fraction, int]]] = defaultdict(list)
        for score in self._boards:
            result = score.result
            for is_ns, side, value in _sides(score):
                best[result.session, result.board, is_ns].append((value, side))
        tops: Values = defaultdict(Fraction)
        for scores in best.values():
            values = comparable(value for value, _side in scores)
            top = max(values)
            if len(values) > 1 and values.count(top) == 1:
                self._credit(tops, scores[values.index(top)][1], ONE)
        return tops

    @cached_property
    def _boards_won(self) -> Values:
        """Boards on which an entrant scored more than its opponents, ties as halves."""
        won: Values = defaultdict(Fraction)
        for score in self._boards:
            self._credit(won, score.result.ns, _point(score.ns, score.ew))
            if not self._facts.method.for_teams:
                self._credit(won, score.result.ew, _point(score.ew, score.ns))
        return won

    def _credit(self, values: Values, side: int, value: Fraction) -> None:
        for entrant in self._members.get(side, (side,)):
            values[entrant] += value

    def _strengths(self, entrant: int) -> list[Fraction]:
        """The totals of the opponents met, lowest first; a bye stands for oneself."""
        met = self._met[entrant]
        opponents = [e for m in met for e in (m.opponents or (entrant,))]
        return sorted(self._strength(e) for e in opponents)

    def _strength(self, entrant: int) -> Fraction:
        """A final total in which byes are replaced by the entrant's average in its matches."""
        met = self._met[entrant]
        byes = [m.score for m in met if not m.opponents]
        total = self._totals.get(entrant, ZERO)
        return total - _sum(byes) + len(byes) * self._average(entrant) if byes else total

    def _average(self, entrant: int) -> Fraction:
        return _mean([m.score for m in self._met[entrant] if m.opponents])

    def _sonneborn_berger(self, entrant: int) -> Fraction:
        played = _sum(
            met.score * self._strength(opponent)
            for met in self._met[entrant]
            for opponent in met.opponents
        )
        byes = sum(1 for met in self._met[entrant] if not met.opponents)
        return played + byes * self._average(entrant) * self._strength(entrant)

    def _game(self, entrant: int, index: int) -> Fraction:
        met = self._met[entrant]
        return met[index].raw if met else ZERO

    def _lot(self, entrant: int) -> Fraction:
        lots = self._facts.lots
        return Fraction(-lots.index(entrant) if entrant in lots else -len(lots))


def _sides(score: BoardScore) -> tuple[tuple[bool, int, Fraction], ...]:
    result = score.result
    return (True, result.ns, score.ns), (False, result.ew, score.ew)


def _point(ours: Fraction, theirs: Fraction) -> Fraction:
    return ONE if ours > theirs else HALF if ours == theirs else ZERO


def _sum(values: Iterable[Fraction]) -> Fraction:
    return added(list(values))


def _mean(values: Sequence[Fraction]) -> Fraction:
    return _sum(values) / len(values) if values else ZERO

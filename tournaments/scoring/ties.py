"""Tie-breaks: each gives every member of a tied group a value; more is better."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.common_boards import PlayedBoards
from tournaments.scoring.facts import Facts, TieBreak
from tournaments.scoring.matches import IncrementalMatches
from tournaments.scoring.methods import Method
from tournaments.scoring.report import MatchScore
from tournaments.scoring.tally import RoundKey, sum_fractions

ZERO = Fraction(0)
Group = Sequence[int]
Values = dict[int, Fraction]

GAME_CHAIN = (TieBreak.DIRECT, TieBreak.DIFFERENCE, TieBreak.FIRST_GAME)
TEAM_CHAIN = (TieBreak.DIRECT, TieBreak.BUCHHOLZ, TieBreak.BASIC_SCORE, TieBreak.COUNT_BACK)


def default_tie_breaks(
    method: Method, all_play_all: bool = False, is_knockout: bool = False
) -> tuple[TieBreak, ...]:
    """Default tie-breaks: EBU White Book 143.7 for teams; tops and remaining boards for pairs.

    A complete round robin omits the opponents' sum. In a knock-out losers of a round share a place.
    """
    if is_knockout:
        return ()
    if method.for_games:
        return GAME_CHAIN
    if method.for_teams:
        return tuple(t for t in TEAM_CHAIN if not (all_play_all and t is TieBreak.BUCHHOLZ))
    return TieBreak.TOPS, TieBreak.DIRECT


class OpponentMatch(NamedTuple):
    when: RoundKey
    opponents: tuple[int, ...]
    raw: Fraction
    against: Fraction
    score: Fraction
    outcome: Fraction


class TieBreakCriteria:
    def __init__(
        self,
        facts: Facts,
        totals: Mapping[int, Fraction],
        played: PlayedBoards,
        matches: IncrementalMatches,
    ) -> None:
        self._facts = facts
        self._totals = totals
        self._played = played
        self._matches = matches
        self._known: dict[int, list[OpponentMatch]] = {}

    def values(self, tie_break: TieBreak, group: Group) -> Values:
        """Value of each member of a tied group; equal values decide nothing."""
        if tie_break is TieBreak.DIRECT:
            return self._direct(group, lambda met: met.score)
        if tie_break is TieBreak.DIRECT_BASIC:
            return self._direct(group, lambda met: met.raw)
        value = self._single()[tie_break]
        return {entrant: value(entrant) for entrant in group}

    def _single(self) -> dict[TieBreak, Callable[[int], Fraction]]:
        return {
            TieBreak.TOPS: self._played.tops_of,
            TieBreak.WINS: lambda e: _sum(met.outcome for met in self._matches_of(e)),
            TieBreak.BUCHHOLZ: lambda e: _sum(self._strengths(e)),
            TieBreak.BUCHHOLZ_CUT_1: lambda e: _sum(self._strengths(e)[1:]),
            TieBreak.BUCHHOLZ_MEDIAN: lambda e: _sum(self._strengths(e)[1:-1]),
            TieBreak.SONNEBORN_BERGER: self._sonneborn_berger,
            TieBreak.OPPONENTS_AVERAGE: lambda e: _mean(self._strengths(e)),
            TieBreak.CUMULATIVE: self._cumulative,
            TieBreak.BASIC_SCORE: lambda e: _sum(met.raw for met in self._matches_of(e)),
            TieBreak.POINTS_FOR: lambda e: _sum(met.raw for met in self._matches_of(e)),
            TieBreak.POINTS_AGAINST: lambda e: -_sum(met.against for met in self._matches_of(e)),
            TieBreak.DIFFERENCE: lambda e: _sum(
                met.raw - met.against for met in self._matches_of(e)
            ),
            TieBreak.COUNT_BACK: self._played.boards_won_by,
            TieBreak.FIRST_GAME: lambda e: self._game(e, 0),
            TieBreak.LAST_GAME: lambda e: self._game(e, -1),
            TieBreak.LOT: self._lot,
        }

    def _matches_of(self, entrant: int) -> list[OpponentMatch]:
        if entrant not in self._known:
            self._known[entrant] = [
                met
                for match in self._matches.of(entrant)
                for met in match_for_entrant(entrant, match)
            ]
        return self._known[entrant]

    def _direct(self, group: Group, figure: Callable[[OpponentMatch], Fraction]) -> Values:
        """Mean figure in matches inside the group, if all its members opposed each other."""
        inside = set(group)
        # Other opponents at the same tables do not matter to the group.
        if any(inside - {entrant} - self._matches.opponents(entrant) for entrant in group):
            return dict.fromkeys(group, ZERO)
        return {
            entrant: _mean(
                [
                    figure(met)
                    for met in self._matches_of(entrant)
                    if inside.intersection(met.opponents)
                ]
            )
            for entrant in group
        }

    def _strengths(self, entrant: int) -> list[Fraction]:
        met = self._matches_of(entrant)
        opponents = [e for m in met for e in (m.opponents or (entrant,))]
        return sorted(self._strength(e) for e in opponents)

    def _strength(self, entrant: int) -> Fraction:
        """Final total with byes replaced by the entrant's average match score."""
        met = self._matches_of(entrant)
        byes = [m.score for m in met if not m.opponents]
        total = self._totals.get(entrant, ZERO)
        return total - _sum(byes) + len(byes) * self._average(entrant) if byes else total

    def _average(self, entrant: int) -> Fraction:
        return _mean([m.score for m in self._matches_of(entrant) if m.opponents])

    def _sonneborn_berger(self, entrant: int) -> Fraction:
        played = _sum(
            met.score * self._strength(opponent)
            for met in self._matches_of(entrant)
            for opponent in met.opponents
        )
        byes = sum(1 for met in self._matches_of(entrant) if not met.opponents)
        return played + byes * self._average(entrant) * self._strength(entrant)

    def _cumulative(self, entrant: int) -> Fraction:
        """Sum of the running totals after every round of the event, played or missed."""
        rounds = self._matches.rounds()
        return _sum(
            met.score * (len(rounds) - bisect_left(rounds, met.when))
            for met in self._matches_of(entrant)
        )

    def _game(self, entrant: int, index: int) -> Fraction:
        met = [met for met in self._matches_of(entrant) if met.opponents]
        return met[index].raw if met else ZERO

    def _lot(self, entrant: int) -> Fraction:
        lots = self._facts.lots
        return Fraction(-lots.index(entrant) if entrant in lots else -len(lots))


def match_for_entrant(entrant: int, match: MatchScore) -> Iterator[OpponentMatch]:
    for side in match.sides:
        if entrant in side.entrants:
            others = [other for other in match.sides if other is not side]
            opponents = tuple(e for other in others for e in other.entrants)
            against = _sum(other.raw for other in others)
            when = RoundKey(match.session, match.round)
            yield OpponentMatch(when, opponents, side.raw, against, side.score, side.outcome)


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum_fractions(list(values))


def _mean(values: Sequence[Fraction]) -> Fraction:
    return _sum(values) / len(values) if values else ZERO

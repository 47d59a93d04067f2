from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.scoring.entries import EMPTY, RoundSums, total_additions
from tournaments.scoring.facts import Facts
from tournaments.scoring.knockout import knockout_groups
from tournaments.scoring.ranking import RankedEntrant, iterate_ranks, places_of
from tournaments.scoring.report import RoundTotal
from tournaments.scoring.tally import RoundKey

Rounds = tuple[RoundTotal, ...]
ZERO = Fraction(0)


class RoundHistory:
    """One ranking's rounds: score, total and place after each."""

    def __init__(self, facts: Facts, sums: RoundSums) -> None:
        self._facts = facts
        self._sums = sums
        self._entrants: list[int] = []
        self._whens: list[RoundKey] = []
        self._added: dict[RoundKey, dict[int, Fraction]] = {}
        self._totals: dict[RoundKey, dict[int, Fraction]] = {}
        self._after: dict[RoundKey, dict[int, RoundTotal]] = {}
        self._past: dict[int, Rounds] = {}

    def of(
        self,
        entrants: Sequence[int],
        changed: Collection[tuple[int, RoundKey]],
        final: Sequence[RankedEntrant],
    ) -> dict[int, Rounds]:
        """All entrants' rounds after changed sums; the last place is taken from `final`."""
        whens = sorted(set().union(*map(self._sums.cells_of, entrants)))
        if (list(entrants), whens) != (self._entrants, self._whens):
            self._begin(entrants, whens)
            everywhere = self._facts.knockout
            changed = {
                (e, when)
                for e in entrants
                for when in (whens if everywhere else self._sums.cells_of(e))
            }
        mine = {(e, when) for e, when in changed if e in self._past}
        if mine:
            self._update(mine)
        return {**self._past, **dict(self._tied_rounds(final))}

    def _begin(self, entrants: Sequence[int], whens: list[RoundKey]) -> None:
        self._entrants, self._whens = list(entrants), whens
        self._added = {
            when: total_additions(self._facts, final=when == whens[-1], up_to=when)
            for when in whens
        }
        self._totals = {when: {} for when in whens if when.round}
        self._after = {when: {} for when in whens if when.round}
        self._past = dict.fromkeys(entrants, ())

    def _update(self, changed: Collection[tuple[int, RoundKey]]) -> None:
        """Propagate changed sums to totals and places of later rounds."""
        stirred = {entrant for entrant, _when in changed}
        since = min(when for _entrant, when in changed)
        for entrant, when in changed:
            if when.round:
                self._after[when].pop(entrant, None)
        for entrant in stirred:
            self._add_up(entrant, since)
        moved = set(stirred)
        for when, totals in self._totals.items():
            if when < since:
                continue
            after = self._after[when]
            for entrant, rank in self._ranks(when, totals):
                before = after.get(entrant)
                if before is None:
                    after[entrant] = self._round(entrant, when, rank)
                elif before.rank != rank or entrant in stirred:
                    round_values = before.round, before.score, before.boards
                    after[entrant] = RoundTotal(
                        *round_values, totals[entrant], rank, before.session
                    )
                    moved.add(entrant)
        rounds = list(self._after.values())
        for entrant in moved:
            self._past[entrant] = tuple(after[entrant] for after in rounds if entrant in after)

    def _ranks(self, when: RoundKey, totals: Mapping[int, Fraction]) -> Iterable[tuple[int, int]]:
        knockout = knockout_groups(self._facts, totals, when.round)
        if knockout:
            return ((place.entrant, place.rank) for place in places_of(knockout))
        return iterate_ranks(totals)

    def _add_up(self, entrant: int, since: RoundKey) -> None:
        """Update totals from `since` on; an entrant is ranked from its first played round.

        In a knock-out all are ranked from round 1.
        """
        cells = self._sums.cells_of(entrant)
        begin = max((when for when in cells if when <= since), default=since)
        totals = dict(self._sums.totals(cells, begin))
        total = ZERO if self._facts.knockout else None
        for when in self._whens:
            if when < begin:
                continue
            total = totals.get(when, total)
            if when < since or not when.round:
                continue
            if total is None:
                self._totals[when].pop(entrant, None)
                self._after[when].pop(entrant, None)
            else:
                added_points = self._added[when].get(entrant)
                self._totals[when][entrant] = (
                    total if added_points is None else total + added_points
                )

    def _round(self, entrant: int, when: RoundKey, rank: int) -> RoundTotal:
        cell = self._sums.cells_of(entrant).get(when, EMPTY)
        total = self._totals[when][entrant]
        return RoundTotal(
            when.round, self._sums.score(cell), cell.boards, total, rank, when.session
        )

    def _tied_rounds(self, final: Iterable[RankedEntrant]) -> Iterable[tuple[int, Rounds]]:
        for entrant, rank, _tied in final:
            past = self._past[entrant]
            if past and past[-1].rank != rank:
                yield entrant, (*past[:-1], past[-1]._replace(rank=rank))

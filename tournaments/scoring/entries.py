from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tournaments.scoring.common_boards import PlayedBoards
from tournaments.scoring.facts import (
    Adjustment,
    AdjustmentLevel,
    Facts,
    is_mean,
    is_scored_by_match,
)
from tournaments.scoring.matches import IncrementalMatches
from tournaments.scoring.options import Weight
from tournaments.scoring.report import BoardScore
from tournaments.scoring.tally import Cell, RoundKey, ScoreEntry, Tally

ZERO, ONE = Fraction(0), Fraction(1)
EMPTY = Cell()


class RoundSums:
    """Entrants' scores by round, in integers of a common unit."""

    def __init__(self, facts: Facts, played: PlayedBoards, matches: IncrementalMatches) -> None:
        self._facts = facts
        self._played = played
        self._matches = matches
        self._by_match = is_scored_by_match(facts)
        self._by_top = is_weighted_by_top(facts)
        self._by_session = facts.options.weight is Weight.SESSION
        self._is_mean = is_mean(facts)
        self._sits_out = {bye.entrant for bye in facts.byes}
        self._given: dict[tuple[int, RoundKey], list[Adjustment]] = defaultdict(list)
        for each in facts.adjustments:
            if each.per is AdjustmentLevel.BOARD:
                self._given[each.entrant, RoundKey(each.session, each.round or 0)].append(each)
        self.tally = Tally(1, {})

    def update(self, places: Iterable[tuple[int, RoundKey]]) -> set[tuple[int, RoundKey]]:
        """Recalculate these entrants' sums; return the changed ones."""
        places = {*places, *self._given}
        entries_by_place = {place: list(self._entries(*place)) for place in places}
        self.tally = self.tally.rescale_for(
            e.score for entries in entries_by_place.values() for e in entries
        )
        changed = set()
        for (entrant, when), entries in entries_by_place.items():
            cells = self.tally.cells.setdefault(entrant, {})
            before = cells.pop(when, None)
            after = self.tally.cell(entries) if entries else None
            if after is not None:
                cells[when] = after
            if after != before:
                changed.add((entrant, when))
        return changed

    def _entries(self, entrant: int, when: RoundKey) -> Iterator[ScoreEntry]:
        if self._by_match or entrant in self._sits_out:
            yield from self._match_entries(entrant, when)
        if not self._by_match:
            for score in self._played.boards_in(entrant, when):
                yield from self._board_entries(entrant, score)
        for each in self._given.get((entrant, when), ()):
            yield ScoreEntry(each.amount * self._board_point_value(when.session), 0, 0)

    def _match_entries(self, entrant: int, when: RoundKey) -> Iterator[ScoreEntry]:
        """Counted matches; a bye also counts where boards do."""
        for match in self._matches.of(entrant):
            is_bye = len(match.sides) == 1
            if (match.session, match.round) != when or not (self._by_match or is_bye):
                continue
            for side in match.sides:
                for _time in range(side.entrants.count(entrant)):
                    yield (
                        self._bye_entry(side.score, when)
                        if is_bye
                        else ScoreEntry(side.score, match.boards)
                    )

    def _bye_entry(self, score: Fraction, when: RoundKey) -> ScoreEntry:
        if not self._is_mean:
            return ScoreEntry(score, 0)
        unit = self._board_point_value(when.session)
        return ScoreEntry(score * unit, 0, self._matches.boards_in(when) * int(unit))

    def _board_entries(self, entrant: int, score: BoardScore) -> Iterator[ScoreEntry]:
        result = score.result
        weight = int(score.top) if self._by_top and score.top else 1
        sides = (result.ns, score.ns_value), (result.ew, score.ew_value)
        # A team sits NS at one of its two tables: each board counts once, there.
        for side, value in sides[:1] if self._facts.method.for_teams else sides:
            for _time in range(self._played.members(side).count(entrant)):
                yield ScoreEntry(value if weight == 1 else value * weight, 1, weight)

    def _board_point_value(self, session: int) -> Fraction:
        """The highest top where boards are weighted by top, else 1."""
        return self._played.highest_top(session) if self._by_top else ONE

    def total_of(self, entrant: int) -> Fraction:
        cells = self.cells_of(entrant)
        last = max(cells, default=None)
        return ZERO if last is None else dict(self.totals(cells, last))[last]

    def totals(
        self, cells: Mapping[RoundKey, Cell], since: RoundKey
    ) -> Iterator[tuple[RoundKey, Fraction]]:
        """Running totals from `since` on: sums, means over boards, or means of sessions."""
        if self._is_mean and self._by_session:
            yield from self._means_of_sessions(cells, since)
            return
        units = weight = 0
        for when in sorted(cells):
            units += cells[when].units
            weight += cells[when].weight
            if when >= since:
                yield when, self.score(Cell(units, weight))

    def _means_of_sessions(
        self, cells: Mapping[RoundKey, Cell], since: RoundKey
    ) -> Iterator[tuple[RoundKey, Fraction]]:
        sessions: dict[int, Cell] = {}
        for when in sorted(cells):
            sessions[when.session] = sessions.get(when.session, EMPTY).plus(cells[when])
            if when >= since:
                means = [self.tally.mean(each) for each in sessions.values() if each.weight]
                yield when, sum(means, ZERO) / len(means) if means else ZERO

    def score(self, cell: Cell) -> Fraction:
        return self.tally.mean(cell) if self._is_mean else self.tally.sum(cell)

    def cells_of(self, entrant: int) -> Mapping[RoundKey, Cell]:
        return self.tally.cells.get(entrant, {})


def is_weighted_by_top(facts: Facts) -> bool:
    """Whether a mean is Σ matchpoints / Σ tops."""
    by_top = facts.options.weight is Weight.TOP
    return by_top and facts.method.in_percent and is_mean(facts)


def total_additions(
    facts: Facts, final: bool, up_to: RoundKey | None = None
) -> dict[int, Fraction]:
    """Carry-over, handicap and adjustments of the total up to a round.

    Adjustments without a round count at the end.
    """
    added = {e.id: e.carry + e.handicap for e in facts.entrants if e.carry or e.handicap}
    for adjustment in facts.adjustments:
        if adjustment.per is not AdjustmentLevel.TOTAL:
            continue
        when = RoundKey(adjustment.session, adjustment.round or 0)
        if final or (adjustment.round and up_to and when <= up_to):
            added[adjustment.entrant] = added.get(adjustment.entrant, ZERO) + adjustment.amount
    return added

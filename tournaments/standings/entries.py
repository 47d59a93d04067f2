"""Which scores count for whom, and how they make a total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.standings.facts import Facts, Method, Per
from tournaments.standings.options import Weight
from tournaments.standings.report import BoardScore, MatchScore
from tournaments.standings.tally import Cell, Entry, Tally, When, tally

ZERO = Fraction(0)


def counts_matches(facts: Facts) -> bool:
    """Whether the scores that add up are those of matches, and not of boards."""
    method = facts.method
    return facts.match is not None or method.for_games or method is Method.PATTON


def add_up(facts: Facts, boards: Sequence[BoardScore], matches: Iterable[MatchScore]) -> Tally:
    """All scores of all entrants, by round."""
    if counts_matches(facts):
        scored = list(_match_entries(matches))
    else:
        byes = (match for match in matches if len(match.sides) == 1)
        scored = [*_board_entries(facts, boards), *_match_entries(byes)]
    return tally([*scored, *_adjustment_entries(facts, boards)])


def _match_entries(matches: Iterable[MatchScore]) -> Iterator[Entry]:
    for match in matches:
        when = When(match.session, match.round)
        for side in match.sides:
            for entrant in side.entrants:
                yield Entry(entrant, when, side.score, match.boards, 1)


def _board_entries(facts: Facts, boards: Iterable[BoardScore]) -> Iterator[Entry]:
    members, one_table = facts.members, facts.method.for_teams
    by_top = weighs_tops(facts)
    for score in boards:
        result = score.result
        when = When(result.session, result.round)
        weight = int(score.top) if by_top and score.top else 1
        sides = (result.ns, score.ns_value), (result.ew, score.ew_value)
        # A team sits NS at one of its two tables, so each board counts there, once.
        for side, value in sides[:1] if one_table else sides:
            weighted = value if weight == 1 else value * weight
            for entrant in members.get(side, (side,)):
                yield Entry(entrant, when, weighted, 1, weight)


def _adjustment_entries(facts: Facts, boards: Iterable[BoardScore]) -> Iterator[Entry]:
    tops: dict[int, Fraction] = {}
    if weighs_tops(facts):
        for score in boards:
            session = score.result.session
            tops[session] = max(tops.get(session, ZERO), score.top or ZERO)
    for adjustment in facts.adjustments:
        if adjustment.per is Per.BOARD:
            when = When(adjustment.session, adjustment.round or 0)
            amount = adjustment.amount * tops.get(adjustment.session, 1)
            yield Entry(adjustment.entrant, when, amount, 0, 0)


def weighs_tops(facts: Facts) -> bool:
    """Whether a mean counts each board by its top, as Σ matchpoints / Σ tops does."""
    by_top = facts.options.weight is Weight.TOP
    return by_top and facts.method.in_percent and is_mean(facts)


def is_mean(facts: Facts) -> bool:
    """Whether totals are means per board."""
    if counts_matches(facts):
        return False
    chosen = facts.options.per_board
    return facts.method.is_mean if chosen is None else chosen


def total_of(facts: Facts, tally: Tally, sessions: Mapping[int, Cell]) -> Fraction:
    """The total of an entrant's sessions: a sum, a mean over boards, or a mean of sessions."""
    if facts.options.weight is Weight.SESSION and is_mean(facts):
        means = [tally.mean(cell) for cell in sessions.values() if cell.boards]
        return sum(means, ZERO) / len(means) if means else ZERO
    return score_of(facts, tally, joined(sessions.values()))


def score_of(facts: Facts, tally: Tally, cell: Cell) -> Fraction:
    """The score of one cell in the unit of totals."""
    return tally.mean(cell) if is_mean(facts) else tally.sum(cell)


def joined(cells: Iterable[Cell]) -> Cell:
    """Several cells together."""
    whole = Cell()
    for cell in cells:
        whole = whole.plus(cell)
    return whole


def extras(facts: Facts, final: bool, up_to: When | None = None) -> dict[int, Fraction]:
    """What is added to totals up to a round: carry-over, handicap, adjustments of the total.

    Adjustments that belong to no round count at the end.
    """
    added = {e.id: e.carry + e.handicap for e in facts.entrants if e.carry or e.handicap}
    for adjustment in facts.adjustments:
        if adjustment.per is not Per.TOTAL:
            continue
        when = When(adjustment.session, adjustment.round or 0)
        if final or (adjustment.round and up_to and when <= up_to):
            added[adjustment.entrant] = added.get(adjustment.entrant, ZERO) + adjustment.amount
    return added

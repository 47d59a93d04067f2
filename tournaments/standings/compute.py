"""From facts to standings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.standings.boards import score_boards
from tournaments.standings.facts import (
    BoardResult,
    Facts,
    Method,
    Per,
    Section,
    Winners,
    unique_results,
)
from tournaments.standings.ranking import Place, ranked
from tournaments.standings.report import BoardScore, RoundTotal, Row, Standings
from tournaments.standings.tally import Entry, Sum, Tally, tally

ZERO = Fraction(0)
MEANS = frozenset({Method.MATCHPOINTS, Method.AVERAGE_DIFFERENCE})


def compute(facts: Facts) -> Standings:
    """The standings of one stage; FactsError when the facts contradict each other."""
    results = unique_results(facts.results)
    boards = score_boards(facts, results)
    sums = tally([*_board_entries(facts, boards), *_adjustment_entries(facts)])
    lines = _lines(facts, results)
    rows = [row for section in Section for row in _section_rows(facts, section, lines, sums)]
    return Standings(rows=tuple(rows), boards=tuple(boards))


def _board_entries(facts: Facts, boards: Iterable[BoardScore]) -> Iterable[Entry]:
    members = {lineup.id: lineup.entrants for lineup in facts.lineups}
    for score in boards:
        result = score.result
        ns = score.ns if score.ns_percent is None else score.ns_percent
        ew = score.ew if score.ew_percent is None else score.ew_percent
        for side, value in ((result.ns, ns), (result.ew, ew)):
            for entrant in members.get(side, (side,)):
                yield Entry(entrant, result.round, value)


def _adjustment_entries(facts: Facts) -> Iterable[Entry]:
    for adjustment in facts.adjustments:
        if adjustment.per is Per.BOARD:
            yield Entry(adjustment.entrant, adjustment.round or 0, adjustment.amount, boards=0)


def _lines(facts: Facts, results: Iterable[BoardResult]) -> dict[int, Section]:
    """The ranking each entrant belongs to: as told, or else where it sat more often."""
    seats: dict[int, Counter[Section]] = defaultdict(Counter)
    members = {lineup.id: lineup.entrants for lineup in facts.lineups}
    for result in results:
        for side, section in ((result.ns, Section.NS), (result.ew, Section.EW)):
            for entrant in members.get(side, (side,)):
                seats[entrant][section] += 1
    told = {entrant.id: entrant.line for entrant in facts.entrants}
    everybody = sorted({*told, *seats})
    if facts.winners is Winners.ONE:
        return dict.fromkeys(everybody, Section.ALL)
    return {e: told.get(e) or _usual_line(seats[e]) for e in everybody}


def _usual_line(seats: Counter[Section]) -> Section:
    return Section.NS if seats[Section.NS] >= seats[Section.EW] else Section.EW


def _section_rows(
    facts: Facts, section: Section, lines: Mapping[int, Section], sums: Tally
) -> list[Row]:
    entrants = [entrant for entrant, line in lines.items() if line is section]
    histories = _histories(facts, entrants, sums)
    totals = _totals(facts, entrants, sums)
    counts = {e: sum(cell.boards for cell in sums.get(e, {}).values()) for e in entrants}
    return [
        Row(
            entrant=place.entrant,
            section=section,
            rank=place.rank,
            tied=place.tied,
            total=totals[place.entrant],
            boards=counts[place.entrant],
            rounds=tuple(histories[place.entrant]),
        )
        for place in _started_first(totals, counts)
    ]


def _started_first(totals: Mapping[int, Fraction], counts: Mapping[int, int]) -> list[Place]:
    """Those who have played are ranked; the others share the place after them."""
    started = ranked({e: total for e, total in totals.items() if counts[e]})
    waiting = sorted(e for e in totals if not counts[e])
    rank, tied = len(started) + 1, len(waiting) > 1
    return [*started, *(Place(entrant, rank, tied) for entrant in waiting)]


def _totals(facts: Facts, entrants: Iterable[int], sums: Tally) -> dict[int, Fraction]:
    totals = {e: _total(facts, _added(sums.get(e, {}).values())) for e in entrants}
    for adjustment in facts.adjustments:
        if adjustment.per is Per.TOTAL and adjustment.entrant in totals:
            totals[adjustment.entrant] += adjustment.amount
    return totals


def _added(cells: Iterable[Sum]) -> Sum:
    listed = list(cells)
    return Sum(sum((c.score for c in listed), ZERO), sum(c.boards for c in listed))


def _total(facts: Facts, added: Sum) -> Fraction:
    return added.mean if facts.method in MEANS else added.score


def _histories(facts: Facts, entrants: Iterable[int], sums: Tally) -> dict[int, list[RoundTotal]]:
    """Place and total after each round, from the boards' final scores."""
    histories: dict[int, list[RoundTotal]] = {e: [] for e in entrants}
    running = {e: sums.get(e, {}).get(0, Sum(ZERO, 0)) for e in histories}
    for number in sorted({r for e in histories for r in sums.get(e, {}) if r}):
        here = {e: sums.get(e, {}).get(number, Sum(ZERO, 0)) for e in histories}
        running = {e: _added((running[e], here[e])) for e in histories}
        totals = {e: _total(facts, added) for e, added in running.items() if added.boards}
        for place in ranked(totals):
            cell = here[place.entrant]
            score = _total(facts, cell)
            histories[place.entrant].append(
                RoundTotal(number, score, cell.boards, totals[place.entrant], place.rank)
            )
    return histories

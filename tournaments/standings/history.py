"""Places and totals after every round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.standings.entries import extras, score_of, total_of
from tournaments.standings.facts import Facts
from tournaments.standings.ranking import Place, ranked
from tournaments.standings.report import RoundTotal
from tournaments.standings.tally import Cell, Tally, When

EMPTY = Cell()
ZERO = Fraction(0)


def histories(
    facts: Facts, entrants: Iterable[int], tally: Tally, final: Sequence[Place]
) -> dict[int, list[RoundTotal]]:
    """Each entrant's rounds, from the boards' final scores; the last place is the final one."""
    found: dict[int, list[RoundTotal]] = {e: [] for e in entrants}
    cells = {e: tally.cells.get(e, {}) for e in found}
    sessions: dict[int, dict[int, Cell]] = {e: {} for e in found}
    rounds = sorted({when for own in cells.values() for when in own})
    for when in rounds:
        for e, own in cells.items():
            if when in own:
                before = sessions[e].get(when.session, EMPTY)
                sessions[e][when.session] = before.plus(own[when])
        if when.round:
            _after(facts, when, when == rounds[-1], tally, sessions, found)
    for entrant, rank, _ in final:
        if found[entrant]:
            found[entrant][-1] = found[entrant][-1]._replace(rank=rank)
    return found


def _after(
    facts: Facts,
    when: When,
    is_last: bool,
    tally: Tally,
    sessions: dict[int, dict[int, Cell]],
    found: dict[int, list[RoundTotal]],
) -> None:
    added = extras(facts, final=is_last, up_to=when)
    totals = {
        e: total_of(facts, tally, own) + added[e] if e in added else total_of(facts, tally, own)
        for e, own in sessions.items()
        if own
    }
    for entrant, rank, _ in ranked(totals):
        cell = tally.cells[entrant].get(when, EMPTY)
        score = score_of(facts, tally, cell)
        found[entrant].append(
            RoundTotal(when.round, score, cell.boards, totals[entrant], rank, when.session)
        )

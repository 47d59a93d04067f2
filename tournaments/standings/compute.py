"""From facts to standings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.boards import score_boards
from tournaments.standings.entries import add_up, counts_matches, extras, joined, total_of
from tournaments.standings.facts import Facts, Method, Section, TieBreak, Winners
from tournaments.standings.history import histories
from tournaments.standings.matches import score_matches
from tournaments.standings.ranking import Place, ranked_with
from tournaments.standings.report import MatchScore, Row, Standings
from tournaments.standings.results import BoardResult, FactsError, unique_results
from tournaments.standings.tally import Cell, Tally, When
from tournaments.standings.ties import Criteria

ZERO = Fraction(0)


def compute(facts: Facts) -> Standings:
    """The standings of one stage; FactsError when the facts contradict each other."""
    results = unique_results(facts.results)
    boards = score_boards(facts, results)
    matches = score_matches(facts, boards) if _needs_matches(facts) else []
    lines = _lines(facts, results, matches)
    _check_adjustments(facts, lines)
    scored = _scored(facts, lines, add_up(facts, boards, matches))
    criteria = Criteria(facts, scored.totals, boards, matches)
    rows: list[Row] = []
    for section in sorted(set(lines.values()), key=list(Section).index):
        entrants = [e for e, line in lines.items() if line is section]
        rows += _rows(facts, section, entrants, scored, criteria)
    return Standings(rows=tuple(rows), boards=tuple(boards), matches=tuple(matches))


class Scored(NamedTuple):
    """Everybody's figures before they are ranked; `added` came from elsewhere than the boards."""

    tally: Tally
    scores: dict[int, Fraction]
    added: dict[int, Fraction]
    totals: dict[int, Fraction]


def _scored(facts: Facts, everybody: Iterable[int], tally: Tally) -> Scored:
    scores = {e: total_of(facts, tally, by_session(tally.cells.get(e, {}))) for e in everybody}
    added = extras(facts, final=True)
    totals = {e: score + added[e] if e in added else score for e, score in scores.items()}
    return Scored(tally, scores, added, totals)


def _check_adjustments(facts: Facts, lines: Mapping[int, Section]) -> None:
    for adjustment in facts.adjustments:
        if adjustment.entrant not in lines:
            raise FactsError(f"adjustment of {adjustment.entrant}, who does not take part")


def _needs_matches(facts: Facts) -> bool:
    by_matches = counts_matches(facts) or facts.method.for_teams
    return by_matches or bool(facts.byes) or bool(chain(facts))


def chain(facts: Facts) -> tuple[TieBreak, ...]:
    """The tie-breaks in force; a method named for two figures begins with the second."""
    own = {
        Method.WINS_THEN_POINTS: (TieBreak.POINTS_FOR,),
        Method.POINTS_THEN_WINS: (TieBreak.WINS,),
    }.get(facts.method, ())
    return (*own, *(t for t in facts.tie_breaks if t not in own))


def _lines(
    facts: Facts, results: Iterable[BoardResult], matches: Iterable[MatchScore]
) -> dict[int, Section]:
    """The ranking each entrant belongs to: as told, or else where it sat more often."""
    members = facts.members
    seats: dict[int, Counter[Section]] = defaultdict(Counter)
    for result in results:
        for side, section in ((result.ns, Section.NS), (result.ew, Section.EW)):
            for entrant in members.get(side, (side,)):
                seats[entrant][section] += 1
    told = {entrant.id: entrant.line for entrant in facts.entrants}
    met = {entrant for match in matches for side in match.sides for entrant in side.entrants}
    everybody = sorted({*told, *seats, *met})
    if facts.winners is Winners.ONE:
        return dict.fromkeys(everybody, Section.ALL)
    return {e: told.get(e) or _usual_line(seats[e]) for e in everybody}


def _usual_line(seats: Counter[Section]) -> Section:
    return Section.NS if seats[Section.NS] >= seats[Section.EW] else Section.EW


def _rows(
    facts: Facts, section: Section, entrants: Sequence[int], scored: Scored, criteria: Criteria
) -> list[Row]:
    cells = {e: scored.tally.cells.get(e, {}) for e in entrants}
    carried = {entrant.id: entrant.carry for entrant in facts.entrants if entrant.carry}
    helped = {entrant.id: entrant.handicap for entrant in facts.entrants if entrant.handicap}
    # What is carried ranks a final before it begins.
    started = {e: scored.totals[e] for e in entrants if cells[e] or carried}
    places, steps = ranked_with(started, chain(facts), criteria)
    past = histories(facts, entrants, scored.tally, places)
    return [
        Row(
            entrant=e,
            section=section,
            rank=rank,
            tied=tied,
            total=scored.totals[e],
            boards=sum(cell.boards for cell in cells[e].values()),
            score=scored.scores[e],
            carry=carried.get(e, ZERO),
            adjusted=scored.added.get(e, ZERO) - carried.get(e, ZERO) - helped.get(e, ZERO),
            handicap=helped.get(e, ZERO),
            rounds=tuple(past[e]),
            ties=tuple(steps.get(e, ())),
        )
        for e, rank, tied in [*places, *_waiting(entrants, started)]
    ]


def by_session(cells: Mapping[When, Cell]) -> dict[int, Cell]:
    """An entrant's cells joined per session."""
    sessions: dict[int, list[Cell]] = defaultdict(list)
    for (session, _), cell in cells.items():
        sessions[session].append(cell)
    return {session: joined(found) for session, found in sessions.items()}


def _waiting(entrants: Iterable[int], started: Mapping[int, Fraction]) -> list[Place]:
    """Those without any score share the place after all others."""
    idle = sorted(e for e in entrants if e not in started)
    return [Place(entrant, len(started) + 1, len(idle) > 1) for entrant in idle]

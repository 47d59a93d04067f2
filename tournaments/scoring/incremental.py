"""Incremental standings: a changed result recomputes only what depends on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.boards import IncrementalBoards
from tournaments.scoring.common_boards import PlayedBoards
from tournaments.scoring.entries import RoundSums, total_additions
from tournaments.scoring.facts import Facts, Section, TieBreak, Winners, is_scored_by_match
from tournaments.scoring.history import RoundHistory, Rounds
from tournaments.scoring.knockout import knockout_groups
from tournaments.scoring.matches import IncrementalMatches
from tournaments.scoring.methods import Method
from tournaments.scoring.ranking import RankedEntrant, rank_groups, rank_with
from tournaments.scoring.report import BoardScore, MatchScore, Row, Standings, TieStep
from tournaments.scoring.results import BoardResult, FactsError, Game, ResultKey, unique_results
from tournaments.scoring.tally import RoundKey
from tournaments.scoring.ties import TieBreakCriteria

ZERO = Fraction(0)
Ties = tuple[TieStep, ...]


class ScoreChanges(NamedTuple):
    """Changed board scores (None: removed), and entrants and rounds with changed sums."""

    scores: dict[ResultKey, BoardScore | None]
    sums: set[tuple[int, RoundKey]]


class IncrementalStandings:
    def __init__(self, facts: Facts) -> None:
        """Compute from scratch; raise FactsError for contradictory facts."""
        self.facts = replace(facts, results=(), games=())
        self.rows: tuple[Row, ...] = ()
        self._annulled = frozenset(facts.annulled)
        self._needs_matches = needs_matches(facts)
        self._boards = IncrementalBoards(facts)
        self._matches = IncrementalMatches(facts, counts=is_scored_by_match(facts))
        self._played = PlayedBoards(facts)
        self._sums = RoundSums(facts, self._played, self._matches)
        self._games: dict[ResultKey, Game] = {}
        self._lines: dict[int, Section] = {}
        self._histories: dict[Section, RoundHistory] = {}
        self._scores: dict[int, Fraction] = {}
        self._totals: dict[int, Fraction] = {}
        self._added = total_additions(facts, final=True)
        self._carried = {entrant.id: entrant.carry for entrant in facts.entrants if entrant.carry}
        self._helped = {e.id: e.handicap for e in facts.entrants if e.handicap}
        self._adjusted = {
            e: added - self._carried.get(e, ZERO) - self._helped.get(e, ZERO)
            for e, added in self._added.items()
        }
        self._known: dict[int, Row] = {}
        changed = self._apply(unique_results(facts.results), facts.games, ())
        self._check_adjustments()
        self._rank(changed.sums)

    def change(
        self,
        results: Iterable[BoardResult] = (),
        games: Iterable[Game] = (),
        gone: Iterable[ResultKey] = (),
    ) -> ScoreChanges:
        changed = self._apply(results, games, gone)
        self._rank(changed.sums)
        return changed

    def scores(self) -> dict[ResultKey, BoardScore]:
        return self._boards.scores

    def matches(self) -> list[MatchScore]:
        return self._matches.all_matches() if self._needs_matches else []

    def standings(self) -> Standings:
        scores = self._boards.scores
        boards = tuple(scores[where] for where in sorted(scores))
        return Standings(rows=self.rows, boards=boards, matches=tuple(self.matches()))

    # What a change touches ----------------------------------------------------------------------

    def _apply(
        self, results: Iterable[BoardResult], games: Iterable[Game], gone: Iterable[ResultKey]
    ) -> ScoreChanges:
        results = [result for result in results if self._is_counted(result.ns, result.ew)]
        games = [game for game in games if self._is_counted(*game_entrants(game))]
        gone = list(gone)
        seated = self._update_seats(results, games, gone)
        scores = self._boards.change(results, gone)
        sums: set[tuple[int, RoundKey]] = set()
        for where, score in scores.items():
            for each in (self._played.scores.get(where), score):
                if each is not None:
                    when = RoundKey(where.session, each.round)
                    sums.update((e, when) for e in self._played.entrants_of(each))
            self._played.put(where, score)
        if self._needs_matches:
            sums |= self._matches.change(scores, games, gone)
        if seated:
            self._lines = self._current_lines()
        return ScoreChanges(scores, sums)

    def _is_counted(self, *sides: int) -> bool:
        return not self._annulled or self._annulled.isdisjoint(
            e for side in sides for e in self._played.members(side)
        )

    def _update_seats(
        self, results: Sequence[BoardResult], games: Iterable[Game], gone: Iterable[ResultKey]
    ) -> bool:
        """Store games; return whether seats changed, which can affect the rankings."""
        known = self._boards.results
        seated = not self._lines
        for result in results:
            old = known.get(result.where)
            seated = seated or old is None or (old.ns, old.ew) != (result.ns, result.ew)
        for game in games:
            before = self._games.get(game.where)
            seated = seated or before is None or game_entrants(before) != game_entrants(game)
            self._games[game.where] = game
        for where in gone:
            seated = bool(self._games.pop(where, None)) or where in known or seated
        return seated

    def _current_lines(self) -> dict[int, Section]:
        """Ranking of each entrant: its fixed line, else the one where it sat more often."""
        seats: dict[int, Counter[Section]] = defaultdict(Counter)
        for result in self._boards.results.values():
            for side, section in ((result.ns, Section.NS), (result.ew, Section.EW)):
                for entrant in self._played.members(side):
                    seats[entrant][section] += 1
        fixed_lines = {entrant.id: entrant.line for entrant in self.facts.entrants}
        everybody = sorted({*fixed_lines, *seats, *self._matches.entrants()})
        if self.facts.winners is Winners.ONE:
            return dict.fromkeys(everybody, Section.ALL)
        return {e: fixed_lines.get(e) or more_frequent_line(seats[e]) for e in everybody}

    def _check_adjustments(self) -> None:
        for adjustment in self.facts.adjustments:
            if adjustment.entrant not in self._lines:
                raise FactsError(f"adjustment of {adjustment.entrant}, who does not take part")

    # The rows -----------------------------------------------------------------------------------

    def _rank(self, touched: Iterable[tuple[int, RoundKey]]) -> None:
        changed = self._sums.update(touched)
        for entrant in (self._lines.keys() - self._scores.keys()) | {e for e, _when in changed}:
            score = self._scores[entrant] = self._sums.total_of(entrant)
            added = self._added.get(entrant)
            self._totals[entrant] = score if added is None else score + added
        criteria = TieBreakCriteria(self.facts, self._totals, self._played, self._matches)
        rows: list[Row] = []
        for section in sorted(set(self._lines.values()), key=list(Section).index):
            entrants = [e for e, line in self._lines.items() if line is section]
            rows += self._section(section, entrants, changed, criteria)
        self.rows = tuple(rows)
        self._known = {row.entrant: row for row in rows}

    def _section(
        self,
        section: Section,
        entrants: list[int],
        changed: set[tuple[int, RoundKey]],
        criteria: TieBreakCriteria,
    ) -> Iterator[Row]:
        knockout = knockout_groups(self.facts, entrants)
        # A carry-over ranks a final before it starts, a bracket entrants with a bye.
        begun = [e for e in entrants if knockout or self._sums.cells_of(e) or self._carried]
        started = {e: self._totals[e] for e in begun}
        if knockout:
            places, steps = rank_groups(knockout, tie_break_chain(self.facts), criteria)
        else:
            places, steps = rank_with(started, tie_break_chain(self.facts), criteria)
        history = self._histories.setdefault(section, RoundHistory(self.facts, self._sums))
        past = history.of(entrants, changed, places)
        stirred = {entrant for entrant, _when in changed}
        for place in [*places, *places_without_score(entrants, started)]:
            way = past[place.entrant], tuple(steps.get(place.entrant, ()))
            row = self._known.get(place.entrant)
            # Reuse unchanged rows: even comparing them is slow.
            if (
                row is None
                or place.entrant in stirred
                or not is_unchanged(row, section, place, *way)
            ):
                row = self._row(section, place, *way)
            yield row

    def _row(self, section: Section, place: RankedEntrant, rounds: Rounds, ties: Ties) -> Row:
        entrant, rank, tied = place
        return Row(
            entrant=entrant,
            section=section,
            rank=rank,
            tied=tied,
            total=self._totals[entrant],
            boards=sum([cell.boards for cell in self._sums.cells_of(entrant).values()]),
            score=self._scores[entrant],
            carry=self._carried.get(entrant, ZERO),
            adjusted=self._adjusted.get(entrant, ZERO),
            handicap=self._helped.get(entrant, ZERO),
            rounds=rounds,
            ties=ties,
        )


def is_unchanged(
    row: Row, section: Section, place: RankedEntrant, rounds: Rounds, ties: Ties
) -> bool:
    here = row.section is section and (row.rank, row.tied) == (place.rank, place.tied)
    return here and row.rounds == rounds and row.ties == ties


def needs_matches(facts: Facts) -> bool:
    by_matches = is_scored_by_match(facts) or facts.method.for_teams
    return by_matches or bool(facts.byes) or bool(tie_break_chain(facts))


def tie_break_chain(facts: Facts) -> tuple[TieBreak, ...]:
    """Tie-breaks in force; a method named after two figures starts with the second."""
    if facts.knockout:
        return facts.tie_breaks
    own = {
        Method.WINS_THEN_POINTS: (TieBreak.POINTS_FOR,),
        Method.POINTS_THEN_WINS: (TieBreak.WINS,),
    }.get(facts.method, ())
    return (*own, *(t for t in facts.tie_breaks if t not in own))


def more_frequent_line(seats: Counter[Section]) -> Section:
    return Section.NS if seats[Section.NS] >= seats[Section.EW] else Section.EW


def places_without_score(
    entrants: Iterable[int], started: Mapping[int, Fraction]
) -> list[RankedEntrant]:
    idle = sorted(e for e in entrants if e not in started)
    return [RankedEntrant(entrant, len(started) + 1, len(idle) > 1) for entrant in idle]


def game_entrants(game: Game) -> list[int]:
    return [side.entrant for side in game.sides]

"""Matches and outcomes in knock-out, lives and Swiss formats."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.models import Seat, Tournament
from tournaments.scoring import (
    Facts,
    MatchScore,
    MatchSide,
    score_boards,
    score_matches,
    unique_results,
)

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match by team numbers; ``a`` is North–South at its first table.

    ``outcome`` is the share of ``a`` (1, ½, 0), None if incomplete or a walk-over. ``winner``
    includes the director's decision; ``scores`` are games won in a series.
    """

    round: int
    match: int
    tables: tuple[int, ...]
    a: int
    b: int
    outcome: Fraction | None = None
    scores: tuple[Fraction, Fraction] | None = None
    winner: int | None = None
    is_walkover: bool = False

    @property
    def is_tied(self) -> bool:
        return self.outcome == HALF and self.winner is None

    @property
    def loser(self) -> int | None:
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a


def meetings_in(tournament: Tournament, facts: Facts) -> list[Meeting]:
    """Every drawn match including drafts, with outcomes from these facts."""
    scores = scored_matches(facts)
    decided = decided_winners(tournament, "decided")
    meetings = walkovers_in(tournament)
    done = {(each.round, each.match) for each in meetings}
    for key, tables in seated_matches(tournament).items():
        if key not in done:
            a, b = tables[min(tables)]
            score = scores.get((key[0], frozenset({a[0], b[0]})))
            meetings.append(meeting(*key, tables, score, decided.get(key)))
    return sorted(meetings, key=lambda each: (each.round, each.tables))


def walkovers_in(tournament: Tournament) -> list[Meeting]:
    winners = decided_winners(tournament, "walkovers")
    seated = seated_matches(tournament) if winners else {}
    return [
        replace(meeting(*key, seated[key], None, winner), is_walkover=True)
        for key, winner in winners.items()
        if key in seated
    ]


def decided_winners(tournament: Tournament, key: str) -> dict[tuple[int, int], int]:
    return {
        (number, int(match)): winner
        for number, drawn in tournament.rounds.values_list("number", "drawn")
        for match, winner in drawn.get(key, {}).items()
    }


Sides = tuple[tuple[int, int], tuple[int, int]]
"""(team id, team number) of North–South and of East–West."""


def seated_matches(tournament: Tournament) -> dict[tuple[int, int], dict[int, Sides]]:
    """Sides at each table by (round, match); one query."""
    sides: dict[tuple[int, int, int], dict[str, tuple[int, int]]] = defaultdict(dict)
    seats = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    for number, match, table, side, team, team_number in seats.values_list(
        "round__number",
        "sitting__match",
        "sitting__table__number",
        "side",
        "team",
        "team__number",
    ):
        sides[number, match or table, table][side] = (team, team_number or 0)
    matches: dict[tuple[int, int], dict[int, Sides]] = defaultdict(dict)
    for (number, match, table), seated in sides.items():
        if set(seated) == {"NS", "EW"}:
            matches[number, match][table] = (seated["NS"], seated["EW"])
    return matches


def scored_matches(facts: Facts) -> dict[tuple[int, frozenset[int]], MatchScore]:
    boards = score_boards(facts, unique_results(facts.results))
    return {
        (score.round, frozenset(e for side in score.sides for e in side.entrants)): score
        for score in score_matches(facts, boards)
    }


def meeting(
    number: int,
    match: int,
    tables: dict[int, Sides],
    score: MatchScore | None,
    decided: int | None,
) -> Meeting:
    (a_id, a), (_b_id, b) = tables[min(tables)]
    bare = Meeting(number, match, tuple(sorted(tables)), a, b, winner=decided)
    if score is None:
        return bare
    sides = sorted(score.sides, key=lambda side: a_id not in side.entrants)
    outcome = sides[0].outcome
    winner = decided if outcome == HALF else a if outcome else b
    return Meeting(
        number,
        match,
        bare.tables,
        a,
        b,
        outcome,
        shown_scores(sides[0], sides[1]),
        winner,
    )


def shown_scores(a: MatchSide, b: MatchSide) -> tuple[Fraction, Fraction]:
    """Games won by each side, or match points."""
    if a.games or b.games:
        return Fraction(a.games), Fraction(b.games)
    return a.score, b.score

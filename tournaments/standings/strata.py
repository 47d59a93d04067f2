"""Further rankings of the same standings: categories, strata and handicap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.ranking import places_of, ranked
from tournaments.standings.report import Row, Standings

ZERO = Fraction(0)


def category(rows: Iterable[Row], members: Collection[int]) -> tuple[Row, ...]:
    """The rows of a category's members (juniors, mixed, a club), ranked among themselves.

    Ties broken in the main ranking stay broken.
    """
    kept = [row for row in rows if row.entrant in members]
    shared: dict[int, list[int]] = defaultdict(list)
    for row in kept:
        shared[row.rank].append(row.entrant)
    by_entrant = {row.entrant: row for row in kept}
    return tuple(
        replace(by_entrant[e], rank=rank, tied=tied)
        for e, rank, tied in places_of(shared[rank] for rank in sorted(shared))
    )


def strata(rows: Sequence[Row], levels: Mapping[int, int]) -> dict[int, tuple[Row, ...]]:
    """A ranking per stratum: stratum k holds everybody of level k or a weaker one (above k).

    Entrants without a level belong to the strongest stratum alone.
    """
    strongest = min(levels.values(), default=0)
    found = {row.entrant: levels.get(row.entrant, strongest) for row in rows}
    return {
        level: category(rows, {e for e, own in found.items() if own >= level})
        for level in sorted({strongest, *levels.values()})
    }


def with_handicap(standings: Standings, handicaps: Mapping[int, Fraction]) -> Standings:
    """The standings with a handicap added to each total, ranked anew in every section."""
    rows: list[Row] = []
    for section in dict.fromkeys(row.section for row in standings.rows):
        rows += _handicapped(standings.section(section), handicaps)
    return replace(standings, rows=tuple(rows))


def _handicapped(rows: Sequence[Row], handicaps: Mapping[int, Fraction]) -> list[Row]:
    by_entrant = {
        row.entrant: replace(
            row, total=row.total + handicaps.get(row.entrant, ZERO),
            handicap=handicaps.get(row.entrant, ZERO), ties=(),
        )
        for row in rows
    }  # fmt: skip
    started = {e: row.total for e, row in by_entrant.items() if row.rounds or row.carry}
    waiting = [row for row in by_entrant.values() if row.entrant not in started]
    ranks = [replace(by_entrant[e], rank=rank, tied=tied) for e, rank, tied in ranked(started)]
    return [*ranks, *waiting]

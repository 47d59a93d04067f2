"""Facts and standings as JSON, so that anybody can check the arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.standings.checking import checked
from tournaments.standings.display import rounded
from tournaments.standings.facts import Facts
from tournaments.standings.reading import read
from tournaments.standings.report import BoardScore, MatchScore, Row, Standings
from tournaments.standings.results import FactsError
from tournaments.standings.scales import VP_SCALES

Json = dict[str, Any]


def facts_from_json(data: object) -> Facts:
    """The facts of a JSON object; entrants may be bare numbers, a VP scale its name.

    FactsError with its place for what cannot be read, or cannot have happened.
    """
    if not isinstance(data, Mapping):
        raise FactsError("expected an object", "facts")
    full = dict(data)
    if isinstance(full.get("entrants"), list):
        full["entrants"] = [{"id": e} if isinstance(e, int) else e for e in full["entrants"]]
    if isinstance(full.get("match"), str):
        full["match"] = _scale(full["match"])
    return checked(read(Facts, full))


def _scale(name: str) -> Json:
    if name not in VP_SCALES:
        known = ", ".join(VP_SCALES)
        raise FactsError(f"unknown scale {name!r:.60}; one of {known}", "match")
    return {"id": name, "factor": exact(VP_SCALES[name].factor)}


def standings_to_json(standings: Standings, places: int = 2) -> Json:
    """Rows, board scores and matches; every number exact, totals also as they are shown."""
    return {
        "rows": [_row(row, places) for row in standings.rows],
        "boards": [_board(score) for score in standings.boards],
        "matches": [_match(match) for match in standings.matches],
    }


def exact(value: Fraction) -> int | str:
    """A whole number as such, anything else as text like "275/3"."""
    return value.numerator if value.denominator == 1 else str(value)


def _row(row: Row, places: int) -> Json:
    return {
        "place": row.place,
        "rank": row.rank,
        "tied": row.tied,
        "entrant": row.entrant,
        "section": row.section.value,
        "total": exact(row.total),
        "shown": str(rounded(row.total, places)),
        "boards": row.boards,
        "score": exact(row.score),
        "carry": exact(row.carry),
        "adjusted": exact(row.adjusted),
        "handicap": exact(row.handicap),
        "rounds": [
            {
                "session": r.session,
                "round": r.round,
                "score": exact(r.score),
                "boards": r.boards,
                "total": exact(r.total),
                "rank": r.rank,
            }
            for r in row.rounds
        ],
        "ties": [
            {"tie_break": t.tie_break.value, "value": exact(t.value), "group": list(t.group)}
            for t in row.ties
        ],
    }


def _board(score: BoardScore) -> Json:
    result = score.result
    return {
        "session": result.session,
        "round": result.round,
        "table": result.table,
        "board": result.board,
        "ref": result.ref,
        "ns": exact(score.ns),
        "ew": exact(score.ew),
        "ns_percent": _maybe(score.ns_percent),
        "ew_percent": _maybe(score.ew_percent),
        "top": _maybe(score.top),
        "n": score.n,
    }


def _match(match: MatchScore) -> Json:
    return {
        "session": match.session,
        "round": match.round,
        "table": match.table,
        "boards": match.boards,
        "sides": [
            {
                "entrants": list(side.entrants),
                "raw": exact(side.raw),
                "score": exact(side.score),
                "outcome": exact(side.outcome),
                "games": side.games,
            }
            for side in match.sides
        ],
    }


def _maybe(value: Fraction | None) -> int | str | None:
    return None if value is None else exact(value)

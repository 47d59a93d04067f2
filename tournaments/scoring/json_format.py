from __future__ import annotations

from collections.abc import Mapping

from tournaments.scoring.display import round_half_away
from tournaments.scoring.facts import Facts
from tournaments.scoring.options import check_options
from tournaments.scoring.parsing import read_value
from tournaments.scoring.report import BoardScore, MatchScore, Row, Standings
from tournaments.scoring.results import FactsError
from tournaments.scoring.scales import VP_SCALES
from tournaments.scoring.serialization import Json, exact_number, to_json
from tournaments.scoring.validation import check_facts


def facts_from_json(data: object) -> Facts:
    """Parse facts; entrants can be bare numbers, a VP scale its name.

    Raise FactsError for unreadable or contradictory data and unknown options.
    """
    if not isinstance(data, Mapping):
        raise FactsError("expected an object", "facts")
    entrants, match = data.get("entrants"), data.get("match")
    full = dict(data)
    if isinstance(entrants, list):
        full["entrants"] = [{"id": e} if isinstance(e, int) else e for e in entrants]
    if isinstance(match, str):
        full["match"] = _scale(match)
    facts = read_value(Facts, full)
    check_options(facts.method, full.get("options", {}))
    return check_facts(facts)


def _scale(name: str) -> Json:
    if name not in VP_SCALES:
        known = ", ".join(VP_SCALES)
        raise FactsError(f"unknown scale {name!r:.60}; one of {known}", "match")
    return {"id": name, "factor": exact_number(VP_SCALES[name].factor)}


def standings_to_json(standings: Standings, places: int = 2) -> dict[str, list[Json]]:
    """Rows, board scores and matches as exact numbers; totals also rounded."""
    return {
        "rows": [_row(row, places) for row in standings.rows],
        "boards": [_board(score) for score in standings.boards],
        "matches": [_match(match) for match in standings.matches],
    }


def _row(row: Row, places: int) -> Json:
    return {
        **_of(row, "place", "rank", "tied", "entrant", "section", "total"),
        "shown": str(round_half_away(row.total, places)),
        **_of(row, "boards", "score", "carry", "adjusted", "handicap"),
        "rounds": [
            _of(each, "session", "round", "score", "boards", "total", "rank") for each in row.rounds
        ],
        "ties": [_of(step, "tie_break", "value", "group") for step in row.ties],
    }


def _board(score: BoardScore) -> Json:
    return {
        **_of(score.result, "session", "round", "table", "board", "ref"),
        **_of(score, "ns", "ew", "ns_percent", "ew_percent", "top", "n"),
    }


def _match(match: MatchScore) -> Json:
    return {
        **_of(match, "session", "round", "table", "boards"),
        "sides": [
            _of(side, "entrants", "raw", "score", "outcome", "games") for side in match.sides
        ],
    }


def _of(value: object, *names: str) -> Json:
    return {name: to_json(getattr(value, name)) for name in names}

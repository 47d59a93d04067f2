import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from games.analysis.versions import is_solvable
from games.belot import PRESETS, is_identical, next_seat
from tournaments.bots.selectors.analyses import analyses_by_board
from tournaments.models import LogEntry, Play, Tournament
from tournaments.scoring import BoardResult, EnteredResult, SuspiciousFact, find_suspicious_results
from tournaments.state.fouled import cards_of
from tournaments.state.sides import sides_of
from tournaments.state.snapshot import KINDS, RESULT_COLUMNS, board_result
from tournaments.state.visibility import open_round_number

DISMISSED = "doubt_dismissed"
COUNT_TTL_SECONDS = 300
COLUMNS = (
    *RESULT_COLUMNS,
    "state",
    "current",
    "current__slip",
    "current__contract",
    "current__declarer",
    "current__contra",
    "current__ns_score",
    "current__ew_score",
    "current__outcome",
    "board__deal__dealer",
)


@dataclass(frozen=True, slots=True)
class SuspiciousResult:
    """A flagged play; ``result`` is the version that was checked."""

    play: int
    result: int
    doubt: SuspiciousFact
    contract: str
    declarer: str
    contra: int
    score: tuple[int, int]


def suspicious_results(tournament: Tournament) -> list[SuspiciousResult]:
    """Flags that were not dismissed, in order of play; at most nine queries."""
    rows = {row.pk: row for row in result_rows(tournament)}
    if not rows:
        return []
    sides, cards = sides_of(tournament), cards_of(tournament)
    settled = open_round_number(tournament)
    is_over = tournament.state == Tournament.State.FINISHED
    pars = pars_of(tournament)
    slips = [
        slip_of(
            tournament,
            row,
            board_result(row, sides, cards),
            pars,
            is_over or row.sitting__round__number < settled,
        )
        for row in rows.values()
    ]
    known = dismissed_doubts(tournament)
    return [
        SuspiciousResult(
            play=row.pk,
            result=row.current,
            doubt=doubt,
            contract=row.current__contract,
            declarer=row.current__declarer,
            contra=row.current__contra,
            score=(row.current__ns_score, row.current__ew_score),
        )
        for doubt in find_suspicious_results(slips)
        for row in [rows[int(doubt.result.ref or 0)]]
        if (row.current, doubt.suspicion.value) not in known
    ]


def count_suspicious_results(tournament: Tournament) -> int:
    """Number of flags, cached per facts version; usually one query."""
    known = len(dismissed_doubts(tournament))
    key = f"doubts:{tournament.code}:{tournament.facts_version}:{known}:{tournament.state}"
    count: int | None = cache.get(key)
    if count is None:
        count = len(suspicious_results(tournament))
        cache.set(key, count, COUNT_TTL_SECONDS)
    return count


def result_rows(tournament: Tournament) -> list[Any]:
    plays = Play.objects.filter(sitting__round__tournament=tournament, current__kind__in=KINDS)
    return list(plays.values_list(*COLUMNS, named=True))


def dismissed_doubts(tournament: Tournament) -> set[tuple[int, str]]:
    """Dismissed (result, suspicion) pairs, from the log."""
    lines = LogEntry.objects.filter(tournament=tournament, action=DISMISSED)
    return {
        (details.get("result", 0), details.get("suspicion", ""))
        for details in lines.values_list("details", flat=True)
    }


def pars_of(tournament: Tournament) -> dict[int, int]:
    """Par by board number for finished, analysed boards."""
    if not is_solvable(tournament.variant):
        return {}
    analyses = analyses_by_board(tournament, every_board=False)
    return {number: analysis.par.net for number, analysis in analyses.items()}


def slip_of(
    tournament: Tournament,
    row: Any,
    result: BoardResult,
    pars: Mapping[int, int],
    must_be_confirmed: bool,
) -> EnteredResult:
    outcome = row.current__outcome or {}
    whole = sheet_total(tournament, row, outcome)
    return EnteredResult(
        result=result,
        written=(row.current__ns_score, row.current__ew_score) if whole is not None else None,
        base=whole,
        one_sided=outcome.get("outcome") == "lost" or row.current__contra > 0,
        hung=outcome.get("outcome") == "hanging",
        multiplier=2**row.current__contra,
        entry=entry_of(row),
        lead_seat=(row.current__slip or {}).get("lead"),
        right_lead_seat=expected_leader(tournament, row.board__deal__dealer),
        par=None if result.group else pars.get(result.board),
        confirmed=not must_be_confirmed or row.state == Play.State.CONFIRMED,
    )


def expected_leader(tournament: Tournament, dealer: str | None) -> str | None:
    """The seat after the dealer, who leads under all rules."""
    return next_seat(tournament.variant, dealer) if dealer else None


def sheet_total(tournament: Tournament, row: Any, outcome: Mapping[str, Any]) -> int | None:
    """Total of both sides on the Bulgarian sheet; None under other rules."""
    if not is_identical(tournament.variant, PRESETS["bulgarian"]):
        return None
    totals = outcome.get("totals")
    if not row.current__contract or not totals:
        return None
    return (int(sum(totals.values())) + 5) // 10


def entry_of(row: Any) -> str:
    """The typed slip as text, to find repetitions; empty if not typed.

    Excludes the lead, which is often left out.
    """
    slip = {key: value for key, value in (row.current__slip or {}).items() if key != "lead"}
    return json.dumps(slip, sort_keys=True) if "contract" in slip else ""

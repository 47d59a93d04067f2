"""Results of finished boards, each compared with all tables that played the board."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from games.slips.bids import bid_text
from tournaments.entries.selectors.team_lines import TeamLine, side_line, teams_of
from tournaments.models import Play, Tournament
from tournaments.scoring import BoardScore, Facts, Lineup, score_boards, unique_results
from tournaments.state.change_feed import has_signal, signal_from
from tournaments.state.fouled import CARD_GROUP_LETTERS, cards_of
from tournaments.state.sides import Sides, sides_of
from tournaments.state.snapshot import KINDS, board_result, references_of
from tournaments.state.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class ComparedResult:
    """One table's result on a finished board.

    ``points`` are totals in card points (None if the slip has none), ``score`` the written
    scores, ``net`` NS minus EW; ``ns`` and ``ew`` are percentages or differences by the
    scoring method. ``awards`` and ``reason`` belong to rulings; private reasons are empty.
    ``group`` is 0 for the cards as dealt, else identifies tables with the same other cards.
    """

    play: int
    board: int
    round: int
    table: int
    ns_team: TeamLine
    ew_team: TeamLine
    kind: str
    state: str
    contract: str
    bid: str
    declarer: str
    contra: int
    outcome: str
    is_capot: bool
    points: tuple[int, int] | None
    score: tuple[int, int]
    net: int | None
    ns: Fraction
    ew: Fraction
    share: str
    awards: Mapping[str, Any] = field(default_factory=dict, hash=False)
    reason: str = ""
    group: int = 0

    @property
    def cards(self) -> str:
        """Letter of a group with other cards; empty for the cards as dealt."""
        return CARD_GROUP_LETTERS[self.group - 1] if self.group else ""

    def side_of(self, team: int) -> str:
        """The side of a team; empty if it sat elsewhere."""
        sides = (("NS", self.ns_team), ("EW", self.ew_team))
        return next((side for side, line in sides if team in line.ids), "")


COLUMNS = (
    "pk",
    "board__number",
    "sitting__round__number",
    "sitting__table__number",
    "sitting",
    "is_turned",
    "state",
    "current__kind",
    "current__contract",
    "current__declarer",
    "current__contra",
    "current__ns_score",
    "current__ew_score",
    "current__net",
    "current__outcome",
    "current__awards",
    "current__reason",
    "current__slip",
    "current__record__share",
)


MAX_CACHED_TOURNAMENTS: Final = 8
RESULTS_CACHE: OrderedDict[str, tuple[str, tuple[ComparedResult, ...]]] = OrderedDict()
"""By tournament code: settled version, and results of finished boards."""
CACHE_LOCK: Final = threading.Lock()


def finished_results(tournament: Tournament) -> tuple[ComparedResult, ...]:
    """Results of finished boards in order of play.

    Cached by version if the tournament was loaded with its signal.
    """
    if not has_signal(tournament):
        return compute_results(tournament)
    settled = signal_from(tournament).settled
    with CACHE_LOCK:
        version, results = RESULTS_CACHE.get(tournament.code, ("", ()))
        if version != settled:
            results = compute_results(tournament)
            RESULTS_CACHE[tournament.code] = settled, results
            while len(RESULTS_CACHE) > MAX_CACHED_TOURNAMENTS:
                RESULTS_CACHE.popitem(last=False)
        RESULTS_CACHE.move_to_end(tournament.code)
    return results


def compute_results(tournament: Tournament) -> tuple[ComparedResult, ...]:
    """Compute the results without cache; five queries."""
    rows = list(
        Play.objects.filter(
            board__in=finished_boards(tournament), current__kind__in=KINDS
        ).values_list(*COLUMNS, named=True)
    )
    if not rows:
        return ()
    teams, sides = teams_of(tournament), sides_of(tournament)
    scores = board_scores(tournament, rows, sides)
    return tuple(
        compare_row(
            row,
            side_line([teams[pk] for pk in sides.teams(ns)]),
            side_line([teams[pk] for pk in sides.teams(ew)]),
            scores[row.pk],
        )
        for row in rows
        if row.pk in scores
        for ns, ew in [sides.at(row.sitting, is_turned=row.is_turned)]
    )


def board_scores(
    tournament: Tournament, rows: Collection[object], sides: Sides
) -> dict[int, BoardScore]:
    """Scores by play, always from current data; none for postponed boards."""
    facts = board_facts(tournament, rows, sides)
    scores = score_boards(facts, unique_results(facts.results))
    return {int(score.result.ref or 0): score for score in scores}


def board_facts(tournament: Tournament, rows: Collection[object], sides: Sides) -> Facts:
    cards = cards_of(tournament)
    return Facts(
        method=tournament.method,
        results=tuple(board_result(row, sides, cards) for row in rows),
        lineups=tuple(Lineup(side, teams) for side, teams in sides.members.items()),
        options=tournament.options,
        references=references_of(tournament),
    )


def compare_row(row: Any, ns: TeamLine, ew: TeamLine, score: BoardScore) -> ComparedResult:
    outcome = row.current__outcome or {}
    totals = outcome.get("totals") or {}
    return ComparedResult(
        play=row.pk,
        board=row.board__number,
        round=row.sitting__round__number,
        table=row.sitting__table__number,
        ns_team=ns,
        ew_team=ew,
        kind=row.current__kind,
        state=row.state,
        contract=row.current__contract,
        bid=bid_text(outcome),
        declarer=row.current__declarer,
        contra=row.current__contra,
        outcome=outcome.get("outcome") or "",
        is_capot=bool(outcome.get("capot")),
        points=(totals["NS"], totals["EW"]) if row.current__contract and totals else None,
        score=(row.current__ns_score, row.current__ew_score),
        net=row.current__net,
        ns=score.ns_value,
        ew=score.ew_value,
        share=row.current__record__share or "",
        awards=row.current__awards,
        reason=row.current__reason if (row.current__slip or {}).get("public") else "",
        group=score.result.group,
    )

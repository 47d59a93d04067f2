"""The results of boards that are over, each compared with all tables that played the board."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.models import Play, Result, Tournament
from tournaments.selectors.facts import KINDS, seats_of
from tournaments.selectors.field import references_of
from tournaments.selectors.team_lines import TeamLine, teams_of
from tournaments.selectors.visibility import finished_boards
from tournaments.standings import BoardResult, BoardScore, Facts, Method, compute


@dataclass(frozen=True, slots=True)
class Compared:
    """One table's result on a board that is over.

    ``points`` are both sides' totals in card points (None for a slip that has none), ``score``
    what they wrote, ``net`` North–South minus East–West; ``ns`` and ``ew`` are percentages or
    differences, as the tournament scores.
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

    def side_of(self, team: int) -> str:
        """The side on which a team sat here, empty if it was elsewhere."""
        return {self.ns_team.id: "NS", self.ew_team.id: "EW"}.get(team, "")


COLUMNS = (
    "pk",
    "board__number",
    "sitting__round__number",
    "sitting__table__number",
    "sitting",
    "state",
    "current__kind",
    "current__contract",
    "current__declarer",
    "current__contra",
    "current__ns_score",
    "current__ew_score",
    "current__net",
    "current__outcome",
    "current__record__share",
)


def finished_results(tournament: Tournament) -> tuple[Compared, ...]:
    """Every result of the boards that are over, in the order of play; four queries."""
    rows = list(
        Play.objects.filter(
            board__in=finished_boards(tournament), current__isnull=False
        ).values_list(*COLUMNS, named=True)
    )
    if not rows:
        return ()
    teams, seats = teams_of(tournament), seats_of(tournament)
    scores = board_scores(tournament, rows, seats)
    return tuple(
        compared(
            row,
            teams[seats[row.sitting, "NS"]],
            teams[seats[row.sitting, "EW"]],
            scores[row.pk],
        )
        for row in rows
    )


def board_scores(
    tournament: Tournament, rows: Collection[Any], seats: dict[tuple[int, str], int]
) -> dict[int, BoardScore]:
    """What each result is worth, by play; always from the facts, so that it is never stale."""
    results = (
        BoardResult(
            board=row.board__number,
            round=row.sitting__round__number,
            table=row.sitting__table__number,
            ns=seats[row.sitting, "NS"],
            ew=seats[row.sitting, "EW"],
            net=row.current__net,
            kind=KINDS[Result.Kind(row.current__kind)],
            ref=row.pk,
        )
        for row in rows
    )
    facts = Facts(
        method=Method(tournament.scoring),
        results=tuple(results),
        references=references_of(tournament),
    )
    return {int(score.result.ref or 0): score for score in compute(facts).boards}


def compared(row: Any, ns: TeamLine, ew: TeamLine, score: BoardScore) -> Compared:
    """A row with its teams and what it is worth."""
    outcome = row.current__outcome or {}
    totals = outcome.get("totals") or {}
    return Compared(
        play=row.pk,
        board=row.board__number,
        round=row.sitting__round__number,
        table=row.sitting__table__number,
        ns_team=ns,
        ew_team=ew,
        kind=row.current__kind,
        state=row.state,
        contract=row.current__contract,
        declarer=row.current__declarer,
        contra=row.current__contra,
        outcome=outcome.get("outcome") or "",
        is_capot=bool(outcome.get("capot")),
        points=(totals["NS"], totals["EW"]) if row.current__contract and totals else None,
        score=(row.current__ns_score, row.current__ew_score),
        net=row.current__net,
        ns=score.ns if score.ns_percent is None else score.ns_percent,
        ew=score.ew if score.ew_percent is None else score.ew_percent,
        share=row.current__record__share or "",
    )

"""Derivation of public numbers, from public data only."""

from dataclasses import dataclass, replace
from functools import lru_cache

from tournaments.entries.selectors.team_lines import TeamLine, side_line, teams_of
from tournaments.models import Play, Tournament
from tournaments.results.selectors.compared import COLUMNS, board_facts
from tournaments.scoring import (
    Adjustment,
    BoardReason,
    Facts,
    RowReason,
    Section,
    Standings,
    TieReason,
    compute_standings,
    explain_board,
    explain_row,
    score_boards,
    unique_results,
)
from tournaments.state.missed_rounds import missed_rounds
from tournaments.state.sides import sides_of
from tournaments.state.snapshot import KINDS, snapshot_of
from tournaments.state.visibility import PUBLISHED, finished_boards

SECTIONS = {"ns": Section.NS, "ew": Section.EW}


@dataclass(frozen=True, slots=True)
class WhyBoard:
    play: int
    board: int
    round: int
    table: int
    side: str
    team: TeamLine
    opponents: TeamLine
    kind: str
    reason: BoardReason


@dataclass(frozen=True, slots=True)
class WhyTeam:
    """A team's total and rank; ``ties`` with the tied teams.

    ``missed``: rounds not played.
    """

    team: TeamLine
    reason: RowReason
    adjustments: tuple[Adjustment, ...]
    ties: tuple[tuple[TieReason, tuple[TeamLine, ...]], ...]
    rounds: int
    missed: frozenset[int] = frozenset()


def why_board(tournament: Tournament, play_id: int, side: str) -> WhyBoard | None:
    """Explanation of a board score; None if the board is not over or has none."""
    play = Play.objects.filter(
        pk=play_id, board__in=finished_boards(tournament), current__kind__in=KINDS
    ).first()
    if play is None or side not in SECTIONS:
        return None
    rows = list(
        Play.objects.filter(
            board__in=finished_boards(tournament), current__kind__in=KINDS
        ).values_list(*COLUMNS, named=True)
    )
    own = next(row for row in rows if row.pk == play_id)
    sides, teams = sides_of(tournament), teams_of(tournament)
    facts = board_facts(tournament, rows, sides)
    standings = Standings((), tuple(score_boards(facts, unique_results(facts.results))))
    result = next(each for each in facts.results if each.ref == play_id)
    try:
        reason = explain_board(facts, standings, result, SECTIONS[side])
    except KeyError:
        return None
    if not (own.current__slip or {}).get("public"):
        reason = replace(reason, why="")
    ns, ew = (
        side_line([teams[team] for team in sides.teams(number)])
        for number in (result.ns, result.ew)
    )
    return WhyBoard(
        play=play_id,
        board=result.board,
        round=result.round,
        table=result.table,
        side=side.upper(),
        team=ns if side == "ns" else ew,
        opponents=ew if side == "ns" else ns,
        kind=own.current__kind,
        reason=reason,
    )


def why_team(tournament: Tournament, number: int) -> WhyTeam | None:
    """Explanation of a team's rank; None if unknown or no round is complete."""
    if tournament.state not in PUBLISHED:
        return None
    facts, standings, rounds = computed_standings(tournament.code, tournament.facts_version)
    teams = teams_of(tournament)
    team = next((line for line in teams.values() if line.number == number), None)
    if team is None or not rounds or team.id not in {row.entrant for row in standings.rows}:
        return None
    reason = explain_row(facts, standings, team.id, for_public=False)
    return WhyTeam(
        team=team,
        reason=reason,
        adjustments=tuple(
            each if each.public else replace(each, reason="") for each in reason.adjustments
        ),
        ties=tuple(
            (tie, tuple(teams[other] for other, _value in tie.others)) for tie in reason.ties
        ),
        rounds=rounds,
        missed=missed_rounds(tournament, rounds).get(team.id, frozenset()),
    )


@lru_cache(maxsize=4)
def computed_standings(code: str, version: int) -> tuple[Facts, Standings, int]:
    """Computed standings of a version, cached for the other teams."""
    snapshot = snapshot_of(Tournament.objects.get(code=code))
    return snapshot.facts, compute_standings(snapshot.facts), snapshot.rounds

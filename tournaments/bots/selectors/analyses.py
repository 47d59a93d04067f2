"""Analyses of a tournament's boards; of a board only once it is over, or for its director."""

from dataclasses import dataclass

from games.analysis.selectors import DealAnalysis, analyses_of
from games.analysis.versions import is_solvable
from jobs.models import Job
from tournaments.bots.jobs import ANALYSIS_JOB
from tournaments.models import Board, Tournament
from tournaments.state.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The analysis of a board, or why there is none: ``waiting``, ``failed`` or ``impossible``."""

    found: DealAnalysis | None
    state: str


def analysis_of(board: Board, tournament: Tournament) -> AnalysisState:
    """The analysis of a board that is over; one query more while it is missing."""
    if not is_solvable(tournament.variant):
        return AnalysisState(None, "impossible")
    deal = board.dealt.pk
    found = analyses_of([deal], tournament.variant).get(deal)
    if found is not None:
        return AnalysisState(found, "done")
    job = ANALYSIS_JOB.latest(tournament.pk)
    failed = job is not None and job.state == Job.State.FAILED
    return AnalysisState(None, "failed" if failed else "waiting")


def analyses_by_board(tournament: Tournament, *, every_board: bool) -> dict[int, DealAnalysis]:
    """The finished analyses by board number; without ``every_board`` of boards that are over."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    numbers = dict(boards.filter(deal__isnull=False).values_list("deal", "number"))
    found = analyses_of(numbers, tournament.variant)
    return {numbers[deal]: analysis for deal, analysis in found.items()}

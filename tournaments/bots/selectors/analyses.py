"""Board analyses, visible once a board is over or to the director."""

from dataclasses import dataclass

from games.analysis.selectors import DealAnalysis, analyses_of
from games.analysis.versions import is_solvable
from jobs.models import Job
from tournaments.bots.jobs import ANALYSIS_JOB
from tournaments.models import Board, Tournament
from tournaments.state.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The analysis, or its state: ``waiting``, ``failed`` or ``impossible``."""

    found: DealAnalysis | None
    state: str


def analysis_of(board: Board, tournament: Tournament) -> AnalysisState:
    """Analysis of a finished board; one more query while missing."""
    if not is_solvable(tournament.variant):
        return AnalysisState(None, "impossible")
    deal = board.dealt.pk
    analysis = analyses_of([deal], tournament.variant).get(deal)
    if analysis is not None:
        return AnalysisState(analysis, "done")
    job = ANALYSIS_JOB.latest(tournament.pk)
    failed = job is not None and job.state == Job.State.FAILED
    return AnalysisState(None, "failed" if failed else "waiting")


def analyses_by_board(tournament: Tournament, *, every_board: bool) -> dict[int, DealAnalysis]:
    """Complete analyses by board number; without ``every_board`` only of finished boards."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    numbers = dict(boards.filter(deal__isnull=False).values_list("deal", "number"))
    analyses = analyses_of(numbers, tournament.variant)
    return {numbers[deal]: analysis for deal, analysis in analyses.items()}

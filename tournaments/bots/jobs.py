"""Background jobs on boards; executed by ``tournaments.bots.tasks``."""

from django.db.models import QuerySet
from django.utils.translation import pgettext_lazy

from games.analysis.versions import analysis_version, is_solvable
from games.models import Analysis
from jobs.kinds import JobKind
from jobs.models import Job
from tournaments.models import Board, FieldResult, Tournament
from tournaments.state.visibility import finished_boards

FIELD_JOB = JobKind(
    "field",
    pgettext_lazy("work", "play at the computer’s tables"),
    low_priority=True,
    time_slice=2.0,
)
ANALYSIS_JOB = JobKind(
    "analysis", pgettext_lazy("work", "analysis of boards"), low_priority=True, time_slice=2.0
)
"""Key: ``analysis_key``."""
UNPLAYED_JOB = JobKind("simulation", pgettext_lazy("work", "bots play what nobody has played"))


def enqueue_field(tournament: Tournament) -> Job | None:
    if not tournament.field_tables or tournament.state == Tournament.State.ENTRY:
        return None
    boards = tournament.boards.filter(deal__isnull=False).count()
    if not boards:
        return None
    return FIELD_JOB.submit(tournament.pk, total=boards * tournament.field_tables)


def restart_field(tournament: Tournament) -> None:
    """Delete the field's results after a rule change and enqueue it again."""
    FieldResult.objects.filter(board__tournament=tournament).delete()
    enqueue_field(tournament)


def enqueue_analysis(tournament: Tournament, *, every_board: bool = False) -> Job | None:
    """Enqueue analysis of the finished boards, or of all; None if nothing remains.

    Unfinished boards are only analysed for the director's printouts. Rehearsals are not
    analysed. A running job checks for more boards at its end.
    """
    if tournament.rehearses_id is not None or not has_unanalysed_boards(tournament, every_board):
        return None
    key = analysis_key(tournament, every_board)
    return ANALYSIS_JOB.running_jobs(key).first() or ANALYSIS_JOB.submit(
        key, payload={"tournament": tournament.pk, "every_board": every_board}
    )


def has_unanalysed_boards(tournament: Tournament, every_board: bool) -> bool:
    """Whether a board remains and the solver supports the rules."""
    return is_solvable(tournament.variant) and unanalysed_boards(tournament, every_board).exists()


def analysis_key(tournament: Tournament, every_board: bool) -> str:
    """Job key: one pending job for each value of ``every_board``."""
    return f"{tournament.pk}:all" if every_board else str(tournament.pk)


def unanalysed_boards(tournament: Tournament, every_board: bool) -> QuerySet[Board]:
    """Boards without a complete analysis by the current rules."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    dealt = boards.filter(deal__isnull=False)
    done = Analysis.objects.filter(version=analysis_version(tournament.variant), is_whole=True)
    waiting = dealt.exclude(deal__in=done.values("deal"))
    return waiting.select_related("deal").order_by("number")

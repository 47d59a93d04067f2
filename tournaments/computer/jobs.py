"""Work on boards beside the standings: asked for here, done by ``tournaments.board_tasks``."""

from django.db.models import QuerySet

from games.analysis import is_solvable, version_of
from games.models import Analysis
from jobs import services as jobs
from jobs.models import Job
from tournaments.models import Board, FieldResult, Tournament
from tournaments.selectors.analyses import ANALYSIS_JOB
from tournaments.selectors.visibility import finished_boards

FIELD_JOB = "field"


def ask_for_field(tournament: Tournament) -> Job | None:
    """Let bots play what the computer field lacks; None where no field is wanted, or no board."""
    if not tournament.field_tables or tournament.state == Tournament.State.ENTRY:
        return None
    boards = tournament.boards.filter(deal__isnull=False).count()
    if not boards:
        return None
    return jobs.submit(
        kind=FIELD_JOB, key=str(tournament.pk), total=boards * tournament.field_tables
    )


def play_field_anew(tournament: Tournament) -> None:
    """Throw the field's results away, which other rules have made wrong, and play it again."""
    FieldResult.objects.filter(board__tournament=tournament).delete()
    ask_for_field(tournament)


def ask_for_analysis(
    tournament: Tournament, *, every_board: bool = False, after: int | None = None
) -> Job | None:
    """Have the boards analysed that are over, or all of them; None where nothing is left to do.

    A board that somebody has yet to play is analysed only when its director wants it on paper.
    A job that is at it already looks for more boards at its end; ``after`` is that job itself.
    """
    if not is_solvable(tournament.variant) or not to_analyse(tournament, every_board).exists():
        return None
    key = analysis_key(tournament, every_board)
    running = Job.objects.filter(kind=ANALYSIS_JOB, key=key, state=Job.State.RUNNING)
    at_it = running.exclude(pk=after or 0).first()
    return at_it or jobs.submit(
        kind=ANALYSIS_JOB,
        key=key,
        payload={"tournament": tournament.pk, "every_board": every_board},
    )


def analysis_key(tournament: Tournament, every_board: bool) -> str:
    """What the job is called, so that each kind of wish waits only once."""
    return f"{tournament.pk}:all" if every_board else str(tournament.pk)


def to_analyse(tournament: Tournament, every_board: bool) -> QuerySet[Board]:
    """The boards without a finished analysis under the present rules."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    dealt = boards.filter(deal__isnull=False)
    done = Analysis.objects.filter(version=version_of(tournament.variant), is_whole=True)
    waiting = dealt.exclude(deal__in=done.values("deal"))
    return waiting.select_related("deal").order_by("number")

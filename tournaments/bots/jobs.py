"""Work on boards beside the standings: asked for here, done by ``tournaments.bots.tasks``."""

from django.db.models import QuerySet
from django.utils.translation import pgettext_lazy

from games.analysis.versions import is_solvable, version_of
from games.models import Analysis
from jobs.kinds import Kind
from jobs.models import Job
from tournaments.models import Board, FieldResult, Tournament
from tournaments.state.visibility import finished_boards

FIELD_JOB = Kind(
    "field", pgettext_lazy("work", "play at the computer’s tables"), patient=True, spell=2.0
)
"""Bots play what the field of the tournament lacks that is the key."""
ANALYSIS_JOB = Kind(
    "analysis", pgettext_lazy("work", "analysis of boards"), patient=True, spell=2.0
)
"""The solver says what boards can make; the key is of ``analysis_key``."""
UNPLAYED_JOB = Kind("simulation", pgettext_lazy("work", "bots play what nobody has played"))
"""Bots play what nobody has played of the tournament that is the key."""


def ask_for_field(tournament: Tournament) -> Job | None:
    """Let bots play what the computer field lacks; None where no field is wanted, or no board."""
    if not tournament.field_tables or tournament.state == Tournament.State.ENTRY:
        return None
    boards = tournament.boards.filter(deal__isnull=False).count()
    if not boards:
        return None
    return FIELD_JOB.submit(tournament.pk, total=boards * tournament.field_tables)


def play_field_anew(tournament: Tournament) -> None:
    """Throw the field's results away, which other rules have made wrong, and play it again."""
    FieldResult.objects.filter(board__tournament=tournament).delete()
    ask_for_field(tournament)


def ask_for_analysis(tournament: Tournament, *, every_board: bool = False) -> Job | None:
    """Have the boards analysed that are over, or all of them; None where nothing is left to do.

    Nobody studies what bots play in a rehearsal.

    A board that somebody has yet to play is analysed only when its director wants it on paper.
    A job that is at it already looks for more boards at its end.
    """
    if tournament.rehearses_id is not None or not is_left(tournament, every_board):
        return None
    key = analysis_key(tournament, every_board)
    return ANALYSIS_JOB.running_jobs(key).first() or ANALYSIS_JOB.submit(
        key, payload={"tournament": tournament.pk, "every_board": every_board}
    )


def is_left(tournament: Tournament, every_board: bool) -> bool:
    """Whether there is a board to analyse, in a game that the solver knows."""
    return is_solvable(tournament.variant) and to_analyse(tournament, every_board).exists()


def analysis_key(tournament: Tournament, every_board: bool) -> str:
    """The key of the job, so that each kind of wish waits only once."""
    return f"{tournament.pk}:all" if every_board else str(tournament.pk)


def to_analyse(tournament: Tournament, every_board: bool) -> QuerySet[Board]:
    """The boards without a finished analysis under the present rules."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    dealt = boards.filter(deal__isnull=False)
    done = Analysis.objects.filter(version=version_of(tournament.variant), is_whole=True)
    waiting = dealt.exclude(deal__in=done.values("deal"))
    return waiting.select_related("deal").order_by("number")

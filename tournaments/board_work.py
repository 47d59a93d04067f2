"""Work on boards beside the standings: asked for here, done by ``tournaments.board_tasks``."""

from django.db.models import F

from jobs import services as jobs
from jobs.models import Job
from tournaments.models import FieldResult, Tournament

FIELD_JOB = "field"
ANALYSIS_JOB = "analysis"


def ask_for_field(tournament: Tournament) -> Job | None:
    """Let bots play what the computer field lacks; None where no field is wanted."""
    if not tournament.field_tables or tournament.state == Tournament.State.ENTRY:
        return None
    boards = tournament.boards.count()
    return jobs.submit(
        kind=FIELD_JOB, key=str(tournament.pk), total=boards * tournament.field_tables
    )


def play_field_anew(tournament: Tournament) -> None:
    """Throw the field's results away, which other rules have made wrong, and play it again."""
    FieldResult.objects.filter(board__tournament=tournament).delete()
    ask_for_field(tournament)


def show_extras(tournament_id: int) -> None:
    """Tell the pages that a board has something new that is no fact."""
    Tournament.objects.filter(pk=tournament_id).update(extras_version=F("extras_version") + 1)

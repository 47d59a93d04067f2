from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind
from tournaments.models import Rating, Tournament

SEASON_JOB = JobKind("season", pgettext_lazy("work", "standings of a season"), low_priority=True)
RATINGS_JOB = JobKind("ratings", pgettext_lazy("work", "ratings of a club"), low_priority=True)


def enqueue_ladders(tournament: Tournament, *, moved: bool) -> None:
    """Enqueue seasons and ratings after a tournament's standings changed.

    Finishing and reopening do so even if no row ``moved``.
    """
    finished = tournament.state == Tournament.State.FINISHED
    rated = finished or Rating.objects.filter(tournament=tournament).exists()
    if moved or rated:
        for pk in tournament.seasons.values_list("pk", flat=True):
            SEASON_JOB.submit(pk)
    if rated:
        RATINGS_JOB.submit(tournament.club_id)

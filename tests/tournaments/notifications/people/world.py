from datetime import timedelta
from typing import Any

from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import Job
from jobs.tasks import run
from tests.builders import make_drawn
from tournaments.events.notifications import NOTICES_JOB
from tournaments.models import Follower, Sending, Team, Tournament
from tournaments.notifications.people.services.subscriptions import follow
from tournaments.notifications.people.tasks import enqueue_notices

SITE = "https://belot.example"


def run_jobs(*kinds: JobKind) -> None:
    for kind in kinds or (NOTICES_JOB,):
        for job in kind.unfinished_jobs().filter(state=Job.State.QUEUED).order_by("pk"):
            run(job.pk)


def sweep() -> None:
    enqueue_notices()
    run_jobs()


def hasten() -> None:
    rows = Sending.objects.filter(state=Sending.State.WAITING)
    rows.update(next_at=timezone.now() - timedelta(seconds=1))


def drawn(**values: Any) -> Tournament:
    return make_drawn(8, publish=False, **values)


def follow_by_push(
    tournament: Tournament, browser: Any, language: str = "bg", **values: Any
) -> Follower:
    return follow(
        tournament=tournament,
        way="push",
        push=browser.subscription,
        language=language,
        site=SITE,
        **values,
    )


def team_at(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def states(tournament: Tournament) -> list[tuple[str, str]]:
    rows = Sending.objects.filter(notice__tournament=tournament).order_by("pk")
    return list(rows.values_list("state", "why"))

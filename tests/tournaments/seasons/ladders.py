from jobs.models import Job
from jobs.tasks import run
from tests.builders import fill_rounds, make_drawn
from tournaments.events.append import enqueue_outdated_standings
from tournaments.models import Club, Tournament
from tournaments.setup.services.tournaments import finish_tournament

LADDERS = Job.objects.filter(state="queued", kind__in=["standings", "season", "ratings"])


def run_all_jobs() -> None:
    enqueue_outdated_standings()
    while waiting := list(LADDERS.all().values_list("pk", flat=True)):
        for job_id in waiting:
            run(job_id)
        enqueue_outdated_standings()


def finished(club: Club, day: int = 1, **values) -> Tournament:
    tournament = make_drawn(4, club=club, name=f"Evening {day}", **values)
    Tournament.objects.filter(pk=tournament.pk).update(date=f"2026-11-{day:02d}")
    tournament.refresh_from_db()
    fill_rounds(tournament, tournament.rounds.count(), seed=day)
    finish_tournament(tournament=tournament)
    run_all_jobs()
    tournament.refresh_from_db()
    return tournament

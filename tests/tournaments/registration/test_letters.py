import datetime

import pytest
from django.core import mail
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import Job
from jobs.tasks import run
from tests.tournaments.registration.world import ANA, YAVOR, enter, open_tournament
from tournaments.models import Signup, SignupContact, Tournament
from tournaments.privacy.retention import delete_expired
from tournaments.registration.jobs import EMAIL_JOB
from tournaments.registration.services.approval import refuse_signup

pytestmark = pytest.mark.django_db(transaction=True)


def run_jobs(kind: JobKind) -> None:
    for job in kind.unfinished_jobs().filter(state=Job.State.QUEUED).order_by("pk"):
        run(job.pk)


def test_signup_email_has_link_in_signup_language():
    tournament = open_tournament(name="Есенен турнир")
    signup = enter(tournament, ANA, YAVOR, email="ana@example.org")
    assert mail.outbox == []
    run_jobs(EMAIL_JOB)
    [letter] = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert letter.subject == "Есенен турнир: Имате място"
    assert f"https://belot.example/signup/{signup.secret}/" in letter.body
    # Visitors type the names, and could send any text to strangers.
    assert ANA not in letter.body + letter.subject


def test_signup_without_email_sends_no_email():
    enter(open_tournament(), ANA, YAVOR)
    assert (mail.outbox, Job.objects.filter(kind=EMAIL_JOB.name).count()) == ([], 0)


def test_decision_on_signup_sends_email():
    tournament = open_tournament(needs_approval=True)
    signup = enter(tournament, ANA, YAVOR, email="ana@example.org")
    run_jobs(EMAIL_JOB)
    refuse_signup(signup=signup)
    run_jobs(EMAIL_JOB)
    assert [letter.subject for letter in mail.outbox] == [
        "Autumn Pairs: Организаторът го преглежда",
        "Autumn Pairs: Не сте записани",
    ]


def test_failed_email_keeps_signup_and_job_error(monkeypatch):
    def fail(*_args: object) -> None:
        raise OSError("no line")

    monkeypatch.setattr("tournaments.registration.tasks.send_mail", fail)
    signup = enter(open_tournament(), ANA, YAVOR, email="ana@example.org")
    run_jobs(EMAIL_JOB)
    job = EMAIL_JOB.latest(signup.pk)
    assert (Signup.objects.get().state, job.state) == ("approved", Job.State.RUNNING)
    assert "no line" in job.error


def test_signups_expire_after_four_weeks_but_teams_stay():
    tournament = open_tournament()
    enter(tournament, ANA, YAVOR, email="ana@example.org")
    day = timezone.localdate() - datetime.timedelta(weeks=4)
    Tournament.objects.update(date=day)
    assert delete_expired() == {}
    Tournament.objects.update(date=day - datetime.timedelta(days=1))
    assert delete_expired() == {"signups": 2}
    assert (Signup.objects.count(), SignupContact.objects.count()) == (0, 0)
    assert tournament.teams.count() == 1

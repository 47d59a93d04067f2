import datetime
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Simulation
from tests.builders import enter_and_confirm, make_drawn, plays_of
from tournaments.accounts.services.invitations import create_invitation
from tournaments.models import (
    CardRefusal,
    HandCheck,
    HelperLink,
    Invitation,
    LogEntry,
    Team,
    Tournament,
)
from tournaments.privacy.retention import DEFAULT_DAYS, delete_expired
from tournaments.privacy.tasks import forget_what_is_old

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn(4)
    enter_and_confirm(plays_of(tournament)[0])
    Team.objects.filter(tournament=tournament, number=1).update(remark="comes by train")
    board = tournament.boards.all()[0]
    HandCheck.objects.create(board=board, place="N", is_right=True, digest="d", who="Petya")
    play = plays_of(tournament)[0]
    CardRefusal.objects.create(play=play, who="Ivo", code="c", detail="d", digest="e")
    link = {"tournament": tournament, "kind": "enter", "name": "Petya"}
    HelperLink.objects.create(**link, expires_at=timezone.now() + timedelta(days=1))
    return tournament


def days_ago(tournament: Tournament, days: int) -> None:
    then = timezone.now() - timedelta(days=days)
    Tournament.objects.filter(pk=tournament.pk).update(date=then.date())
    HelperLink.objects.filter(tournament=tournament).update(expires_at=then)


def test_temporary_data_is_deleted_after_90_days(tournament: Tournament) -> None:
    names = list(Team.objects.order_by("pk").values_list("name", flat=True))
    lines = LogEntry.objects.count()
    days_ago(tournament, 91)
    assert forget_what_is_old() == {"remarks": 1, "helpers": 1, "checks": 2}
    assert not Team.objects.exclude(remark="").exists()
    assert HelperLink.objects.get().name == ""
    assert not HandCheck.objects.exists()
    assert not CardRefusal.objects.exists()
    assert list(Team.objects.order_by("pk").values_list("name", flat=True)) == names
    assert LogEntry.objects.count() == lines
    assert plays_of(tournament)[0].current is not None
    assert forget_what_is_old() == {}


def test_nothing_is_deleted_before_90_days(tournament: Tournament) -> None:
    days_ago(tournament, 89)
    assert delete_expired() == {}
    assert Team.objects.get(number=1).remark == "comes by train"
    assert HandCheck.objects.count() == CardRefusal.objects.count() == 1


def test_invitations_are_deleted_a_month_after_expiry(tournament: Tournament) -> None:
    days_ago(tournament, 0)
    for name, days in (("over long ago", 31), ("just over", 29), ("open", -1)):
        made = create_invitation(club=tournament.club, role="director", name=name)
        ends = timezone.now() - timedelta(days=days)
        Invitation.objects.filter(pk=made.pk).update(expires_at=ends)
    assert delete_expired() == {"invitations": 1}
    assert set(Invitation.objects.values_list("name", flat=True)) == {"just over", "open"}


def test_expired_sessions_are_deleted_and_open_ones_kept() -> None:
    now = timezone.now()
    for key, hours in (("ended", -1), ("open", 1)):
        Session.objects.create(
            session_key=key, session_data="x", expire_date=now + timedelta(hours=hours)
        )
    assert delete_expired() == {"sessions": 1}
    assert Session.objects.get().session_key == "open"


def test_old_visitor_simulations_are_deleted() -> None:
    for visitor, days in (("old", 91), ("new", 89)):
        made = Simulation.objects.create(question={}, seed=1, count=1, visitor=visitor)
        then = timezone.now() - timedelta(days=days)
        Simulation.objects.filter(pk=made.pk).update(created_at=then)
    assert delete_expired() == {"visitors": 1}
    assert Simulation.objects.get().visitor == "new"


def test_deletion_task_is_scheduled_hourly() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["forget-what-is-old"]
    assert entry["task"] == forget_what_is_old.name
    assert entry["schedule"].run_every == datetime.timedelta(hours=1)


def test_operations_doc_lists_default_retention_days() -> None:
    text = (settings.BASE_DIR / "docs/operations.md").read_text()
    told = dict(re.findall(r"^\| `(\w+)` \|.*\| (\d+) days? ", text, re.MULTILINE))
    assert {name: int(days) for name, days in told.items()} == DEFAULT_DAYS

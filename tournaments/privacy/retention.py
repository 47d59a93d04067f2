"""Retention periods of personal data.

Results, line-ups, log and till belong to a tournament and are deleted with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone

from games.visitors.retention import KEPT_DAYS, forget_visitors
from tournaments.archive.services.archive import throw_brought_away, throw_kept_away
from tournaments.models import (
    CardRefusal,
    Delivery,
    DeskStep,
    Follower,
    HandCheck,
    HelperLink,
    Invitation,
    KeptAnswer,
    Notice,
    Signup,
    Team,
)

A_DAY: Final = 1
A_WEEK: Final = 7
AFTER_A_SIGNUP: Final = 28
A_MONTH: Final = 30
AFTER_AN_EVENING: Final = 90
UNSURE_DAYS: Final = 2
A_YEAR: Final = 365


@dataclass(frozen=True, slots=True)
class Kept:
    """Retention in days, and the function deleting older data; returns the count."""

    days: int
    forget: Callable[[datetime], int]


def sessions(before: datetime) -> int:
    return Session.objects.filter(expire_date__lt=before).delete()[0]


def visitors(before: datetime) -> int:
    """Simulations and deal sets of anonymous visitors."""
    gone = forget_visitors(before=before)
    return gone.simulations + gone.deal_sets


def signups(before: datetime) -> int:
    return Signup.objects.filter(tournament__date__lt=before.date()).delete()[0]


def followers(before: datetime) -> int:
    """Followers with addresses; unconfirmed ones after ``UNSURE_DAYS``."""
    unsure = timezone.now() - timedelta(days=UNSURE_DAYS)
    rows = Follower.objects.filter(
        Q(tournament__date__lt=before.date()) | Q(confirmed_at=None, created_at__lt=unsure)
    )
    return rows.delete()[1].get("tournaments.Follower", 0)


def notices(before: datetime) -> int:
    rows = Notice.objects.filter(tournament__date__lt=before.date(), at__lt=before)
    return rows.delete()[1].get("tournaments.Notice", 0)


def remarks(before: datetime) -> int:
    noted = Team.objects.filter(tournament__date__lt=before.date()).exclude(remark="")
    return noted.update(remark="")


def helpers(before: datetime) -> int:
    links = HelperLink.objects.filter(expires_at__lt=before)
    return links.exclude(name="").update(name="")


def invitations(before: datetime) -> int:
    return Invitation.objects.filter(expires_at__lt=before).delete()[0]


def checks(before: datetime) -> int:
    day = before.date()
    hands = HandCheck.objects.filter(board__tournament__date__lt=day).delete()[0]
    return hands + CardRefusal.objects.filter(play__board__tournament__date__lt=day).delete()[0]


def desk_steps(before: datetime) -> int:
    """Undo steps of the entry desk; the ledger stays."""
    return DeskStep.objects.filter(tournament__date__lt=before.date()).delete()[0]


def archives(before: datetime) -> int:
    """Automatic archives; the last copy of a deleted tournament."""
    return throw_kept_away(before)


def brought_files(before: datetime) -> int:
    return throw_brought_away(before)


def answers(before: datetime) -> int:
    return KeptAnswer.objects.filter(created_at__lt=before).delete()[0]


def deliveries(before: datetime) -> int:
    return Delivery.objects.filter(created_at__lt=before).delete()[0]


def admin_log(before: datetime) -> int:
    return AdminEntry.objects.filter(action_time__lt=before).delete()[0]


KEPT: Final[Mapping[str, Kept]] = {
    "sessions": Kept(0, sessions),
    "visitors": Kept(KEPT_DAYS, visitors),
    "signups": Kept(AFTER_A_SIGNUP, signups),
    "followers": Kept(A_WEEK, followers),
    "notices": Kept(AFTER_AN_EVENING, notices),
    "remarks": Kept(AFTER_AN_EVENING, remarks),
    "helpers": Kept(AFTER_AN_EVENING, helpers),
    "invitations": Kept(A_MONTH, invitations),
    "checks": Kept(AFTER_AN_EVENING, checks),
    "desk_steps": Kept(AFTER_AN_EVENING, desk_steps),
    "archives": Kept(A_MONTH, archives),
    "brought": Kept(A_DAY, brought_files),
    "answers": Kept(A_DAY, answers),
    "deliveries": Kept(A_MONTH, deliveries),
    "admin_log": Kept(A_YEAR, admin_log),
}
DAYS: Final = {name: kept.days for name, kept in KEPT.items()}
"""For the page that tells how long things are kept."""


def forget_old() -> dict[str, int]:
    """Delete expired data; return counts by kind."""
    now = timezone.localtime()  # tournament dates are local
    gone = {name: kept.forget(now - timedelta(days=kept.days)) for name, kept in KEPT.items()}
    return {name: count for name, count in gone.items() if count}

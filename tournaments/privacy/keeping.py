"""How long it is kept what is about people and has done its work, and how it goes.

Results, line-ups, the log and the till belong to a tournament and go with it; they are not here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.visitors.forgetting import KEPT_DAYS, forget_visitors
from tournaments.models import CardRefusal, DeskStep, HandCheck, HelperLink, Signup, Team

AFTER_A_SIGNUP: Final = 28
AFTER_AN_EVENING: Final = 90
A_YEAR: Final = 365


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept for so many days, and what throws away all from before a time: how many went."""

    days: int
    forget: Callable[[datetime], int]


def sessions(before: datetime) -> int:
    """Sessions that have ended: who was signed in, and the names of helpers."""
    return Session.objects.filter(expire_date__lt=before).delete()[0]


def visitors(before: datetime) -> int:
    """Simulations and sets of deals of people without an account."""
    gone = forget_visitors(before=before)
    return gone.simulations + gone.deal_sets


def signups(before: datetime) -> int:
    """Who entered by themselves, and how to reach them; whoever was entered stays entered."""
    return Signup.objects.filter(tournament__date__lt=before.date()).delete()[0]


def remarks(before: datetime) -> int:
    """What an organiser noted of entrants."""
    noted = Team.objects.filter(tournament__date__lt=before.date()).exclude(remark="")
    return noted.update(remark="")


def helpers(before: datetime) -> int:
    """For whom links of helpers were."""
    links = HelperLink.objects.filter(expires_at__lt=before)
    return links.exclude(name="").update(name="")


def checks(before: datetime) -> int:
    """Who tapped in which hand, and whose slips went against the cards."""
    day = before.date()
    hands = HandCheck.objects.filter(board__tournament__date__lt=day).delete()[0]
    return hands + CardRefusal.objects.filter(play__board__tournament__date__lt=day).delete()[0]


def desk_steps(before: datetime) -> int:
    """Presses at the entry desk, which their maker could take back; the ledger stays."""
    return DeskStep.objects.filter(tournament__date__lt=before.date()).delete()[0]


def admin_log(before: datetime) -> int:
    """What administrators did in the administration."""
    return AdminEntry.objects.filter(action_time__lt=before).delete()[0]


KEPT: Final[Mapping[str, Kept]] = {
    "sessions": Kept(0, sessions),
    "visitors": Kept(KEPT_DAYS, visitors),
    "signups": Kept(AFTER_A_SIGNUP, signups),
    "remarks": Kept(AFTER_AN_EVENING, remarks),
    "helpers": Kept(AFTER_AN_EVENING, helpers),
    "checks": Kept(AFTER_AN_EVENING, checks),
    "desk_steps": Kept(AFTER_AN_EVENING, desk_steps),
    "admin_log": Kept(A_YEAR, admin_log),
}
DAYS: Final = {name: kept.days for name, kept in KEPT.items()}
"""For the page that tells how long things are kept."""


def forget_old() -> dict[str, int]:
    """Throw away what was kept long enough; how much went, by what it was."""
    now = timezone.now()
    gone = {name: kept.forget(now - timedelta(days=kept.days)) for name, kept in KEPT.items()}
    return {name: count for name, count in gone.items() if count}

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

from games.visitors.retention import RETENTION_DAYS, delete_visitor_data
from tournaments.archive.services.archive import delete_archives_before, delete_uploads_before
from tournaments.models import (
    CardRefusal,
    CashUndoStep,
    Delivery,
    Follower,
    HandCheck,
    HelperLink,
    IdempotentResponse,
    Invitation,
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
class RetentionRule:
    """Retention in days, and the function deleting older data; returns the count."""

    days: int
    forget: Callable[[datetime], int]


def delete_sessions(before: datetime) -> int:
    return Session.objects.filter(expire_date__lt=before).delete()[0]


def delete_visitors(before: datetime) -> int:
    """Simulations and deal sets of anonymous visitors."""
    gone = delete_visitor_data(before=before)
    return gone.simulations + gone.deal_sets


def delete_signups(before: datetime) -> int:
    return Signup.objects.filter(tournament__date__lt=before.date()).delete()[0]


def delete_followers(before: datetime) -> int:
    """Followers with addresses; unconfirmed ones after ``UNSURE_DAYS``."""
    unsure = timezone.now() - timedelta(days=UNSURE_DAYS)
    rows = Follower.objects.filter(
        Q(tournament__date__lt=before.date()) | Q(confirmed_at=None, created_at__lt=unsure)
    )
    return rows.delete()[1].get("tournaments.Follower", 0)


def delete_notices(before: datetime) -> int:
    rows = Notice.objects.filter(tournament__date__lt=before.date(), at__lt=before)
    return rows.delete()[1].get("tournaments.Notice", 0)


def clear_remarks(before: datetime) -> int:
    noted = Team.objects.filter(tournament__date__lt=before.date()).exclude(remark="")
    return noted.update(remark="")


def clear_helper_names(before: datetime) -> int:
    links = HelperLink.objects.filter(expires_at__lt=before)
    return links.exclude(name="").update(name="")


def delete_invitations(before: datetime) -> int:
    return Invitation.objects.filter(expires_at__lt=before).delete()[0]


def delete_card_checks(before: datetime) -> int:
    day = before.date()
    hands = HandCheck.objects.filter(board__tournament__date__lt=day).delete()[0]
    return hands + CardRefusal.objects.filter(play__board__tournament__date__lt=day).delete()[0]


def delete_desk_steps(before: datetime) -> int:
    """Undo steps of the entry desk; the ledger stays."""
    return CashUndoStep.objects.filter(tournament__date__lt=before.date()).delete()[0]


def delete_archives(before: datetime) -> int:
    """Automatic archives; the last copy of a deleted tournament."""
    return delete_archives_before(before)


def delete_uploads(before: datetime) -> int:
    return delete_uploads_before(before)


def delete_stored_responses(before: datetime) -> int:
    return IdempotentResponse.objects.filter(created_at__lt=before).delete()[0]


def delete_deliveries(before: datetime) -> int:
    return Delivery.objects.filter(created_at__lt=before).delete()[0]


def delete_admin_log(before: datetime) -> int:
    return AdminEntry.objects.filter(action_time__lt=before).delete()[0]


RETENTION_RULES: Final[Mapping[str, RetentionRule]] = {
    "sessions": RetentionRule(0, delete_sessions),
    "visitors": RetentionRule(RETENTION_DAYS, delete_visitors),
    "signups": RetentionRule(AFTER_A_SIGNUP, delete_signups),
    "followers": RetentionRule(A_WEEK, delete_followers),
    "notices": RetentionRule(AFTER_AN_EVENING, delete_notices),
    "remarks": RetentionRule(AFTER_AN_EVENING, clear_remarks),
    "helpers": RetentionRule(AFTER_AN_EVENING, clear_helper_names),
    "invitations": RetentionRule(A_MONTH, delete_invitations),
    "checks": RetentionRule(AFTER_AN_EVENING, delete_card_checks),
    "desk_steps": RetentionRule(AFTER_AN_EVENING, delete_desk_steps),
    "archives": RetentionRule(A_MONTH, delete_archives),
    "brought": RetentionRule(A_DAY, delete_uploads),
    "answers": RetentionRule(A_DAY, delete_stored_responses),
    "deliveries": RetentionRule(A_MONTH, delete_deliveries),
    "admin_log": RetentionRule(A_YEAR, delete_admin_log),
}
DEFAULT_DAYS: Final = {name: kept.days for name, kept in RETENTION_RULES.items()}


def delete_expired() -> dict[str, int]:
    """Delete expired data; return counts by kind."""
    now = timezone.localtime()  # tournament dates are local
    gone = {
        name: rule.forget(now - timedelta(days=rule.days)) for name, rule in RETENTION_RULES.items()
    }
    return {name: count for name, count in gone.items() if count}

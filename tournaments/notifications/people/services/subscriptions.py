"""Follow a tournament: subscribe, confirm, test, stop."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.models import Job
from tournaments.errors import RuleViolationError
from tournaments.events.notifications import NOTICES_JOB
from tournaments.models import (
    Follower,
    Notice,
    NotificationMethod,
    Sending,
    Signup,
    Team,
    Tournament,
)
from tournaments.models.registration import new_secret
from tournaments.notifications.people.addresses import clean_subscription
from tournaments.notifications.people.encryption import address_digest, encrypt
from tournaments.notifications.people.jobs import CONFIRMATION_EMAIL_JOB, TELEGRAM_CODES_JOB
from tournaments.notifications.people.selectors.options import bot_of, notification_options
from tournaments.permissions import Actor

MAX_FOLLOWERS: Final = 20_000
MAX_UNCONFIRMED_PER_DAY: Final = 5
"""Tournaments per unconfirmed address."""
EMAIL_INTERVAL: Final = timedelta(minutes=10)
Role = Follower.Role


@transaction.atomic
def follow(
    *,
    tournament: Tournament,
    way: str,
    role: str = Role.SPECTATOR,
    team: Team | None = None,
    signup: Signup | None = None,
    push: object = None,
    email: str = "",
    language: str = "",
    site: str = "",
    actor: Actor = None,
) -> Follower:
    """Subscribe: push at once, email and Telegram after confirmation.

    A repeated request by the same method updates the follower. An address that another person
    could have typed is unchanged, and gets another email.
    """
    if (
        tournament.rehearses_id is not None
        or way not in notification_options(tournament.club_id).ways
    ):
        raise RuleViolationError(
            "no_such_way", _("Notifications of this kind are not available here."), field="way"
        )
    if Follower.objects.filter(tournament=tournament).count() >= MAX_FOLLOWERS:
        raise RuleViolationError("too_many", _("This tournament cannot take any more followers."))
    role = Role.PLAYER if team is not None or signup is not None else role
    follower = Follower(
        tournament=tournament,
        role=role,
        way=way,
        team=team,
        signup=signup,
        user_id=actor.pk if actor and role == Role.DIRECTOR else None,
        language=language,
        site=site,
        secret=new_secret(),
    )
    if way == NotificationMethod.TELEGRAM:
        return await_code(follower)
    if way == NotificationMethod.EMAIL:
        return save_email(follower, clean_email(email))
    return save_browser(follower, clean_subscription(push))


def save_browser(asked: Follower, address: str) -> Follower:
    """Save a push subscription; no confirmation needed, only the browser knows it."""
    key = address_digest(NotificationMethod.PUSH, address)
    Follower.objects.filter(tournament=asked.tournament, role=asked.role, address_key=key).delete()
    asked.address, asked.address_key = encrypt(address), key
    asked.confirmed_at = timezone.now()
    asked.save()
    return asked


def save_email(asked: Follower, email: str) -> Follower:
    """Save an unconfirmed address and send the confirmation email."""
    key = address_digest(NotificationMethod.EMAIL, email)
    known = Follower.objects.filter(
        tournament=asked.tournament, role=asked.role, address_key=key
    ).first()
    if known is None:
        check_email_limit(key)
        asked.address, asked.address_key = encrypt(email), key
        asked.save()
        known = asked
    elif known.confirmed_at is None:
        known.team, known.signup, known.user = asked.team, asked.signup, asked.user
        known.language, known.site = asked.language, asked.site
        known.save()
    enqueue_email(known)
    return known


def check_email_limit(key: str) -> None:
    """Limit unconfirmed subscriptions per address."""
    since = timezone.now() - timedelta(days=1)
    rows = Follower.objects.filter(address_key=key, created_at__gte=since)
    if rows.filter(confirmed_at__isnull=True).count() >= MAX_UNCONFIRMED_PER_DAY:
        raise RuleViolationError(
            "too_many",
            _("Open one of the emails sent to this address today."),
            field="email",
        )


def enqueue_email(follower: Follower) -> None:
    """Enqueue the email, unless one was sent recently."""
    recent = Job.objects.filter(
        kind=CONFIRMATION_EMAIL_JOB.name,
        key=follower.pk,
        created_at__gte=timezone.now() - EMAIL_INTERVAL,
    )
    if not recent.exists():
        CONFIRMATION_EMAIL_JOB.submit_on_commit(follower.pk)


def await_code(asked: Follower) -> Follower:
    """Save a follower without address until "Start" is pressed in Telegram."""
    asked.address_key = f"code:{asked.secret}"
    asked.save()
    bot = bot_of(asked.tournament.club_id)
    if bot is not None:
        TELEGRAM_CODES_JOB.submit_on_commit(bot.pk)
    return asked


def clean_email(text: str) -> str:
    email = text.strip().lower()
    try:
        validate_email(email)
    except ValidationError as error:
        raise RuleViolationError(
            "bad_email", _("Write an email address, such as ana@example.org."), field="email"
        ) from error
    return email


@transaction.atomic
def confirm_following(*, follower: Follower) -> Follower:
    """Confirm; the link in the email proves the address."""
    if follower.confirmed_at is None and follower.address:
        follower.confirmed_at = timezone.now()
        follower.save(update_fields=["confirmed_at"])
    return follower


@transaction.atomic
def stop_following(*, follower: Follower) -> None:
    Follower.objects.filter(pk=follower.pk).delete()


@transaction.atomic
def send_test_notice(*, follower: Follower) -> Sending:
    """Send a test, at most one a minute."""
    if follower.confirmed_at is None:
        raise RuleViolationError(
            "not_confirmed", _("Please confirm first that you want notifications.")
        )
    now = timezone.now()
    thing = f"{follower.pk}-{now:%Y%m%d%H%M}"
    notice, is_new = Notice.objects.get_or_create(
        tournament_id=follower.tournament_id,
        kind=Notice.Kind.TEST,
        thing=thing,
        defaults={"due_at": now, "spread_at": now},
    )
    if not is_new:
        raise RuleViolationError("too_soon", _("A test was sent a moment ago. Wait a minute."))
    sending = Sending.objects.create(
        notice=notice, follower=follower, way=follower.way, next_at=now
    )
    NOTICES_JOB.submit_on_commit(follower.tournament_id)
    return sending

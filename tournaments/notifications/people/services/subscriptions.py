"""Follow a tournament: subscribe, confirm, test, stop."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.models import Job
from tournaments.errors import Refused
from tournaments.events.notifications import NOTICES_JOB
from tournaments.models import Follower, Notice, Sending, Signup, Team, Tournament, Way
from tournaments.models.registration import new_secret
from tournaments.notifications.people.addresses import push_address
from tournaments.notifications.people.encryption import key_of, seal
from tournaments.notifications.people.jobs import CODES_JOB, LETTER_JOB
from tournaments.notifications.people.selectors.options import bot_of, offer_of
from tournaments.permissions import Actor

MOST: Final = 20_000
"""How many may follow one tournament."""
LETTERS: Final = 5
"""How many tournaments an address may be entered for in a day before it has confirmed one."""
LETTER_PAUSE: Final = timedelta(minutes=10)
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
    if tournament.rehearses_id is not None or way not in offer_of(tournament.club_id).ways:
        raise Refused("no_such_way", _("Nobody can be told in this way here."), field="way")
    if Follower.objects.filter(tournament=tournament).count() >= MOST:
        raise Refused("too_many", _("So many follow this tournament that no more can."))
    role = Role.PLAYER if team is not None or signup is not None else role
    asked = Follower(
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
    if way == Way.TELEGRAM:
        return expect_code(asked)
    if way == Way.EMAIL:
        return expect_letter(asked, clean_email(email))
    return keep_browser(asked, push_address(push))


def keep_browser(asked: Follower, address: str) -> Follower:
    """Save a push subscription; no confirmation needed, only the browser knows it."""
    key = key_of(Way.PUSH, address)
    Follower.objects.filter(tournament=asked.tournament, role=asked.role, address_key=key).delete()
    asked.address, asked.address_key = seal(address), key
    asked.confirmed_at = timezone.now()
    asked.save()
    return asked


def expect_letter(asked: Follower, email: str) -> Follower:
    """Save an unconfirmed address and send the confirmation email."""
    key = key_of(Way.EMAIL, email)
    known = Follower.objects.filter(
        tournament=asked.tournament, role=asked.role, address_key=key
    ).first()
    if known is None:
        must_not_flood(key)
        asked.address, asked.address_key = seal(email), key
        asked.save()
        known = asked
    elif known.confirmed_at is None:
        known.team, known.signup, known.user = asked.team, asked.signup, asked.user
        known.language, known.site = asked.language, asked.site
        known.save()
    ask_for_letter(known)
    return known


def must_not_flood(key: str) -> None:
    """Limit unconfirmed subscriptions per address."""
    since = timezone.now() - timedelta(days=1)
    rows = Follower.objects.filter(address_key=key, created_at__gte=since)
    if rows.filter(confirmed_at__isnull=True).count() >= LETTERS:
        raise Refused(
            "too_many",
            _("Open one of the letters that were sent to this address today."),
            field="email",
        )


def ask_for_letter(follower: Follower) -> None:
    """Enqueue the email, unless one was sent recently."""
    recent = Job.objects.filter(
        kind=LETTER_JOB.name, key=follower.pk, created_at__gte=timezone.now() - LETTER_PAUSE
    )
    if not recent.exists():
        LETTER_JOB.submit_on_commit(follower.pk)


def expect_code(asked: Follower) -> Follower:
    """Save a follower without address until "Start" is pressed in Telegram."""
    asked.address_key = f"code:{asked.secret}"
    asked.save()
    bot = bot_of(asked.tournament.club_id)
    if bot is not None:
        CODES_JOB.submit_on_commit(bot.pk)
    return asked


def clean_email(text: str) -> str:
    email = text.strip().lower()
    try:
        validate_email(email)
    except ValidationError as error:
        raise Refused(
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
def test_following(*, follower: Follower) -> Sending:
    """Send a test, at most one a minute."""
    if follower.confirmed_at is None:
        raise Refused("not_confirmed", _("Confirm first that you want to be told."))
    now = timezone.now()
    thing = f"{follower.pk}-{now:%Y%m%d%H%M}"
    notice, is_new = Notice.objects.get_or_create(
        tournament_id=follower.tournament_id,
        kind=Notice.Kind.TEST,
        thing=thing,
        defaults={"due_at": now, "spread_at": now},
    )
    if not is_new:
        raise Refused("too_soon", _("A test was sent a moment ago. Wait a minute."))
    sending = Sending.objects.create(
        notice=notice, follower=follower, way=follower.way, next_at=now
    )
    NOTICES_JOB.submit_on_commit(follower.tournament_id)
    return sending

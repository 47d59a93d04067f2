"""Create, change, test and delete webhooks; resend deliveries."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.outbox import enqueue_sending
from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.allowed_addresses import WebhookAddressError, parse_address
from tournaments.notifications.webhooks.texts import PROBLEMS
from tournaments.permissions import Actor

MAX_WEBHOOKS: Final = 10
OLD_SECRET_VALID_FOR: Final = timedelta(hours=24)
"""The old secret also signs meanwhile, so that receivers can switch."""
CHOICES: Final = tuple(event for event in Delivery.Event.values if event != Delivery.Event.TEST)
State = Delivery.State


@transaction.atomic
def add_webhook(
    *, club: Club, address: str, events: Sequence[str], name: str = "", actor: Actor = None
) -> Webhook:
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
        raise RuleViolationError("too_many", _("A club has %d webhooks at most.") % MAX_WEBHOOKS)
    return Webhook.objects.create(
        club=club,
        name=name.strip()[:80],
        address=clean_address(address),
        events=clean_events(events),
    )


@transaction.atomic
def change_webhook(
    *,
    webhook: Webhook,
    address: str,
    events: Sequence[str],
    name: str = "",
    is_on: bool = True,
    actor: Actor = None,
) -> Webhook:
    """Change a webhook; switching it off drops waiting deliveries."""
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
    is_other = address.strip() != webhook.address
    webhook.name, webhook.address = name.strip()[:80], clean_address(address)
    webhook.events = clean_events(events)
    if is_on and (is_other or not webhook.is_on):
        webhook.off = ""
        webhook.failing_since = webhook.rests_until = None
    elif webhook.is_on and not is_on:
        webhook.off = Webhook.Off.HAND
    webhook.save()
    if not is_on:
        webhook.deliveries.filter(state=State.WAITING).update(state=State.FAILED)
    enqueue_sending([webhook.pk])
    return webhook


def clean_address(address: str) -> str:
    """A valid address, as far as known before resolving."""
    try:
        parse_address(address.strip())
    except WebhookAddressError as refusal:
        words = str(PROBLEMS[refusal.code])
        raise RuleViolationError(refusal.code, words, field="address") from refusal
    return address.strip()


def clean_events(events: Sequence[str]) -> list[str]:
    """Events in standard order; refuse unknown ones or none."""
    unknown = next((event for event in events if event not in CHOICES), None)
    if unknown is not None:
        words = _("There is no event “%s”.") % unknown[:40]
        raise RuleViolationError("unknown_event", words, field="events")
    if not events:
        raise RuleViolationError("no_events", _("Choose at least one event."), field="events")
    return [event for event in CHOICES if event in events]


@transaction.atomic
def renew_secret(*, webhook: Webhook, actor: Actor = None) -> Webhook:
    """Create a new secret; the old one also signs for a day."""
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=webhook.pk)
    webhook.old_seed, webhook.old_until = webhook.seed, timezone.now() + OLD_SECRET_VALID_FOR
    webhook.seed = Webhook._meta.get_field("seed").get_default()
    webhook.save(update_fields=["seed", "old_seed", "old_until"])
    return webhook


def remove_webhook(*, webhook: Webhook, actor: Actor = None) -> None:
    webhook.delete()


@transaction.atomic
def send_test(*, webhook: Webhook, actor: Actor = None) -> Delivery:
    """Enqueue a test, ignoring the pause after failures."""
    check_enabled(webhook)
    delivery = Delivery.objects.create(webhook=webhook, event=Delivery.Event.TEST)
    enqueue_now(webhook)
    return delivery


@transaction.atomic
def send_again(*, delivery: Delivery, actor: Actor = None) -> Delivery:
    """Resend an event with the same id; the attempt counter restarts."""
    check_enabled(delivery.webhook)
    delivery.state, delivery.next_at, delivery.attempts = State.WAITING, timezone.now(), 0
    delivery.save(update_fields=["state", "next_at", "attempts"])
    enqueue_now(delivery.webhook)
    return delivery


def check_enabled(webhook: Webhook) -> None:
    if not webhook.is_on:
        raise RuleViolationError(
            "webhook_off", _("This webhook is switched off. Switch it on first.")
        )


def enqueue_now(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    enqueue_sending([webhook.pk])

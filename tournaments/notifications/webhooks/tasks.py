"""Send due deliveries of a webhook in order of events."""

import json
import random
import time
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from jobs.execution import Attempt, handler
from tournaments.events.outbox import WEBHOOK_JOB
from tournaments.models import Delivery, Webhook
from tournaments.notifications.webhooks.http_client import PostResult, post
from tournaments.notifications.webhooks.payloads import payload_of
from tournaments.notifications.webhooks.signing import headers_of, secrets_of

FAILING_DAYS: Final = 5
LEASE: Final = timedelta(seconds=60)
"""How long a delivery is reserved; a killed worker's is sent again."""
MAX_PAUSE: Final = timedelta(minutes=5)
"""A failing receiver is retried at least this often."""
GONE: Final = 410
State = Delivery.State


@handler(WEBHOOK_JOB)
def send_due(attempt: Attempt) -> dict[str, object]:
    """Send due deliveries until one fails or the time slice ends."""
    counted = 0
    while attempt.has_time():
        delivery = claim_next(int(attempt.job.key))
        if delivery is None:
            return {"sent": counted}
        counted += 1
        if not send(delivery):
            return {"sent": counted, "failed": delivery.pk}
    attempt.continue_later()
    return {"sent": counted}


def claim_next(webhook: int) -> Delivery | None:
    """Claim the next delivery so that no other worker sends it."""
    now = timezone.now()
    if Webhook.objects.filter(pk=webhook, rests_until__gt=now).exists():
        return None
    rows = Delivery.objects.filter(webhook=webhook, webhook__off="", state=State.WAITING)
    for pk in rows.filter(next_at__lte=now).order_by("pk").values_list("pk", flat=True)[:5]:
        mine = Delivery.objects.filter(pk=pk, state=State.WAITING, next_at__lte=now)
        if mine.update(next_at=now + LEASE, attempts=F("attempts") + 1, tried_at=now):
            return Delivery.objects.select_related("webhook__club", "tournament").get(pk=pk)
    return None


def send(delivery: Delivery) -> bool:
    """Send one delivery, store the result; return whether to continue."""
    payload = payload_of(delivery)
    if payload is None:
        Delivery.objects.filter(pk=delivery.pk).update(state=State.FAILED, problem="nothing_left")
        return True
    body = json.dumps(payload, ensure_ascii=False).encode()
    headers = headers_of(signing_secrets(delivery.webhook), payload["id"], int(time.time()), body)
    answer = post(delivery.webhook.address, body, headers)
    store_answer(delivery, answer)
    if answer.has_arrived:
        clear_failures(delivery.webhook)
        return True
    schedule_retry(delivery, answer)
    return False


def signing_secrets(webhook: Webhook) -> list[str]:
    """Secrets of the current seed and, for a while, of the previous one."""
    seeds = [webhook.seed]
    if webhook.old_seed is not None and webhook.old_secret_until is not None:
        seeds.append(webhook.old_seed)
    return [secret for seed in seeds for secret in secrets_of(seed)]


def store_answer(delivery: Delivery, answer: PostResult) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(
        state=State.DELIVERED if answer.has_arrived else F("state"),
        status=answer.status,
        milliseconds=answer.milliseconds,
        answer=answer.text,
        problem=answer.problem,
    )


def clear_failures(webhook: Webhook) -> None:
    if webhook.failing_since or webhook.rests_until:
        Webhook.objects.filter(pk=webhook.pk).update(failing_since=None, rests_until=None)


def schedule_retry(delivery: Delivery, answer: PostResult) -> None:
    """Retry with increasing delays; fail at last, and disable webhooks that fail for days."""
    now = timezone.now()
    wait = retry_delay(delivery.attempts)
    values: dict[str, object] = {"next_at": now + (wait or LEASE)}
    if wait is None:
        values["state"] = State.FAILED
    Delivery.objects.filter(pk=delivery.pk).update(**values)
    webhook = Webhook.objects.get(pk=delivery.webhook_id)
    webhook.failing_since = webhook.failing_since or now
    webhook.rests_until = now + min(wait or MAX_PAUSE, MAX_PAUSE)
    if answer.status == GONE:
        webhook.off = Webhook.Off.GONE
    elif now - webhook.failing_since >= timedelta(days=FAILING_DAYS):
        webhook.off = Webhook.Off.FAILING
    webhook.save(update_fields=["failing_since", "rests_until", "off"])


def retry_delay(attempts: int) -> timedelta | None:
    """Delay after a number of attempts, with jitter; None after the last one."""
    waits = settings.WEBHOOK_RETRIES
    if attempts > len(waits):
        return None
    return timedelta(seconds=waits[attempts - 1] * random.uniform(0.9, 1.2))

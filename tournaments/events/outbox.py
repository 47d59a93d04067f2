"""Outbox of webhooks, written in the event's transaction.

One indexed query for clubs without webhooks. Insert-only, so no writer waits; sent by a
worker (``tournaments.notifications.webhooks``).
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from jobs.execution import job_finder
from jobs.kinds import JobKind
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import Delivery, DirectorCall, Play, Result, Tournament, Webhook

WEBHOOK_JOB: Final = JobKind(
    "webhooks",
    pgettext_lazy("work", "deliveries of a webhook"),
    low_priority=True,
    time_slice=5.0,
    min_interval=0.5,
)
"""Due deliveries in order; key: the webhook's id."""
MAX_OFFICIAL_DELAY: Final = timedelta(days=1)
"""Later, no `official` webhook is queued for an expired deadline."""


def queue_webhook(
    event: Delivery.Event, tournament_id: int, *, key: str = "", **about: object
) -> None:
    """Queue an event for the club's webhooks subscribed to it, except in rehearsals.

    ``about`` are ids and numbers; ``key`` deduplicates events that can be detected
    repeatedly.
    """
    webhook_ids = [pk for pk, events in webhooks_of(tournament=tournament_id) if event in events]
    if (
        not webhook_ids
        or Tournament.objects.filter(pk=tournament_id).exclude(rehearses=None).exists()
    ):
        return
    rows = [
        Delivery(
            webhook_id=pk, tournament_id=tournament_id, event=event, about=about, key=key or None
        )
        for pk in webhook_ids
    ]
    Delivery.objects.bulk_create(rows, ignore_conflicts=bool(key))
    enqueue_sending(webhook_ids)


@prepared
def webhooks_of() -> QuerySet[Webhook, tuple[int, list[str]]]:
    tournament = Parameter("tournament", IntegerField())
    hooks = Webhook.objects.filter(club__tournaments=tournament, off="")
    return hooks.values_list("pk", "events")


def enqueue_sending(webhooks: Iterable[int]) -> None:
    """Enqueue the sending jobs on commit."""
    for pk in webhooks:
        WEBHOOK_JOB.submit_on_commit(pk)


def queue_webhook_draw(tournament_id: int, rounds: Iterable[int]) -> None:
    queue_webhook(Delivery.Event.DRAW, tournament_id, rounds=list(rounds))


def queue_webhook_result(play: Play, result: Result | None, *, revises: bool) -> None:
    queue_webhook(
        Delivery.Event.RESULT,
        play.sitting.round.tournament_id,
        play=play.pk,
        result=result.pk if result else None,
        state=play.state,
        revises=revises,
    )


def queue_webhook_call(tournament_id: int, call: DirectorCall) -> None:
    queue_webhook(Delivery.Event.CALL, tournament_id, call=call.pk)


def queue_webhook_standings(tournament_id: int, number: int) -> None:
    queue_webhook(Delivery.Event.STANDINGS, tournament_id, number=number)


def queue_webhook_official(tournament: Tournament) -> None:
    """Queue that standings are final, once per moment."""
    since = tournament.official_since
    if since is not None:
        moment = since.isoformat()
        key = f"{tournament.pk} {moment}"
        queue_webhook(Delivery.Event.OFFICIAL, tournament.pk, key=key, since=moment)


@job_finder
def queue_webhooks_of_expired_deadlines() -> None:
    """Queue `official` events for expired correction deadlines."""
    now = timezone.now()
    over = Tournament.objects.filter(
        state=Tournament.State.FINISHED,
        official_at=None,
        corrections_until__range=(now - MAX_OFFICIAL_DELAY, now),
        club__webhooks__off="",
        club__webhooks__created_at__lt=F("corrections_until"),
    )
    queued = Delivery.objects.filter(
        tournament=OuterRef("pk"),
        event=Delivery.Event.OFFICIAL,
        created_at__gte=OuterRef("corrections_until"),
    )
    for tournament in over.exclude(Exists(queued)).distinct():
        queue_webhook_official(tournament)


@job_finder
def enqueue_due_deliveries() -> None:
    """Enqueue due deliveries, retries and any that were missed."""
    now = timezone.now()
    due = Delivery.objects.filter(state=Delivery.State.WAITING, next_at__lte=now, webhook__off="")
    rested = due.exclude(webhook__rests_until__gt=now)
    for pk in rested.order_by().values_list("webhook", flat=True).distinct():
        WEBHOOK_JOB.submit(pk)

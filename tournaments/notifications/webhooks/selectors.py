from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django_stubs_ext import StrPromise

from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.texts import problem_words


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """The club's webhooks with their number of waiting deliveries."""
    waits = Count("deliveries", filter=Q(deliveries__state=Delivery.State.WAITING))
    return Webhook.objects.filter(club=club).annotate(waits=waits).order_by("pk")


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    rows = Delivery.objects.filter(webhook=webhook).select_related("tournament")
    return rows.order_by("-pk")


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    row: Delivery
    problem: StrPromise | str


def delivery_lines(rows: list[Delivery]) -> list[DeliveryLine]:
    return [DeliveryLine(row, problem_words(row)) for row in rows]

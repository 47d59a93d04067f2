"""The webhooks of a club, and what was sent to each."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django_stubs_ext import StrPromise

from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.texts import problem_words


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """The club's webhooks, each with how much waits for it."""
    waits = Count("deliveries", filter=Q(deliveries__state=Delivery.State.WAITING))
    return Webhook.objects.filter(club=club).annotate(waits=waits).order_by("pk")


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """What was sent to it, the newest first."""
    rows = Delivery.objects.filter(webhook=webhook).select_related("tournament")
    return rows.order_by("-pk")


@dataclass(frozen=True, slots=True)
class Line:
    """A delivery as the page shows it, and why the last attempt failed."""

    row: Delivery
    problem: StrPromise | str


def lines_of(rows: list[Delivery]) -> list[Line]:
    """Deliveries with their words."""
    return [Line(row, problem_words(row)) for row in rows]

from typing import Final

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import Fields, Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.serializers.fields import TextField, WordField, YesNoField
from api.serializers.webhooks import (
    DeliverySerializer,
    WebhookSerializer,
    WebhookWithSecretSerializer,
)
from api.views.clubs import CLUB, MANAGE, optional_text
from tournaments.models import Club, Delivery, PersonalToken, Webhook
from tournaments.notifications.webhooks.selectors import deliveries_of, webhooks_of
from tournaments.notifications.webhooks.services import (
    CHOICES,
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
)

WEBHOOK: Final = f"{CLUB}webhooks/<int:webhook_id>/"


def webhook_at(club: Club, webhook_id: int) -> Kwargs:
    return {"webhook": get_object_or_404(Webhook, pk=webhook_id, club=club)}


def delivery_at(club: Club, webhook_id: int, delivery_id: int) -> Kwargs:
    rows = Delivery.objects.filter(**webhook_at(club, webhook_id))
    chosen = rows.select_related("webhook", "tournament")
    return {"delivery": get_object_or_404(chosen, pk=delivery_id)}


WEBHOOK_FIELDS: Final[Fields] = {
    "address": TextField(max_length=500, help_text="https, of your own program"),
    "events": serializers.ListField(
        child=WordField(choices=CHOICES), max_length=len(CHOICES), min_length=1
    ),
    "name": optional_text(80),
}
ABOUT: Final = ResourceSpec(root=club_or_404, may=MANAGE, find=webhook_at)
ADDRESSES: Final = [
    api_path(
        f"{CLUB}webhooks/",
        "api_webhooks",
        ResourceSpec(root=club_or_404, may=MANAGE),
        get=OperationSpec(
            does=webhooks_of,
            scope=PersonalToken.Scope.CLUB,  # a webhook URL can contain a secret
            gives=WebhookSerializer,
            many=True,
            words="The webhooks of a club.",
        ),
        post=OperationSpec(
            does=add_webhook,
            takes=WEBHOOK_FIELDS,
            gives=WebhookWithSecretSerializer,
            status=201,
            words="Have a program told of what happens. Its secret is in this answer alone.",
        ),
    ),
    api_path(
        WEBHOOK,
        "api_webhook",
        ABOUT,
        get=OperationSpec(
            does=lambda webhook: webhook,
            scope=PersonalToken.Scope.CLUB,
            gives=WebhookSerializer,
            words="One webhook.",
        ),
        put=OperationSpec(
            does=change_webhook,
            takes={**WEBHOOK_FIELDS, "is_on": YesNoField(required=False, default=True)},
            gives=WebhookSerializer,
            words="Another address, other events; or switch it off, or on again.",
        ),
        delete=OperationSpec(does=remove_webhook, status=204, words="Tell an address no more."),
    ),
    api_path(
        f"{WEBHOOK}secret/",
        "api_webhook_secret",
        ABOUT,
        post=OperationSpec(
            does=renew_secret,
            gives=WebhookWithSecretSerializer,
            status=201,
            words="Make another secret; the one of before signs too for a day.",
        ),
    ),
    api_path(
        f"{WEBHOOK}tests/",
        "api_webhook_tests",
        ABOUT,
        post=OperationSpec(
            does=send_test,
            gives=DeliverySerializer,
            status=201,
            words="Have a test sent now.",
        ),
    ),
    api_path(
        f"{WEBHOOK}deliveries/",
        "api_deliveries",
        ABOUT,
        get=OperationSpec(
            does=deliveries_of,
            gives=DeliverySerializer,
            many=True,
            words="What was sent to a webhook, the newest first; it is kept for 30 days.",
        ),
    ),
    api_path(
        f"{WEBHOOK}deliveries/<int:delivery_id>/again/",
        "api_delivery_again",
        ResourceSpec(root=club_or_404, may=MANAGE, find=delivery_at),
        post=OperationSpec(
            does=send_again,
            gives=DeliverySerializer,
            words="Have an event sent once more, under its own id.",
        ),
    ),
]

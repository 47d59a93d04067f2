from typing import Final

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import About, Deed, Fields, Named, address, club_or_404
from api.serializers.fields import TextField, WordField, YesNoField
from api.serializers.webhooks import (
    DeliverySerializer,
    WebhookSerializer,
    WebhookWithSecretSerializer,
)
from api.views.clubs import CLUB, MANAGE, short
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


def webhook_at(club: Club, webhook_id: int) -> Named:
    return {"webhook": get_object_or_404(Webhook, pk=webhook_id, club=club)}


def delivery_at(club: Club, webhook_id: int, delivery_id: int) -> Named:
    rows = Delivery.objects.filter(**webhook_at(club, webhook_id))
    chosen = rows.select_related("webhook", "tournament")
    return {"delivery": get_object_or_404(chosen, pk=delivery_id)}


TAKES: Final[Fields] = {
    "address": TextField(max_length=500, help_text="https, of your own program"),
    "events": serializers.ListField(
        child=WordField(choices=CHOICES), max_length=len(CHOICES), min_length=1
    ),
    "name": short(80),
}
ABOUT: Final = About(root=club_or_404, may=MANAGE, find=webhook_at)
ADDRESSES: Final = [
    address(
        f"{CLUB}webhooks/",
        "api_webhooks",
        About(root=club_or_404, may=MANAGE),
        get=Deed(
            does=webhooks_of,
            scope=PersonalToken.Scope.CLUB,  # a webhook URL can contain a secret
            gives=WebhookSerializer,
            many=True,
            words="The webhooks of a club.",
        ),
        post=Deed(
            does=add_webhook,
            takes=TAKES,
            gives=WebhookWithSecretSerializer,
            status=201,
            words="Have a program told of what happens. Its secret is in this answer alone.",
        ),
    ),
    address(
        WEBHOOK,
        "api_webhook",
        ABOUT,
        get=Deed(
            does=lambda webhook: webhook,
            scope=PersonalToken.Scope.CLUB,
            gives=WebhookSerializer,
            words="One webhook.",
        ),
        put=Deed(
            does=change_webhook,
            takes={**TAKES, "is_on": YesNoField(required=False, default=True)},
            gives=WebhookSerializer,
            words="Another address, other events; or switch it off, or on again.",
        ),
        delete=Deed(does=remove_webhook, status=204, words="Tell an address no more."),
    ),
    address(
        f"{WEBHOOK}secret/",
        "api_webhook_secret",
        ABOUT,
        post=Deed(
            does=renew_secret,
            gives=WebhookWithSecretSerializer,
            status=201,
            words="Make another secret; the one of before signs too for a day.",
        ),
    ),
    address(
        f"{WEBHOOK}tests/",
        "api_webhook_tests",
        ABOUT,
        post=Deed(
            does=send_test,
            gives=DeliverySerializer,
            status=201,
            words="Have a test sent now.",
        ),
    ),
    address(
        f"{WEBHOOK}deliveries/",
        "api_deliveries",
        ABOUT,
        get=Deed(
            does=deliveries_of,
            gives=DeliverySerializer,
            many=True,
            words="What was sent to a webhook, the newest first; it is kept for 30 days.",
        ),
    ),
    address(
        f"{WEBHOOK}deliveries/<int:delivery_id>/again/",
        "api_delivery_again",
        About(root=club_or_404, may=MANAGE, find=delivery_at),
        post=Deed(
            does=send_again,
            gives=DeliverySerializer,
            words="Have an event sent once more, under its own id.",
        ),
    ),
]

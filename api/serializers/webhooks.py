from rest_framework import serializers

from tournaments.models import Delivery, Webhook
from tournaments.notifications.webhooks.signing import secret_of


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    events = serializers.ListField(child=serializers.CharField(), read_only=True)
    is_on = serializers.BooleanField(read_only=True)
    old_secret_until = serializers.DateTimeField(read_only=True, allow_null=True)

    class Meta:
        model = Webhook
        fields = ["id", "name", "address", "events", "is_on", "off", "failing_since",
                  "old_secret_until", "created_at"]  # fmt: skip
        read_only_fields = fields


class WebhookWithSecretSerializer(WebhookSerializer):
    """A new webhook with its secret, which is never shown again."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields

    def get_secret(self, webhook: Webhook) -> str:
        return secret_of(webhook.seed)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """An event for a webhook, and the outcome of the last delivery attempt.

    ``id`` is the message's ``sequence``.
    """

    tournament = serializers.CharField(source="tournament.code", default=None, read_only=True)

    class Meta:
        model = Delivery
        fields = ["id", "uid", "event", "tournament", "state", "created_at", "next_at", "attempts",
                  "tried_at", "status", "milliseconds", "answer", "problem"]  # fmt: skip
        read_only_fields = fields

from django.urls import reverse
from rest_framework import serializers

from tournaments.models import Invitation, PersonalToken


class TokenSerializer(serializers.ModelSerializer[PersonalToken]):
    """A token without its secret; ``key`` is how the secret begins."""

    key = serializers.CharField(source="token_key", read_only=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=PersonalToken.Scope.choices), read_only=True
    )
    made_at = serializers.DateTimeField(source="created", read_only=True)
    expires_at = serializers.DateTimeField(source="expiry", read_only=True)

    class Meta:
        model = PersonalToken
        fields = ("code", "name", "key", "scopes", "made_at", "expires_at", "last_used_at")
        read_only_fields = fields


class MadeTokenSerializer(serializers.Serializer[None]):
    """A new token with its secret, which is never shown again."""

    token = TokenSerializer(read_only=True)
    secret = serializers.CharField(read_only=True)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation; ``path`` is the page where one person can sign up."""

    path = serializers.SerializerMethodField()

    class Meta:
        model = Invitation
        fields = ("id", "name", "role", "path", "created_at", "expires_at")
        read_only_fields = fields

    def get_path(self, invitation: Invitation) -> str:
        return reverse("invitation", args=[invitation.code])

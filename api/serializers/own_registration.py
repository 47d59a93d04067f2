from rest_framework import serializers

from api.serializers.registration import LookerSerializer, SignupSerializer
from tournaments.registration.selectors import OwnSignup
from tournaments.registration.status import SignupStatus, signup_status
from tournaments.registration.texts import status_text


class OwnSignupSerializer(serializers.Serializer[OwnSignup]):
    """A sign-up with its possible actions.

    ``may_change``: whether the partner can be changed; ``offers``: those who ask to play with
    this one; ``others``: those who can be asked.
    """

    tournament = serializers.CharField(source="signup.tournament.code")
    signup = SignupSerializer()
    moment = serializers.SerializerMethodField(help_text="how it stands, by the draw and the clock")
    title = serializers.SerializerMethodField(help_text="the same in words")
    text = serializers.SerializerMethodField()
    ahead = serializers.IntegerField(
        source="queue", allow_null=True, help_text="its place on the waiting list"
    )
    confirmed_at = serializers.DateTimeField(source="signup.confirmed_at", allow_null=True)
    is_live = serializers.BooleanField(help_text="whether they mean to play and nothing is drawn")
    may_change = serializers.BooleanField(source="is_own")
    offers = LookerSerializer(many=True)
    others = LookerSerializer(many=True)

    def get_moment(self, found: OwnSignup) -> SignupStatus:
        return signup_status(found.signup)

    def get_title(self, found: OwnSignup) -> str:
        return str(status_text(found.signup)[0])

    def get_text(self, found: OwnSignup) -> str:
        return str(status_text(found.signup)[1])

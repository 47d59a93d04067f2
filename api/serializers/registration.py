from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import CLIENT_KEY, IdField, TextField, YesNoField
from tournaments.models import EntryPlan, Signup
from tournaments.registration.selectors import EntryWithLookers
from tournaments.registration.status import public_state


class LookerSerializer(serializers.Serializer[Signup]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="title")


class EntrySerializer(serializers.Serializer[EntryWithLookers]):
    """Registration status; ``places`` and ``left`` are null if unlimited."""

    is_open = serializers.BooleanField(source="entry.is_open")
    closes_at = serializers.DateTimeField(source="entry.closes_at", allow_null=True)
    places = serializers.IntegerField(source="entry.plan.most", allow_null=True)
    left = serializers.IntegerField(source="entry.left", allow_null=True)
    taken = serializers.IntegerField(source="entry.taken")
    waiting = serializers.IntegerField(source="entry.waiting")
    needs_approval = serializers.BooleanField(source="entry.plan.needs_approval")
    contact = serializers.ChoiceField(
        source="entry.plan.contact",
        choices=EntryPlan.Contact.values,
        help_text="whether an email address or a telephone number is asked for",
    )
    looking = LookerSerializer(many=True)


class NewSignupSerializer(serializers.Serializer[None]):
    """A sign-up; the same key and names return the same sign-up."""

    client_key = serializers.RegexField(
        f"^{CLIENT_KEY.pattern}$", help_text="a UUID that the sender makes up for this sign-up"
    )
    players = serializers.ListField(
        child=TextField(max_length=90),
        min_length=1,
        max_length=6,
        help_text="two of a pair, or one who looks for a partner; four to six of a team",
    )
    name = TextField(max_length=200, required=False, default="", allow_blank=True)
    wants_partner = YesNoField(required=False, default=False)
    partner = IdField(
        required=False, help_text="of one who looks: with whom of ``looking`` they would play"
    )
    email = serializers.EmailField(required=False, default="", allow_blank=True)
    phone = TextField(max_length=40, required=False, default="", allow_blank=True)


class SignupSerializer(serializers.Serializer[Signup]):
    """State of a sign-up; the secret ``url`` authorises changes and withdrawal."""

    state = serializers.SerializerMethodField()
    place = serializers.IntegerField(help_text="in the queue of all sign-ups")
    players = serializers.ListField(child=serializers.CharField())
    wants_partner = serializers.BooleanField()
    url = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=Signup.State.values))
    def get_state(self, signup: Signup) -> str:
        return public_state(signup)

    def get_url(self, signup: Signup) -> str:
        return reverse("signup", args=[signup.secret])

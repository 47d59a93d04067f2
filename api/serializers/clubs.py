from rest_framework import serializers

from api.serializers.fields import TextField, WholeField, WordField, YesNoField
from api.serializers.preconditions import SeenMark
from tournaments.models import Club, Membership, Player, Season
from tournaments.state.version_tokens import (
    club_state,
    contact_state,
    player_state,
    public_name_state,
    season_state,
)

CONTACT = ["contact_name", "contact_address", "contact_email", "contact_phone"]


class OwnClubSerializer(serializers.ModelSerializer[Club]):
    """A club with its editable fields and two version tokens."""

    contact_email = serializers.CharField(help_text="empty if there is none")
    seen = serializers.SerializerMethodField(help_text="of all but the contact")
    contact_seen = serializers.SerializerMethodField()

    class Meta:
        model = Club
        fields = [
            "id",
            "name",
            "place",
            "country",
            "time_zone",
            "is_listed",
            "names_in_search",
            *CONTACT,
            "seen",
            "contact_seen",
        ]
        read_only_fields = fields

    def get_seen(self, club: Club) -> str:
        return club_state(club).seen

    def get_contact_seen(self, club: Club) -> str:
        return contact_state(club).seen


class MembershipSerializer(serializers.ModelSerializer[Membership]):
    club = serializers.IntegerField(source="club_id", read_only=True)
    club_name = serializers.CharField(source="club.name", read_only=True)
    user = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Membership
        fields = ["id", "club", "club_name", "user", "role"]
        read_only_fields = fields


class PlayerSerializer(serializers.ModelSerializer[Player]):
    class Meta:
        model = Player
        fields = ["id", "name"]
        read_only_fields = fields


class OnePlayerSerializer(serializers.ModelSerializer[Player]):
    seen = serializers.SerializerMethodField(help_text="of the name")
    public_seen = serializers.SerializerMethodField(help_text="of what everybody reads")

    class Meta:
        model = Player
        fields = ["id", "name", "shown_as", "public_name", "public_name_asked", "seen",
                  "public_seen"]  # fmt: skip
        read_only_fields = fields

    def get_seen(self, player: Player) -> str:
        return player_state(player).seen

    def get_public_seen(self, player: Player) -> str:
        return public_name_state(player).seen


class SeasonSettingsSerializer(serializers.ModelSerializer[Season]):
    """How a season counts, and its tournaments by code."""

    tournaments = serializers.SlugRelatedField("code", many=True, read_only=True)  # type: ignore[var-annotated]
    place_points = serializers.ListField(child=serializers.CharField(), read_only=True)
    seen = serializers.SerializerMethodField()

    class Meta:
        model = Season
        fields = [
            "id",
            "code",
            "name",
            "measure",
            "best",
            "least",
            "is_mean",
            "place_points",
            "is_public",
            "tournaments",
            "seen",
        ]
        read_only_fields = fields

    def get_seen(self, season: Season) -> str:
        return season_state(season).seen


class NewSeasonSerializer(serializers.Serializer[None]):
    name = TextField(max_length=120)
    measure = WordField(choices=Season.Measure.choices, required=False, default="behind")
    place_points = serializers.ListField(
        child=TextField(max_length=20), max_length=500, required=False, default=list,
        help_text="of points by place: exact numbers, the first place first",
    )  # fmt: skip
    best = WholeField(
        min_value=1, max_value=500, required=False, allow_null=True, default=None,
        help_text="only so many results count; null: all",
    )  # fmt: skip
    least = WholeField(min_value=1, max_value=500, required=False, default=1)
    is_mean = YesNoField(required=False, default=False)
    is_public = YesNoField(required=False, default=True)
    tournaments = serializers.ListField(
        child=TextField(max_length=12), max_length=1000, help_text="their codes"
    )


class ChangedSeasonSerializer(NewSeasonSerializer):
    seen = SeenMark()

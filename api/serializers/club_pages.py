from rest_framework import serializers

from api.serializers.cash import FeeKindSerializer
from api.serializers.exact_numbers import FigureField
from api.serializers.tournaments import ClubSerializer, TeamSerializer
from tournaments.models import Season
from tournaments.site.selectors.archive import PastTournament
from tournaments.site.selectors.calendar import Event
from tournaments.site.selectors.club_page import ClubPage
from tournaments.site.selectors.leaders import Leader, Leaders
from tournaments.site.selectors.weeks import NextEvent


class EventSerializer(serializers.Serializer[Event]):
    """A tournament in the calendar; ``places`` are left, null if unlimited."""

    code = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()
    date = serializers.DateField()
    start_time = serializers.TimeField()
    state = serializers.CharField()
    unit = serializers.CharField()
    teams = serializers.IntegerField()
    round = serializers.IntegerField(help_text="the running one, else 0")
    rounds = serializers.IntegerField()
    is_open = serializers.BooleanField(help_text="whether players enter by themselves")
    places = serializers.IntegerField(allow_null=True)


class NextSerializer(serializers.Serializer[NextEvent]):
    """The current or next tournament; fees in the smallest currency unit."""

    code = serializers.CharField(source="event.code")
    ends = serializers.DateTimeField()
    days = serializers.IntegerField(help_text="until then")
    currency = serializers.CharField()
    fees = FeeKindSerializer(many=True)


class PastSerializer(serializers.Serializer[PastTournament]):
    """A finished tournament; without winners if another stage follows."""

    code = serializers.CharField(source="tournament.code")
    name = serializers.CharField(source="tournament.name")
    date = serializers.DateField(source="tournament.date")
    unit = serializers.CharField(source="tournament.unit")
    entrants = serializers.IntegerField()
    winners = TeamSerializer(source="teams", many=True)
    figure = FigureField(allow_null=True)
    decided = serializers.CharField(
        source="decided.code", allow_null=True, default=None, help_text="the stage that decided it"
    )


class LeaderSerializer(serializers.Serializer[Leader]):
    """A player with the ranks of the last tournaments, null when absent."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.shown")
    rank = serializers.IntegerField()
    is_tied = serializers.BooleanField()
    figure = FigureField()
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class LeadersSerializer(serializers.Serializer[Leaders]):
    """The first players, by the newest season or by rating; ``ranked`` counts all."""

    season = serializers.CharField(source="season.code", allow_null=True, default=None)
    ranked = serializers.IntegerField()
    lines = LeaderSerializer(many=True)


class NamedSeasonSerializer(serializers.Serializer[Season]):
    code = serializers.CharField()
    name = serializers.CharField()


class ClubPageSerializer(serializers.Serializer[ClubPage]):
    club = ClubSerializer()
    next = NextSerializer(allow_null=True)
    coming = EventSerializer(many=True, help_text="from Monday of this week on")
    last = PastSerializer(allow_null=True)
    past = PastSerializer(many=True, help_text="the last few of the archive")
    archived = serializers.IntegerField(source="choices.all")
    leaders = LeadersSerializer(allow_null=True)
    seasons = NamedSeasonSerializer(many=True)
    is_fresh = serializers.BooleanField(help_text="whether ratings know all that is over")

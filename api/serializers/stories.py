from rest_framework import serializers

from api.serializers.exact_numbers import FigureField
from api.serializers.public_pages import VersionLineSerializer
from api.serializers.tournaments import TeamSerializer
from tournaments.cash.selectors.prizes import AnnouncedPrizes, PrizeLine
from tournaments.public.selectors.stories import DecisiveBoard, Rise, RoundFigure, Winner
from tournaments.standings.selectors import StandingLine


class PlacedSerializer(serializers.Serializer[StandingLine]):
    rank = serializers.IntegerField()
    team = TeamSerializer()
    total = FigureField()


class RoundFigureSerializer(serializers.Serializer[RoundFigure]):
    team = TeamSerializer(source="line.team")
    round = serializers.IntegerField(source="number")
    figure = FigureField()


class WinnerSerializer(serializers.Serializer[Winner]):
    """One ranking: winners, podium, and how a sole winner got there.

    ``first`` is the rank after the first round, ``before`` the one before the last; null if
    not known.
    """

    section = serializers.CharField(source="ranking.section")
    firsts = PlacedSerializer(many=True)
    steps = PlacedSerializer(many=True)
    runner_up = PlacedSerializer(allow_null=True)
    best_round = RoundFigureSerializer(source="best", allow_null=True)
    first = serializers.IntegerField(allow_null=True)
    before = serializers.IntegerField(allow_null=True)
    always_led = serializers.BooleanField()
    beat_leader = serializers.BooleanField()


class DecisiveSerializer(serializers.Serializer[DecisiveBoard]):
    """A board on which winner and runner-up were far apart, from the winner's side.

    ``others`` are the differences of the other tables, ``theirs`` the runner-up's figure.
    """

    board = serializers.IntegerField(source="row.board")
    round = serializers.IntegerField(source="row.round")
    table = serializers.IntegerField(source="row.table")
    contract = serializers.CharField(source="row.contract")
    declarer = serializers.CharField(source="row.declarer")
    contra = serializers.IntegerField(source="row.contra")
    outcome = serializers.CharField(source="row.outcome")
    side = serializers.CharField()
    net = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    opponents = TeamSerializer()
    figure = FigureField()
    theirs = FigureField()
    others = serializers.ListField(child=serializers.IntegerField())
    have_met = serializers.BooleanField()
    is_last = serializers.BooleanField()


class RiseSerializer(serializers.Serializer[Rise]):
    team = TeamSerializer(source="line.team")
    rank = serializers.IntegerField(source="line.rank")
    half = serializers.IntegerField(help_text="the round that is half-way")
    before = serializers.IntegerField(help_text="the place then")
    places = serializers.IntegerField()


class ShownPrizeSerializer(serializers.Serializer[PrizeLine]):
    """A prize in the smallest currency unit; ``team`` if its winner is published."""

    place = serializers.IntegerField()
    section = serializers.CharField()
    amount = serializers.IntegerField()
    team = TeamSerializer(source="line", allow_null=True)


class AnnouncedSerializer(serializers.Serializer[AnnouncedPrizes]):
    currency = serializers.CharField()
    places = ShownPrizeSerializer(many=True)
    winners = ShownPrizeSerializer(many=True)
    note = serializers.CharField()


class StorySerializer(serializers.Serializer[dict[str, object]]):
    rounds = serializers.IntegerField(source="story.standings.rounds")
    has_ways = serializers.BooleanField(
        source="story.has_ways", help_text="whether places after rounds say how somebody got there"
    )
    winners = WinnerSerializer(source="story.winners", many=True)
    boards = DecisiveSerializer(source="story.boards", many=True)
    best_rounds = RoundFigureSerializer(source="story.best_rounds", many=True)
    rises = RiseSerializer(source="story.rises", many=True)
    prizes = AnnouncedSerializer(allow_null=True)
    corrections = VersionLineSerializer(many=True, help_text="since it was finished")
    corrected_late = serializers.DateTimeField(
        allow_null=True, help_text="when official standings were corrected last"
    )
    kept_places = serializers.IntegerField(
        allow_null=True,
        help_text="the places of official standings that an update of the rules would change",
    )
    kept_totals = serializers.IntegerField(allow_null=True, help_text="the totals likewise")
    kept_prizes = serializers.IntegerField(allow_null=True, help_text="the prizes likewise")

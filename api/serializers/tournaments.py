from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.analysis import AnalysisSerializer
from api.serializers.computer_field import FieldOfBoardSerializer
from api.serializers.exact_numbers import FigureField
from api.serializers.fields import (
    BodyOfModel,
    IdField,
    ObjectField,
    PeopleField,
    TextField,
    VariantField,
)
from games.languages import without_language
from games.wording.deals import DealDisplay, SeatHand
from tournaments.entries.selectors.team_lines import StandIn, TeamLine
from tournaments.models import Club, Tournament
from tournaments.public.selectors.boards import BoardCount, BoardPage
from tournaments.public.selectors.rounds import RoundSeats, SittingLine
from tournaments.results.selectors.compared import ComparedResult
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine


class ClubSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "name", "place"]


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament; ``seed`` is null until nothing is left to be played."""

    club = ClubSerializer(read_only=True)
    variant = VariantField(read_only=True)
    game = ObjectField(source="game.to_json", read_only=True)
    seed = serializers.SerializerMethodField()
    has_prepared_deals = serializers.SerializerMethodField(
        help_text="whether the boards come from a prepared set; then the hash is of its deals too"
    )
    rounds = serializers.IntegerField(source="round_count", read_only=True)
    follows = serializers.CharField(
        source="follows.code",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="the code of the stage before",
    )
    teams = serializers.IntegerField(source="team_count", read_only=True)
    url = serializers.SerializerMethodField(
        help_text="leads everybody to the tournament in a language of their own"
    )
    facts_version = serializers.SerializerMethodField(
        help_text="how many facts there are; standings know them all when theirs is the same"
    )

    class Meta:
        model = Tournament
        fields = [
            "code",
            "name",
            "club",
            "date",
            "start_time",
            "time_zone",
            "place",
            "variant",
            "scoring",
            "boards_per_round",
            "minutes_per_board",
            "change_minutes",
            "state",
            "unit",
            "cards",
            "game",
            "movement_kind",
            "planned_rounds",
            "stage_name",
            "follows",
            "winners",
            "rounds",
            "teams",
            "rounds_counted",
            "facts_version",
            "standings_version",
            "standings_at",
            "seed_hash",
            "seed",
            "has_prepared_deals",
            "url",
        ]
        read_only_fields = fields

    def get_facts_version(self, tournament: Tournament) -> int:
        return int(tournament.standings_version + vars(tournament)["new_facts"])

    def get_url(self, tournament: Tournament) -> str:
        return without_language(tournament.get_absolute_url())

    def get_has_prepared_deals(self, tournament: Tournament) -> bool:
        return tournament.deal_set_id is not None

    def get_seed(self, tournament: Tournament) -> str | None:
        return tournament.seed if tournament.seed_is_public else None


class NewTournamentSerializer(BodyOfModel):
    """A new tournament; ``club`` is the id of a club that the caller runs."""

    club = IdField()
    variant = VariantField(required=False)
    game = ObjectField(required=False, help_text="of open play: how a game goes")

    class Meta:
        model = Tournament
        fields = [
            "club",
            "name",
            "date",
            "start_time",
            "time_zone",
            "place",
            "variant",
            "unit",
            "cards",
            "game",
            "scoring",
            "boards_per_round",
            "minutes_per_board",
            "change_minutes",
            "is_public",
        ]


class TeamSerializer(serializers.Serializer[TeamLine | Sequence[TeamLine]]):
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())


class StandInSerializer(serializers.Serializer[StandIn]):
    """A substitute and the player they replace; to the end if ``to_round`` is null."""

    name = serializers.CharField(source="comes")
    plays_for = serializers.CharField(source="leaves")
    from_round = serializers.IntegerField(source="first")
    to_round = serializers.IntegerField(source="last", allow_null=True)


class RankedTeamSerializer(TeamSerializer):
    """A team as it played; ``players`` are the original ones."""

    category = serializers.CharField()
    substitutes = StandInSerializer(many=True, source="stand_ins")


class NewTeamSerializer(serializers.Serializer[None]):
    players = serializers.ListField(
        child=TextField(max_length=90),
        min_length=1,
        max_length=6,
        help_text="two of a pair, four to six of a team, one single player",
    )
    name = TextField(max_length=200, required=False, default="", allow_blank=True)
    people = PeopleField()


class PlaceSerializer(
    serializers.Serializer[Mapping[str, object] | Sequence[Mapping[str, object]]]
):
    place = serializers.CharField()
    team = TeamSerializer()


class SittingSerializer(serializers.Serializer[SittingLine]):
    """A table in a round; ``done`` counts its results.

    For single players ``seats`` says who sits where; a side is then both players under the
    number of the first. ``reasons`` explain the pairing of an automatic draw.
    """

    table = serializers.IntegerField()
    ns = TeamSerializer()
    ew = TeamSerializer()
    boards = serializers.ListField(child=serializers.IntegerField())
    done = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True)
    seats = serializers.SerializerMethodField()
    reasons = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(PlaceSerializer(many=True))
    def get_seats(self, sitting: SittingLine) -> object:
        placed = [{"place": place, "team": team} for place, team in sitting.seats]
        return PlaceSerializer(placed, many=True).data


class RoundSerializer(serializers.Serializer[RoundSeats | Sequence[RoundSeats]]):
    number = serializers.IntegerField()
    sittings = SittingSerializer(many=True)
    sitting_out = TeamSerializer(many=True, source="resting")


class BoardCountSerializer(serializers.Serializer[BoardCount | Sequence[BoardCount]]):
    number = serializers.IntegerField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField()
    is_over = serializers.BooleanField()


class HandSerializer(serializers.Serializer[SeatHand]):
    seat = serializers.CharField()
    first = serializers.ListField(child=serializers.CharField(), help_text="seen in the auction")
    later = serializers.ListField(child=serializers.CharField(), help_text="dealt after it")


class DealSerializer(serializers.Serializer[DealDisplay]):
    dealer = serializers.CharField()
    hands = HandSerializer(many=True)
    turned = serializers.CharField(help_text="the card turned up; empty where none is")
    stock = serializers.ListField(
        child=serializers.CharField(),
        help_text="with a turned-up card: what is dealt after it, the next card first",
    )


class ComparedSerializer(serializers.Serializer[ComparedResult]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    ns_team = TeamSerializer()
    ew_team = TeamSerializer()
    kind = serializers.CharField()
    state = serializers.CharField()
    contract = serializers.CharField()
    declarer = serializers.CharField()
    contra = serializers.IntegerField()
    outcome = serializers.CharField()
    score = serializers.ListField(child=serializers.IntegerField())
    net = serializers.IntegerField(allow_null=True)
    ns = FigureField(allow_null=True)
    ew = FigureField(allow_null=True)
    group = serializers.IntegerField(
        help_text="0 had the cards as dealt; of a fouled board, tables with the same other cards"
    )


@dataclass(frozen=True)
class ClosedBoard:
    """A board that is not over: only its counts are shown."""

    count: BoardCount
    deal: None = None
    results: None = None
    field: None = None
    analysis: None = None


class BoardSerializer(serializers.Serializer[BoardPage | ClosedBoard]):
    """A board; all but its counts is null until every table has played it."""

    number = serializers.IntegerField(source="count.number")
    done = serializers.IntegerField(source="count.done")
    total = serializers.IntegerField(source="count.total")
    is_over = serializers.BooleanField(source="count.is_over")
    deal = DealSerializer(allow_null=True)
    results = ComparedSerializer(many=True, allow_null=True)
    field = FieldOfBoardSerializer(allow_null=True)
    analysis = AnalysisSerializer(
        allow_null=True, help_text="null also while it is being made, or cannot be made"
    )


class LineSerializer(serializers.Serializer[StandingLine]):
    rank = serializers.IntegerField()
    is_tied = serializers.BooleanField()
    until = serializers.IntegerField(help_text="the last of the places that are shared, or rank")
    team = RankedTeamSerializer()
    total = FigureField()
    score = FigureField(help_text="what the total is made of: the boards or matches")
    carry = FigureField(help_text="taken along from the stage before")
    adjusted = FigureField(help_text="given or taken by rulings")
    handicap = FigureField()
    decided_by = serializers.SerializerMethodField()
    boards = serializers.IntegerField()
    places = serializers.ListField(child=serializers.IntegerField())
    results = serializers.ListField(
        child=FigureField(allow_null=True),
        help_text="the figure of each counted round; null where the team had no table",
    )
    eliminated_in = serializers.IntegerField(
        source="team.eliminated_in",
        allow_null=True,
        help_text="of a cup: the last round that a team knocked out before the newest one played",
    )

    def get_decided_by(self, line: StandingLine) -> str | None:
        return line.decided[0] if line.decided else None


class RankingListSerializer(serializers.Serializer[RankingList]):
    section = serializers.CharField(help_text="all, ns or ew")
    lines = LineSerializer(many=True)


class StandingsSerializer(serializers.Serializer[PublicStandings]):
    """Stored standings; ``is_fresh``: they include every result."""

    rounds = serializers.IntegerField()
    version = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True)
    is_fresh = serializers.BooleanField()
    lists = RankingListSerializer(many=True)

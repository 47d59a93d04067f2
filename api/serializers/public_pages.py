from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.exact_numbers import FigureField
from api.serializers.tournaments import RankingListSerializer, TeamSerializer
from tournaments.draws.selectors.fairness import CheckedPack, Fairness
from tournaments.draws.selectors.pools import Pool, PoolLine
from tournaments.exports.tables import Heading, Table
from tournaments.exports.writers import json_cell
from tournaments.public.selectors.brackets import BracketView, Column, LegBox, MatchBox, SideBox
from tournaments.public.selectors.matches import MatchLine, MatchSideLine
from tournaments.public.selectors.versions import (
    CorrectedPlay,
    StandingChange,
    VersionLine,
    VersionPage,
)


class HeadSerializer(serializers.Serializer[Heading]):
    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField(help_text="text, whole, figure, yes_no or date")


class TableSerializer(serializers.Serializer[Table]):
    """A table as on its page: columns, and rows as objects by column key."""

    name = serializers.CharField()
    title = serializers.CharField()
    columns = HeadSerializer(many=True, source="heads")
    rows = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_rows(self, table: Table) -> list[dict[str, object]]:
        keys = [head.key for head in table.heads]
        return [dict(zip(keys, map(json_cell, row), strict=True)) for row in table.rows]


class SideBoxSerializer(serializers.Serializer[SideBox]):
    """A side of a match: the team, or as text where it comes from."""

    team = TeamSerializer(allow_null=True)
    words = serializers.CharField()
    score = serializers.SerializerMethodField()
    is_winner = serializers.BooleanField()

    def get_score(self, side: SideBox) -> str | None:
        return None if side.score is None else str(side.score)


class LegSerializer(serializers.Serializer[LegBox]):
    """One match of a series; ``winner`` is a team number."""

    round = serializers.IntegerField()
    scores = serializers.SerializerMethodField()
    winner = serializers.IntegerField(allow_null=True)
    is_walkover = serializers.BooleanField()

    def get_scores(self, leg: LegBox) -> list[str] | None:
        return [str(score) for score in leg.scores] if leg.scores else None


class MatchBoxSerializer(serializers.Serializer[MatchBox]):
    """A match of a bracket; ``round`` and ``tables`` once published."""

    name = serializers.CharField()
    sides = SideBoxSerializer(many=True)
    round = serializers.IntegerField(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField())
    is_bye = serializers.BooleanField()
    is_third = serializers.BooleanField()
    is_walkover = serializers.BooleanField(help_text="one side did not play")
    best_of = serializers.IntegerField()
    legs = LegSerializer(many=True)
    next = serializers.CharField(help_text="the match that its winner reaches")
    loser_to = serializers.CharField(help_text="where the loser plays on; empty: nowhere")


class ColumnSerializer(serializers.Serializer[Column]):
    name = serializers.CharField()
    matches = MatchBoxSerializer(many=True)


class BracketSerializer(serializers.Serializer[BracketView]):
    name = serializers.CharField()
    columns = ColumnSerializer(many=True)
    champion = TeamSerializer(allow_null=True)


class PoolLineSerializer(serializers.Serializer[PoolLine]):
    place = serializers.IntegerField()
    team = TeamSerializer()
    figure = serializers.CharField()
    boards = serializers.IntegerField()


class PoolSerializer(serializers.Serializer[Pool]):
    letter = serializers.CharField()
    lines = PoolLineSerializer(many=True)


class MatchSideSerializer(serializers.Serializer[MatchSideLine]):
    team = TeamSerializer()
    made = FigureField()
    worth = FigureField()
    games = serializers.IntegerField()
    has_won = serializers.BooleanField()


class MatchLineSerializer(serializers.Serializer[MatchLine]):
    table = serializers.IntegerField()
    boards = serializers.IntegerField()
    is_walkover = serializers.BooleanField(help_text="one side did not play: nothing was made")
    sides = MatchSideSerializer(many=True)


class MatchesOfRoundSerializer(serializers.Serializer[object]):
    round = serializers.IntegerField()
    matches = MatchLineSerializer(many=True)


class CorrectedSerializer(serializers.Serializer[CorrectedPlay]):
    board = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class VersionLineSerializer(serializers.Serializer[VersionLine]):
    """Standings that were shown; ``reason``: round, correction, final, official or back."""

    number = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    rounds = serializers.IntegerField()
    is_final = serializers.BooleanField()
    official_since = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()
    corrected = CorrectedSerializer(many=True)


class MovedSerializer(serializers.Serializer[StandingChange]):
    """A team whose rank or total differs from the previous version."""

    team = TeamSerializer()
    section = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField()
    total_before = FigureField(allow_null=True)
    total = FigureField()


class VersionPageSerializer(serializers.Serializer[VersionPage]):
    """A version with its standings, under current names."""

    version = VersionLineSerializer(source="line")
    lists = RankingListSerializer(many=True, source="standings.lists")
    moved = MovedSerializer(many=True)
    newest = serializers.IntegerField()


class PackSerializer(serializers.Serializer[CheckedPack]):
    """A pack as stored and as derived from the seed."""

    number = serializers.IntegerField()
    dealer = serializers.CharField()
    stored = serializers.ListField(child=serializers.CharField())
    derived = serializers.ListField(child=serializers.CharField())
    is_prepared = serializers.BooleanField()
    is_same = serializers.BooleanField()


class FairnessSerializer(serializers.Serializer[Fairness]):
    """How the cards were dealt: the seed's hash; at the end the seed and all packs."""

    seed_hash = serializers.CharField()
    seed = serializers.CharField(help_text="empty until nothing is left to be played")
    hash_fits = serializers.BooleanField()
    is_fair = serializers.BooleanField()
    packs = PackSerializer(many=True)
    deals_text = serializers.CharField(
        help_text="of a prepared set, at the end: the text whose SHA-256 is the fingerprint"
    )

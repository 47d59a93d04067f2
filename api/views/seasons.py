from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.serializers.seasons import LadderSerializer, RatingSerializer
from tournaments.models import Club, Season
from tournaments.seasons.selectors import ladder_of, ratings_of


class SeasonView(Operation):
    """The ladder of a season."""

    @extend_schema(responses=LadderSerializer)
    def get(self, request: Request, code: str) -> Response:
        season = get_object_or_404(Season.objects.select_related("club"), code=code)
        return Response(LadderSerializer(ladder_of(season)).data)


class RatingsView(Operation):
    """The ratings of a club's players, settled ones first."""

    @extend_schema(responses=RatingSerializer(many=True))
    def get(self, request: Request, club_id: int) -> Response:
        club = get_object_or_404(Club, pk=club_id)
        return Response(RatingSerializer(ratings_of(club), many=True).data)

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import for_directors, tournament_or_404
from api.serializers.computer_field import FieldSerializer, NewFieldSerializer
from api.views.tournaments import validated_body
from tournaments.bots.selectors.field import field_progress
from tournaments.bots.services.field import set_field
from tournaments.models import Tournament
from tournaments.state.version_tokens import field_state


class FieldView(Operation):
    @extend_schema(responses=FieldSerializer)
    def get(self, _request: Request, code: str) -> Response:
        """Size and progress of the bot field; its results are on finished boards."""
        return Response(describe_field(tournament_or_404(code)))

    @extend_schema(request=NewFieldSerializer, responses=FieldSerializer)
    @for_directors
    def post(self, request: Request, tournament: Tournament) -> Response:
        """Set how many bot tables play each board (0: none)."""
        values = validated_body(NewFieldSerializer, request)
        changed = set_field(tournament=tournament, actor=request.user, **values)  # type: ignore[arg-type]
        return Response(describe_field(changed))


def describe_field(tournament: Tournament) -> dict[str, Any]:
    progress = field_progress(tournament)
    return {
        "tables": tournament.field_tables,
        "counts": tournament.field_counts,
        "level": tournament.field_level,
        "seen": field_state(tournament).seen,
        "done": progress.done,
        "total": progress.total,
    }

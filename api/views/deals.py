from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.serializers.deals import DealSetSerializer, NewDealSetSerializer
from api.views.tournaments import validated_body
from games.belot import RuleError
from games.deal_sets.services import find_deal_set, import_deal_set, record_view
from games.errors import RuleViolationError
from games.models import DealSet
from games.parsing.deals import ImportedDeal, import_record
from games.visitors.sessions import ensure_visitor_key, visitor_key
from games.wording.messages import error_text


class DealSetList(Operation):
    @extend_schema(request=NewDealSetSerializer, responses={201: DealSetSerializer})
    def post(self, request: Request) -> Response:
        """Search boards that match the wishes, or store the boards of given records."""
        values = validated_body(NewDealSetSerializer, request)
        records = values.pop("records", None)
        who: dict[str, Any] = {"person": request.user, "visitor": ensure_visitor_key(request)}
        if records is not None:
            deal_set = import_deal_set(deals=parse_records(records), **who)
        else:
            deal_set = find_deal_set(**values, **who)
        return Response(DealSetSerializer(deal_set).data, status=201)


class DealSetDetail(Operation):
    @extend_schema(responses=DealSetSerializer)
    def get(self, request: Request, share: str) -> Response:
        """A deal set by its share link, with the boards so far; closed while they are played."""
        deal_set = get_object_or_404(DealSet, share=share)
        record_view(deal_set=deal_set, person=request.user, visitor=visitor_key(request))
        return Response(DealSetSerializer(deal_set).data)


def parse_records(records: Sequence[Any]) -> list[ImportedDeal]:
    """Boards of records; an invalid record is refused with its position."""
    try:
        return [import_record(index, record) for index, record in enumerate(records)]
    except RuleError as error:
        raise RuleViolationError(
            error.rule, error_text(error), field=f"records{error.at}"
        ) from error

from typing import Any, Final

from django.db.models import QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

from api.queryset_lists import offset_after_cursor, total_order
from api.serialized_lists import encode_cursor
from tournaments.models import Tournament

MAX_PAGE_SIZE: Final = 500
MOST_OFFSET: Final = 10**9
CURSOR: Final = "cursor"
CODE_COLUMN: Final = "code"


class TournamentPagination(LimitOffsetPagination):
    """Pages of tournaments by offset or cursor; rejects invalid values."""

    max_limit = MAX_PAGE_SIZE
    limit: int
    offset: int
    count: int
    request: Request
    rows: list[Tournament]

    def get_limit(self, request: Request) -> int:
        text = request.query_params.get(self.limit_query_param)
        if text is None:
            return int(self.default_limit or MAX_PAGE_SIZE)
        return parse_integer(text, self.limit_query_param, 1, MAX_PAGE_SIZE)

    def get_offset(self, request: Request) -> int:
        text = request.query_params.get(self.offset_query_param, "0")
        return parse_integer(text, self.offset_query_param, 0, MOST_OFFSET)

    def paginate_queryset(  # type: ignore[override]
        self, queryset: QuerySet[Tournament], request: Request, view: APIView | None = None
    ) -> list[Tournament]:
        """Rows of this page; raises Refused for an invalid cursor."""
        ordered = queryset.order_by(*total_order(queryset))
        self.request, self.count = request, queryset.count()
        self.limit, self.offset = self.get_limit(request), self.get_offset(request)
        if cursor := request.query_params.get(CURSOR):
            self.offset = offset_after_cursor(ordered, [CODE_COLUMN], cursor)
        self.rows = list(ordered[self.offset : self.offset + self.limit])
        return self.rows

    def get_next_link(self) -> str | None:
        end = self.offset + self.limit
        if not self.rows or end >= self.count:
            return None
        address = remove_query_param(self.address(), self.offset_query_param)
        return replace_query_param(
            address, CURSOR, encode_cursor({CODE_COLUMN: self.rows[-1].code}, end)
        )

    def get_previous_link(self) -> str | None:
        if self.offset <= 0:
            return None
        before = max(self.offset - self.limit, 0)
        address = remove_query_param(self.address(), CURSOR)
        return replace_query_param(address, self.offset_query_param, before)

    def address(self) -> str:
        url = self.request.build_absolute_uri()
        return str(replace_query_param(url, self.limit_query_param, self.limit))

    def get_paginated_response(self, data: object) -> Response:
        """Adds the headers that every list has."""
        answer = super().get_paginated_response(data)
        answer["X-Total-Count"] = str(self.count)
        if following := self.get_next_link():
            answer["Link"] = f'<{following}>; rel="next"'
        return answer

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        limit, offset = super().get_schema_operation_parameters(view)
        limit["schema"] = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE}
        offset["schema"] = {"type": "integer", "minimum": 0, "maximum": MOST_OFFSET}
        cursor = {"name": CURSOR, "required": False, "in": "query", "schema": {"type": "string"}}
        return [limit, offset, {**cursor, "description": "Where to go on: from `next` or `Link`."}]


def parse_integer(text: str, name: str, least: int, most: int) -> int:
    """Integer query parameter; raises ValidationError if invalid."""
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    raise ValidationError({name: [f"A whole number from {least} to {most}."]})

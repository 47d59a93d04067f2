"""Long lists a part at a time."""

from typing import Any, Final

from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

MOST_AT_ONCE: Final = 500
MOST_OFFSET: Final = 10**9


class BoundedPages(LimitOffsetPagination):
    """Says what it cannot give, instead of giving something else."""

    max_limit = MOST_AT_ONCE

    def get_limit(self, request: Request) -> int:
        text = request.query_params.get(self.limit_query_param)
        if text is None:
            return int(self.default_limit or MOST_AT_ONCE)
        return number_in(text, self.limit_query_param, 1, MOST_AT_ONCE)

    def get_offset(self, request: Request) -> int:
        text = request.query_params.get(self.offset_query_param, "0")
        return number_in(text, self.offset_query_param, 0, MOST_OFFSET)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        limit, offset = super().get_schema_operation_parameters(view)
        limit["schema"] = {"type": "integer", "minimum": 1, "maximum": MOST_AT_ONCE}
        offset["schema"] = {"type": "integer", "minimum": 0, "maximum": MOST_OFFSET}
        return [limit, offset]


def number_in(text: str, name: str, least: int, most: int) -> int:
    """The number that an address says; raises ValidationError for any other."""
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    raise ValidationError({name: [f"A whole number from {least} to {most}."]})

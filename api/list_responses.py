"""List parameters: filter, sort, paginate, select fields.

They apply to serialized rows, so hidden members cannot be searched or sorted. The database
does it where the result is the same (``api.queryset_lists``).
"""

from collections.abc import Callable, Collection
from typing import Final
from urllib.parse import urlencode

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import MAX_PAGE_SIZE, parse_integer
from api.queryset_lists import StoredRows
from api.serialized_lists import (
    FILTER,
    Parameters,
    Row,
    encode_cursor,
    filter_rows,
    index_after_cursor,
    select_fields,
    sort_rows,
)
from tournaments.errors import RuleViolationError

ListPart = tuple[list[Row], int, int]
"""Rows, index of the first, total count."""


COMMON_PARAMETERS: Final = ("fields", "format")
LIST_PARAMETERS: Final = frozenset({"fields", "order", "limit", "cursor"})
PAGE_PARAMETERS: Final = frozenset({"fields", "limit", "offset", "cursor"})


def filter_response(
    request: Request, look: Callable[[], HttpResponseBase], known: Collection[str] = ()
) -> HttpResponseBase:
    """Apply list parameters to a view's response; raises Refused.

    ``known`` are the view's own parameters; any other is rejected.
    """
    answer = look()
    if isinstance(answer, Response) and answer.status_code == 200:
        params = request.query_params.dict()
        check_parameters(params, answer.data, known)
        if is_list(answer.data):
            paginate_response(request, answer)
        elif isinstance(answer.data, dict) and isinstance(answer.data.get("results"), list):
            answer.data["results"] = select_fields(answer.data["results"], params)
        elif isinstance(answer.data, dict) and "fields" in params:
            [answer.data] = select_fields([answer.data], params)
    return answer


def check_parameters(params: Parameters, data: object, known: Collection[str]) -> None:
    """Reject parameters without effect; raises Refused naming the first."""
    every = {*known, *COMMON_PARAMETERS}
    if is_list(data):
        every |= LIST_PARAMETERS
    elif isinstance(data, dict) and isinstance(data.get("results"), list):
        every |= PAGE_PARAMETERS
    for name in params:
        if name not in every and not (is_list(data) and FILTER.fullmatch(name)):
            words = _("The parameter “%(name)s” is unknown here. Known are: %(known)s.")
            message = words % {"name": name[:40], "known": ", ".join(sorted(every))}
            raise RuleViolationError("unknown_parameter", message, field=name)


def is_list(data: object) -> bool:
    if isinstance(data, StoredRows):
        return True
    return isinstance(data, list) and all(isinstance(row, dict) for row in data)


def paginate_response(request: Request, answer: Response) -> None:
    """Keep one page; ``Link`` leads to the next (RFC 8288)."""
    params = request.query_params.dict()
    limit = parse_integer(params.get("limit", str(MAX_PAGE_SIZE)), "limit", 1, MAX_PAGE_SIZE)
    rows, start, total = select_page(answer.data, params, limit)
    answer.data = select_fields(rows, params)
    answer["X-Total-Count"] = str(total)
    if rows and start + limit < total:
        next_params = {**params, "cursor": encode_cursor(rows[-1], start + limit), "limit": limit}
        address = request._request.build_absolute_uri(request.path)
        answer["Link"] = f'<{address}?{urlencode(next_params)}>; rel="next"'


def select_page(data: StoredRows | list[Row], asked: Parameters, limit: int) -> ListPart:
    """One page of a list, from the database where possible; raises Refused."""
    if isinstance(data, StoredRows):
        page = data.part_of(asked, limit)
        if page is not None:
            return page
        data = list(data.serialize(data.rows))
    rows = sort_rows(filter_rows(data, asked), asked)
    start = index_after_cursor(rows, asked["cursor"]) if asked.get("cursor") else 0
    return list(rows[start : start + limit]), start, len(rows)

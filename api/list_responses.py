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

from api.pagination import MOST_AT_ONCE, number_in
from api.queryset_lists import StoredRows
from api.serialized_lists import (
    FILTER,
    Asked,
    Row,
    after_cursor,
    cursor_of,
    matching,
    put_in_order,
    with_fields,
)
from tournaments.errors import Refused

Part = tuple[list[Row], int, int]
"""Some rows of a list, where the first of them stands, and how many there are in all."""


OF_ALL: Final = ("fields", "format")
OF_LISTS: Final = frozenset({"fields", "order", "limit", "cursor"})
OF_PAGES: Final = frozenset({"fields", "limit", "offset", "cursor"})


def narrow(
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
            part_of_list(request, answer)
        elif isinstance(answer.data, dict) and isinstance(answer.data.get("results"), list):
            answer.data["results"] = with_fields(answer.data["results"], params)
        elif isinstance(answer.data, dict) and "fields" in params:
            [answer.data] = with_fields([answer.data], params)
    return answer


def check_parameters(params: Asked, data: object, known: Collection[str]) -> None:
    """Reject parameters without effect; raises Refused naming the first."""
    every = {*known, *OF_ALL}
    if is_list(data):
        every |= OF_LISTS
    elif isinstance(data, dict) and isinstance(data.get("results"), list):
        every |= OF_PAGES
    for name in params:
        if name not in every and not (is_list(data) and FILTER.fullmatch(name)):
            words = _("The parameter “%(name)s” is unknown here. Known are: %(known)s.")
            message = words % {"name": name[:40], "known": ", ".join(sorted(every))}
            raise Refused("unknown_parameter", message, field=name)


def is_list(data: object) -> bool:
    if isinstance(data, StoredRows):
        return True
    return isinstance(data, list) and all(isinstance(row, dict) for row in data)


def part_of_list(request: Request, answer: Response) -> None:
    """Keep one page; ``Link`` leads to the next (RFC 8288)."""
    asked = request.query_params.dict()
    limit = number_in(asked.get("limit", str(MOST_AT_ONCE)), "limit", 1, MOST_AT_ONCE)
    rows, start, total = part_of(answer.data, asked, limit)
    answer.data = with_fields(rows, asked)
    answer["X-Total-Count"] = str(total)
    if rows and start + limit < total:
        more = {**asked, "cursor": cursor_of(rows[-1], start + limit), "limit": limit}
        address = request._request.build_absolute_uri(request.path)
        answer["Link"] = f'<{address}?{urlencode(more)}>; rel="next"'


def part_of(data: StoredRows | list[Row], asked: Asked, limit: int) -> Part:
    """One page of a list, from the database where possible; raises Refused."""
    if isinstance(data, StoredRows):
        found = data.part_of(asked, limit)
        if found is not None:
            return found
        data = list(data.tell(data.rows))
    rows = put_in_order(matching(data, asked), asked)
    start = after_cursor(rows, asked["cursor"]) if asked.get("cursor") else 0
    return list(rows[start : start + limit]), start, len(rows)

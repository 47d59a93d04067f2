"""What tables send: JSON read with care, refusals in words, answers nobody may keep."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _

from games.belot.bounded_json import MOST_WHOLE, BadJson, check_json, read_bounded
from tournaments.errors import Conflict, Refused
from tournaments.models import Table
from tournaments.selectors.tables import table_of_token

View = Callable[..., HttpResponseBase]
LARGEST_BODY: Final = 16 * 1024
PRIVATE: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
"""The link is the key: it is sent to nobody, kept by nobody and found by no search engine."""
STATUS: Final[Mapping[str, int]] = {"too_large": 413, "not_json": 415, "no_such_table": 404}


def private(view: View) -> View:
    """Let nobody keep or find what this view answers."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        for name, value in PRIVATE.items():
            response[name] = value
        return response

    return answered


def in_words(view: View) -> View:
    """Answer a refusal as JSON: code, message, field and what else helps a program."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(refused)

    return answered


def refusal(refused: Refused) -> HttpResponse:
    """A refusal as JSON, 409 for a conflict, else the status of its code or 400."""
    status = 409 if isinstance(refused, Conflict) else STATUS.get(refused.code, 400)
    words = {"code": refused.code, "message": str(refused), "field": refused.field}
    return JsonResponse({**words, **refused.details}, status=status)


def table_of(token: str) -> Table:
    """The table of this link; raises Refused for a token that is none."""
    table = table_of_token(token)
    if table is None:
        raise Refused("no_such_table", _("This link is not valid any more. Ask the director."))
    return table


def body_of(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of a request; raises Refused for anything else."""
    if request.content_type != "application/json":
        raise Refused("not_json", _("Send JSON, with the content type application/json."))
    try:
        values = read_bounded(read(request))
    except BadJson as error:
        raise Refused("bad_json", _("This is not JSON that can be read.")) from error
    if not isinstance(values, dict):
        raise Refused("bad_json", _("An object with named values belongs here."))
    return values


def read(request: HttpRequest) -> bytes:
    """The body, if it is as small as every slip is."""
    too_large = Refused("too_large", _("This is too much. A result fits into 16 kB."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
        raise too_large
    try:
        body = request.body
    except RequestDataTooBig as error:
        raise too_large from error
    if len(body) > LARGEST_BODY:
        raise too_large
    return body


def whole(values: Mapping[str, Any], key: str) -> int:
    """A whole number that can be an id or a version; raises Refused."""
    value = values.get(key)
    if type(value) is not int or not 0 <= value <= MOST_WHOLE:
        raise Refused("bad_value", _("“%s” must be a whole number.") % key, field=key)
    return value


def text(values: Mapping[str, Any], key: str, longest: int = 200) -> str:
    """A text without what databases cannot keep, empty where it is missing; raises Refused."""
    value = values.get(key, "")
    if not isinstance(value, str) or len(value) > longest or "\x00" in value:
        raise Refused("bad_value", _("“%s” must be a short text.") % key, field=key)
    # A name that was cut in the middle of a picture is no reason to lose a result.
    return value.encode("utf-8", "replace").decode("utf-8")


def json_at(values: Mapping[str, Any], key: str) -> Any:
    """Any JSON value that a database can keep, None where it is missing; raises Refused."""
    value = values.get(key)
    try:
        check_json(value)
    except BadJson as error:
        raise Refused("bad_json", _("This is not JSON that can be read."), field=key) from error
    return value


def yes_or_no(values: Mapping[str, Any], key: str) -> bool:
    """True or false; raises Refused."""
    value = values.get(key)
    if not isinstance(value, bool):
        raise Refused("bad_value", _("“%s” must be true or false.") % key, field=key)
    return value


def uuid_of(values: Mapping[str, Any], key: str) -> UUID | None:
    """A UUID, None where it is missing; raises Refused."""
    value = values.get(key)
    if value is None:
        return None
    try:
        return UUID(value)
    except (ValueError, TypeError, AttributeError) as error:
        raise Refused("bad_value", _("“%s” must be a UUID.") % key, field=key) from error

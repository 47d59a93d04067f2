"""Server endpoints for halls: pairing and sync messages."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.belot.records import InvalidJsonError, read_json
from tournaments.accounts.rate_limit import count_failed_attempt, is_rate_limited
from tournaments.archive.file import ArchiveFileError, Json
from tournaments.errors import RuleViolationError
from tournaments.sync.protocol import answer_message
from tournaments.sync.secrets import is_secret
from tournaments.sync.selectors import link_by_secret
from tournaments.sync.services.pairing import pair_hall

AUTH_SCHEME = "Line "


# No session is used, so CSRF does not apply.
@csrf_exempt
@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """Pair a hall (idempotent); wrong codes are rate-limited."""
    if is_rate_limited(request):
        return error_response(
            "too_many", _("Too many wrong codes came from here. Wait a while."), 429
        )
    payload = body_of(request)
    code, secret, take = payload.get("code"), payload.get("secret"), payload.get("take")
    if not isinstance(code, str) or type(take) is not bool or not is_secret(secret):
        return error_response("bad_shape", _("This cannot be read."), 400)
    try:
        return JsonResponse(pair_hall(code=code[:40], secret=secret, take=take), status=201)
    except RuleViolationError as refusal:
        if settings.LIMITS:
            count_failed_attempt(request)
        return error_response(refusal.code, str(refusal), 400)


@csrf_exempt
@require_POST
def sync_messages(request: HttpRequest) -> HttpResponse:
    """Process a hall's message and answer it (idempotent)."""
    shown = request.headers.get("Authorization", "")
    line = (
        link_by_secret(shown.removeprefix(AUTH_SCHEME)) if shown.startswith(AUTH_SCHEME) else None
    )
    if line is None:
        return error_response("no_pairing", _("This hall is not paired here."), 401)
    try:
        return JsonResponse(answer_message(line.pk, body_of(request)))
    except ArchiveFileError as error:
        return error_response(error.code, _("This cannot be read."), 400)
    except RuleViolationError as refusal:
        return error_response(refusal.code, str(refusal), 409)


def body_of(request: HttpRequest) -> dict[str, Json]:
    try:
        payload = read_json(request.body)
    except InvalidJsonError:
        return {}
    return payload if isinstance(payload, dict) else {}


def error_response(code: str, words: str, status: int) -> JsonResponse:
    return JsonResponse({"code": code, "problem": words}, status=status)

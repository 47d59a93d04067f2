"""Rate limits by kind of caller.

Tables are counted by their link, helpers by theirs, programs by token, members by account,
all others by address. A whole hall shares one address: its phones and spectators are not
counted by it. Counts are stored in Redis, or per process without it. allauth limits
sign-in and sign-up (``ACCOUNT_RATE_LIMITS``).
"""

import hashlib
import math
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.deprecation import MiddlewareMixin
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from ops.metrics import THROTTLED
from tournaments.models import PersonalToken
from tournaments.organiser.helper_sessions import last_link_id
from web.error_responses import API, too_many

READ_METHODS: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Rates for a member, an anonymous address, a personal token and a helper link."""

    name: str
    member: str
    address: str
    program: str
    helper: str


# A phone that was offline for an hour sends everything at once.
TABLE_WRITES: Final = "120/min"
TABLE_READS: Final = "20/sec"
UNLIMITED_VIEWS: Final = frozenset({"api_table_state"})
"""All phones of a table fetch these at each change; mostly cached."""
# Per member, address, program and helper.
WRITES: Final = RateLimit("sends", "300/min", "600/min", "300/min", "300/min")
API_REQUESTS: Final = RateLimit("asks the api", "20/sec", "50/sec", "10/sec", "20/sec")
UPLOADS: Final = RateLimit("uploads", "20/min", "60/min", "20/min", "20/min")
BACKGROUND_JOBS: Final = RateLimit("gives work", "20/min", "60/min", "10/min", "20/min")
CLUB_CREATION: Final = RateLimit("founds clubs", "10/day", "30/day", "10/day", "10/day")
SUBSCRIPTIONS: Final = RateLimit("asks to be told", "300/hour", "300/hour", "300/hour", "300/hour")
SIGNUPS: Final = RateLimit("signs up", "60/hour", "60/hour", "60/hour", "60/hour")
TABLE_CODES: Final = RateLimit("types tables' codes", "60/min", "60/min", "60/min", "60/min")
WRONG_TOKEN_RATE: Final = "30/min"
"""Per client address."""
LIMITS_BY_VIEW: Final = {
    "table_code": TABLE_CODES,
    **dict.fromkeys(["manage_teams_list", "manage_files", "deal_sets_bring"], UPLOADS),
    **dict.fromkeys(["manage_archives", "manage_club_archives", "manage_results_sheet"], UPLOADS),
    **dict.fromkeys(["api_kept_archives", "api_club_archives"], UPLOADS),
    **dict.fromkeys(["replay_new", "api_deal_sets", "api_score"], UPLOADS),
    **dict.fromkeys(["simulations", "simulation_resume", "deal_sets"], BACKGROUND_JOBS),
    **dict.fromkeys(["replay_costs", "manage_practice", "practice"], BACKGROUND_JOBS),
    **dict.fromkeys(["api_simulations", "api_simulation_resume"], BACKGROUND_JOBS),
    **dict.fromkeys(["api_practice_tables", "api_practice_again"], BACKGROUND_JOBS),
    **dict.fromkeys(["tournament_enter", "api_signups"], SIGNUPS),
    **dict.fromkeys(["tournament_notices", "notices_signup", "api_notices"], SUBSCRIPTIONS),
    "manage_club_new": CLUB_CREATION,
}
"""Limits of writes in addition to the general one, by URL name."""


class CallerThrottle(SimpleRateThrottle):
    def __init__(self, rate: str, key: str) -> None:
        self.rate = rate
        # Hashed: links are secret, and as long as a URL can be.
        self.key_of_caller = hashlib.blake2s(f"{key} {rate}".encode()).hexdigest()
        self.cache = caches["counts"]
        super().__init__()

    def get_cache_key(self, _request: object, _view: object) -> str:
        return self.key_of_caller

    def seconds_to_wait(self) -> int:
        """Count a request; seconds until the next one is allowed, 0 if this one is."""
        is_allowed = self.allow_request(None, None)  # type: ignore[arg-type]
        return 0 if is_allowed else math.ceil(self.wait() or 1)


def seconds_to_wait(request: HttpRequest, match: ResolverMatch) -> int:
    if not settings.LIMITS:
        return 0
    seconds = max((count.seconds_to_wait() for count in throttles_for(request, match)), default=0)
    if seconds:
        THROTTLED.labels(match.url_name or "").inc()
    return seconds


def throttles_for(request: HttpRequest, match: ResolverMatch) -> Iterator[CallerThrottle]:
    is_looking = request.method in READ_METHODS
    if match.url_name in UNLIMITED_VIEWS:
        return
    if "token" in match.kwargs:
        kind, rate = ("looks", TABLE_READS) if is_looking else ("sends", TABLE_WRITES)
        yield CallerThrottle(rate, f"table {kind}:{match.kwargs['token']}")
        return
    if request.path.startswith(API):
        yield caller_throttle(request, API_REQUESTS)
    if not is_looking:
        yield caller_throttle(request, WRITES)
        if match.url_name in LIMITS_BY_VIEW:
            yield caller_throttle(request, LIMITS_BY_VIEW[match.url_name])


def caller_throttle(request: HttpRequest, limit: RateLimit) -> CallerThrottle:
    token = getattr(request, "auth", None)
    if isinstance(token, PersonalToken):
        return CallerThrottle(limit.program, f"{limit.name}:program {token.code}")
    if request.user.is_authenticated:
        return CallerThrottle(limit.member, f"{limit.name}:member {request.user.pk}")
    if link := last_link_id(request):
        return CallerThrottle(limit.helper, f"{limit.name}:helper {link}")
    return CallerThrottle(limit.address, f"{limit.name}:{request.META.get('REMOTE_ADDR', '')}")


def seconds_after_wrong_token(request: HttpRequest) -> int:
    """Count an invalid personal token; seconds until the next one is allowed, 0 for now."""
    if not settings.LIMITS:
        return 0
    return CallerThrottle(
        WRONG_TOKEN_RATE, f"token:{request.META.get('REMOTE_ADDR', '')}"
    ).seconds_to_wait()


class ApiThrottle(BaseThrottle):
    def allow_request(self, request: Request, _view: object) -> bool:
        assert request.resolver_match is not None
        self.seconds = seconds_to_wait(request._request, request.resolver_match)
        return self.seconds == 0

    def wait(self) -> float | None:
        return self.seconds


class RateLimitMiddleware(MiddlewareMixin):
    """Rate limits for writes to pages and by phones; reads of pages are not counted."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        return throttled_response(request) or self.get_response(request)


def throttled_response(request: HttpRequest) -> HttpResponse | None:
    """429 for too many writes to a page, else None."""
    if request.method in READ_METHODS or request.path.startswith(API):
        return None
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return None
    seconds = seconds_to_wait(request, match)
    return too_many(request, seconds=seconds) if seconds else None

"""Caching of public pages: one query for the version, one rendering for all visitors.

Bodies hold nothing personal, so visitors share them; anonymous visitors also share whole
pages. A signed-in user's frame (menus, sign-in) is not shared.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.state.change_feed import recent_tournament, signal_from

CACHE_SECONDS = 60
RENDER_LOCK_SECONDS = 10
RENDER_WAITS_SECONDS = (0.02, 0.03, 0.05, 0.1, 0.1, 0.2, 0.5, 1.0, 1.0)
STALE_FACTOR = 50
MAX_STALE_SECONDS = 4.0
"""At full load; less for bodies that render fast."""
DISPLAY_COOKIES = ("theme", "suits", "textsize")
MAX_LOCAL_BODIES = 64
"""Bodies per process: fetching a large one takes longer than sending it."""
ANNOUNCED_MAX_AGE_SECONDS = 0.02
Build = Callable[[], Mapping[str, Any]]
Follows = Literal["version", "settled"]


@dataclass(frozen=True, slots=True)
class PageBody:
    """Rendered body and its data version; ``seconds``: rendering time."""

    text: str
    version: str
    drawn_at: float
    seconds: float
    etag: str

    def is_good_for(self, version: str, patience: float) -> bool:
        """Whether it can be served: same version, or young enough under load (``patience``)."""
        if self.version == version:
            return True
        age = time.time() - self.drawn_at
        return 0 <= age < patience * min(STALE_FACTOR * self.seconds, MAX_STALE_SECONDS)


LOCAL_BODIES: dict[str, PageBody] = {}


def public_tournament(request: HttpRequest, code: str) -> Tournament:
    """The tournament by code, cached; 404 if unknown. Read-only.

    With ``?v=`` from an event of another process, at least that version, except under load.
    """
    tournament = recent_tournament(code)
    version = request.GET.get("v")
    if version and tournament and not server_load(request):
        is_known = version in signal_from(tournament).versions
        tournament = tournament if is_known else recent_tournament(code, ANNOUNCED_MAX_AGE_SECONDS)
    if tournament is None:
        raise Http404(_("There is no tournament at this address."))
    timezone.activate(tournament.zone)
    return tournament


def live_page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    build: Build,
    *,
    kind: str = "",
    title: str = "",
    frame: str = "tournaments/public/page.html",
    follows: Follows = "version",
    around: Mapping[str, object] | None = None,
) -> HttpResponse:
    """A page that follows its tournament: whole, or only its body with ``?fragment=``.

    ``build`` returns the body's context, once per version and language. ``kind`` distinguishes
    bodies of one URL, ``around`` is context for the frame. ``follows``: "settled" ignores
    unfinished boards; "version" can lag briefly under load.
    """
    version: str = getattr(signal_from(tournament), follows)
    key = f"{request.path}|{kind}|{follows}"
    patience = server_load(request) if follows == "version" else 0.0
    body = cached_body(key, version, template, build, patience)
    if request.GET.get("fragment"):
        return body_response(request, body, follows)
    values = {
        "tournament": tournament,
        "club_name": tournament.club.name,
        "nav": "tournaments",
        "title": title,
        "body": body.text,
        "version": body.version,
        "follows": follows,
        **(around or {}),
    }
    shown = body.etag + repr((event_values(tournament), around))
    return page_response(request, shown, lambda: render(request, frame, values))


def event_values(tournament: Tournament) -> tuple[object, ...]:
    club = tournament.club
    event = (tournament.name, tournament.date, tournament.start_time, tournament.place)
    place = (club.name, club.place, club.names_in_search, club.contact)
    return (*event, tournament.is_public, *place)


def server_load(request: HttpRequest) -> float:
    """Server load from 0 to 1."""
    rush: float = request.META.get("belot.rush", 0.0)
    return rush


def cached_body(
    key: str, version: str, template: str, build: Build, patience: float = 0.0
) -> PageBody:
    """Cached body for the version; concurrent requests render it once."""
    name = "public:" + hashlib.blake2s(f"{key}|{template}|{template_digest()}".encode()).hexdigest()
    cached = LOCAL_BODIES.get(name)
    if cached is None or not cached.is_good_for(version, patience):
        cached = cache.get(name)
        if cached is not None:
            cache_locally(name, cached)
    if cached is not None and cached.is_good_for(version, patience):
        return cached
    if not cache.add(f"{name}:drawing", True, RENDER_LOCK_SECONDS):
        drawn = wait_for_body(name, cached)
        if drawn is not None:
            return drawn
    try:
        # Another request can have rendered it meanwhile.
        drawn = LOCAL_BODIES.get(name) or cache.get(name)
        if drawn is not None and drawn.is_good_for(version, patience):
            return drawn
        body = draw(version, template, build)
        cache.set(name, body, CACHE_SECONDS)
        cache_locally(name, body)
    finally:
        cache.delete(f"{name}:drawing")
    return body


def cache_locally(name: str, body: PageBody) -> None:
    """Cache a body in this process; the oldest is evicted."""
    LOCAL_BODIES[name] = body
    while len(LOCAL_BODIES) > MAX_LOCAL_BODIES:
        LOCAL_BODIES.pop(next(iter(LOCAL_BODIES), ""), None)


def draw(version: str, template: str, build: Build) -> PageBody:
    """Render a body; its data can be newer than the version, never older."""
    began = time.monotonic()
    text = render_to_string(template, dict(build()))
    etag = quote_etag(hashlib.blake2s(text.encode()).hexdigest())
    return PageBody(text, version, time.time(), time.monotonic() - began, etag)


def wait_for_body(name: str, before: PageBody | None) -> PageBody | None:
    """Wait for another request's rendering; None on timeout."""
    for seconds in RENDER_WAITS_SECONDS:
        time.sleep(seconds)
        body: PageBody | None = cache.get(name)
        if body is not None and body != before:
            return body
    return None


def body_response(request: HttpRequest, body: PageBody, follows: Follows) -> HttpResponse:
    response = get_conditional_response(request, etag=body.etag) or HttpResponse(body.text)
    response["ETag"] = body.etag
    response["X-Version"] = body.version
    response["X-Follows"] = follows
    return response


def page_response(
    request: HttpRequest, body: str, draw: Callable[[], HttpResponse]
) -> HttpResponse:
    """A whole page with ETag; messages are shown once, so uncached."""
    if len(get_messages(request)):
        return draw()
    etag = quote_etag(hashlib.blake2s(repr(page_variant(request, body)).encode()).hexdigest())
    response = get_conditional_response(request, etag=etag) or draw()
    response["ETag"] = etag
    return response


def page_variant(request: HttpRequest, body: str) -> tuple[object, ...]:
    """Everything that the outer template depends on."""
    user = request.user.pk if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    return (
        body,
        template_digest(),
        translation.get_language(),
        [request.COOKIES.get(name) for name in DISPLAY_COOKIES],
        user,
    )


@lru_cache(maxsize=1)
def template_digest() -> str:
    """Digest of all templates; a release invalidates cached pages."""
    digest = hashlib.blake2s()
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        digest.update(path.read_bytes())
    return digest.hexdigest()

"""Helpers who use a link instead of an account."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.http import HttpRequest
from django.utils import timezone

from tournaments.models import HelperLink, Tournament
from tournaments.permissions import HELPER_PERMISSIONS

HELPERS_SESSION_KEY: Final = "helpers"
"""By tournament code: link and entered name."""
USE_UPDATE_INTERVAL: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper's link, and the name used in the log."""

    link: HelperLink
    name: str

    def may(self, permission: str) -> bool:
        return permission in HELPER_PERMISSIONS[self.link.kind]


def has_helper_session(request: HttpRequest, code: str) -> bool:
    return code in request.session.get(HELPERS_SESSION_KEY, {})


def last_link_id(request: HttpRequest) -> int | None:
    """Id of the last link opened in this session, even if expired."""
    known = list(request.session.get(HELPERS_SESSION_KEY, {}).values())
    return known[-1]["link"] if known else None


def helper_of(request: HttpRequest, tournament: Tournament) -> Helper | None:
    """The helper of this session; None once the link has expired."""
    known = request.session.get(HELPERS_SESSION_KEY, {}).get(tournament.code)
    if not known:
        return None
    link = HelperLink.objects.filter(pk=known["link"], tournament=tournament).first()
    if link is None or not link.is_open:
        return None
    update_last_use(link)
    return Helper(link, known["name"])


def update_last_use(link: HelperLink) -> None:
    """Update the time of last use, at most twice a minute."""
    now = timezone.now()
    if link.last_used_at is None or now - link.last_used_at > USE_UPDATE_INTERVAL:
        HelperLink.objects.filter(pk=link.pk).update(last_used_at=now)


def remember_helper(request: HttpRequest, link: HelperLink, name: str) -> None:
    helpers = request.session.get(HELPERS_SESSION_KEY, {})
    request.session[HELPERS_SESSION_KEY] = {
        **helpers,
        link.tournament.code: {"link": link.pk, "name": name},
    }


def forget_helper(request: HttpRequest, tournament: Tournament) -> None:
    helpers = dict(request.session.get(HELPERS_SESSION_KEY, {}))
    helpers.pop(tournament.code, None)
    request.session[HELPERS_SESSION_KEY] = helpers

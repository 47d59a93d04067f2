"""Somebody who helps with one tournament by a link, without an account."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.http import HttpRequest
from django.utils import timezone

from tournaments.models import HelperLink, Tournament
from tournaments.permissions import HELPERS

KEY: Final = "helpers"
"""In the session: by the code of a tournament, the link and the name that somebody gave."""
MARK_EVERY: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper at work: the link that was opened, and whose name the log tells."""

    link: HelperLink
    name: str

    def may(self, permission: str) -> bool:
        """Whether the link gives this permission."""
        return permission in HELPERS[self.link.kind]


def was_helper(request: HttpRequest, code: str) -> bool:
    """Whether a link of this tournament was opened in this browser, whatever became of it."""
    return code in request.session.get(KEY, {})


def link_of_helper(request: HttpRequest) -> int | None:
    """The link that was opened last in this browser, by its key; whether it still holds or not."""
    known = list(request.session.get(KEY, {}).values())
    return known[-1]["link"] if known else None


def helper_of(request: HttpRequest, tournament: Tournament) -> Helper | None:
    """The helper of this tournament in this browser; None once the link has ended."""
    known = request.session.get(KEY, {}).get(tournament.code)
    if not known:
        return None
    link = HelperLink.objects.filter(pk=known["link"], tournament=tournament).first()
    if link is None or not link.is_open:
        return None
    mark_use(link)
    return Helper(link, known["name"])


def mark_use(link: HelperLink) -> None:
    """Keep that the link is used now, twice a minute at most."""
    now = timezone.now()
    if link.last_used_at is None or now - link.last_used_at > MARK_EVERY:
        HelperLink.objects.filter(pk=link.pk).update(last_used_at=now)


def remember_helper(request: HttpRequest, link: HelperLink, name: str) -> None:
    """This browser is the helper's from now on."""
    helpers = request.session.get(KEY, {})
    request.session[KEY] = {**helpers, link.tournament.code: {"link": link.pk, "name": name}}


def forget_helper(request: HttpRequest, tournament: Tournament) -> None:
    """This browser is nobody's again."""
    helpers = dict(request.session.get(KEY, {}))
    helpers.pop(tournament.code, None)
    request.session[KEY] = helpers

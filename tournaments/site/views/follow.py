import uuid
from datetime import datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.wording.dates import capitalised_date_text
from tournaments.models import Club
from tournaments.public.pages import public_tournament
from tournaments.site.ical import MEDIA_TYPE, write_calendar
from tournaments.site.page_heads import site_of
from tournaments.site.selectors.appointments import appointment_of, appointments_of
from tournaments.site.selectors.news import Announcement, TournamentWin, announcements_of, wins_of


def club_calendar(request: HttpRequest, club_id: int) -> HttpResponse:
    """All listed tournaments for subscribed calendars.

    Still served after the last one was unlisted, so that calendars receive the cancellation.
    """
    club = get_object_or_404(Club, pk=club_id)
    appointments = appointments_of(club)
    if not appointments:
        raise Http404(_("This club has published nothing yet."))
    written = write_calendar(club.name, site_of(request), appointments)
    return calendar_response(written, f"club-{club.pk}.ics")


def tournament_calendar(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    appointment = appointment_of(tournament)
    written = write_calendar(tournament.name, site_of(request), [appointment])
    return calendar_response(written, f"{tournament.code}.ics")


def calendar_response(written: bytes, name: str) -> HttpResponse:
    """An inline calendar file, which phones offer to open."""
    response = HttpResponse(written, content_type=MEDIA_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def club_feed(request: HttpRequest, club_id: int) -> HttpResponse:
    """Atom feed (RFC 4287) of a club: upcoming tournaments and winners."""
    club = listed_club(club_id)
    site = site_of(request)
    feed = Atom1Feed(
        title=club.name,
        link=f"{site}{reverse('club', args=[club.pk])}",
        description=_("Tournaments of %(club)s") % {"club": club.name},
        language=get_language(),
        author_name=club.name,
        feed_url=f"{site}{request.path}",
        feed_guid=urn_of(f"club/{club.pk}"),
    )
    entries = (*map(winners_entry, wins_of(club)), *map(announcement, announcements_of(club)))
    for entry in sorted(entries, key=lambda entry: entry.changed_at, reverse=True):
        link = f"{site}{entry.address}"
        feed.add_item(
            title=entry.title,
            link=link,
            description=escape(entry.words),
            pubdate=entry.at,
            updateddate=entry.changed_at,
            unique_id=entry.urn,
        )
    response = HttpResponse(content_type=feed.content_type)
    feed.write(response, "utf-8")
    return response


class FeedEntry(NamedTuple):
    title: str
    address: str
    words: str
    at: datetime
    changed_at: datetime
    urn: str


def announcement(announced: Announcement) -> FeedEntry:
    tournament = announced.tournament
    place = tournament.place or tournament.club.place
    parts = (capitalised_date_text(tournament.date), f"{tournament.start_time:%H:%M}", place)
    return FeedEntry(
        tournament.name,
        tournament.get_absolute_url(),
        ", ".join(filter(None, parts)),
        tournament.created_at,
        announced.changed_at,
        urn_of(f"tournament/{tournament.code}"),
    )


def winners_entry(won: TournamentWin) -> FeedEntry:
    tournament = won.tournament
    name = " · ".join(filter(None, (tournament.name, tournament.stage_name)))
    known_at = tournament.standings_at or tournament.created_at
    return FeedEntry(
        _("%(name)s: final standings") % {"name": name},
        tournament.get_absolute_url(),
        _("Winners: %(names)s") % {"names": "; ".join(won.winners)},
        known_at,
        known_at,
        urn_of(f"tournament/{tournament.code}/final"),
    )


def urn_of(name: str) -> str:
    """Permanent URN, independent of the domain."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"belot-tournaments/{name}").urn


def listed_club(club_id: int) -> Club:
    """The club; 404 unless it has a public tournament."""
    club = get_object_or_404(Club, pk=club_id)
    timezone.activate(club.zone)
    if not club.tournaments.filter(is_public=True).exists():
        raise Http404(_("This club has published nothing yet."))
    return club

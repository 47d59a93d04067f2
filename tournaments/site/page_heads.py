"""Page metadata for link previews and search engines.

Missing places or pictures are omitted, and no player is named on tournament pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.wording.dates import date_text
from tournaments.models import Club, Player, Season, Tournament

LazyText = Promise | str
PAGE_TEXTS: Final[Mapping[str, tuple[LazyText, LazyText]]] = {
    "home": (
        lazy("Duplicate belot: equal cards at every table"),
        lazy("Every table plays the same cards: skill decides, not the deal. Results are live."),
    ),
    "tournament_list": (
        lazy("Tournaments"),
        lazy("Belot tournaments to come, under way and over, with live results."),
    ),
    "privacy": (
        lazy("Privacy"),
        lazy("What this site stores of players and visitors, for how long, and who sees it."),
    ),
    "contact": (lazy("Contact"), lazy("Who answers for this site, and how to reach them.")),
    "club_list": (
        pgettext_lazy("organisations", "Clubs"),
        lazy("Clubs that play belot, by country, and when each plays next."),
    ),
    "calculator": (
        lazy("Score calculator"),
        lazy("What a deal of belot scores, step by step, by the rules that you play."),
    ),
    "match_pad": (
        lazy("Match pad"),
        lazy("Keep the score of a match of belot on a phone, without a network."),
    ),
    "rules_index": (
        lazy("Rules of belot and its relatives"),
        lazy("The rules of belot and its relatives, each with its source."),
    ),
    "rules_page": ("", lazy("The rules of belot and its relatives, each with its source.")),
    "simulations": (
        lazy("Simulation"),
        lazy("Let the computer play many deals of belot and see what they are worth."),
    ),
    "studies": (
        lazy("What the cards are worth"),
        lazy("Many boards of belot solved: par, what each contract makes, what a lead is worth."),
    ),
    "deal_sets": (lazy("Find deals"), lazy("Find deals of belot for teaching and practice.")),
    "replay_new": (
        lazy("Replay a deal"),
        lazy("Look at a deal of belot call by call and card by card."),
    ),
}
"""Title and description by URL name; pages without player names."""
LOCALES: Final = {
    "bg": "bg_BG",
    "en": "en_GB",
    "fr": "fr_FR",
    "hr": "hr_HR",
    "nl": "nl_NL",
}
PICTURE_URL_NAME: Final = "tournament_share"


@dataclass(frozen=True, slots=True)
class PageMeta:
    """Title, description and picture of a page; ``facts`` is JSON-LD or empty."""

    title: str
    about: str
    is_for_search: bool
    picture: str = ""
    picture_about: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)


def page_meta(request: HttpRequest, values: Mapping[str, object]) -> PageMeta:
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    site = site_of(request)
    tournament, club = values.get("tournament"), values.get("club")
    season, player = values.get("season"), values.get("player")
    if isinstance(tournament, Tournament):
        return tournament_meta(tournament, name, str(values.get("title") or ""), site)
    if isinstance(season, Season):
        about = _("The table of the season, with every tournament that counts.")
        facts = series(season, site)
        return PageMeta(
            season.name, about, season.is_public and is_indexable(season.club), facts=facts
        )
    if isinstance(player, Player):
        about = _("Tournaments and rating of a player of %(club)s.") % {"club": player.club.name}
        return PageMeta(player.shown, about, is_indexable(player.club))
    if isinstance(club, Club):
        about = _("Tournaments, seasons and players of %(club)s.") % {"club": club.name}
        part = str(values.get("title") or "")
        shown = f"{part} · {club.name}" if part else club.name
        return PageMeta(shown, about, is_indexable(club))
    title, description = PAGE_TEXTS.get(name, ("", ""))
    named = values.get("name") if name == "rules_page" else title
    return PageMeta(str(named or ""), str(description), name in PAGE_TEXTS)


def is_indexable(club: Club) -> bool:
    """Whether the club allows search engines to index its pages."""
    return club.names_in_search


def tournament_meta(tournament: Tournament, name: str, title: str, site: str) -> PageMeta:
    """Metadata of a tournament page; the main page includes the event's JSON-LD."""
    is_part = name != "tournament" and title not in ("", tournament.name)
    shown = f"{title} · {tournament.name}" if is_part else tournament.name
    place = tournament.place or tournament.club.place
    parts = [tournament.club.name, date_text(tournament.date, "j E Y"), place]
    about = _("Standings, boards and results of a belot tournament.")
    is_for_search = (
        tournament.is_public and is_indexable(tournament.club) and name != "tournament_projector"
    )
    return PageMeta(
        shown,
        f"{' · '.join(each for each in parts if each)}. {about}",
        is_for_search,
        picture_of(tournament, site),
        picture_about(tournament),
        event(tournament, site) if name == "tournament" and tournament.is_public else {},
    )


def picture_of(tournament: Tournament, site: str) -> str:
    """Absolute picture URL; changes with the standings version."""
    path = reverse(PICTURE_URL_NAME, args=[tournament.code])
    return f"{site}{path}?v={tournament.standings_version}"


def picture_about(tournament: Tournament) -> str:
    """Alternative text of the tournament's picture."""
    if not tournament.rounds_counted:
        words = _("%(name)s: the day, the hour and the place")
    elif tournament.state == Tournament.State.FINISHED:
        words = _("%(name)s: the first places of the final standings")
    else:
        words = _("%(name)s: the first places after round %(round)d")
    return words % {"name": tournament.name, "round": tournament.rounds_counted}


def event(tournament: Tournament, site: str) -> dict[str, object]:
    place = tournament.place or tournament.club.place
    json_ld: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": tournament.name,
        "sport": "Belot",
        "startDate": tournament.begins.isoformat(timespec="minutes"),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "url": f"{site}{tournament.get_absolute_url()}",
        "inLanguage": get_language(),
        "image": [picture_of(tournament, site)],
        "organizer": organizer(tournament.club, site),
    }
    if place:
        json_ld["location"] = {"@type": "Place", "name": place, "address": place}
    return json_ld


def series(season: Season, site: str) -> dict[str, object]:
    """JSON-LD of a season; empty unless listed."""
    if not season.is_public:
        return {}
    return {
        "@context": "https://schema.org",
        "@type": "EventSeries",
        "name": season.name,
        "url": f"{site}{reverse('season', args=[season.code])}",
        "inLanguage": get_language(),
        "organizer": organizer(season.club, site),
    }


def organizer(club: Club, site: str) -> dict[str, str]:
    page = reverse("club", args=[club.pk])
    return {"@type": "SportsOrganization", "name": club.name, "url": f"{site}{page}"}


def site_of(request: HttpRequest) -> str:
    """Base URL: ``PUBLIC_URL``, else the request's host.

    Empty for a disallowed host, which only gets the error page.
    """
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL
    try:
        return f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return ""

"""Pages to be indexed by search engines."""

from collections.abc import Iterator
from typing import Final

from django.urls import reverse

from tournaments.models import Club, Season, Tournament

MAX_ADDRESSES: Final = 5_000
"""Tournaments with two pages each in five languages: a sitemap holds 50,000 URLs."""


def listed_addresses() -> Iterator[str]:
    """Addresses of listed tournaments, seasons and clubs; three queries.

    After play the front page is the report; final standings have their own address.
    """
    tournaments = Tournament.objects.filter(is_public=True, club__names_in_search=True)
    newest = tournaments.order_by("-date", "-pk").values_list("code", "state", "rounds_counted")
    seasons = Season.objects.filter(is_public=True, club__names_in_search=True)
    clubs = Club.objects.filter(names_in_search=True, tournaments__is_public=True).distinct()
    for pk in clubs.order_by("pk").values_list("pk", flat=True):
        yield reverse("club", args=[pk])
    for code in seasons.order_by("pk").values_list("code", flat=True):
        yield reverse("season", args=[code])
    for code, state, rounds in newest[:MAX_ADDRESSES]:
        yield reverse("tournament", args=[code])
        if state == Tournament.State.FINISHED and rounds:
            yield reverse("tournament_standings", args=[code])

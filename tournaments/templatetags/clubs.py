from collections.abc import Sequence
from dataclasses import asdict

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.charts import board as charts
from games.rulebook.presets import rules_name
from games.wording.texts import NO_VALUE
from tournaments.cash.money import money_text
from tournaments.clubs.countries import country_name
from tournaments.models import Club, FeeKind, Tournament
from tournaments.movements import FORMATS
from tournaments.site.selectors.archive import ArchiveSearch
from tournaments.site.selectors.leaders import Leader
from tournaments.templatetags.downloads import DownloadLink, downloads

register = template.Library()
register.filter(rules_name)
register.filter(country_name)


@register.inclusion_tag("tournaments/site/_spark.html")
def evening_spark(leader: Leader) -> dict[str, object]:
    """Draw a player's places by tournament; the grey line is mid-field."""
    points = charts.share_spark_points(leader.way)
    return {
        "points": charts.polyline(points),
        "end": points[-1] if points else None,
        "places": ", ".join(str(rank or NO_VALUE) for rank in leader.places),
    }


@register.inclusion_tag("tournaments/public/_downloads.html")
def archive_downloads(club: Club, wanted: ArchiveSearch) -> dict[str, list[DownloadLink]]:
    """Download links for a search result in a club's archive."""
    params = {name: str(value or "") for name, value in asdict(wanted).items() if name != "words"}
    return downloads("club_archive_file", club.pk, q=wanted.words, **params)


@register.simple_tag
def fees_in_line(kinds: Sequence[FeeKind], currency: str) -> str:
    """Fees: the usual one first, then other kinds."""
    parts = [
        money_text(kind.amount, currency)
        if kind.code == FeeKind.Code.MEMBER
        else f"{kind} {money_text(kind.amount, currency)}"
        for kind in kinds
    ]
    return ", ".join(parts)


@register.filter
def days_ahead(days: int) -> str:
    """Days until a date; empty for past dates."""
    if days < 2:
        return "" if days < 0 else gettext("tomorrow") if days else gettext("today")
    return ngettext("in %(n)d day", "in %(n)d days", days) % {"n": days}


@register.filter
def format_name(kind: str) -> str:
    row = FORMATS.get(kind)
    return gettext(row.words.name) if row else kind


@register.filter
def unit_name(unit: str) -> str:
    return capfirst(str(Tournament.Unit(unit).label))

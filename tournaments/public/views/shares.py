"""Sharing: picture, address and message."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.charts.system_fonts import can_be_drawn
from tournaments.models import Tournament
from tournaments.organiser.qr_codes import absolute_url, qr_svg
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.shares import share_of
from tournaments.public.share_picture import PREVIEW_WIDTH, WIDTH, cached_png, share_picture_svg

MESSENGERS: Final[Mapping[str, str]] = {
    "WhatsApp": "https://wa.me/?text={message}",
    "Viber": "viber://forward?text={message}",
    "Telegram": "https://t.me/share/url?url={address}&text={name}",
}


def picture(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    address = urlsplit(absolute_url(request, tournament.get_absolute_url()))
    shown_address = f"{address.netloc}{address.path.rstrip('/')}"
    svg = share_picture_svg(
        share_of(tournament), shown_address, PREVIEW_WIDTH if "small" in request.GET else WIDTH
    )
    return HttpResponse(cached_png(svg), content_type="image/png")


def share(request: HttpRequest, code: str) -> HttpResponse:
    """Sharing page; works without scripts."""
    tournament = public_tournament(request, code)
    address = absolute_url(request, tournament.get_absolute_url())
    is_whole = "all" in request.GET
    return live_page(
        request,
        tournament,
        "tournaments/public/share.html",
        lambda: {
            **share_values(tournament, address, is_whole),
            "embed": absolute_url(request, reverse("embed_standings", args=[code])),
            "overlay": absolute_url(request, reverse("overlay", args=[code])),
        },
        kind=f"{address}|{is_whole}",
        title=_("Share"),
    )


def share_values(tournament: Tournament, address: str, is_whole: bool) -> dict[str, object]:
    mail = urlencode({"subject": tournament.name, "body": address}, quote_via=quote)
    share = share_of(tournament)
    return {
        "tournament": tournament,
        "frame": page_header(tournament, "share"),
        "share": share,
        "undrawable": [text for text in share.texts if not can_be_drawn(text)],
        "address": address,
        "is_whole": is_whole,
        "code": qr_svg(address),
        "messengers": messengers(tournament.name, address),
        "mail": f"mailto:?{mail}",
    }


def messengers(name: str, address: str) -> dict[str, str]:
    """Sharing URL of each messenger."""
    filled = {"message": f"{name}\n{address}", "address": address, "name": name}
    quoted = {key: quote(value, safe="") for key, value in filled.items()}
    return {title: link.format(**quoted) for title, link in MESSENGERS.items()}

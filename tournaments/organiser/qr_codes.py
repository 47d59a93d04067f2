"""Addresses to be shown outside this page: whole, and as a QR code."""

import io

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from games.languages import without_language
from tournaments.organiser.urls import is_own_name, lan_addresses

CHOSEN = "hall_address"
"""Where a session keeps the address that phones are led to."""


def absolute(request: HttpRequest, path: str) -> str:
    """A whole address: below PUBLIC_URL where that is set, else as this page was asked for.

    Whoever asks under a name that only this computer has may have chosen another address.
    """
    public = settings.PUBLIC_URL
    if public:
        return f"{public}{path}"
    chosen = chosen_address(request)
    if chosen:
        port = request.get_host().rpartition(":")[2]
        place = f"{chosen}:{port}" if port.isdecimal() else chosen
        return f"{request.scheme}://{place}{path}"
    return request.build_absolute_uri(path)


def public_address(request: HttpRequest, path: str) -> str:
    """A whole address of a public page for paper and screens: each reader's language follows."""
    return absolute(request, without_language(path))


def must_choose_address(request: HttpRequest) -> bool:
    """Whether phones cannot reach the address under which this page was asked for."""
    return not settings.PUBLIC_URL and is_own_name(request.get_host())


def chosen_address(request: HttpRequest) -> str:
    """The address of this computer that was chosen for phones, empty for none."""
    chosen = request.session.get(CHOSEN, "")
    is_right = bool(chosen) and must_choose_address(request) and chosen in lan_addresses()
    return chosen if is_right else ""


def choose_address(request: HttpRequest, address: str) -> bool:
    """Have links lead to one of this computer's addresses; whether it is one."""
    is_own = address in lan_addresses()
    if is_own:
        request.session[CHOSEN] = address
    return is_own


def qr_svg(text: str) -> SafeString:
    """A QR code as an SVG element, black on white, to be sized by its surroundings."""
    out = io.BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, light="#fff"
    )
    return mark_safe(out.getvalue().decode())  # made of black squares, not of the text


def wifi_text(name: str, password: str) -> str:
    """What a phone's camera reads to join a network."""
    if not password:
        return f"WIFI:T:nopass;S:{escape_wifi(name)};;"
    return f"WIFI:T:WPA;S:{escape_wifi(name)};P:{escape_wifi(password)};;"


def escape_wifi(text: str) -> str:
    """The signs that separate its parts, marked as part of a name."""
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)

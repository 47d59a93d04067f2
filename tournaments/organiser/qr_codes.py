"""Absolute URLs and QR codes for print and phones."""

import io

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from games.languages import without_language
from tournaments.organiser.urls import is_loopback_host, lan_addresses

ADDRESS_SESSION_KEY = "hall_address"
"""The address that phones open."""


def absolute_url(request: HttpRequest, path: str) -> str:
    """Absolute URL: below PUBLIC_URL, else by the request's host.

    If the host is a loopback name, the LAN address chosen in the session is used.
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


def public_url(request: HttpRequest, path: str) -> str:
    """Absolute URL of a public page, without language prefix."""
    return absolute_url(request, without_language(path))


def is_loopback_request(request: HttpRequest) -> bool:
    """Whether the request's host is unreachable for phones."""
    return not settings.PUBLIC_URL and is_loopback_host(request.get_host())


def chosen_address(request: HttpRequest) -> str:
    """The LAN address chosen for phones, or empty."""
    chosen = request.session.get(ADDRESS_SESSION_KEY, "")
    is_right = bool(chosen) and is_loopback_request(request) and chosen in lan_addresses()
    return chosen if is_right else ""


def choose_address(request: HttpRequest, address: str) -> bool:
    """Store the LAN address for links; return whether it is valid."""
    is_own = address in lan_addresses()
    if is_own:
        request.session[ADDRESS_SESSION_KEY] = address
    return is_own


def qr_svg(text: str) -> SafeString:
    """Unsized SVG of a QR code, black on white."""
    out = io.BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, light="#fff"
    )
    return mark_safe(out.getvalue().decode())  # contains only squares, no user text


def wifi_text(name: str, password: str) -> str:
    if not password:
        return f"WIFI:T:nopass;S:{escape_wifi(name)};;"
    return f"WIFI:T:WPA;S:{escape_wifi(name)};P:{escape_wifi(password)};;"


def escape_wifi(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)

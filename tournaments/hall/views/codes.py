"""The link of a table, in words and as a QR code."""

import io

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Table


def absolute(request: HttpRequest, path: str) -> str:
    """A whole address: below PUBLIC_URL where that is set, else as this page was asked for."""
    public = settings.PUBLIC_URL
    return f"{public}{path}" if public else request.build_absolute_uri(path)


def table_address(request: HttpRequest, table: Table) -> str:
    """The address at which a table enters its results, without an account."""
    return absolute(request, reverse("table", args=[table.token]))


def qr_svg(text: str) -> SafeString:
    """A QR code as an SVG element, black on white, to be sized by its surroundings."""
    out = io.BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, light="#fff"
    )
    return mark_safe(out.getvalue().decode())  # made of black squares, not of the text

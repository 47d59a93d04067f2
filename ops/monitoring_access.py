"""Who can monitor an installation: by token, or from its network."""

import ipaddress
import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest

FORWARDED: Final = ("X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via")


def has_metrics_token(request: HttpRequest) -> bool:
    """Whether `Authorization: Bearer …` has the configured token."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    return bool(settings.METRICS_TOKEN) and secrets.compare_digest(
        token, settings.METRICS_TOKEN.encode()
    )


def can_scrape(request: HttpRequest) -> bool:
    """Whether metrics can be read: by token, or from a configured network."""
    return has_metrics_token(request) or is_from(request, settings.METRICS_FROM)


def can_see_details(request: HttpRequest) -> bool:
    """Whether details can be read: also from this machine."""
    is_direct = not any(name in request.headers for name in FORWARDED)
    return can_scrape(request) or (is_direct and is_from(request, ["127.0.0.0/8", "::1"]))


def is_from(request: HttpRequest, networks: list[str]) -> bool:
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(each) for each in networks)

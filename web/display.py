"""Display settings in three cookies: theme, suit colours and text size.

Shared pages are rendered without them: a script applies them before the first paint
(``static/js/frame/display.js``). Visitors without scripts get private pages.
"""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

ONE_YEAR_SECONDS: Final = 365 * 24 * 3600

# The first value is the default.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "textsize": ("normal", "large"),
}
NO_SCRIPT_COOKIE: Final = "served"
"""Without scripts, the server renders the visitor's choices into each page."""


# Section of the site by the beginning of a URL name.
SECTIONS: Final = {
    "tournament": "tournaments",
    "calculator": "calculator",
    "match": "match_pad",
    "rules": "rules",
    "simulation": "simulations",
    "deal_set": "simulations",
    "stud": "simulations",
    "manage": "manage",
}


def section(url_name: str) -> str:
    return next((part for start, part in SECTIONS.items() if url_name.startswith(start)), "")


def valid_display(values: dict[str, str]) -> dict[str, str]:
    return {
        name: value if (value := values.get(name, "")) in allowed else allowed[0]
        for name, allowed in CHOICES.items()
    }


def display(request: HttpRequest) -> dict[str, object]:
    match = request.resolver_match
    return {
        "display": valid_display(request.COOKIES),
        "is_for_everybody": request.META.get("belot.everybody", False),
        "nav": section((match and match.url_name) or ""),
        "sign_up": settings.SIGN_UP,
        "site_name": getattr(settings, "SITE_NAME", "") or gettext("Belot tournaments"),
    }


# No CSRF token: display and language are harmless to others, table pages send no referrer,
# and shared pages hold no token.
@csrf_exempt
@require_POST
def set_display(request: HttpRequest) -> HttpResponseRedirect:
    response = HttpResponseRedirect(_way_back(request))
    for name, allowed in CHOICES.items():
        value = request.POST.get(name)
        if value in allowed:
            response.set_cookie(
                name,
                value,
                max_age=ONE_YEAR_SECONDS,
                secure=request.is_secure(),
                samesite="Lax",
            )
    if request.POST.get(NO_SCRIPT_COOKIE):
        response.set_cookie(
            NO_SCRIPT_COOKIE,
            "yes",
            max_age=ONE_YEAR_SECONDS,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    elif NO_SCRIPT_COOKIE in request.COOKIES:
        response.delete_cookie(NO_SCRIPT_COOKIE, samesite="Lax")
    return response


def _way_back(request: HttpRequest) -> str:
    next_url = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return next_url if safe else resolve_url("/")

"""The visitor's own display: theme, suit colours and text size, kept in three cookies.

Pages that are the same for everybody are drawn without them: a script brings the choices in before
the first paint (``static/js/frame/display.js``). Whoever has no scripts gets pages of their own.
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

# The first value of each is what a visitor has who never chose.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "textsize": ("normal", "large"),
}
SERVED: Final = "served"
"""A cookie of visitors without scripts: the server draws their choices into each page."""


# The part of the site that an address belongs to, by the beginning of its name.
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
    """Name the part of the site that the main menu marks; empty for pages outside it."""
    return next((part for start, part in SECTIONS.items() if url_name.startswith(start)), "")


def keep_known(values: dict[str, str]) -> dict[str, str]:
    """Keep the known values of each setting, the usual one in place of anything else."""
    return {
        name: value if (value := values.get(name, "")) in allowed else allowed[0]
        for name, allowed in CHOICES.items()
    }


def display(request: HttpRequest) -> dict[str, object]:
    """Give templates the visitor's display settings, the site's name and the part they are in."""
    match = request.resolver_match
    return {
        "display": keep_known(request.COOKIES),
        "is_for_everybody": request.META.get("belot.everybody", False),
        "nav": section((match and match.url_name) or ""),
        "sign_up": settings.SIGN_UP,
        "site_name": getattr(settings, "SITE_NAME", "") or gettext("Belot tournaments"),
    }


# Display and language are harmless to anybody else, and so their forms need no token: the pages
# of a table send no referrer, and pages that everybody shares hold no token.
@csrf_exempt
@require_POST
def set_display(request: HttpRequest) -> HttpResponseRedirect:
    """Store the posted display settings that are valid and go back to the page they came from."""
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
    if request.POST.get(SERVED):
        response.set_cookie(
            SERVED,
            "yes",
            max_age=ONE_YEAR_SECONDS,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    elif SERVED in request.COOKIES:
        response.delete_cookie(SERVED, samesite="Lax")
    return response


def _way_back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else resolve_url("/")

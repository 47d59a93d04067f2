from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.belot import PRESETS
from games.languages import LANGUAGES, in_language, without_language
from tournaments.site.page_heads import PAGE_TEXTS, site_of
from tournaments.site.selectors.listed import listed_addresses

ONE_HOUR: Final = 3600
DISALLOWED_PATHS: Final = (
    *("/manage/", "/table/", "/h/", "/signup/", "/notices/", "/accounts/", "/admin/", "/api/"),
    "/t/*/events/",
)


@require_safe
@cache_control(public=True, max_age=ONE_HOUR)
def robots(request: HttpRequest) -> HttpResponse:
    """Disallowed paths; pages themselves hide names from search engines."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in DISALLOWED_PATHS)]
    lines.append(f"Sitemap: {site_of(request)}{reverse('sitemap')}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=ONE_HOUR)
def sitemap(request: HttpRequest) -> HttpResponse:
    site = site_of(request)
    pages = [
        {
            "for_all": f"{site}{path}",
            "in_each": [(code, f"{site}{in_language(path, code)}") for code in LANGUAGES],
        }
        for path in addresses()
    ]
    return render(request, "sitemap.xml", {"pages": pages}, content_type="application/xml")


def addresses() -> Iterator[str]:
    for name in PAGE_TEXTS:
        if name != "rules_page":
            yield without_language(reverse(name))
    for preset in PRESETS:
        yield without_language(reverse("rules_page", args=[preset]))
    for path in listed_addresses():
        yield without_language(path)


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    name = settings.SITE_NAME or gettext("Belot tournaments")
    return JsonResponse(
        {
            "id": "/",
            "name": name,
            "short_name": name[:30],
            "lang": translation.get_language(),
            "start_url": reverse("tournament_list"),
            "scope": "/",
            "display": "minimal-ui",
            "background_color": "#f4f5f7",
            "theme_color": "#17479e",
            "icons": [*icons, *({**icon, "purpose": "maskable"} for icon in icons)],
        },
        content_type="application/manifest+json",
    )

from django.http import HttpRequest

from games.languages import LANGUAGES, in_language, language_of, without_language
from tournaments.site.page_heads import site_of


def page_urls(request: HttpRequest) -> dict[str, object]:
    path = request.path
    if not language_of(path):
        return {}
    site = site_of(request)
    return {
        "canonical": f"{site}{path}",
        "alternates": [(code, f"{site}{in_language(path, code)}") for code in LANGUAGES],
        "address_for_all": f"{site}{without_language(path)}",
    }

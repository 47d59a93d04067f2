from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from web.display import set_display
from web.health import health, live, metrics, ready
from web.languages import language_urls
from web.robots import manifest, robots, sitemap
from web.styleguide import styleguide

handler400 = "web.error_responses.bad_request"
handler403 = "web.error_responses.forbidden"
handler404 = "web.error_responses.not_found"
handler429 = "web.error_responses.too_many"
handler500 = "web.error_responses.server_error"
# One login page, with one count of failed attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
urlpatterns = [
    *language_urls(
        path("", include("tournaments.urls.public")),
        path("", include("games.urls")),
        path("site.webmanifest", manifest, name="manifest"),
    ),
    path("api/v1/", include("api.urls")),
    path("manage/installation/", include("ops.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("display/", set_display, name="set_display"),
    path("styleguide/", styleguide, name="styleguide"),
    path("styleguide/<slug:kind>/", styleguide, name="styleguide"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("health/", health, name="health"),
    path("health/live/", live, name="live"),
    path("health/ready/", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
]

"""Every address of the site, by who answers it."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from config.display import set_display
from config.health import health, live, metrics, ready
from config.languages import in_each_language
from config.robots import manifest, robots, sitemap
from config.styleguide import styleguide

handler400 = "config.refusals.bad_request"
handler403 = "config.refusals.forbidden"
handler404 = "config.refusals.not_found"
handler429 = "config.refusals.too_many"
handler500 = "config.refusals.server_error"
# There is one way in, with one count of wrong tries.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
urlpatterns = [
    *in_each_language(
        path("", include("tournaments.urls.public")),
        path("", include("games.urls")),
        path("site.webmanifest", manifest, name="manifest"),
    ),
    path("api/v1/", include("api.urls")),
    path("manage/installation/", include("upkeep.urls")),
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

"""Every address of the site, by who answers it."""

from django.contrib import admin
from django.urls import include, path

from config.display import set_display
from config.health import health
from config.styleguide import styleguide

handler400 = "config.refusals.bad_request"
urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("api/v1/", include("api.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("display/", set_display, name="set_display"),
    path("styleguide/", styleguide, name="styleguide"),
    path("styleguide/<slug:kind>/", styleguide, name="styleguide"),
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
]

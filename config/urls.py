"""Every address of the site, by who answers it."""

from django.contrib import admin
from django.urls import include, path

from config.health import health

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("api/v1/", include("api.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
]

"""The addresses of the contest, by who uses them."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls.public")),
    path("table/", include("tournaments.urls.tables")),
    path("manage/", include("tournaments.urls.manage")),
]

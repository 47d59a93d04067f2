"""The addresses of the contest that have no language, by who uses them."""

from django.urls import include, path

from tournaments.live import views as events

urlpatterns = [
    path("t/<slug:code>/events/", events.events, name="tournament_events"),
    path("h/", include("tournaments.urls.helpers")),
    path("table/", include("tournaments.urls.tables")),
    path("manage/", include("tournaments.urls.manage")),
]

"""The addresses of the contest that have no language, by who uses them."""

from django.urls import include, path

from tournaments.live import views as events
from tournaments.signup.views import enter as signups

urlpatterns = [
    path("t/<slug:code>/events/", events.events, name="tournament_events"),
    path("signup/<slug:secret>/", signups.signup, name="signup"),
    path("signup/<slug:secret>/change/", signups.change, name="signup_change"),
    path("h/", include("tournaments.urls.helpers")),
    path("table/", include("tournaments.urls.tables")),
    path("manage/", include("tournaments.urls.manage")),
]

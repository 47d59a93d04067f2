"""URL patterns by audience."""

from django.urls import include, path

from tournaments.accounts.views import invitations
from tournaments.live import views as events
from tournaments.notifications.people.views import subscribe as notices
from tournaments.registration.views import enter as signups
from tournaments.sync.views import hall, protocol

urlpatterns = [
    path("t/<slug:code>/events/", events.events, name="tournament_events"),
    path("signup/<slug:secret>/", signups.signup, name="signup"),
    path("signup/<slug:secret>/change/", signups.change, name="signup_change"),
    path("lines/pair/", protocol.pair, name="line_pair"),
    path("lines/letters/", protocol.sync_messages, name="line_letters"),
    path("hall/", hall.hall, name="hall"),
    path("hall/pin/", hall.pin, name="hall_pin"),
    path("hall/pin/new/", hall.pin_new, name="hall_pin_new"),
    path("hall/pair/", hall.pair, name="hall_pair"),
    path("invitation/<slug:key>/", invitations.invitation, name="invitation"),
    path("notices/sw.js", notices.service_worker, name="notices_worker"),
    path("notices/s/<slug:secret>/", notices.ask_as_signup, name="notices_signup"),
    path("notices/<slug:follower>/", notices.follower_page, name="notices_own"),
    path("h/", include("tournaments.urls.helpers")),
    path("table/", include("tournaments.urls.tables")),
    path("manage/", include("tournaments.urls.manage")),
]

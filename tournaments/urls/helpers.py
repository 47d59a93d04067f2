"""URLs of helper links."""

from django.urls import path

from tournaments.accounts.views import helpers

urlpatterns = [
    path("", helpers.link_ended, name="helper_over"),
    path("at/<slug:code>/", helpers.home, name="helper_home"),
    path("at/<slug:code>/leave/", helpers.leave, name="helper_leave"),
    path("<slug:link>/", helpers.open_link, name="helper"),
]

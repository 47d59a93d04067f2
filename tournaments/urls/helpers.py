"""Addresses of those who help by a link."""

from django.urls import path

from tournaments.helpers import views

urlpatterns = [
    path("", views.over, name="helper_over"),
    path("at/<slug:code>/", views.home, name="helper_home"),
    path("at/<slug:code>/leave/", views.leave, name="helper_leave"),
    path("<slug:link>/", views.open_link, name="helper"),
]

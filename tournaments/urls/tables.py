from django.urls import path

from tournaments.table_app import views as tables

urlpatterns = [
    path("", tables.code, name="table_code"),
    path("sw.js", tables.worker, name="table_worker"),
    path("<slug:token>/", tables.page, name="table"),
    path("<slug:token>/events/", tables.events, name="table_events"),
    path("<slug:token>/slip/", tables.slip, name="table_slip"),
]

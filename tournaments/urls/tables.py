"""Addresses for the table's phone."""

from django.urls import path

from tournaments.views import tables

urlpatterns = [
    path("sw.js", tables.worker, name="table_worker"),
    path("<slug:token>/", tables.page, name="table"),
    path("<slug:token>/state/", tables.state, name="table_state"),
    path("<slug:token>/events/", tables.events, name="table_events"),
    path("<slug:token>/results/", tables.results, name="table_results"),
    path("<slug:token>/confirmations/", tables.confirmations, name="table_confirmations"),
    path("<slug:token>/call/", tables.call, name="table_call"),
    path("<slug:token>/slip/", tables.slip, name="table_slip"),
]

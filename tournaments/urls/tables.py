"""Addresses for the table's phone."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

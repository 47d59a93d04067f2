"""Addresses for the organiser and the director."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

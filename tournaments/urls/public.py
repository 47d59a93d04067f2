"""Addresses for what anybody may see."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

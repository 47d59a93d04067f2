"""Addresses about single games, for anybody."""

from django.urls import path

from games.views import calculator, pad, rules

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("pad/", pad.pad, name="match_pad"),
    path("pad/sw.js", pad.worker, name="match_pad_worker"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
]

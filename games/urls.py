"""Addresses about single games, for anybody."""

from django.urls import path

from games.views import calculator, replay, rules

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("replay/new/", replay.replay_new, name="replay_new"),
    path("replay/<slug:share>/", replay.replay, name="replay"),
    path("replay/<slug:share>/deal.txt", replay.replay_text, name="replay_text"),
    path("replay/<slug:share>/deal.json", replay.replay_json, name="replay_json"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
]

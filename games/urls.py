"""Addresses about single games, for anybody."""

from django.urls import path

from games.views import calculator, pad, replay, rules

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("pad/", pad.pad, name="match_pad"),
    path("pad/sw.js", pad.worker, name="match_pad_worker"),
    path("replay/new/", replay.replay_new, name="replay_new"),
    path("replay/<slug:share>/", replay.replay, name="replay"),
    path("replay/<slug:share>/costs/", replay.replay_costs, name="replay_costs"),
    path("replay/<slug:share>/deal.txt", replay.replay_text, name="replay_text"),
    path("replay/<slug:share>/deal.json", replay.replay_json, name="replay_json"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
]

"""Addresses about single games, for anybody."""

from django.urls import path

from games.views import calculator, rules

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
]

from django.urls import path

from games.calculator import views as calculator
from games.deal_sets import views as deals
from games.practice import views as practice
from games.replay import views as replay
from games.rulebook import views as rules
from games.scorepad import views as pad
from games.simulations import views as simulations
from games.studies import views as studies

urlpatterns = [
    path("calculator/", calculator.calculator, name="calculator"),
    path("deals/", deals.deal_sets, name="deal_sets"),
    path("deals/bring/", deals.deal_sets_import, name="deal_sets_bring"),
    path("deals/<slug:share>/", deals.deal_set, name="deal_set"),
    path("deals/<slug:share>/deals.json", deals.deal_set_json, name="deal_set_json"),
    path("deals/<slug:share>/print/", deals.deal_set_print, name="deal_set_print"),
    path("pad/", pad.pad, name="match_pad"),
    path("pad/sw.js", pad.service_worker, name="match_pad_worker"),
    path("practice/", practice.practice, name="practice"),
    path("practice/<slug:share>/", practice.practice_table, name="practice_table"),
    path("replay/new/", replay.replay_new, name="replay_new"),
    path("replay/<slug:share>/", replay.replay, name="replay"),
    path("replay/<slug:share>/costs/", replay.replay_costs, name="replay_costs"),
    path("replay/<slug:share>/deal.txt", replay.replay_text, name="replay_text"),
    path("replay/<slug:share>/deal.json", replay.replay_json, name="replay_json"),
    path("simulations/", simulations.simulations, name="simulations"),
    path("simulations/<slug:share>/", simulations.simulation, name="simulation"),
    path("simulations/<slug:share>/stop/", simulations.simulation_stop, name="simulation_stop"),
    path(
        "simulations/<slug:share>/resume/", simulations.simulation_resume, name="simulation_resume"
    ),
    path(
        "simulations/<slug:share>/with/<slug:other>/",
        simulations.simulation_with,
        name="simulation_with",
    ),
    path("simulations/<slug:share>/table.csv", simulations.simulation_csv, name="simulation_csv"),
    path(
        "simulations/<slug:share>/bids.csv",
        simulations.simulation_bids_csv,
        name="simulation_bids_csv",
    ),
    path("studies/", studies.boards_study, name="studies"),
    path("studies/<slug:share>/", studies.study, name="study"),
    path("studies/<slug:share>/study.csv", studies.study_csv, name="study_csv"),
    path("studies/<slug:share>/study.json", studies.study_json, name="study_json"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:preset>/", rules.rules_page, name="rules_page"),
]

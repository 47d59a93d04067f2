"""Addresses for the organiser and the director."""

from django.urls import URLPattern, include, path

from tournaments.views.manage import (
    clubs,
    console,
    draws,
    files,
    logs,
    plays,
    prints,
    repairs,
    rules,
    simulations,
    teams,
    tournaments,
)

club: list[URLPattern] = [
    path("", clubs.club_page, name="manage_club"),
    path("change/", clubs.club_change, name="manage_club_change"),
    path("members/add/", clubs.member_add, name="manage_member_add"),
    path("members/<int:member_id>/remove/", clubs.member_remove, name="manage_member_remove"),
    path("players/<int:player_id>/", clubs.player_page, name="manage_player"),
]
tournament: list[URLPattern] = [
    path("", tournaments.tournament, name="manage_tournament"),
    path("live/", console.live, name="manage_live"),
    path("clock/", console.clock, name="manage_clock"),
    path("calls/<int:call_id>/", console.call, name="manage_call"),
    path("teams/", teams.teams, name="manage_teams"),
    path("teams/list/", teams.teams_list, name="manage_teams_list"),
    path("teams/present/", teams.presence_all, name="manage_presence_all"),
    path("teams/players/", teams.players, name="manage_players"),
    path("teams/<int:team_id>/", teams.team, name="manage_team"),
    path("teams/<int:team_id>/present/", teams.presence, name="manage_presence"),
    path("teams/<int:team_id>/remove/", teams.team_remove, name="manage_team_remove"),
    path("draw/", draws.draw, name="manage_draw"),
    path("draw/publish/", draws.publish, name="manage_publish"),
    path("draw/back/", draws.take_back, name="manage_take_back"),
    path("play/<int:play_id>/", plays.play, name="manage_play"),
    path("play/<int:play_id>/preview/", plays.preview, name="manage_play_preview"),
    path("repair/<int:sitting_id>/", repairs.repair, name="manage_repair"),
    path("simulation/", simulations.simulation, name="manage_simulation"),
    path("simulation/cancel/", simulations.cancel, name="manage_simulation_cancel"),
    path("log/", logs.log, name="manage_log"),
    path("log.csv", logs.log_csv, name="manage_log_csv"),
    path("files/", files.files, name="manage_files"),
    path("files/records.jsonl", files.records_jsonl, name="manage_records"),
    path("files/results.json", files.results_json, name="manage_results_json"),
    path("files/results.csv", files.results_csv, name="manage_results_csv"),
    path("rules/", rules.rules, name="manage_rules"),
    path("rules/apply/", rules.apply, name="manage_rules_apply"),
    path("settings/", tournaments.settings, name="manage_settings"),
    path("finish/", tournaments.finish, name="manage_finish"),
    path("reopen/", tournaments.reopen, name="manage_reopen"),
    path("delete/", tournaments.delete, name="manage_delete"),
    path("print/", prints.index, name="manage_print"),
    path("print/<slug:kind>/", prints.sheets, name="manage_print_sheets"),
]
urlpatterns = [
    path("", clubs.home, name="manage_home"),
    path("new/", tournaments.new, name="manage_new"),
    path("club/new/", clubs.club_new, name="manage_club_new"),
    path("club/<int:club_id>/", include(club)),
    path("<slug:code>/", include(tournament)),
]

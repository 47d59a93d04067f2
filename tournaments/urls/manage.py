"""Addresses for the organiser and the director."""

from django.urls import URLPattern, include, path

from tournaments.changes import views as changes
from tournaments.clubs import views as clubs
from tournaments.computer.views import field, simulation
from tournaments.draws import views as draws
from tournaments.entries import views as teams
from tournaments.hall.views import console, logs, prints
from tournaments.people import views as people
from tournaments.ranking import views as scoring
from tournaments.repairs.views import repairs, seating
from tournaments.results.views import files, plays
from tournaments.rounds import views as rounds
from tournaments.rules import views as rules
from tournaments.rulings.views import boards, doubts, fouled, rulings
from tournaments.seasons import views as seasons
from tournaments.setup.views import home, practice, stages, tournaments

club: list[URLPattern] = [
    path("", clubs.club_page, name="manage_club"),
    path("change/", clubs.club_change, name="manage_club_change"),
    path("members/add/", clubs.member_add, name="manage_member_add"),
    path("members/<int:member_id>/remove/", clubs.member_remove, name="manage_member_remove"),
    path("players/<int:player_id>/", clubs.player_page, name="manage_player"),
    path("seasons/new/", seasons.season_new, name="manage_season_new"),
    path("seasons/<int:season_id>/", seasons.season_change, name="manage_season"),
    path("seasons/<int:season_id>/remove/", seasons.season_remove, name="manage_season_remove"),
]
tournament: list[URLPattern] = [
    path("", console.tournament, name="manage_tournament"),
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
    path("draw/next/", rounds.next_round, name="manage_next_round"),
    path("draw/life/", rounds.life, name="manage_life"),
    path("draw/<int:number>/publish/", rounds.publish, name="manage_publish_round"),
    path("draw/<int:number>/again/", rounds.redraw, name="manage_redraw"),
    path("draw/<int:number>/back/", rounds.take_back, name="manage_round_back"),
    path("draw/<int:number>/decide/", rounds.decide, name="manage_decide"),
    path("play/<int:play_id>/", plays.play, name="manage_play"),
    path("play/<int:play_id>/preview/", plays.preview, name="manage_play_preview"),
    path("play/<int:play_id>/ruling/", rulings.board, name="manage_ruling"),
    path("play/<int:play_id>/tries/", boards.tries, name="manage_tries"),
    path("boards/", boards.boards, name="manage_boards"),
    path("board/<int:number>/cards/", fouled.cards, name="manage_cards"),
    path("doubts/", doubts.doubts, name="manage_doubts"),
    path("rulings/", rulings.rulings, name="manage_rulings"),
    path("rulings/<int:adjustment_id>/cancel/", rulings.cancel, name="manage_ruling_cancel"),
    path("repair/<int:sitting_id>/", repairs.repair, name="manage_repair"),
    path("repair/<int:sitting_id>/<slug:what>/", repairs.repair_what, name="manage_repair_what"),
    path("people/", people.people, name="manage_people"),
    path("people/late/", people.late, name="manage_late"),
    path("people/<int:team_id>/", people.person, name="manage_person"),
    path("people/<int:team_id>/<slug:what>/", people.person_what, name="manage_person_what"),
    path("seats/<int:number>/", seating.seating, name="manage_seating"),
    path("draw/rest/", people.redraw, name="manage_redraw_rest"),
    path("changes/", changes.changes, name="manage_changes"),
    path("changes/<int:change_id>/undo/", changes.undo, name="manage_undo"),
    path("simulation/", simulation.simulation, name="manage_simulation"),
    path("simulation/cancel/", simulation.cancel, name="manage_simulation_cancel"),
    path("field/", field.field, name="manage_field"),
    path("field/stop/", field.stop, name="manage_field_stop"),
    path("log/", logs.log, name="manage_log"),
    path("log.csv", logs.log_csv, name="manage_log_csv"),
    path("files/", files.files, name="manage_files"),
    path("files/records.jsonl", files.records_jsonl, name="manage_records"),
    path("files/results.json", files.results_json, name="manage_results_json"),
    path("files/facts.json", files.facts_json, name="manage_facts_json"),
    path("files/results.csv", files.results_csv, name="manage_results_csv"),
    path("rules/", rules.rules, name="manage_rules"),
    path("rules/apply/", rules.apply, name="manage_rules_apply"),
    path("scoring/", scoring.scoring, name="manage_scoring"),
    path("settings/", tournaments.settings, name="manage_settings"),
    path("stages/", stages.stages, name="manage_stages"),
    path("finish/", tournaments.finish, name="manage_finish"),
    path("official/", tournaments.official, name="manage_official"),
    path("reopen/", tournaments.reopen, name="manage_reopen"),
    path("delete/", tournaments.delete, name="manage_delete"),
    path("print/", prints.index, name="manage_print"),
    path("print/<slug:kind>/", prints.sheets, name="manage_print_sheets"),
]
urlpatterns = [
    path("", home.home, name="manage_home"),
    path("new/", tournaments.new, name="manage_new"),
    path("practice/", practice.new, name="manage_practice"),
    path("club/new/", clubs.club_new, name="manage_club_new"),
    path("club/<int:club_id>/", include(club)),
    path("<slug:code>/", include(tournament)),
]

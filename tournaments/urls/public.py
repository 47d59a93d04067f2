"""Addresses for what anybody may see."""

from django.urls import path

from tournaments.calendar.views import clubs, home
from tournaments.live import views as events
from tournaments.public.views import (
    about,
    boards,
    brackets,
    files,
    matches,
    projector,
    rounds,
    standings,
    teams,
    why,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("tournaments/", home.tournament_list, name="tournament_list"),
    path("club/<int:club_id>/", clubs.club, name="club"),
    path("season/<slug:code>/", clubs.season, name="season"),
    path("season/<slug:code>/season.csv", clubs.season_csv, name="season_csv"),
    path("player/<int:player_id>/", clubs.player, name="player"),
    path("t/<slug:code>/", standings.standings, name="tournament"),
    path("t/<slug:code>/round/<int:number>/", rounds.round_page, name="tournament_round"),
    path("t/<slug:code>/boards/", boards.board_list, name="tournament_boards"),
    path("t/<slug:code>/hands/", boards.hands, name="tournament_hands"),
    path("t/<slug:code>/board/<int:number>/", boards.board, name="tournament_board"),
    path("t/<slug:code>/team/<int:number>/", teams.team, name="tournament_team"),
    path("t/<slug:code>/bracket/", brackets.bracket, name="tournament_bracket"),
    path("t/<slug:code>/groups/", brackets.pools, name="tournament_pools"),
    path("t/<slug:code>/matches/", matches.matches, name="tournament_matches"),
    path("t/<slug:code>/team/<int:number>/why/", why.team, name="tournament_why_team"),
    path("t/<slug:code>/why/<int:play_id>/<slug:side>/", why.board, name="tournament_why_board"),
    path("t/<slug:code>/rules/", about.rules, name="tournament_rules"),
    path("t/<slug:code>/fairness/", about.fairness, name="tournament_fairness"),
    path("t/<slug:code>/projector/", projector.projector, name="tournament_projector"),
    path("t/<slug:code>/events/", events.events, name="tournament_events"),
    path("t/<slug:code>/standings.csv", files.standings_csv, name="tournament_standings_csv"),
    path("t/<slug:code>/board/<int:number>.csv", files.board_csv, name="tournament_board_csv"),
]

"""Public URLs; each starts with a language."""

from django.urls import path, register_converter

from tournaments.exports.responses import FormConverter
from tournaments.notifications.people.views import subscribe as notices
from tournaments.public.selectors.hands import HandsConverter
from tournaments.public.views import (
    about,
    boards,
    brackets,
    files,
    heatmaps,
    matches,
    projector,
    rounds,
    shares,
    standings,
    stories,
    teams,
    versions,
    why,
)
from tournaments.registration.views import enter as signups
from tournaments.site.views import archive, clubs, directory, embed, follow, home, players, site

register_converter(FormConverter, "form")
register_converter(HandsConverter, "hands")

urlpatterns = [
    path("", home.home, name="home"),
    path("privacy/", site.privacy, name="privacy"),
    path("contact/", site.contact, name="contact"),
    path("tournaments/", home.tournament_list, name="tournament_list"),
    path("clubs/", directory.club_list, name="club_list"),
    path("club/<int:club_id>/", clubs.club, name="club"),
    path("club/<int:club_id>/archive/", archive.archive, name="club_archive"),
    path("club/<int:club_id>/archive.<form:form>", archive.archive_file, name="club_archive_file"),
    path("club/<int:club_id>/players/", archive.players, name="club_players"),
    path("club/<int:club_id>/calendar.ics", follow.club_calendar, name="club_calendar"),
    path("club/<int:club_id>/feed.atom", follow.club_feed, name="club_feed"),
    path("embed/t/<slug:code>/", embed.standings, name="embed_standings"),
    path("embed/club/<int:club_id>/", embed.calendar, name="embed_calendar"),
    path("embed/club/<int:club_id>/winner/", embed.winner, name="embed_winner"),
    path("overlay/<slug:code>/", embed.overlay, name="overlay"),
    path("season/<slug:code>/", clubs.season, name="season"),
    path("season/<slug:code>/season.<form:form>", clubs.season_file, name="season_file"),
    path("club/<int:club_id>/players.<form:form>", clubs.players_file, name="club_players_file"),
    path("player/<int:player_id>/", players.player, name="player"),
    path("player/<int:player_id>/evenings.<form:form>", players.player_file, name="player_file"),
    path("t/<slug:code>/", standings.front, name="tournament"),
    path("t/<slug:code>/story/", stories.story, name="tournament_story"),
    path("t/<slug:code>/notices/", notices.ask, name="tournament_notices"),
    path("t/<slug:code>/enter/", signups.enter, name="tournament_enter"),
    path("t/<slug:code>/standings/", standings.standings, name="tournament_standings"),
    path("t/<slug:code>/standings/versions/", versions.versions, name="tournament_versions"),
    path("t/<slug:code>/standings/<int:number>/", versions.version, name="tournament_version"),
    path(
        "t/<slug:code>/standings/<int:number>.<form:form>",
        versions.version_file,
        name="tournament_version_file",
    ),
    path(
        "t/<slug:code>/standings/round/<int:number>/",
        versions.after_round,
        name="tournament_after_round",
    ),
    path("t/<slug:code>/round/<int:number>/", rounds.round_page, name="tournament_round"),
    path("t/<slug:code>/boards/", boards.boards, name="tournament_boards"),
    path("t/<slug:code>/figures/", heatmaps.figures, name="tournament_figures"),
    path(
        "t/<slug:code>/figures.<form:form>", heatmaps.figures_file, name="tournament_figures_file"
    ),
    path("t/<slug:code>/hands/", boards.hands, name="tournament_hands"),
    path("t/<slug:code>/board/<int:number>/", boards.board, name="tournament_board"),
    path("t/<slug:code>/board/<int:number>/try/", boards.board_trial, name="board_trial"),
    path("t/<slug:code>/team/<int:number>/", teams.team, name="tournament_team"),
    path("t/<slug:code>/bracket/", brackets.bracket, name="tournament_bracket"),
    path("t/<slug:code>/groups/", brackets.pools, name="tournament_pools"),
    path("t/<slug:code>/matches/", matches.matches, name="tournament_matches"),
    path("t/<slug:code>/team/<int:number>/why/", why.team, name="tournament_why_team"),
    path("t/<slug:code>/why/<int:play_id>/<slug:side>/", why.board, name="tournament_why_board"),
    path("t/<slug:code>/rules/", about.rules, name="tournament_rules"),
    path("t/<slug:code>/fairness/", about.fairness, name="tournament_fairness"),
    path(
        "t/<slug:code>/fairness/deals.txt", about.prepared_deals, name="tournament_prepared_deals"
    ),
    path("t/<slug:code>/calendar.ics", follow.tournament_calendar, name="tournament_calendar"),
    path("t/<slug:code>/share/", shares.share, name="tournament_sharing"),
    path("t/<slug:code>/share.png", shares.picture, name="tournament_share"),
    path("t/<slug:code>/projector/", projector.projector, name="tournament_projector"),
    path("t/<slug:code>/standings.<form:form>", files.standings, name="tournament_standings_file"),
    path("t/<slug:code>/boards.<form:form>", files.boards, name="tournament_boards_file"),
    path("t/<slug:code>/board/<int:number>.<form:form>", files.board, name="tournament_board_file"),
    path("t/<slug:code>/team/<int:number>.<form:form>", files.team, name="tournament_team_file"),
    path("t/<slug:code>/hands.<hands:form>", files.hands, name="tournament_hands_file"),
]

from typing import Final

from tests.api.parity.rows import Verb

PROGRAM: Final = "a form for programs already"
OF_VISITORS: Final = (
    Verb("see which tournaments there are", "home tournament_list", "GET api_tournaments"),
    Verb("see which clubs there are", "club_list", "GET api_clubs"),
    Verb("read a club's page", "club", "GET api_club"),
    Verb("read a club's archive", "club_archive club_archive_file", "GET api_archive"),
    Verb("read a club's players", "club_players club_players_file", "GET api_ratings"),
    Verb("follow a club", "club_calendar club_feed", only=PROGRAM),
    Verb(
        "put a part of the site into another page",
        "embed_standings embed_calendar embed_winner overlay",
        only="a look; GET api_standings gives what is in it",
    ),
    Verb("read a season", "season season_file", "GET api_season"),
    Verb("read a player's page", "player player_file", "GET api_evenings"),
    Verb("read a tournament", "tournament", "GET api_tournament"),
    Verb("read how a tournament went, in words", "tournament_story", "GET api_story"),
    Verb(
        "read the standings",
        "tournament_standings tournament_standings_file tournament_projector",
        "GET api_standings",
    ),
    Verb(
        "read standings that were shown earlier",
        "tournament_versions tournament_version tournament_version_file tournament_after_round",
        "GET api_standings_versions GET api_standings_version GET api_standings_after",
    ),
    Verb("read who sits where", "tournament_round", "GET api_rounds GET api_round"),
    Verb(
        "read which boards are over", "tournament_boards tournament_boards_file", "GET api_boards"
    ),
    Verb(
        "read a board",
        "tournament_board tournament_board_file board_trial",
        "GET api_board",
    ),
    Verb(
        "read what everybody made of each board",
        "tournament_figures tournament_figures_file",
        "GET api_figures",
    ),
    Verb(
        "read the hands of boards that are over",
        "tournament_hands tournament_hands_file",
        "GET api_hands",
    ),
    Verb("read who takes part", "tournament_standings", "GET api_teams"),
    Verb("read a team's boards", "tournament_team tournament_team_file", "GET api_boards_of_team"),
    Verb("read a bracket", "tournament_bracket", "GET api_brackets"),
    Verb("read the groups", "tournament_pools", "GET api_groups"),
    Verb("read the matches", "tournament_matches", "GET api_matches"),
    Verb("read why a team has its place", "tournament_why_team", "GET api_why_team"),
    Verb("read why a board gave its figure", "tournament_why_board", "GET api_why_board"),
    Verb("read by which rules a tournament plays", "tournament_rules", "GET api_scoring"),
    Verb("check the deals", "tournament_fairness tournament_prepared_deals", "GET api_fairness"),
    Verb("put a tournament into a calendar", "tournament_calendar", only=PROGRAM),
    Verb(
        "share a tournament",
        "tournament_sharing tournament_share",
        only="a picture and a text for people",
    ),
    Verb(
        "be told at once of what is new",
        "tournament_events table_events",
        only="a stream for programs already",
    ),
    Verb("see who has entered, and whether I can", "tournament_enter", "GET api_signups"),
    Verb("sign up", "tournament_enter", "POST api_signups"),
    Verb("read my sign-up", "signup", "GET api_own_signup"),
    Verb(
        "change my sign-up",
        "signup_change",
        "PUT api_own_partner POST api_own_confirmation POST api_own_withdrawal "
        "POST api_own_search POST api_own_offer POST api_own_acceptance POST api_own_refusal",
    ),
    Verb(
        "ask to be told outside of the pages",
        "tournament_notices notices_signup",
        "GET api_notices POST api_notices",
    ),
    Verb(
        "read what I am told, try it, stop it",
        "notices_own",
        "GET api_follower POST api_follower DELETE api_follower POST api_notice_test",
    ),
    Verb("show a message in a browser", "notices_worker", only="a script that a browser keeps"),
)

from typing import Final

from tests.api.parity.rows import Verb

OF_CLUBS: Final = (
    Verb("see what I run", "manage_home", "GET api_my_clubs"),
    Verb("found a club", "manage_club_new", "POST api_clubs"),
    Verb(
        "read a club that I run",
        "manage_club",
        "GET api_club_settings GET api_members GET api_players_of_club "
        "GET api_seasons GET api_season_settings",
    ),
    Verb("change a club", "manage_club_change", "PUT api_club_settings"),
    Verb("say who answers for a club", "manage_club_contact", "PUT api_club_contact"),
    Verb("let somebody run a club", "manage_member_add", "POST api_members"),
    Verb("take somebody out of those who run a club", "manage_member_remove", "DELETE api_member"),
    Verb("correct a player's name", "manage_player", "GET api_player_name PUT api_player_name"),
    Verb(
        "choose what everybody reads of a player", "manage_player_public", "PUT api_player_public"
    ),
    Verb(
        "read what is stored of a player",
        "manage_player_stored manage_player_stored_file",
        "GET api_player_stored",
    ),
    Verb("forget a player", "manage_player_stored", "POST api_player_anonymise"),
    Verb(
        "find players who may be one person",
        "manage_duplicates",
        "GET api_possible_duplicates GET api_player_merges GET api_distinct_players",
    ),
    Verb(
        "merge two players who are one person",
        "manage_player_merge",
        "GET api_player_merging POST api_player_merging",
    ),
    Verb("undo a merge of players", "manage_merge_undo", "DELETE api_player_merge"),
    Verb("keep two players apart", "manage_keep_apart", "POST api_distinct_players"),
    Verb("let two players be one again", "manage_distinct_remove", "DELETE api_distinct_pair"),
    Verb("split a player in two", "manage_player_split", "POST api_player_splitting"),
    Verb("found a season", "manage_season_new", "POST api_seasons"),
    Verb("change a season", "manage_season", "PUT api_season_settings"),
    Verb("remove a season", "manage_season_remove", "DELETE api_season_settings"),
    Verb(
        "have programs told of what happens",
        "manage_webhooks",
        "GET api_webhooks POST api_webhooks",
    ),
    Verb(
        "change a webhook, read what was sent to it",
        "manage_webhook",
        "GET api_webhook PUT api_webhook GET api_deliveries",
    ),
    Verb("make another secret", "manage_webhook_secret", "POST api_webhook_secret"),
    Verb("try a webhook", "manage_webhook_test", "POST api_webhook_tests"),
    Verb("send an event again", "manage_webhook_again", "POST api_delivery_again"),
    Verb("remove a webhook", "manage_webhook_remove", "DELETE api_webhook"),
    Verb(
        "say where the club announces",
        "manage_club_channels",
        "GET api_channels PUT api_channel_keeping POST api_channel DELETE api_channel",
    ),
)

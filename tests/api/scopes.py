"""Expected token scope of each GET."""

SENSITIVE_READ_SCOPES = {
    "api_archive_file": "direct",  # the seed and every pack
    "api_invitations": "club",  # links grant organiser rights
    "api_records": "direct",  # cards of live boards
    "api_table_links": "results",  # links that enter results
    "api_webhook": "club",  # a URL can contain the receiver's secret
    "api_webhooks": "club",
}
"""GETs of credentials or live boards: ``read`` is not enough."""
READ_SCOPE_OPERATIONS = """
    absentees attendance calls changes channels clocks club_archive club_archives club_settings
    console console_of_round dealing deliveries desk flags draw entry_plan facts fees finish
    helpers house_rules all_results kept_archive kept_archives kept_rules known_players last_step
    ledger log members my_clubs next_round official player_name player_stored players_of_club
    prizes refusals scorer season_settings seasons seating seats sent_messages sent_notices
    settings signup_queue stages team simulate_missing usebio versions
    distinct_players player_merges player_merging possible_duplicates
"""

"""Page forms that are filled from stored rows, and other forms, by address."""

from collections.abc import Iterator
from typing import Final

from django.urls import reverse

from tests.tournaments.manage import address
from tests.tournaments.varied import VariedClub

PREFILLED_FORMS: Final = frozenset({
    "admin:tournaments_club_change",
    "admin:tournaments_player_change",
    "admin:tournaments_team_change",
    "admin:tournaments_tournament_change",
    "manage_categories",
    "manage_club_change",
    "manage_club_contact",
    "manage_entry_do",
    "manage_entry_kinds",
    "manage_fees",
    "manage_field",
    "manage_player",
    "manage_player_public",
    "manage_print",
    "manage_prizes",
    "manage_rules",
    "manage_scorer",
    "manage_scoring",
    "manage_season",
    "manage_seating",
    "manage_settings",
    "manage_signups",
    "manage_team",
    "manage_webhook",
})  # fmt: skip
"""Posted unchanged, these forms change nothing."""
RESULT_FORMS: Final = frozenset({"manage_cards", "manage_play", "manage_ruling"})
"""Tested in ``results/test_untouched.py``."""
OTHER_FORMS: Final = frozenset({
    "account_change_password", "account_email", "account_login", "account_reauthenticate",
    "account_reset_password", "account_signup", "board_trial", "deal_sets", "deal_sets_bring",
    "helper", "manage_archives", "manage_boards", "manage_club_archive", "manage_club_archives",
    "manage_club_channels", "manage_club_new", "manage_deal_set", "manage_dealing_check",
    "manage_decide", "manage_decide_play", "manage_delete", "manage_doubts", "manage_draw",
    "manage_entry_new", "manage_entry_prize", "manage_evening", "manage_files", "manage_finish",
    "manage_helpers", "manage_invitations", "manage_kept_archive", "manage_late",
    "manage_ledger_other", "manage_longer", "manage_member_add", "manage_messages", "manage_new",
    "manage_next_round", "manage_notices", "manage_official", "manage_person_what",
    "manage_places", "manage_player_merge", "manage_player_split", "manage_player_stored",
    "manage_practice", "manage_programs", "manage_redraw_rest", "manage_rehearsal",
    "manage_rehearsal_steer", "manage_repair_what", "manage_results_sheet", "manage_reopen",
    "manage_ruling_cancel", "manage_rulings", "manage_season_new", "manage_signups_decide",
    "manage_simulation", "manage_stages", "manage_stage_exchange", "manage_teams",
    "manage_teams_list", "manage_till_close", "manage_undo", "manage_webhooks",
    "mfa_activate_totp", "mfa_add_webauthn", "notices_signup", "practice", "replay_new",
    "set_display", "set_language", "signup_change", "simulations", "table_code", "table_slip",
    "tournament_enter", "tournament_notices", "hall_pin", "hall_pair", "line_pair",
})  # fmt: skip
SUBMIT_BUTTONS: Final = {
    "manage_entry_do": ("do", "late:"),
    "manage_rules": ("do", "save"),
    "manage_seating": ("do", "look"),
}
"""Name and value prefix of buttons that are not first."""


def pages_of(varied: VariedClub) -> Iterator[str]:
    club = varied.club.pk
    yield reverse("manage_club", args=[club])
    yield reverse("manage_season", args=[club, varied.season.pk])
    yield reverse("manage_webhook", args=[club, varied.webhook.pk])
    for player in (varied.hidden, varied.known):
        yield reverse("manage_player", args=[club, player.pk])
        yield reverse("manage_player_public", args=[club, player.pk])
    yield from (reverse(f"admin:tournaments_{name}_change", args=[pk]) for name, pk in (
        ("club", club), ("player", varied.hidden.pk), ("tournament", varied.entry.pk),
        ("tournament", varied.game.pk), ("tournament", varied.over.pk), ("team", varied.late.pk),
    ))  # fmt: skip
    for tournament in (varied.entry, varied.game, varied.teams, varied.playing, varied.final):
        yield address("settings", tournament)
        yield address("scoring", tournament)
    for tournament in (varied.entry, varied.game):
        yield address("signups", tournament)
    for tournament in (varied.entry, varied.game, varied.teams):
        yield address("categories", tournament)
        yield address("rules", tournament)
        yield from (address("team", tournament, team.pk) for team in tournament.teams.all())
    yield address("team", varied.singles, varied.singles.teams.all()[0].pk)
    for tournament in (varied.entry, varied.game, varied.playing):
        yield address("fees", tournament)
        yield address("entry", tournament)
    for team in varied.entry.teams.all():
        yield f"{address('entry', varied.entry)}?team={team.pk}"
    for name in ("rules", "field", "print", "scorer"):
        yield address(name, varied.playing)
    yield address("seating", varied.playing, 3)

"""A tournament before and after its evening: made, set, entered, drawn, ended."""

from typing import Final

from tests.api.parity.rows import Verb

OF_TOURNAMENTS: Final = (
    Verb("make a tournament", "manage_new", "POST api_tournaments"),
    Verb("make a practice", "manage_practice", "POST api_practices"),
    Verb(
        "change the settings",
        "manage_settings manage_announce",
        "GET api_settings PATCH api_settings",
    ),
    Verb("finish a tournament", "manage_finish", "GET api_finish POST api_finish"),
    Verb("take a finished tournament back into play", "manage_reopen", "POST api_reopening"),
    Verb(
        "make standings official, keep corrections open",
        "manage_official",
        "GET api_official POST api_official PUT api_official",
    ),
    Verb(
        "keep a tournament in one file, bring it back",
        "manage_archive manage_archives manage_kept_archive manage_club_archives "
        "manage_club_archive",
        "GET api_archive_file GET api_kept_archives POST api_kept_archives GET api_kept_archive "
        "POST api_kept_archive DELETE api_kept_archive GET api_club_archives "
        "POST api_club_archives GET api_club_archive POST api_club_archive "
        "DELETE api_club_archive",
    ),
    Verb("delete a tournament", "manage_delete", "DELETE api_tournament"),
    Verb("continue with a next stage", "manage_stages", "GET api_stages POST api_stages"),
    Verb(
        "exchange entrants of a stage by corrected standings",
        "manage_stage_exchange",
        "POST api_stage_exchange",
    ),
    Verb(
        "choose the rules of the house",
        "manage_rules manage_rules_apply",
        "GET api_house_rules POST api_rules_preview PUT api_house_rules",
    ),
    Verb("keep rules under a name", "manage_rules", "GET api_kept_rules POST api_kept_rules"),
    Verb("choose the scoring", "manage_scoring", "PATCH api_scoring"),
    Verb("enter a team", "manage_teams manage_entry_new", "POST api_teams"),
    Verb("enter a list", "manage_teams_list", "POST api_team_list POST api_team_list_preview"),
    Verb("check a team in or out", "manage_presence", "GET api_attendance PUT api_presence"),
    Verb(
        "check everybody in or out",
        "manage_presence_all manage_entry_everybody",
        "PUT api_presence_all",
    ),
    Verb("look for known players", "manage_players", "GET api_known_players"),
    Verb("correct a team's names", "manage_team", "GET api_team PUT api_team"),
    Verb("describe a team", "manage_team", "PUT api_team_details"),
    Verb("put teams into categories", "manage_categories", "PUT api_categories"),
    Verb("take a team out", "manage_team_remove", "DELETE api_team"),
    Verb("read who signed up", "manage_signups", "GET api_signup_queue"),
    Verb("open entry by players", "manage_signups", "GET api_entry_plan PUT api_entry_plan"),
    Verb(
        "decide on sign-ups",
        "manage_signups_decide",
        "POST api_signup_queue POST api_signup_pairs POST api_signup_approval "
        "POST api_signup_refusal POST api_signup_withdrawal",
    ),
    Verb("read the entry desk", "manage_entry manage_entry_live", "GET api_desk"),
    Verb("do a step at the entry desk", "manage_entry_do", "POST api_desk_step"),
    Verb("take a step at the entry desk back", "manage_entry_undo", "POST api_desk_undo"),
    Verb("say who pays which fee", "manage_entry_kinds", "PUT api_fee_kinds"),
    Verb("pay a prize", "manage_entry_prize", "POST api_prize"),
    Verb("see who is missing before the draw", "manage_entry_draw", "GET api_absentees"),
    Verb("set the fees", "manage_fees", "GET api_fees PUT api_fees"),
    Verb("take no money", "manage_fees_none", "DELETE api_fees"),
    Verb(
        "divide the prizes",
        "manage_prizes",
        "GET api_prizes PUT api_prizes POST api_prizes_announcement DELETE api_prizes_announcement",
    ),
    Verb("read the till", "manage_ledger manage_ledger_csv", "GET api_ledger"),
    Verb("write another line into the till", "manage_ledger_other", "POST api_ledger"),
    Verb("cancel a line of the till", "manage_ledger_cancel", "POST api_ledger_cancel"),
    Verb("close the till", "manage_till_close", "POST api_till_closing"),
    Verb("open the till again", "manage_till_open", "DELETE api_till_closing"),
    Verb(
        "print lists and receipts",
        "manage_entry_print manage_entry_sheets",
        only="paper; the till and the entry desk are read as data",
    ),
    Verb("draw", "manage_draw manage_draw_here", "POST api_draw"),
    Verb("see how far the draw is", "manage_draw_work", "GET api_draw GET api_next_round"),
    Verb("publish the draw", "manage_publish", "POST api_draw_publication"),
    Verb("take the draw back", "manage_take_back", "DELETE api_draw"),
    Verb("play a prepared set of boards", "manage_deal_set", "PUT api_tournament_deal_set"),
    Verb("deal the boards anew", "manage_deal_set_back", "DELETE api_tournament_deal_set"),
    Verb("see which boards are made up by hand", "manage_dealing", "GET api_dealing"),
    Verb(
        "make the links of the seats that make up boards",
        "manage_dealing_links",
        "POST api_dealing_links",
    ),
    Verb("see the cards to be made up", "manage_dealing_packet", "POST api_packet"),
    Verb("check a hand that was made up", "manage_dealing_check", "POST api_hand_checks"),
    Verb("let a hand be checked again", "manage_dealing_again", "DELETE api_hand_checks"),
    Verb("read who helps", "manage_helpers", "GET api_helpers"),
    Verb("make a helper's link", "manage_helpers", "POST api_helpers"),
    Verb("stop a helper's link", "manage_helper_stop", "POST api_helper_stop"),
    Verb("let a helper's link go on", "manage_helper_go_on", "POST api_helper_go_on"),
    Verb("print helpers' links", "manage_helpers_print", only="paper"),
    Verb(
        "help by a link",
        "helper helper_home helper_leave helper_over",
        only="opens in the browser that helps; the session is the right to use the API then",
    ),
    Verb("rehearse an evening", "manage_rehearsal", "POST api_rehearsal"),
    Verb("steer a rehearsal", "manage_rehearsal_steer", "PUT api_rehearsal"),
    Verb("throw a rehearsal away", "manage_rehearsal_remove", "DELETE api_rehearsal"),
    Verb("give the tables their links", "manage_print_sheets", "GET api_table_links"),
    Verb(
        "print what lies on tables",
        "manage_print manage_print_sheets manage_print_pdf",
        only="paper; who sits where, standings and hands are read as data",
    ),
)

from django.urls import URLPattern, include, path

from tournaments.accounts.views import helpers, invitations, tokens
from tournaments.archive import views as restoring
from tournaments.board_prep import views as dealing
from tournaments.bots.views import field, simulation
from tournaments.cash.first import fee_form_for_list
from tournaments.cash.services.marks import apply_marks
from tournaments.cash.views import desk, plans, till
from tournaments.cash.views import prints as cash_prints
from tournaments.changes.views import changes, people, repairs, seating
from tournaments.clubs import views as clubs
from tournaments.console.views import commands, console, logs, prints
from tournaments.draws.views import draws, rounds
from tournaments.entries import views as teams
from tournaments.identities import views as identities
from tournaments.notifications.people.views import manage as notices
from tournaments.notifications.webhooks import views as webhooks
from tournaments.privacy import views as privacy
from tournaments.registration.services.approval import move_up, notify_left_out
from tournaments.registration.views import manage as signups
from tournaments.rehearsal import views as rehearsals
from tournaments.results.views import files, plays, sheets
from tournaments.rules import views as rules
from tournaments.rulings.views import boards, fouled, rulings, suspicious_results
from tournaments.scorer import views as scorer
from tournaments.seasons import views as seasons
from tournaments.setup.views import deal_sets, home, practice, stages, tournaments
from tournaments.setup.views import new as new_tournament
from tournaments.standings import views as scoring
from tournaments.sync.views import places

club: list[URLPattern] = [
    path("", clubs.club_page, name="manage_club"),
    path("change/", clubs.club_change, name="manage_club_change"),
    path("contact/", clubs.contact_change, name="manage_club_contact"),
    path("invitations/", invitations.invitations, name="manage_invitations"),
    path(
        "invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw,
        name="manage_invitation_withdraw",
    ),
    path("channels/", notices.channels, name="manage_club_channels"),
    path("members/add/", clubs.member_add, name="manage_member_add"),
    path("members/<int:member_id>/remove/", clubs.member_remove, name="manage_member_remove"),
    path("players/<int:player_id>/", clubs.player_page, name="manage_player"),
    path("players/<int:player_id>/public/", privacy.public_name, name="manage_player_public"),
    path("players/<int:player_id>/stored/", privacy.record, name="manage_player_stored"),
    path(
        "players/<int:player_id>/stored.json", privacy.record_file, name="manage_player_stored_file"
    ),
    path("players/duplicates/", identities.duplicates, name="manage_duplicates"),
    path("players/<int:player_id>/merge/", identities.merge, name="manage_player_merge"),
    path("players/<int:player_id>/split/", identities.split, name="manage_player_split"),
    path("players/apart/", identities.distinct_add, name="manage_keep_apart"),
    path(
        "players/apart/<int:pair_id>/remove/",
        identities.distinct_remove,
        name="manage_distinct_remove",
    ),
    path("players/merges/<int:merge_id>/undo/", identities.undo, name="manage_merge_undo"),
    path("archives/", restoring.club_archives, name="manage_club_archives"),
    path("archives/<int:kept_id>/", restoring.club_archive, name="manage_club_archive"),
    path("seasons/new/", seasons.season_new, name="manage_season_new"),
    path("seasons/<int:season_id>/", seasons.season_change, name="manage_season"),
    path("seasons/<int:season_id>/remove/", seasons.season_remove, name="manage_season_remove"),
    path("webhooks/", webhooks.webhooks, name="manage_webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.webhook, name="manage_webhook"),
    path("webhooks/<int:webhook_id>/secret/", webhooks.secret, name="manage_webhook_secret"),
    path("webhooks/<int:webhook_id>/test/", webhooks.test, name="manage_webhook_test"),
    path("webhooks/<int:webhook_id>/remove/", webhooks.remove, name="manage_webhook_remove"),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/again/",
        webhooks.resend,
        name="manage_webhook_again",
    ),
]
tournament: list[URLPattern] = [
    path("", console.tournament_page, name="manage_tournament"),
    path("live/", console.live, name="manage_live"),
    path("clock/", console.clock, name="manage_clock"),
    path("calls/<int:call_id>/", console.call, name="manage_call"),
    path("time/", commands.table_time, name="manage_table_time"),
    path("messages/", commands.message, name="manage_messages"),
    path("step-back/", commands.undo, name="manage_step_back"),
    path("teams/", teams.teams, name="manage_teams"),
    path("teams/categories/", teams.categories, name="manage_categories"),
    path(
        "teams/list/",
        teams.teams_list,
        {"after": apply_marks, "ask": fee_form_for_list},
        name="manage_teams_list",
    ),
    path("teams/present/", teams.presence_all, name="manage_presence_all"),
    path("teams/players/", teams.players, name="manage_players"),
    path("teams/<int:team_id>/", teams.team, name="manage_team"),
    path("teams/<int:team_id>/present/", teams.presence, name="manage_presence"),
    path(
        "teams/<int:team_id>/remove/",
        teams.team_remove,
        {"after": move_up},
        name="manage_team_remove",
    ),
    path("signups/", signups.signups, name="manage_signups"),
    path("signups/decide/", signups.decide, name="manage_signups_decide"),
    path("announce/", tournaments.announce, name="manage_announce"),
    path("entry/", desk.desk, name="manage_entry"),
    path("entry/live/", desk.live, name="manage_entry_live"),
    path("entry/do/", desk.run_desk_action, name="manage_entry_do"),
    path("entry/undo/", desk.undo, name="manage_entry_undo"),
    path("entry/new/", desk.new, name="manage_entry_new"),
    path("entry/everybody/", desk.set_presence_of_all, name="manage_entry_everybody"),
    path("entry/<int:team_id>/kinds/", desk.kinds, name="manage_entry_kinds"),
    path("entry/<int:team_id>/prize/", till.prize, name="manage_entry_prize"),
    path("entry/draw/", desk.draw, name="manage_entry_draw"),
    path("entry/fees/", plans.fees, name="manage_fees"),
    path("entry/fees/none/", plans.free, name="manage_fees_none"),
    path("entry/prizes/", plans.prizes, name="manage_prizes"),
    path("entry/ledger/", till.ledger, name="manage_ledger"),
    path("entry/ledger.csv", till.ledger_csv, name="manage_ledger_csv"),
    path("entry/ledger/other/", till.other, name="manage_ledger_other"),
    path("entry/ledger/<int:line>/cancel/", till.cancel, name="manage_ledger_cancel"),
    path("entry/close/", till.close, name="manage_till_close"),
    path("entry/open/", till.reopen, name="manage_till_open"),
    path("entry/print/", cash_prints.index, name="manage_entry_print"),
    path("entry/print/<slug:sheet>/", cash_prints.sheets, name="manage_entry_sheets"),
    path("draw/", draws.draw, name="manage_draw"),
    path("draw/publish/", draws.publish, {"after": notify_left_out}, name="manage_publish"),
    path("draw/work/", draws.work, name="manage_draw_work"),
    path("draw/here/", draws.draw_here, name="manage_draw_here"),
    path("draw/back/", draws.take_back, name="manage_take_back"),
    path("draw/next/", rounds.next_round, name="manage_next_round"),
    path("draw/life/", rounds.life, name="manage_life"),
    path("draw/<int:number>/publish/", rounds.publish, name="manage_publish_round"),
    path("draw/<int:number>/again/", rounds.redraw, name="manage_redraw"),
    path("draw/<int:number>/back/", rounds.take_back, name="manage_round_back"),
    path("draw/<int:number>/decide/", rounds.decide, name="manage_decide"),
    path("play/<int:play_id>/", plays.play, name="manage_play"),
    path("play/<int:play_id>/preview/", plays.preview, name="manage_play_preview"),
    path("play/<int:play_id>/decide/", commands.select_version, name="manage_decide_play"),
    path("play/<int:play_id>/ruling/", rulings.board, name="manage_ruling"),
    path("play/<int:play_id>/tries/", boards.reset_entry_limit, name="manage_tries"),
    path("scorer/", scorer.desk, name="manage_scorer"),
    path("scorer/rows/", scorer.rows, name="manage_scorer_rows"),
    path("scorer/step/", scorer.step, name="manage_scorer_step"),
    path("scorer/undo/", scorer.undo_step, name="manage_scorer_undo"),
    path("scorer/place/", scorer.place, name="manage_scorer_place"),
    path("boards/", boards.boards, name="manage_boards"),
    path("board/<int:number>/cards/", fouled.cards, name="manage_cards"),
    path("doubts/", suspicious_results.doubts, name="manage_doubts"),
    path("rulings/", rulings.rulings, name="manage_rulings"),
    path("rulings/<int:adjustment_id>/cancel/", rulings.cancel, name="manage_ruling_cancel"),
    path("repair/<int:sitting_id>/", repairs.repair, name="manage_repair"),
    path("repair/<int:sitting_id>/<slug:what>/", repairs.repair_detail, name="manage_repair_what"),
    path("people/", people.people, name="manage_people"),
    path("people/late/", people.evening_change, {"what": "join"}, name="manage_late"),
    path("people/longer/", people.evening_change, {"what": "more-rounds"}, name="manage_longer"),
    path("people/all/<slug:what>/", people.evening_change, name="manage_evening"),
    path("people/<int:team_id>/", people.person, name="manage_person"),
    path("people/<int:team_id>/<slug:what>/", people.person_change, name="manage_person_what"),
    path("seats/<int:number>/", seating.seating, name="manage_seating"),
    path("draw/rest/", people.evening_change, {"what": "redraw"}, name="manage_redraw_rest"),
    path("changes/", changes.changes, name="manage_changes"),
    path("changes/<int:change_id>/undo/", changes.undo, name="manage_undo"),
    path("simulation/", simulation.simulation, name="manage_simulation"),
    path("simulation/cancel/", simulation.cancel, name="manage_simulation_cancel"),
    path("rehearsal/", rehearsals.rehearsal, name="manage_rehearsal"),
    path("rehearsal/steer/", rehearsals.steer, name="manage_rehearsal_steer"),
    path("rehearsal/remove/", rehearsals.remove, name="manage_rehearsal_remove"),
    path("field/", field.field, name="manage_field"),
    path("field/stop/", field.stop, name="manage_field_stop"),
    path("helpers/", helpers.links, name="manage_helpers"),
    path("helpers/print/", helpers.sheets, name="manage_helpers_print"),
    path("helpers/<int:link_id>/stop/", helpers.stop, name="manage_helper_stop"),
    path("helpers/<int:link_id>/resume/", helpers.resume, name="manage_helper_go_on"),
    path("places/", places.places, name="manage_places"),
    path("notices/", notices.notices, name="manage_notices"),
    path("log/", logs.log, name="manage_log"),
    path("log.csv", logs.log_csv, name="manage_log_csv"),
    path("files/", files.files, name="manage_files"),
    path("archive/", restoring.archive, name="manage_archive"),
    path("archives/", restoring.archives, name="manage_archives"),
    path("archives/<int:kept_id>/", restoring.kept_archive, name="manage_kept_archive"),
    path("files/sheet/", sheets.sheet, name="manage_results_sheet"),
    path("files/records.jsonl", files.records_jsonl, name="manage_records"),
    path("files/results.json", files.results_json, name="manage_results_json"),
    path("files/facts.json", files.facts_json, name="manage_facts_json"),
    path("files/usebio.xml", files.results_usebio, name="manage_usebio"),
    path("files/results.csv", files.results_csv, name="manage_results_csv"),
    path("rules/", rules.rules, name="manage_rules"),
    path("rules/apply/", rules.apply_change, name="manage_rules_apply"),
    path("scoring/", scoring.scoring, name="manage_scoring"),
    path("settings/", tournaments.settings, name="manage_settings"),
    path("stages/", stages.stages, name="manage_stages"),
    path("stages/exchange/", stages.exchange, name="manage_stage_exchange"),
    path("finish/", tournaments.finish, name="manage_finish"),
    path("official/", tournaments.official, name="manage_official"),
    path("reopen/", tournaments.reopen, name="manage_reopen"),
    path("delete/", tournaments.delete, name="manage_delete"),
    path("deals/", deal_sets.boards_from, name="manage_deal_set"),
    path("deals/back/", deal_sets.give_back, name="manage_deal_set_back"),
    path("dealing/", dealing.boards_by_hand, name="manage_dealing"),
    path("dealing/links/", dealing.links, name="manage_dealing_links"),
    path("dealing/<int:number>/", dealing.packet, name="manage_dealing_packet"),
    path("dealing/<int:number>/<slug:place>/", dealing.check, name="manage_dealing_check"),
    path(
        "dealing/<int:number>/<slug:place>/again/",
        dealing.reset_checks,
        name="manage_dealing_again",
    ),
    path("print/", prints.index, name="manage_print"),
    path("print/<slug:kind>/", prints.sheets, name="manage_print_sheets"),
    path("print/<slug:kind>.pdf", prints.sheets_pdf, name="manage_print_pdf"),
]
urlpatterns = [
    path("", home.home, name="manage_home"),
    path("new/", new_tournament.new, name="manage_new"),
    path("programs/", tokens.programs, name="manage_programs"),
    path("programs/<slug:program>/revoke/", tokens.revoke, name="manage_program_revoke"),
    path("practice/", practice.new, name="manage_practice"),
    path("club/new/", clubs.club_new, name="manage_club_new"),
    path("club/<int:club_id>/", include(club)),
    path("<slug:code>/", include(tournament)),
]

from typing import Final

from tests.api.parity.rows import Verb

OF_THE_EVENING: Final = (
    Verb("read a table's boards", "table table_code", "GET api_table GET api_table_state"),
    Verb(
        "keep a table's page without a line",
        "table_worker",
        only="keeps a page on a phone that has no line",
    ),
    Verb("enter a result at the table", "table", "POST api_results"),
    Verb("confirm a result at the table", "table", "POST api_confirmations"),
    Verb(
        "see what a slip would score at the table",
        "table_slip",
        only="a part of the page; POST api_score scores",
    ),
    Verb("call the director", "table", "POST api_call"),
    Verb("read a message at the table", "table", "POST api_messages"),
    Verb(
        "look at the tables",
        "manage_tournament manage_live",
        "GET api_console GET api_console_of_round",
    ),
    Verb(
        "run the clock",
        "manage_clock",
        "GET api_clocks POST api_round_start DELETE api_round_start POST api_round_pause "
        "POST api_round_resume POST api_round_minutes",
    ),
    Verb(
        "answer and settle calls",
        "manage_call",
        "GET api_calls POST api_call_answer POST api_call_settlement",
    ),
    Verb("give a table more time", "manage_table_time", "POST api_table_minutes"),
    Verb("write to tables", "manage_messages", "GET api_sent_messages POST api_sent_messages"),
    Verb("take my last step back", "manage_step_back", "GET api_last_step POST api_undo"),
    Verb("draw the next round", "manage_next_round", "POST api_next_round"),
    Verb("publish a round", "manage_publish_round", "POST api_round_publication"),
    Verb("draw a round again", "manage_redraw", "GET api_seats POST api_redraw"),
    Verb("take a round back", "manage_round_back", "DELETE api_round_draft"),
    Verb("decide a tied match", "manage_decide", "PUT api_match_winner"),
    Verb("buy a life", "manage_life", "POST api_lives"),
    Verb("enter or correct a result", "manage_play", "POST api_corrections"),
    Verb(
        "see what a correction would score",
        "manage_play_preview",
        "POST api_correction_preview",
    ),
    Verb("read the versions of a result", "manage_play", "GET api_versions"),
    Verb("decide which version stands", "manage_decide_play", "POST api_select_version"),
    Verb("rule on a board", "manage_ruling", "POST api_rulings"),
    Verb("give a table its tries back", "manage_tries", "POST api_entry_limit_reset"),
    Verb(
        "type in results from paper",
        "manage_scorer manage_scorer_rows manage_scorer_step "
        "manage_scorer_undo manage_scorer_place",
        "GET api_scorer POST api_scorer POST api_scorer_choice POST api_scorer_emptying "
        "POST api_scorer_undo PUT api_scorer_place DELETE api_scorer_place",
    ),
    Verb("close boards, open them again", "manage_boards", "POST api_closing DELETE api_closing"),
    Verb("read what was entered against the cards", "manage_boards", "GET api_refusals"),
    Verb("say which tables had other cards", "manage_cards", "POST api_cards"),
    Verb(
        "read and dismiss doubtful results",
        "manage_doubts",
        "GET api_flags POST api_flag_dismiss",
    ),
    Verb("read rulings", "manage_rulings", "GET api_adjustments"),
    Verb("give or take points", "manage_rulings", "POST api_adjustments"),
    Verb("cancel points", "manage_ruling_cancel", "POST api_adjustment_cancel"),
    Verb(
        "change seats, people and results",
        "manage_repair manage_repair_what manage_people "
        "manage_late manage_longer manage_evening manage_person manage_person_what "
        "manage_redraw_rest",
        "POST api_change",
    ),
    Verb(
        "seat a round by hand",
        "manage_seating",
        "GET api_seating PUT api_seating POST api_seating_preview",
    ),
    Verb("read the changes", "manage_changes", "GET api_changes"),
    Verb("take a change back", "manage_undo", "POST api_change_undo"),
    Verb(
        "let bots play what is missing",
        "manage_simulation",
        "GET api_simulate_missing POST api_simulate_missing",
    ),
    Verb("stop those bots", "manage_simulation_cancel", "DELETE api_simulate_missing"),
    Verb("read the computer field", "manage_field", "GET api_field"),
    Verb("have a computer field", "manage_field", "POST api_field"),
    Verb("stop the computer field", "manage_field_stop", "POST api_field_stop"),
    Verb(
        "play in a hall without internet",
        "manage_places",
        only="two installations tell each other; a person presses and decides",
    ),
    Verb("be told as a director", "manage_notices", "POST api_director_notices"),
    Verb("read how much was sent", "manage_notices", "GET api_sent_notices"),
    Verb("read the log", "manage_log manage_log_csv", "GET api_log"),
    Verb("bring deal records", "manage_files", "POST api_records"),
    Verb("take records along", "manage_files manage_records", "GET api_records"),
    Verb(
        "take results along",
        "manage_results_json manage_results_csv manage_usebio",
        "GET api_all_results GET api_usebio",
    ),
    Verb("bring results from elsewhere", "manage_results_sheet", "POST api_results_sheet"),
    Verb("take the facts along", "manage_facts_json", "GET api_facts"),
)

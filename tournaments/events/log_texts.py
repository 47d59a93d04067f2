"""Log sentences, rendered in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.wording.texts import seat_name
from tournaments.movements import PAIR_REASONS

ACTIONS: Mapping[str, str | Promise] = {
    "tournament_created": _("Tournament created"),
    "settings_changed": _("Settings changed"),
    "rules_chosen": _("Rules of the game: %(rules)s"),
    "rules_changed": _("Game rules changed (%(reason)s); results with a new score: %(results)s"),
    "team_added": _("Team entered: %(team)s"),
    "team_removed": _("Team taken out: %(team)s"),
    "team_renamed": _("Team renamed: %(before)s → %(after)s"),
    "team_described": _(
        "%(team)s: category “%(category)s”, family or club “%(group)s”, handicap “%(handicap)s”"
    ),
    "entry_opened": _("Players enter by themselves: open"),
    "entry_shut": _("Players enter by themselves: closed"),
    "signed_up": _("Signed up: %(team)s"),
    "signup_changed": _("Sign-up changed: %(before)s → %(after)s"),
    "signup_withdrawn": _("Sign-up withdrawn: %(team)s"),
    "signups_joined": _("Two who looked for a partner are a pair: %(team)s"),
    "signup_refused": _("Sign-up refused: %(team)s"),
    "categories_set": _("Categories set: %(teams)s changed"),
    "drawn": _("Drawn (teams: %(teams)s, boards: %(boards)s)"),
    "deal_set_taken": _("Boards come from a prepared set of %(boards)s deals"),
    "deal_set_given_back": _("Boards come from the secret seed again"),
    "draw_published": _("Draw published"),
    "deals_printed": _("Deal sheets opened: the cards of every board were seen"),
    "packet_shown": _("Board %(board)s: the cards of %(place)s were shown to make it up"),
    "hand_checked": _("Board %(board)s: the cards of %(place)s were checked and are right"),
    "hand_wrong": _("Board %(board)s: the cards of %(place)s were checked and are not right"),
    "checks_given_back": _("Board %(board)s: %(place)s may be checked again"),
    "packets_printed": _("Sheets for sorting opened: the cards of every board were seen"),
    "draw_taken_back": _("Draw taken back"),
    "draw_stopped": _("Draw by a worker stopped"),
    "round_drawn": _("Round %(round)s drawn"),
    "rest_drawn": _("Round %(round)s: no. %(number)s sits out, %(why)s"),
    "fixed_table_left": _(
        "Round %(round)s: both have a fixed table, so no. %(number)s moves to no. %(other)s"
    ),
    "round_published": _("Round %(round)s published"),
    "round_redrawn": _("Round %(round)s redrawn (results lost: %(results)s)"),
    "round_taken_back": _("Round %(round)s taken back"),
    "match_decided": _("Round %(round)s: no. %(number)s advances by the director’s decision"),
    "match_walkover": _(
        "Round %(round)s: walk-over for no. %(other)s, because no. %(number)s did not play"
    ),
    "life_bought": _("No. %(number)s buys a life"),
    "stage_made": _("Stage created: %(stage)s, %(teams)s entrants"),
    "line_by_lot": _("Shared place %(rank)s, no. %(numbers)s: by lot no. %(chosen)s go on"),
    "line_by_deal": _(
        "Shared place %(rank)s, no. %(numbers)s: by a deciding deal no. %(chosen)s go on"
    ),
    "line_by_all": _("Shared place %(rank)s: all of no. %(numbers)s go on"),
    "seeds_by_lot": _("Equal in the standings, seeded by lot: no. %(numbers)s"),
    "stage_corrected": _(
        "%(stage)s, by corrected standings: no. %(enters)s in, no. %(leaves)s out"
    ),
    "round_started": _("Round %(round)s started"),
    "round_start_undone": _("Start of round %(round)s taken back"),
    "clock_paused": _("Clock of round %(round)s paused"),
    "clock_resumed": _("Clock of round %(round)s runs on"),
    "minutes_added": _("Round %(round)s: +%(minutes)s min"),
    "helper_link_made": _("Link for a helper made: %(helper)s"),
    "helper_link_stopped": _("Link of a helper stopped: %(helper)s"),
    "helper_link_goes_on": _("Link of a helper may be used again: %(helper)s"),
    "helper_came": _("Opened a helper’s link"),
    "table_minutes": _("Table %(table)s: +%(minutes)s min"),
    "message_sent": _("To the tables (%(tables)s): %(text)s"),
    "message_taken_back": _("Message taken back: %(text)s"),
    "result_decided": _("Board %(board)s decided: %(reason)s"),
    "decision_undone": _("Decision of board %(board)s taken back"),
    "step_undone": _("Undone: %(sentence)s"),
    "result_entered": _("Board %(board)s entered"),
    "result_disputed": _("Board %(board)s entered differently by the other side"),
    "result_confirmed": _("Board %(board)s confirmed"),
    "result_refused": _("Board %(board)s: the other side says it is not correct"),
    "result_taken_back": _("Board %(board)s: the last entry was taken back by its scorer"),
    "result_corrected": _("Board %(board)s set by the director: %(reason)s"),
    "sides_exchanged": _("Sides exchanged: %(ns)s are North–South (%(reason)s)"),
    "boards_turned": _("Boards %(boards)s played the other way round (%(reason)s)"),
    "results_exchanged": _("Board %(board)s: result exchanged (%(reason)s)"),
    "entrants_exchanged": _("Numbers %(first)s and %(second)s exchanged: %(reason)s"),
    "round_reseated": _("Round %(round)s seated by the director: %(reason)s"),
    "other_set_played": _("Boards %(after)s were played instead of %(before)s: %(reason)s"),
    "boards_exchanged": _("Boards exchanged with table %(other)s: %(reason)s"),
    "tables_results_exchanged": _("Results exchanged with table %(other)s: %(reason)s"),
    "boards_results_exchanged": _(
        "Results of boards %(first)s and %(second)s exchanged: %(reason)s"
    ),
    "rest_redrawn": _("Rounds from %(round)s redrawn for %(teams)s: %(reason)s"),
    "length_changed": _("Rounds: %(after)s instead of %(before)s"),
    "rest_paired": _("From round %(round)s on, the sit-outs play each other"),
    "change_undone": _("Undone: %(sentence)s"),
    "team_withdrawn": _("Withdrawn from round %(round)s on: %(number)s %(team)s"),
    "team_absent": _("Did not come: %(number)s %(team)s"),
    "team_replaced": _("From round %(round)s on %(after)s play for %(before)s"),
    "team_joined": _("Came late, plays from round %(round)s on: %(number)s %(team)s"),
    "player_substituted": _("%(after)s plays for %(before)s from round %(round)s on (%(team)s)"),
    "player_forgotten": _("A player is called %(player)s from now on, as they asked"),
    "players_merged": _("%(player)s is the same person as %(kept)s"),
    "merge_undone": _("%(player)s is not the same person as %(kept)s after all"),
    "player_split": _("%(other)s played here, not %(player)s"),
    "against_cards": _("Board %(board)s entered against its cards"),
    "tries_given_back": _("Board %(board)s may be entered again"),
    "board_closed": _("Board %(board)s closed: its cards are public"),
    "board_reopened": _("Board %(board)s open again"),
    "deal_recorded": _("Board %(board)s recorded card by card"),
    "director_called": _("The director is called: %(message)s"),
    "call_answered": _("The director is on the way"),
    "call_settled": _("Call resolved"),
    "simulation_started": _("The computer plays (boards: %(boards)s)"),
    "simulation_cancelled": _("The computer stops playing"),
    "field_changed": _("Computer field (tables on each board: %(tables)s)"),
    "field_stopped": _("The computer field stops playing"),
    "hands_printed": _("Hand records opened: the cards of every board were seen"),
    "scoring_changed": _("Scoring changed: %(before)s → %(after)s (%(reason)s)"),
    "board_split": _("Board %(board)s is compared in groups of tables: %(reason)s"),
    "board_joined": _("Board %(board)s is compared over all tables again: %(reason)s"),
    "result_ruled": _("Board %(board)s, ruling: %(reason)s"),
    "adjusted": _("%(team)s: %(amount)s by ruling (%(reason)s)"),
    "adjustment_cancelled": _("%(team)s: %(amount)s cancelled (%(reason)s)"),
    "doubt_dismissed": _("Board %(board)s reviewed: %(note)s"),
    "corrections_open": _("Time for corrections set: %(until)s"),
    "made_official": _("The standings are official"),
    "standings_remade": _("Standings recomputed with current scoring"),
    "ranking_corrected": _(
        "Ranked again by the corrected rules; changed: places %(places)s, totals %(totals)s, "
        "prizes %(prizes)s"
    ),
    "ranking_kept": _(
        "Official standings kept; the corrected rules would change: places %(places)s, "
        "totals %(totals)s, prizes %(prizes)s"
    ),
    "corrected_late": _("Corrected after the standings became official"),
    "tournament_finished": _("Tournament finished"),
    "archive_made": _(
        "Archive downloaded, with everything that is stored, including names and cards"
    ),
    "archive_restored": _("Made from an archive of %(made_at)s (%(code)s)"),
    "set_aside": _("Set aside: an archive took its place; it is at %(now)s now"),
    "evening_paired": _("The evening can be played at two places: paired with a hall"),
    "evening_unpaired": _("Link to the other site ended"),
    "evening_to_hall": _("The hall is now in charge of the evening"),
    "evening_to_server": _("The server is now in charge of the evening"),
    "evening_split": _("Both places have changed the evening; somebody has to choose one"),
    "difference_decided": _(
        "Round %(round)s, table %(table)s, board %(board)s: conflict between the two sites resolved"
    ),
    "put_back": _("Put back as it was at %(made_at)s; what was before is at %(aside)s"),
    "tournament_reopened": _("Tournament reopened"),
}


OPEN_PLAY_ACTIONS = {
    "drawn": _("Drawn (entrants: %(teams)s)"),
    "result_entered": _("Game entered"),
    "result_disputed": _("Game entered differently by the other side"),
    "result_confirmed": _("Game confirmed"),
    "result_refused": _("Game: the other side says it is not correct"),
    "result_corrected": _("Game set by the director: %(reason)s"),
    "results_exchanged": _("Game: result exchanged (%(reason)s)"),
    "result_ruled": _("Game, ruling: %(reason)s"),
}
"""Wording for open play, where a round is one game."""


def sentence(action: str, details: Mapping[str, object], *, is_open: bool = False) -> str:
    """Sentence for an action in the current language; ``is_open``: wording for open play."""
    if is_open and action in OPEN_PLAY_ACTIONS:
        return str(OPEN_PLAY_ACTIONS[action]) % Details(details)
    if action == "director_called" and not details.get("message"):
        return gettext("The director is called")
    if action in {"change_undone", "step_undone"}:
        undone = sentence(str(details.get("undone", "–")), details)
        return str(ACTIONS[action]) % {"sentence": undone}
    return str(ACTIONS.get(action, action)) % Details(details)


class Details(dict[str, Any]):
    """Log details for formatting: a dash if missing, codes as text."""

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        if key == "why":
            return gettext(PAIR_REASONS.get(str(value), str(value)))
        if key != "place":
            return value
        return _("the stock") if value == "stock" else seat_name(str(value))

    def __missing__(self, key: str) -> str:
        return "–"

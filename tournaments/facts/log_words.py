"""The log in words: each action's sentence, drawn when it is read, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: Mapping[str, str | Promise] = {
    "tournament_created": _("Tournament created"),
    "settings_changed": _("Settings changed"),
    "rules_chosen": _("Rules of the game: %(rules)s"),
    "rules_changed": _(
        "Rules of the game changed, %(results)s results score otherwise: %(reason)s"
    ),
    "team_added": _("Team entered: %(team)s"),
    "team_removed": _("Team taken out: %(team)s"),
    "team_renamed": _("Team renamed: %(before)s → %(after)s"),
    "team_described": _(
        "%(team)s: category “%(category)s”, family or club “%(group)s”, handicap “%(handicap)s”"
    ),
    "drawn": _("Drawn: %(teams)s teams, %(boards)s boards"),
    "draw_published": _("Draw published"),
    "deals_printed": _("Deal sheets opened: the cards of every board were seen"),
    "draw_taken_back": _("Draw taken back"),
    "round_drawn": _("Round %(round)s drawn"),
    "round_published": _("Round %(round)s published"),
    "round_redrawn": _("Round %(round)s drawn again (%(results)s results lost)"),
    "round_taken_back": _("Round %(round)s taken back"),
    "match_decided": _("Round %(round)s: no. %(number)s goes on, by the director’s decision"),
    "life_bought": _("No. %(number)s buys a life"),
    "stage_made": _("Stage made: %(stage)s, %(teams)s entrants"),
    "round_started": _("Round %(round)s started"),
    "round_start_undone": _("Start of round %(round)s taken back"),
    "clock_paused": _("Clock of round %(round)s paused"),
    "clock_resumed": _("Clock of round %(round)s runs on"),
    "minutes_added": _("Round %(round)s: %(minutes)s minutes more"),
    "result_entered": _("Board %(board)s entered"),
    "result_disputed": _("Board %(board)s entered differently by the other side"),
    "result_confirmed": _("Board %(board)s confirmed"),
    "result_refused": _("Board %(board)s: the other side says it is not correct"),
    "result_corrected": _("Board %(board)s set by the director: %(reason)s"),
    "sides_exchanged": _("Sides exchanged: %(ns)s are North–South (%(reason)s)"),
    "results_exchanged": _("Board %(board)s: result exchanged (%(reason)s)"),
    "entrants_exchanged": _("Numbers %(first)s and %(second)s exchanged: %(reason)s"),
    "round_reseated": _("Round %(round)s seated by the director: %(reason)s"),
    "other_set_played": _("Boards %(after)s were played instead of %(before)s: %(reason)s"),
    "boards_exchanged": _("Boards exchanged with table %(other)s: %(reason)s"),
    "tables_results_exchanged": _("Results exchanged with table %(other)s: %(reason)s"),
    "boards_results_exchanged": _(
        "Results of boards %(first)s and %(second)s exchanged: %(reason)s"
    ),
    "rest_redrawn": _("Rounds from %(round)s on drawn anew for %(teams)s: %(reason)s"),
    "change_undone": _("Undone: %(sentence)s"),
    "team_withdrawn": _("Withdrawn from round %(round)s on: %(number)s %(team)s"),
    "team_absent": _("Did not come: %(number)s %(team)s"),
    "team_replaced": _("From round %(round)s on %(after)s play for %(before)s"),
    "team_joined": _("Came late, plays from round %(round)s on: %(number)s %(team)s"),
    "player_substituted": _("%(after)s plays for %(before)s from round %(round)s on (%(team)s)"),
    "against_cards": _("Board %(board)s entered against its cards"),
    "tries_given_back": _("Board %(board)s may be entered again"),
    "board_closed": _("Board %(board)s closed: its cards are public"),
    "board_reopened": _("Board %(board)s open again"),
    "deal_recorded": _("Board %(board)s recorded card by card"),
    "director_called": _("The director is called: %(message)s"),
    "call_answered": _("The director is on the way"),
    "call_settled": _("Call settled"),
    "simulation_started": _("The computer plays %(boards)s boards"),
    "simulation_cancelled": _("The computer stops playing"),
    "field_changed": _("Computer field: %(tables)s tables on each board"),
    "field_stopped": _("The computer field stops playing"),
    "hands_printed": _("Hand records opened: the cards of every board were seen"),
    "scoring_changed": _("Scoring changed: %(before)s → %(after)s (%(reason)s)"),
    "board_split": _("Board %(board)s is compared in groups of tables: %(reason)s"),
    "board_joined": _("Board %(board)s is compared over all tables again: %(reason)s"),
    "result_ruled": _("Board %(board)s, ruling: %(reason)s"),
    "adjusted": _("%(team)s: %(amount)s by ruling (%(reason)s)"),
    "adjustment_cancelled": _("%(team)s: %(amount)s cancelled (%(reason)s)"),
    "doubt_dismissed": _("Board %(board)s looked at: %(note)s"),
    "corrections_open": _("Time for corrections set: %(until)s"),
    "made_official": _("The standings are official"),
    "corrected_late": _("Corrected after the standings became official"),
    "tournament_finished": _("Tournament finished"),
    "tournament_reopened": _("Tournament taken back into play"),
}


def sentence(action: str, details: Mapping[str, object]) -> str:
    """What happened, as a sentence in the current language."""
    if action == "change_undone":
        undone = sentence(str(details.get("undone", "–")), details)
        return str(ACTIONS[action]) % {"sentence": undone}
    return str(ACTIONS.get(action, action)) % Details(details)


class Details(dict[str, Any]):
    """Details of a log line; one that an old line lacks is shown as a dash."""

    def __missing__(self, key: str) -> str:
        return "–"

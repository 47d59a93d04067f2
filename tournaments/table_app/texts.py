"""Texts of the table's phone; scripts only fill in ``%(name)s``."""

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.wording.roem import roem_labels
from games.wording.texts import CONTRA_NAMES, CONTRACT_MARKS, CONTRACT_NAMES, SEAT_NAMES
from tournaments.table_app.game_texts import game_words


def table_words(*, byes: bool = False, in_tricks: bool = False) -> Mapping[str, object]:
    """All texts of the entry page by key, in the active language.

    ``byes``: entrants without opponent advance, as in a bracket; ``in_tricks``: combinations
    count in tricks.
    """
    return _words_in(get_language(), byes=byes, in_tricks=in_tricks)


@lru_cache(maxsize=4 * len(settings.LANGUAGES))
def _words_in(_language: str | None, *, byes: bool, in_tricks: bool) -> Mapping[str, object]:
    """Cached per language: about three hundred texts are translated."""
    own = roem_labels() if in_tricks else {}
    return {
        "contract": {code: str(name) for code, name in CONTRACT_NAMES.items()},
        "mark": {code: str(name) for code, name in CONTRACT_MARKS.items()},
        "seat": {code: str(name) for code, name in SEAT_NAMES.items()},
        "contra": contra_words(),
        "contra_name": {level: str(name) for level, name in CONTRA_NAMES.items()},
        "kind": kind_words() | ({"belote": own["belote_name"]} if own else {}),
        "outcome": outcome_words(),
        "state": state_words(),
        **head_words(),
        **seating_words(),
        **step_words(),
        **game_words(),
        **problem_words(),
        **sending_words(),
        **confirming_words(),
        **round_words(),
        **(bye_words() if byes else {}),
        **director_words(),
        **own,
    }


def contra_words() -> list[str]:
    return [
        _("No contra"),
        pgettext("choice", "Contra"),
        pgettext("choice", "Recontra"),
        pgettext("choice", "Sur-contra"),
        pgettext("choice", "Coffee"),
    ]


def kind_words() -> dict[str, str]:
    return {
        "tierce": pgettext("declaration", "Tierce"),
        "quarte": pgettext("declaration", "Quarte"),
        "quinte": pgettext("declaration", "Quinte"),
        "carre": pgettext("declaration", "Carré"),
        "carre_tens": pgettext("declaration", "Four tens"),
        "carre_queens": pgettext("declaration", "Four queens"),
        "carre_kings": pgettext("declaration", "Four kings"),
        "carre_nines": pgettext("declaration", "Four nines"),
        "carre_jacks": pgettext("declaration", "Four jacks"),
        "four_aces": pgettext("declaration", "Four aces"),
        "belote": pgettext("declaration", "Belote"),
    }


def outcome_words() -> dict[str, str]:
    return {
        "made": pgettext("preview", "Made"),
        "lost": pgettext("preview", "Failed"),
        "hanging": pgettext("preview", "Hanging"),
        "forfeit": pgettext("preview", "Forfeit"),
        "run_of_eight": pgettext("preview", "Run of eight"),
    }


def state_words() -> dict[str, str]:
    return {
        "online": _("Online"),
        "offline": _("No connection"),
        "empty": pgettext("board", "to play"),
        "closed": pgettext("board", "closed"),
        "saved": pgettext("board", "waiting to be sent"),
        "entered": pgettext("board", "to confirm"),
        "disputed": pgettext("board", "the entries differ"),
        "confirmed": pgettext("board", "confirmed"),
        "problem": pgettext("board", "not accepted"),
    }


def head_words() -> dict[str, str]:
    return {
        "table": _("Table %(table)s"),
        "table_board": _("Table %(table)s · Board %(board)s"),
        "board": _("Board %(board)s"),
        "round_of": _("Round %(round)s of %(rounds)s"),
        "round_alone": _("Round %(n)s"),
        "round_board": _("Round %(round)s, board %(n)s of %(boards)s"),
        "paused": _("paused %(time)s"),
        "time_left": _("Time left"),
        "step_contract": pgettext("step", "Contract"),
        "step_who": pgettext("step", "Who"),
        "step_points": pgettext("step", "Points"),
        "step_check": pgettext("step", "Check"),
        "back": _("Back"),
        "tapped_twice": _("The second tap was not counted. Touch again if you meant it."),
        "too_early": _("This question has only just come. Look at it, then touch again."),
    }


def seating_words() -> dict[str, str]:
    return {
        "seating_title": _("Is everyone in the right seat?"),
        "seating_hint": _("Sit as the picture shows. If somebody is missing, call the director."),
        "we_are": _("Which side is this phone with?"),
        "change_side": _("This phone is with %(side)s"),
        "pair": _("Pair %(number)s"),
        "team": _("Team %(number)s"),
        "player": _("Player %(number)s"),
        "not_begun": _("Round %(round)s has not started. You may take your seats."),
        "boards_are": _("Boards of this round: %(boards)s."),
    }


def step_words() -> dict[str, object]:
    return {
        "dealer": _("%(dealer)s deals, %(first)s speaks first."),
        "dealer_speaks": _("%(dealer)s deals and speaks first, %(first)s leads."),
        "which": _("What did you play?"),
        "passed_out": _("Everybody passed"),
        "passed_out_short": _("Passed out"),
        "passed_out_ask": _("Did everybody pass on board %(board)s?"),
        "passed_out_hint": _("Nothing is scored then. The other side confirms it."),
        "not_played": _("Board not played"),
        "adjusted": _("Adjusted by the director"),
        "not_counted": _("Not counted, by the director"),
        "not_played_ask": _("Was board %(board)s not played?"),
        "not_played_hint": _("Only if there was no time to play it. Both sides get an average."),
        "not_played_save": _("Save: not played"),
        "which_bid": _("What was bid?"),
        "bid": _("Bid"),
        "bid_capot": pgettext("bid", "capot"),
        "bid_mark": pgettext("bid", "+ capot"),
        "bid_more": pgettext("bid", "more"),
        "bid_alone": pgettext("bid", "capot alone"),
        "who_named": _("Who named %(contract)s?"),
        "any_contra": _("Was there a contra?"),
        "to_points": _("On to the points"),
        "change": _("Change"),
        "points_label": _("Points from tricks, with the last 10"),
        "points_label_nt": _("Points from tricks, with the last 10, not doubled"),
        "we": pgettext("side", "We"),
        "you": pgettext("side", "You"),
        "they": pgettext("side", "They"),
        "we_small": pgettext("side, inside a sentence", "we"),
        "you_small": pgettext("side, inside a sentence", "you"),
        "clear": _("Clear"),
        "delete": _("Delete a digit"),
        "keypad": _("Keypad"),
        "add_declaration": _("+ Declaration"),
        "add_belote": _("+ Belote"),
        "add_capot": _("+ Capot"),
        "capot": pgettext("chip", "Capot"),
        "declaration_title": _("Which declaration counts?"),
        "declaration_hint": _("Enter only what counts on the sheet."),
        "belote_title": _("Who had the belote?"),
        "capot_title": _("Who took every trick?"),
        "capot_ask": _("%(side)s without points. Did the other side take every trick?"),
        "capot_yes": _("Yes, capot"),
        "capot_no": _("No, a trick without points"),
        "alone": pgettext("chip", "Alone"),
        "not_alone": pgettext("chip", "Not alone"),
        "alone_ask": _("Did %(seat)s take every trick alone?"),
        "alone_yes": _("Yes, every trick"),
        "alone_no": _("No, the partner took one too"),
        "remove": _("Remove %(what)s"),
        "save": _("Save %(score)s"),
        "save_nothing": _("Save"),
        "preview_colon": _("%(outcome)s:"),
        "preview_hint": _("Type the points of one side; the other is filled in."),
    }


def problem_words() -> dict[str, str]:
    return {
        "too_many": _("%(points)s is too many."),
        "too_many_why": _(
            "In %(contract)s the tricks are worth %(total)s in all. Declarations are added apart."
        ),
        "one_side_counts": _(
            "Only the side with the better declaration counts its own. Enter what counted."
        ),
        "trick_needed": _("%(side)s took no trick, so the declarations do not count."),
        "too_many_belotes": _("There is only one belote in a suit contract."),
    }


def sending_words() -> dict[str, str]:
    return {
        "saved_title": _("Saved on this phone."),
        "saved_text": _("It is sent automatically once the connection is back. You can play on."),
        "sending": _("Being sent…"),
        "waiting": _("Waiting to be sent: %(count)s"),
        "waits": _("waits"),
        "your_word": _("your answer"),
        "try_now": _("Try now"),
        "offline_title": _("No connection since %(time)s."),
        "offline_text": _(
            "Everything works. What you enter stays on this phone and is sent later."
        ),
        "storage_title": _("This phone cannot keep entries."),
        "storage_text": _("Leave this page open until everything is sent."),
        "received": _("Received at %(time)s."),
        "received_text": _("%(side)s to confirm, on their own phone or here."),
        "entered_by": _("Entered"),
        "confirmed_by": _("Confirmed"),
        "nobody_yet": _("nobody yet"),
        "by_director": _("the director"),
        "by_computer": _("the computer"),
        "confirmed_title": _("Confirmed."),
        "confirmed_text": _("Both sides agree. Only the director can change it now."),
        "director_set": _("Set by the director."),
        "board_closed": _("The director has closed this board."),
        "not_accepted": _("The entry was not accepted."),
        "not_accepted_text": _("Nothing is lost. Correct it and send it again."),
        "stale_title": _("Someone else got there first."),
        "repair": _("Correct the entry"),
        "throw_away": _("Discard this entry"),
        "understood": _("Understood"),
    }


def confirming_words() -> dict[str, str]:
    return {
        "correct": _("Correct the result"),
        "hand_over": _("Hand over to confirm"),
        "to_board": _("On to board %(board)s"),
        "to_boards": _("All boards of the round"),
        "compare": _("Compare with the other tables"),
        "for_side": _("For %(side)s: %(names)s"),
        "and": _("%(one)s and %(other)s"),
        "is_it_right": _("Is this right for board %(board)s?"),
        "row_contract": _("Contract"),
        "row_contra": pgettext("row", "Contra"),
        "row_points": pgettext("row", "Points"),
        "row_announced": pgettext("row", "Declarations"),
        "row_belote": pgettext("row", "Including belote"),
        "row_capot": pgettext("row", "Capot"),
        "row_alone": pgettext("row", "Taken alone"),
        "yes_alone": pgettext("row value", "yes"),
        "no_alone": pgettext("row value", "no"),
        "row_lead": pgettext("row", "Led"),
        "row_outcome": pgettext("row", "Outcome"),
        "none": pgettext("row value", "none"),
        "you_they": _("you %(own)s, they %(other)s"),
        "to_points_of": _("%(ours)s to %(theirs)s"),
        "yes": _("Correct, I confirm"),
        "no": _("Not correct"),
        "dispute_title": _("The two entries differ."),
        "refused_title": _("%(side)s says: not correct."),
        "dispute_text": _("Nothing is lost. Choose the right one or call the director."),
        "refused_text": _("Nothing is lost. Enter the right one or call the director."),
        "this_one": _("Keep this result"),
        "choice_seen": _("The other side is asked to confirm your choice."),
        "enter_other": _("Enter the right result"),
    }


def round_words() -> dict[str, str]:
    return {
        "round_title": _("Boards of round %(round)s"),
        "enter_board": _("Enter board %(board)s"),
        "look_at_board": _("View board %(board)s"),
        "round_done": _("Round %(round)s is done at this table."),
        "where_next": _("Where you go next"),
        "where_now": _("%(who)s, where to next"),
        "you_go_to": _("You go to"),
        "stay_here": _("You stay at this table."),
        "against": _("against %(names)s"),
        "rest_until": _("You sit out until %(time)s"),
        "boards_go": _("Boards %(boards)s go to table %(table)s"),
        "boards_stay": _("Boards %(boards)s stay at table %(table)s"),
        "boards_rest": _("Boards %(boards)s are not needed in round %(round)s"),
        "boards_carried": _("%(seat)s, %(name)s, carries them."),
        "boards_wait": _("At table %(table)s boards %(boards)s wait for you."),
        "map_you": _("you, from %(from)s to %(to)s"),
        "map_boards": _("the boards, from %(from)s to %(to)s"),
        "sits_out": _("Sits out round %(round)s"),
        "last_round": _("This was the last round. Thank you for playing."),
        "older_game": _("The game of round %(round)s"),
        "older_open": _("Round %(round)s, board %(board)s"),
        "older_title": _("Still open from earlier rounds"),
        "next_round": _("On to round %(round)s"),
        "next_stage": _("On to the next stage: %(stage)s"),
        "round_waits": _("Round %(round)s has not begun yet. It appears here automatically."),
        "empty_table": _("Nobody sits at this table in round %(round)s."),
        "closed_title": _("The tournament has not begun yet."),
        "closed_text": _("Leave this page open: it will show who sits here."),
        "finished_title": _("The tournament is finished."),
        "finished_text": _("Thank you for playing."),
        "refreshed": _("Last refreshed"),
        "standings": _("Standings"),
        "to_send": pgettext("beside the state of the line", "To send: %(count)s"),
    }


def bye_words() -> dict[str, str]:
    return {"sits_out": _("A bye in round %(round)s: on to the next")}


def director_words() -> dict[str, str]:
    return {
        "message_title": _("From the director, %(time)s"),
        "message_read": _("Read"),
        "call": _("Call the director"),
        "tell_me": _("Notify me of my next seat"),
        "call_title": _("What is it about?"),
        "call_revoke": _("A wrong card was played"),
        "call_cards": _("Something is wrong with the cards of the board"),
        "call_dispute": _("We do not agree on the result"),
        "call_other": _("Something else"),
        "call_sent": _("The director is called, %(time)s."),
        "call_sent_text": _("Leave the cards as they are."),
        "call_answered": _("The director is on the way."),
        "call_failed": _("There is no connection. Please raise your hand or call out."),
    }

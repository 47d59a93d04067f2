from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def game_words() -> dict[str, str]:
    return {
        "game": pgettext("open play", "Game %(board)s"),
        "game_title": _("How did the game end?"),
        "game_deals": _("%(deals)s deals. Enter the points of both sides after the last one."),
        "game_to": _("Up to %(points)s points. Enter the points of both sides at the end."),
        "game_match": _("Best of %(games)s games up to %(points)s points each."),
        "game_minutes": _("At most %(minutes)s minutes."),
        "game_points": pgettext("open play", "Points"),
        "game_points_all": _("Points of all games together"),
        "games_won": _("Games won"),
        "game_hint": _("Type the points of both sides."),
        "game_not_played": _("Game not played"),
        "game_over": _("The game is over"),
        "game_enter": _("Enter the game"),
        "game_look": _("View the game"),
        "game_right": _("Is this right for the game?"),
        "game_home": _("Back to the round"),
        **series_words(),
        **doubt_words(),
        **pad_words(),
    }


def series_words() -> dict[str, str]:
    return {
        "series_title": _("How did the match end?"),
        "series_hint": _("Touch how many games each side won."),
        "series_needed": _("Here points decide: enter the points of every game."),
        "series_points": _("Points of each game"),
        "series_optional": pgettext("points", "optional"),
        "series_add": pgettext("figure", "add"),
        "series_done": _("Done with the points"),
        "series_we_won": _("We have won the match"),
        "series_you_won": _("You have won the match"),
        "series_nobody": _("No winner yet"),
        "series_half": _("The points of game %(game)s are known for one side only."),
        "series_equal": _("In game %(game)s both sides have the same."),
        "series_short": _("In game %(game)s nobody has %(points)s points."),
        "series_differs": _("The points give %(points)s, but %(pads)s was chosen."),
        "chosen": pgettext("pad", "chosen"),
        "save_for_us": _("Save %(score)s for us"),
        "save_for_you": _("Save %(score)s for you"),
        "will_confirm": _("%(names)s will confirm."),
    }


def doubt_words() -> dict[str, str]:
    return {
        "not_arrived": _("Nobody has %(points)s points yet. Play on, or call the director."),
        "no_winner": _("Both sides have the same. Another deal decides."),
        "doubt_few": _(
            "%(deals)s deals bring at least %(least)s points in all; these are %(sum)s."
        ),
        "doubt_many": _("%(deals)s deals hardly bring %(sum)s points in all."),
        "doubt_past": _("A game to %(points)s hardly ends at %(sum)s."),
        "doubt_savable": _("If this is right, save it anyway."),
    }


def pad_words() -> dict[str, str]:
    return {
        "pad_begin": _("Keep the score deal by deal"),
        "pad_on": _("Continue the game, %(score)s"),
        "pad_deal": pgettext("pad", "Deal %(number)s"),
        "pad_deal_of": _("Deal %(number)s of %(deals)s"),
        "pad_deal_to": _("Deal %(number)s, up to %(points)s"),
        "pad_dealer": _("%(dealer)s deals now, %(next)s next"),
        "pad_first": _("Who deals first?"),
        "pad_hang": _("%(points)s hang"),
        "pad_hung": pgettext("deal", "equal"),
        "pad_waits": pgettext("points", "hang"),
        "pad_gone": _("This deal has been deleted in the meantime."),
        "pad_gone_text": _("It was deleted in another window of this phone."),
        "pad_here_only": _(
            "The deals are only on this phone. If it fails, copy the totals from paper to "
            "another phone or hand the paper to the desk."
        ),
        "pad_after": _("deals: %(count)s"),
        "pad_older": _("Earlier deals: %(count)s"),
        "pad_correct": _("Correct deal %(number)s"),
        "pad_to_sheet": _("Leave it as it is"),
        "pad_remove": _("Delete the deal"),
        "pad_removed": _("Deal %(number)s is deleted."),
        "pad_passed": _("Did everybody pass?"),
        "pad_passed_hint": _(
            "Nothing is written, the next one deals; it does not count as a deal."
        ),
        "pad_passed_save": _("Save: everyone passed"),
        "pad_for_us": _("and %(points)s that hung for us"),
        "pad_for_you": _("and %(points)s that hung for you"),
        "pad_write": _("Save: the score becomes %(score)s"),
        "pad_end": _("End the game here"),
        "pad_end_ask": _("Is the game over?"),
        "pad_short": _("Only %(count)s of %(deals)s deals are entered."),
        "pad_lost": _("The %(points)s that still hang go to nobody."),
        "pad_last_exact": _("The last deal is counted exactly."),
        "pad_send_hint": _("The sums are sent once; the other side confirms them."),
        "pad_send": _("Send the game %(score)s"),
        "pad_type": _("Type the sums by hand"),
        "pad_extra": _("Rows after the end do not count."),
        "pad_extra_text": _("Delete them, or correct an earlier row."),
    }

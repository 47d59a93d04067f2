from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.wording.roem import roem_labels
from games.wording.texts import CONTRA_NAMES, CONTRACT_MARKS, CONTRACT_NAMES


def pad_words() -> dict[str, object]:
    return {
        "contract": {code: str(name) for code, name in CONTRACT_NAMES.items()},
        "mark": {code: str(name) for code, name in CONTRACT_MARKS.items()},
        "contra": {str(level): str(name) for level, name in CONTRA_NAMES.items()},
        "outcome": {
            "made": pgettext("preview", "Made"),
            "lost": pgettext("preview", "Failed"),
            "hanging": pgettext("preview", "Hanging"),
        },
        **setup_words(),
        **sheet_words(),
        **note_words(),
        **entry_words(),
        **points_words(),
        **fault_words(),
        "in_tricks": roem_labels(),
    }


def setup_words() -> dict[str, str]:
    return {
        "setup_title": _("New match"),
        "rules": _("Rules"),
        "target": _("The match is played to"),
        "deals": _("Deals of the match"),
        "own_target": _("Another number"),
        "names": _("Names over the columns"),
        "name_of": _("Name of column %(number)s"),
        "change_rules": _("Change the rules"),
        "changed_rules": _("Change the rules (changed: %(count)s)"),
        "usual": _("%(rule)s (usual)"),
        "all_rules": _("All the rules"),
        "start": _("Begin the match"),
        "back_to_match": _("Back to the match"),
        "kept": _("The sheet is kept on this device and needs no network."),
        "not_kept": _("This device cannot keep the sheet."),
        "not_kept_text": _("It lasts only as long as this page stays open."),
    }


def sheet_words() -> dict[str, str]:
    return {
        "sheet": _("Sheet"),
        "to": _("to %(target)s"),
        "over_deals": _("deals: %(count)s"),
        "house": _("with house rules"),
        "deal": _("Deal"),
        "deal_n": _("Deal %(number)s"),
        "empty": _("Nothing is written yet. The first deal goes here."),
        "sum": _("Running total"),
        "passed_out": _("Everybody passed"),
        "enough_row": _("Ended in the middle of the deal"),
        "hang": _("%(points)s hang"),
        "hung": _("%(points)s hung"),
        "received": _("%(own)s and %(points)s that hung"),
        "write": _("Save deal %(number)s"),
        "undo": _("Undo"),
        "time": _("Time is over"),
        "play_on": _("Play on"),
        "deleted": _("Deal %(number)s is deleted."),
        "share": _("Share the sheet"),
        "copied": _("The sheet is copied as text."),
        "share_title": _("The sheet as text"),
        "new": _("New match"),
        "edit": _("Correct"),
        "why": _("Why?"),
        "remove": _("Delete"),
        "open_row": _("Correct, explain or delete"),
        "extra": _("does not count: the match was over"),
        "extra_title": _("Rows after the end do not count."),
        "extra_text": _("Delete them, or correct an earlier row."),
    }


def note_words() -> dict[str, str]:
    return {
        "won": _("Won: %(name)s"),
        "drawn": _("Drawn"),
        "won_text": _("%(score)s, deals played: %(count)s."),
        "lost_points": _("The %(points)s that still hang go to nobody."),
        "waiting": _("%(points)s hang for the winner of the next deal."),
        "note_capot": _("Nobody can go out on a capot. Another deal is played."),
        "note_raised": _("After all tricks to one side the target is now %(target)s."),
        "note_equal": _("Equal past the target. Play goes on until one side leads."),
        "note_short": _(
            "By the exact count nobody has reached the target yet. Another deal is played."
        ),
        "both_past": _("Both are past the target; more points win."),
        "last_exact": _("The last deal is counted exactly."),
    }


def entry_words() -> dict[str, str]:
    return {
        "which": _("What did you play?"),
        "which_bid": _("What was bid?"),
        "bid": _("Bid"),
        "bid_capot": pgettext("bid", "capot"),
        "bid_mark": pgettext("bid", "+ capot"),
        "bid_more": pgettext("bid", "more"),
        "bid_alone": pgettext("bid", "capot alone"),
        "correcting": _("Deal %(number)s, a correction"),
        "who_named": _("Who named %(contract)s?"),
        "any_contra": _("Was there a contra?"),
        "no_contra": _("No contra"),
        "to_points": _("On to the points"),
        "change": _("Change"),
        "to_sheet": _("Back to the sheet"),
        "passed_out_save": _("Save: everyone passed"),
        "passed_out_ask": _("Nothing is scored for this deal; hanging points stay held over."),
        "enough": _("Somebody has reached the target"),
        "enough_title": _("Points of this deal so far, with what was announced"),
        "enough_hint": _("The match ends as soon as one side alone is at the target."),
        "enough_not": _("With these points nobody is at the target alone."),
    }


def points_words() -> dict[str, str]:
    return {
        "points_label": _("Points from tricks, with the last 10"),
        "points_label_nt": _("Points from tricks, with the last 10, not doubled"),
        "points_hint": _("Type one side, the other is filled in."),
        "points_hint_three": _("Type two players, the third is filled in."),
        "points_hint_out": _("Type every side; cards that stay out of play count for nobody."),
        "keypad": _("Keypad"),
        "clear": _("Clear"),
        "delete": _("Delete a digit"),
        "add_declaration": _("+ Declaration"),
        "add_belote": _("+ Belote"),
        "add_capot": _("+ Capot"),
        "capot": pgettext("chip", "Capot"),
        "chip": _("%(what)s, %(name)s"),
        "remove_chip": _("Remove %(what)s"),
        "declaration_title": _("Which declaration counts?"),
        "declaration_hint": _("Enter only what counts on the sheet."),
        "whose": _("Whose is it?"),
        "belote_title": _("Who had the belote?"),
        "capot_title": _("Who took every trick?"),
        "capot_ask": _("A side has no points: did %(name)s take every trick?"),
        "capot_yes": _("Yes, capot"),
        "capot_no": _("No, a trick without points"),
        "alone": pgettext("chip", "Alone"),
        "not_alone": pgettext("chip", "Not alone"),
        "alone_ask": _("Did the bidder take every trick alone?"),
        "alone_yes": _("Yes, every trick"),
        "alone_no": _("No, the partner took one too"),
        "save": _("Save %(score)s"),
        "save_nothing": _("Save"),
        "preview": _("%(outcome)s:"),
        "and_hang": _("%(points)s hang"),
        "back_to_points": _("Back to the points"),
    }


def fault_words() -> dict[str, str]:
    return {
        "too_many": _("%(points)s is too many."),
        "too_few": _("%(points)s is too few."),
        "sum_why": _(
            "In %(contract)s the tricks are worth %(total)s in all. Declarations are added apart."
        ),
        "one_side_counts": _(
            "Only the side with the better declaration counts its own. Enter what counted."
        ),
        "trick_needed": _("Without a trick nothing of this counts in these rules."),
        "too_many_belotes": _("There is only one belote in a suit contract."),
        "too_many_belotes_at": _("There are only four belotes in all trumps."),
        "capot_points": _("With all tricks to one side the others have no points."),
        "four_aces_once": _("Four aces can be announced only once."),
    }

"""The switches in plain words: a name, one sentence of explanation, and each value's meaning."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _(text: str) -> str:
    """Mark a text for translation; the web layer translates it."""
    return text


SWITCH_LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "packets": _("How the cards are dealt"),
        "contracts": _("Contracts"),
        "auction": _("Auction"),
        "contra_levels": _("How often a deal may be doubled"),
        "all_trumps_recontra_ends": _("All-trumps fully doubled ends the auction"),
        "nobody_bids": _("When nobody bids"),
        "dealer_may_cancel": _("A weak dealer may cancel"),
        "beat_plain": _("Beating in plain suits"),
        "beat_trump": _("Beating when trumps are led"),
        "trump_when_void": _("Trumping when void"),
        "overtrump": _("Overtrumping"),
        "long_runs": _("Sequences longer than five"),
        "run_of_eight": _("Eight cards in sequence"),
        "equal_sequences": _("Equal best sequences"),
        "contest": _("Carrés against sequences"),
        "carre_order": _("Order of carrés"),
        "card_in_two": _("One card in a carré and a sequence"),
        "trick_needed": _("A trick is needed to score declarations"),
        "belote_when": _("When a belote counts"),
        "capot_doubled_in_no_trumps": _("Capot premium doubled in no-trumps"),
        "no_trumps_four_aces": _("Four aces in no-trumps"),
        "on_equal": _("Equal points"),
        "capot_multiplied": _("Contra multiplies the capot premium"),
        "sheet": _("The score sheet"),
        "target": _("A match is played to"),
        "capot_exit": _("Winning the match with a capot"),
        "kirtik": _("Penalty for a lost contract or no trick"),
        "irregularity": _("A revoke or other fault"),
        "until": _("When the last deal ends"),
    }
)

SWITCH_HELP: Final[Mapping[str, str]] = MappingProxyType(
    {
        "packets": _("How many cards each player gets at a time, before and after the auction."),
        "contracts": _("Which contracts may be chosen."),
        "auction": _("How the contract is found."),
        "contra_levels": _("0: never; 1: contra; 2: recontra too; 3: sur-contra too."),
        "all_trumps_recontra_ends": _(
            "Nothing can be said any more once all-trumps is doubled as often as allowed."
        ),
        "nobody_bids": _("Whether the cards are thrown in, or the last to speak has to choose."),
        "dealer_may_cancel": _(
            "A dealer who has to choose may throw the cards in with at most so many points in hand."
        ),
        "beat_plain": _(
            "Whoever follows a plain suit must play higher than the best card of it, if able."
        ),
        "beat_trump": _("Whether trumps must be beaten even when the partner is winning."),
        "trump_when_void": _("Whether a trump must be played even when the partner is winning."),
        "overtrump": _("What to play when the trick has been trumped and a trump is due."),
        "long_runs": _("Whether a longer sequence beats a shorter one, or only five cards count."),
        "run_of_eight": _("What eight cards of one suit in sequence are worth."),
        "equal_sequences": _("What happens when both sides' best sequences are equal."),
        "contest": _("Whether a carré eliminates the other side's sequences."),
        "carre_order": _("Which carré beats which, the best first."),
        "card_in_two": _("Whether one card may stand in a carré and in a sequence."),
        "trick_needed": _("Whether a side without a trick loses what it declared."),
        "belote_when": _("On which cards king and queen of trumps may be announced."),
        "capot_doubled_in_no_trumps": _(
            "Everything else is always doubled in no-trumps; here, the premium for all tricks too."
        ),
        "no_trumps_four_aces": _("Points for four aces in no-trumps, before doubling."),
        "on_equal": _("Whether equal points hang over the next deal, or the declarer loses."),
        "capot_multiplied": _("If not, the premium is added once after contra."),
        "sheet": _("Whether tens or card points are written."),
        "target": _("The points that win a match."),
        "capot_exit": _("Whether a match may end on a deal in which one side took every trick."),
        "kirtik": _("Taken off once a deal; never doubled, and not when the points hang."),
        "irregularity": _(
            "The director rules, or the other side gets all points and declarations."
        ),
        "until": _("Whether a deal is played out, or stops as soon as a side has enough points."),
    }
)

VALUE_WORDS: Final[Mapping[tuple[str, str | int | bool], str]] = MappingProxyType(
    {
        ("packets", "3+2 / 3"): _("three and two, then three"),
        ("packets", "2+3 / 3"): _("two and three, then three"),
        ("packets", "3+3 / 2"): _("three and three, then two"),
        ("packets", "3+3 / 3"): _("three and three, then three"),
        (
            "packets",
            "3+2, next card turned up / taker: the turn-up and 2; others 3",
        ): _("three and two, then two to the taker of the turned-up card and three to the others"),
        ("contracts", "C D H S NT AT"): _("suits, no-trumps, all-trumps"),
        ("contracts", "C D H S"): _("suits only"),
        ("auction", "ladder"): _("each call higher than the last, or pass"),
        ("auction", "turn_up"): _("take the suit of the turned-up card, then name another"),
        ("auction", "name"): _("the first to name a suit plays it"),
        ("nobody_bids", "thrown_in"): _("the cards are thrown in"),
        ("nobody_bids", "dealer_names"): _("the dealer must choose"),
        ("beat_trump", "always"): _("always"),
        ("beat_trump", "unless_partner_wins"): _("not when the partner is winning"),
        ("trump_when_void", "always"): _("always"),
        ("trump_when_void", "unless_partner_wins"): _("not when the partner is winning"),
        ("overtrump", "or_any_card"): _("a higher trump; without one, any card"),
        ("overtrump", "no_duty"): _("any trump"),
        ("overtrump", "or_any_trump"): _("a higher trump; without one, any trump"),
        ("long_runs", "full"): _("a longer sequence beats a shorter one"),
        ("long_runs", "five"): _("the best five cards count"),
        ("run_of_eight", "quinte"): _("100, like five"),
        ("run_of_eight", "quinte_and_tierce"): _("120, as five and three"),
        ("run_of_eight", "wins_match"): _("wins the match"),
        ("equal_sequences", "void"): _("nobody's sequences count"),
        ("equal_sequences", "earlier"): _("the side earlier in turn counts"),
        ("contest", "by_kind"): _("no: each kind is compared by itself"),
        ("contest", "together"): _("yes: only the side with the best declaration counts"),
        ("carre_order", "J 9 A T K Q"): _("J 9 A 10 K Q"),
        ("carre_order", "J 9 A K Q T"): _("J 9 A K Q 10"),
        ("trick_needed", False): _("no"),
        ("trick_needed", "but_belote"): _("yes, but not for a belote"),
        ("trick_needed", "all"): _("yes, for a belote too"),
        ("belote_when", "lead_follow_trump"): _("when led, following suit or trumping"),
        ("belote_when", "always"): _("always"),
        ("on_equal", "hang"): _("the declarer's points hang"),
        ("on_equal", "lost"): _("the declarer has lost"),
        ("sheet", "match_points"): _("tens, rounded"),
        ("sheet", "card_points"): _("card points"),
        ("capot_exit", False): _("no: the next plain deal decides"),
        ("capot_exit", "raised"): _("no: the target becomes the leader's score and one"),
        ("capot_exit", True): _("yes"),
        ("irregularity", "director"): _("the director rules"),
        ("irregularity", "forfeit"): _("the deal is lost with everything announced"),
        ("until", "deal"): _("when it is played out"),
        ("until", "enough"): _("as soon as a side has enough"),
    }
)
"""What a value means; plain numbers and yes-no switches need no words."""

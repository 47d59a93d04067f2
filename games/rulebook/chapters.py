"""Texts of each switch: what it decides, and a sentence per value.

Keys are those of ``games.belot.SWITCHES``; a test checks that every switch and value has
text.
"""

from django.utils.translation import gettext_lazy as _

from games.rulebook.declaration_rules import DECLARATIONS
from games.rulebook.rule import NO, YES, Chapter, Rule
from games.rulebook.scoring_chapters import SCORING_CHAPTERS

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        _("Dealing"),
        (
            Rule(
                "direction",
                _("Direction of play"),
                {
                    "counter_clockwise": _(
                        "Counter-clockwise; the player on the dealer's right calls and leads first."
                    ),
                    "clockwise": _(
                        "Clockwise; the player on the dealer's left calls and leads first."
                    ),
                },
            ),
            Rule(
                "packets",
                _("How the cards are dealt"),
                {
                    "3+2 / 3": _("Three cards and two before the auction, three after it."),
                    "2+3 / 3": _("Two cards and three before the auction, three after it."),
                    "3+3 / 3": _("Three cards and three before the auction, three after it."),
                    "3+3 / 2": _(
                        "Three cards and three before the auction, and two face down, taken up "
                        "after it."
                    ),
                    "3+2, next card turned up / taker: the turn-up and 2; others 3": _(
                        "Three cards and two, then a card is turned up. After the auction the "
                        "taker gets it and two more, the others three."
                    ),
                    "3+2+3": _("All cards before the auction: three, two and three."),
                    "4+4": _("All cards before the auction: four and four."),
                },
            ),
        ),
    ),
    Chapter(
        _("Auction"),
        (
            Rule(
                "contracts",
                _("What can be played"),
                {
                    "C D H S NT AT": _(
                        "Clubs, diamonds, hearts, spades, no trumps and all trumps, in this order."
                    ),
                    "C D H S NT": _("One of the four suits as trumps, or no trumps."),
                    "C D H S": _("One of the four suits as trumps."),
                },
            ),
            Rule(
                "auction",
                _("How the contract is decided"),
                {
                    "ladder": _("Each bid must be higher than the one before, or pass."),
                    "turn_up": _(
                        "In the first round the suit of the turned-up card is taken or passed; in "
                        "the second round another suit is named or passed."
                    ),
                    "name": _("The first player who names a suit ends the auction."),
                    "eldest": _(
                        "The player who calls first names a suit at once; nobody else speaks."
                    ),
                    "numeric": _(
                        "A bid is a number of points and a contract. Each bid must have a higher "
                        "number than the one before, whatever the contract; or one passes."
                    ),
                },
            ),
            Rule(
                "first_call",
                _("Who calls first"),
                {
                    "eldest": _(
                        "The player next to the dealer, who also leads to the first trick."
                    ),
                    "dealer": _(
                        "The dealer; the player next to the dealer leads to the first trick."
                    ),
                },
            ),
            Rule(
                "bids",
                _("Which numbers can be bid"),
                {
                    "80-160 by 10": _("80 to 160, in tens."),
                    "80-260 by 10": _("80 to 260, in tens."),
                    "80+ by 10": _("80 and more, in tens, without a limit."),
                    "8-80 by 1 in tens": _("8 to 80; each stands for ten points of the cards."),
                },
                _("These numbers: %(n)s."),
            ),
            Rule(
                "capot_bid",
                _("Bidding all tricks"),
                {
                    "none": _("All tricks cannot be bid."),
                    "top": _(
                        "All tricks can be bid, without a number; that is above every number."
                    ),
                    "with_number": _(
                        "All tricks can be bid together with a number, and both are needed then; "
                        "every higher bid promises them too."
                    ),
                },
            ),
            Rule(
                "capot_value",
                _("What all tricks count as a bid"),
                {
                    250: _("A bid of all tricks counts as 250."),
                    270: _("A bid of all tricks counts as 270."),
                    0: _("A bid of all tricks counts no number."),
                },
            ),
            Rule(
                "solo_value",
                _("Bidding to take all tricks alone"),
                {
                    0: _("Nobody can bid to take all tricks alone."),
                    500: _(
                        "A player can bid to take all tricks alone, without the partner’s; that "
                        "counts as 500 and is the highest bid."
                    ),
                },
            ),
            Rule(
                "turn_up_goes_to",
                _("Who gets the card turned up"),
                {
                    "taker": _("The declarer."),
                    "dealer": _("The dealer, even when another player declares."),
                    "out": _("Nobody; it stays out of play."),
                },
            ),
            Rule(
                "turn_up_again",
                _("The suit turned up, in the second round"),
                {
                    NO: _("It cannot be named any more."),
                    YES: _("It can be named too."),
                },
            ),
            Rule(
                "turn_up_no_trumps",
                _("No trumps where a card is turned up"),
                {
                    NO: _("They cannot be called."),
                    YES: _(
                        "They may be called in either round, over a suit too. When all others have "
                        "passed after a suit, its caller repeats it or turns it into no "
                        "trumps. An opponent who passed, and sits before the caller of no trumps "
                        "in turn, may claim them. The third and the fourth player may say ashkal "
                        "in the first round, unless an ace is turned up: no trumps for the "
                        "partner, who gets the card."
                    ),
                },
            ),
            Rule(
                "exchange_seven",
                _("The seven of trumps"),
                {
                    NO: _("It cannot be changed."),
                    YES: _(
                        "If the suit turned up became trumps, the player who holds its seven may "
                        "change it for the card turned up before the first card is played."
                    ),
                },
            ),
            Rule(
                "contra_levels",
                _("Contra"),
                {
                    0: _("There is no contra."),
                    1: _("Contra doubles the score; it cannot be answered."),
                    2: _("Contra doubles the score and recontra doubles it again."),
                    3: _("Contra, recontra and sur-contra each double the score."),
                },
            ),
            Rule(
                "factors",
                _("What contra multiplies by"),
                {
                    "double": _("Each contra doubles again."),
                    "1 2 3": _("Contra counts twice, recontra three times."),
                    "1 2 3 4": _("Contra counts twice, recontra three times, sur-contra four."),
                    "1 2 4 / NT 2 3 5": _(
                        "Contra counts twice, recontra four times; in no trumps a deal counts "
                        "twice, with contra three times and with recontra five times."
                    ),
                    "1 2 4 / NT 2 4 6": _(
                        "Contra counts twice, recontra four times; in no trumps a deal counts "
                        "twice, with contra four times and with recontra six times."
                    ),
                    "1 2 3 4 match / NT 1 2": _(
                        "In a suit contra counts twice, recontra three times, sur-contra four, and "
                        "a fourth contra, “coffee”, is for the whole match. In no trumps there is "
                        "contra alone, which counts twice."
                    ),
                },
                _("Multiplier of a deal without contra and after each contra: %(n)s."),
            ),
            Rule(
                "contra_closes",
                _("After contra"),
                {
                    YES: _("Nothing can be said but recontra and pass."),
                    NO: _("A higher bid can still be made, and takes contra away."),
                },
            ),
            Rule(
                "recontra_by",
                _("Who may answer contra"),
                {
                    "side": _("The bidder or the partner, in turn."),
                    "bidder": _("Only the bidder."),
                },
            ),
            Rule(
                "recontra_ends",
                _("When all trumps is recontred"),
                {
                    "never": _("The auction goes on until everyone else has passed."),
                    "all_trumps": _(
                        "The auction ends at once with the highest contra on all trumps."
                    ),
                    "always": _("The auction ends at once with the highest contra."),
                },
            ),
            Rule(
                "nobody_bids",
                _("When nobody bids"),
                {
                    "thrown_in": _("The cards are thrown in and the next player deals."),
                    "dealer_names": _("The dealer must name trumps."),
                    "first_names": _("The first player to call must name trumps."),
                },
            ),
            Rule(
                "dealer_may_cancel",
                _("When the dealer who must name holds nothing"),
                {NO: _("The dealer must name trumps with any hand.")},
                _("The dealer may throw in with at most %(n)d points in the cards seen so far."),
            ),
        ),
    ),
    Chapter(
        _("Play"),
        (
            Rule(
                "beat_plain",
                _("Following a plain suit"),
                {
                    YES: _(
                        "The best card of the suit must be beaten if possible, unless the trick "
                        "has been trumped."
                    ),
                    NO: _("Any card of the suit may be played."),
                },
            ),
            Rule(
                "beat_trump",
                _("When trumps are led, and in all trumps"),
                {
                    "always": _("A higher card must be played if possible, over a partner too."),
                    "unless_partner_wins": _(
                        "A higher card must be played if possible, unless the partner is winning."
                    ),
                },
            ),
            Rule(
                "trump_when_void",
                _("Without a card of the suit led"),
                {
                    "always": _("A trump must be played, even when the partner is winning."),
                    "unless_partner_wins": _(
                        "A trump must be played, unless the partner is winning."
                    ),
                },
            ),
            Rule(
                "overtrump",
                _("When the trick is trumped already"),
                {
                    "or_any_card": _(
                        "A higher trump must be played; a player who has none may play any card."
                    ),
                    "no_duty": _("Any trump may be played."),
                    "or_any_trump": _(
                        "A higher trump must be played; a player who has none plays a lower one."
                    ),
                    "not_under": _(
                        "A higher trump must be played; a player who has none plays another "
                        "suit. A lower trump, even under the partner’s, may be played only by a "
                        "player who holds nothing else."
                    ),
                },
            ),
            Rule(
                "trump_lead",
                _("Leading trumps"),
                {
                    "free": _("Trumps may be led at any time."),
                    "by_contra": _(
                        "A player who says contra to a suit, or answers it, says whether it is "
                        "open or closed; the last call counts. When it is closed, no player may "
                        "lead a trump while holding other cards."
                    ),
                },
            ),
            Rule(
                "irregularity",
                _("A revoke or another proven fault"),
                {
                    "director": _("The director decides."),
                    "forfeit": _(
                        "The deal ends; the other side scores all its points and everything that "
                        "was announced."
                    ),
                },
            ),
            Rule(
                "fault_points",
                _("Extra penalty for a fault"),
                {
                    0: _("Nothing more."),
                    100: _("The other side scores 100 more. Clubs differ in this."),
                },
            ),
        ),
    ),
    DECLARATIONS,
    *SCORING_CHAPTERS,
)


def rule_of(key: str) -> Rule:
    for chapter in CHAPTERS:
        for rule in chapter.rules:
            if rule.key == key:
                return rule
    raise KeyError(key)

"""Each switch in plain words: what it decides, and a sentence for each of its values.

The keys are those of ``games.belot.SWITCHES``; a test holds that no switch and no value is
without words.
"""

from django.utils.translation import gettext_lazy as _

from games.rulebook.rule import NO, YES, Chapter, Rule
from games.rulebook.scoring_chapters import SCORING_CHAPTERS

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        _("Dealing"),
        (
            Rule(
                "packets",
                _("How the cards are dealt"),
                {
                    "3+2 / 3": _("Three cards and two before the auction, three after it."),
                    "2+3 / 3": _("Two cards and three before the auction, three after it."),
                    "3+3 / 2": _("Three cards and three before the auction, two after it."),
                    "3+2, next card turned up / taker: the turn-up and 2; others 3": _(
                        "Three cards and two, then a card is turned up. After the auction the "
                        "taker gets it and two more, the others three."
                    ),
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
                    "C D H S": _("One of the four suits as trumps."),
                },
            ),
            Rule(
                "auction",
                _("How the contract is found"),
                {
                    "ladder": _("Each bid must be higher than the one before, or pass."),
                    "turn_up": _(
                        "In the first round the suit of the turned-up card is taken or passed; in "
                        "the second round another suit is named or passed."
                    ),
                    "name": _("The first player who names a suit ends the auction."),
                },
            ),
            Rule(
                "contra_levels",
                _("Contra"),
                {
                    0: _("There is no contra."),
                    1: _("Contra doubles the score; it cannot be answered."),
                    2: _("Contra doubles the score and recontra doubles it once more."),
                    3: _("Contra, recontra and sur-contra each double the score."),
                },
            ),
            Rule(
                "factors",
                _("What contra multiplies by"),
                {
                    "double": _("Each contra doubles once more."),
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
                },
                _("Without contra and with each one a deal counts so many times: %(n)s."),
            ),
            Rule(
                "all_trumps_recontra_ends",
                _("When all trumps is recontred"),
                {
                    YES: _("The auction ends at once with the highest contra on all trumps."),
                    NO: _("The auction goes on until everybody else has passed."),
                },
            ),
            Rule(
                "nobody_bids",
                _("When nobody bids"),
                {
                    "thrown_in": _("The cards are thrown in and the next player deals."),
                    "dealer_names": _("The dealer must name trumps."),
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
                        "A higher trump must be played; whoever has none may play any card."
                    ),
                    "no_duty": _("Any trump may be played."),
                    "or_any_trump": _(
                        "A higher trump must be played; whoever has none plays a lower one."
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
        ),
    ),
    Chapter(
        _("Declarations"),
        (
            Rule(
                "long_runs",
                _("Six cards and more in sequence"),
                {
                    "full": _("They are worth 100; a longer run beats a shorter one."),
                    "five": _("They count as their best five cards."),
                },
            ),
            Rule(
                "run_of_eight",
                _("All eight cards of a suit"),
                {
                    "quinte": _("They are worth 100, as a quinte."),
                    "quinte_and_tierce": _("They are worth 120, as a quinte and a tierce."),
                    "wins_match": _("They win the whole match."),
                },
            ),
            Rule(
                "equal_sequences",
                _("When both sides' best sequences are equal"),
                {
                    "void": _("No sequence counts."),
                    "earlier": _("The side that plays earlier counts its own."),
                },
            ),
            Rule(
                "contest",
                _("Whose declarations count"),
                {
                    "by_kind": _(
                        "Sequences go to the side with the best sequence, carrés to the side with "
                        "the best carré."
                    ),
                    "together": _(
                        "Only the side with the best declaration counts any; a carré beats every "
                        "sequence."
                    ),
                },
            ),
            Rule(
                "carre_order",
                _("Which carré is better"),
                {
                    "J 9 A T K Q": _("Jacks, nines, aces, tens, kings, queens."),
                    "J 9 A K Q T": _("Jacks, nines, aces, kings, queens, tens."),
                },
            ),
            Rule(
                "card_in_two",
                _("One card in a carré and in a sequence"),
                {YES: _("It counts in both."), NO: _("The player chooses one of the two.")},
            ),
            Rule(
                "trick_needed",
                _("A side without a trick"),
                {
                    NO: _("Its declarations and its belote count."),
                    "but_belote": _("Its declarations do not count, its belote does."),
                    "all": _("Neither its declarations nor its belote count."),
                },
            ),
            Rule(
                "belote_when",
                _("When a belote counts"),
                {
                    "lead_follow_trump": _(
                        "When its first card is led, follows the suit led, or trumps."
                    ),
                    "always": _("Whenever its first card is played."),
                },
            ),
            Rule(
                "no_trumps_four_aces",
                _("Four aces in no trumps"),
                {0: _("They count nothing."), 200: _("They are worth 200, and are doubled.")},
            ),
        ),
    ),
    *SCORING_CHAPTERS,
)


def rule_of(key: str) -> Rule:
    """The words of one switch; KeyError for an unknown one."""
    for chapter in CHAPTERS:
        for rule in chapter.rules:
            if rule.key == key:
                return rule
    raise KeyError(key)

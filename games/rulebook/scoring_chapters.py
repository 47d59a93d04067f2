from django.utils.translation import gettext_lazy as _

from games.rulebook.rule import NO, YES, Chapter, Rule

SCORING_CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        _("Scoring a deal"),
        (
            Rule(
                "points",
                _("Cards in no trumps and in all trumps"),
                {
                    "classic": _(
                        "As elsewhere: 130 points in no trumps and 258 in all trumps, with the "
                        "last 10."
                    ),
                    "level": _(
                        "An ace counts 19 in no trumps; in all trumps a jack counts 14, a nine 9, "
                        "an ace 6, a ten 5, a king 3 and a queen 1. So each contract holds 162 "
                        "points."
                    ),
                    "scaled": _(
                        "An ace counts 19 in no trumps. In all trumps the 258 points are counted "
                        "as elsewhere and brought down to 162, with halves rounded up; "
                        "announcements are added after that."
                    ),
                },
            ),
            Rule(
                "no_trumps_factor",
                _("No trumps"),
                {
                    2: _("Points and what was announced count twice."),
                    1: _("They are not doubled."),
                },
            ),
            Rule(
                "capot_points",
                _("The premium for all tricks"),
                {
                    90: _("The side that takes every trick gets 90 more."),
                    100: _("The side that takes every trick gets 100 more."),
                    0: _("There is no premium for all tricks."),
                },
            ),
            Rule(
                "capot_for",
                _("Who gets the premium for all tricks"),
                {
                    "both": _("Either side."),
                    "declarer": _("Only the side that named the contract."),
                },
            ),
            Rule(
                "goal",
                _("When a contract is made"),
                {
                    "more": _("The declaring side needs more points than the other side."),
                    "bid": _("The declaring side needs as many points as it bid."),
                    "bid_and_more": _(
                        "The declaring side needs as many points as it bid, and more than the "
                        "other side."
                    ),
                },
            ),
            Rule(
                "goal_floor",
                _("Minimum to make a contract"),
                {
                    0: _("There is no other limit."),
                    82: _("With fewer than 82 points no contract is made."),
                },
            ),
            Rule(
                "capot_doubled_in_no_trumps",
                _("All tricks in no trumps"),
                {
                    YES: _("The 90 points for all tricks are doubled like the others."),
                    NO: _("The 90 points for all tricks are not doubled."),
                },
            ),
            Rule(
                "on_equal",
                _("When both sides have the same"),
                {
                    "hang": _(
                        "The declaring side's points hang; the winner of the next deal gets them."
                    ),
                    "lost": _("The declaring side has failed."),
                    "lost / NT own": _(
                        "In a suit contract the declaring side has failed; in no trumps each side "
                        "scores its own points."
                    ),
                },
            ),
            Rule(
                "equal_under_contra",
                _("The same on both sides, under contra"),
                {
                    "as_on_equal": _("As without contra."),
                    "last_doubler_loses": _("The side that doubled last has lost."),
                },
            ),
            Rule(
                "made_award",
                _("What a made contract scores"),
                {
                    "taken": _("Each side scores the points it took."),
                    "taken_and_bid": _(
                        "Each side scores the points it took, and the declaring side its bid as "
                        "well."
                    ),
                    "bid": _(
                        "The declaring side scores its bid and its announcements, the other side "
                        "nothing."
                    ),
                },
            ),
            Rule(
                "lost_base",
                _("What a failed contract scores"),
                {
                    "total": _("The other side scores all the points of the deal."),
                    0: _("The other side scores nothing for the cards."),
                    16: _("The other side scores 16 for the cards."),
                    160: _("The other side scores 160 for the cards."),
                    162: _("The other side scores 162 for the cards."),
                },
            ),
            Rule(
                "lost_base_capot",
                _("What the cards score when the other side took every trick"),
                {
                    "total": _("All points of the deal."),
                    0: _("Nothing for the cards."),
                    25: _("25 for the cards."),
                    250: _("250 for the cards."),
                    252: _("252 for the cards."),
                },
            ),
            Rule(
                "lost_declarations",
                _("Declarations of the side that lost"),
                {
                    "both": _("The winners score the declarations of both sides."),
                    "defence": _("The winners score only their own declarations."),
                },
            ),
            Rule(
                "factors_on",
                _("What contra multiplies"),
                {
                    "deal": _("Contra multiplies the whole deal."),
                    "bid": _("Contra multiplies the bid alone."),
                },
            ),
            Rule(
                "belote_multiplied",
                _("A belote under contra"),
                {
                    YES: _("A belote is multiplied like the rest."),
                    NO: _("A belote is added once, not multiplied."),
                },
            ),
            Rule(
                "belote_when_lost",
                _("The belote of the side that lost"),
                {
                    "other_side": _("The winners score it."),
                    "kept": _("It stays with the side that has it."),
                    "nobody": _("Nobody scores it."),
                },
            ),
            Rule(
                "capot_multiplied",
                _("All tricks under contra"),
                {
                    YES: _("The premium for all tricks is multiplied like the rest."),
                    NO: _("The premium for all tricks is added once, not multiplied."),
                },
            ),
            Rule(
                "kirtik",
                _("Kirtik: a penalty for failing or taking no trick"),
                {0: _("There is no penalty."), 10: _("It costs 10 match points, once a deal.")},
            ),
            Rule(
                "sheet",
                _("What is scored"),
                {
                    "match_points": _("Points divided by ten and rounded."),
                    "card_points": _("Points as they are."),
                },
            ),
            Rule(
                "rounding",
                _("Rounding"),
                {
                    "paired": _("As the contract says, so that both sides together keep the sum."),
                    "half_up": _("To the nearest ten, each side alone; a 5 goes up."),
                    "half_down": _("To the nearest ten, each side alone; a 5 goes down."),
                    "none": _("Nothing is rounded."),
                },
            ),
            Rule(
                "last_deal",
                _("The last deal of a match"),
                {
                    "rounded": _("It is rounded like every other."),
                    "exact": _(
                        "The deal that ends a match is counted exactly: that of which the exact "
                        "points bring a side to the target, or the last one before time is called."
                    ),
                },
            ),
            Rule(
                "no_trumps_tens_first",
                _("Tens in no trumps"),
                {
                    NO: _("Points are doubled before they are rounded."),
                    YES: _("Points are rounded to tens before they are doubled; a 5 stays."),
                },
            ),
        ),
    ),
    Chapter(
        _("Winning a match"),
        (
            Rule("target", _("Target"), {}, _("A match is played to %(n)d.")),
            Rule(
                "match_deals",
                _("Deals of a match"),
                {NO: _("As many as it takes to the target.")},
                _(
                    "A match is %(n)d deals; deals that are thrown in do not count. The higher sum "
                    "wins; if equal, nobody does."
                ),
            ),
            Rule(
                "capot_exit",
                _("A match that would end on a deal with all tricks to one side"),
                {
                    NO: _("Another deal is played first."),
                    "raised": _("The target becomes the leader's score and one more."),
                    YES: _("It ends."),
                },
            ),
            Rule(
                "until",
                _("When the target is reached in the middle of a deal"),
                {
                    "deal": _("The deal is played to its end."),
                    "enough": _("The match ends with that card."),
                },
            ),
        ),
    ),
)

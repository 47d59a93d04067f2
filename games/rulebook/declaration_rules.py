from django.utils.translation import gettext_lazy as _

from games.rulebook.rule import NO, YES, Chapter, Rule

DECLARATIONS = Chapter(
    _("Declarations"),
    (
        Rule(
            "declarations",
            _("Where combinations count"),
            {
                "hand": _("In a player’s hand; they are announced with the first card."),
                "trick": _(
                    "In the four cards of a trick, for the side that wins it, if it claims "
                    "them in time: three in sequence 20, four in sequence 50, king and queen "
                    "of trumps 20, and four of a rank. What a trick holds is added up. Nothing "
                    "is announced from the hand."
                ),
                "none": _("Nothing but the belote."),
            },
        ),
        Rule(
            "long_runs",
            _("Six cards and more in sequence"),
            {
                "full": _("They are worth 100; a longer run beats a shorter one."),
                "five": _("They count as their best five cards."),
                "four": _("They count as their best four cards, and so do five: 50."),
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
                "trump_then_earlier": _(
                    "A sequence in trumps wins; else the side that plays earlier counts its own."
                ),
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
                "A K Q J T 9": _("Aces, kings, queens, jacks, tens, nines."),
                "J 9 A K Q T / NT A K Q J T 9": _(
                    "Jacks, nines, aces, kings, queens, tens; in no trumps aces, kings, queens, "
                    "jacks, tens."
                ),
            },
        ),
        Rule(
            "carre_points",
            _("What four of a kind count"),
            {
                "J 200 9 150": _(
                    "Four jacks 200, four nines 150, four aces, kings, queens or tens 100."
                ),
                "J 200 9 140 A 110 / NT A 190 9 0": _(
                    "Four jacks 200, four nines 140, four aces 110, four kings, queens or tens "
                    "100; in no trumps four aces 190, four jacks, kings, queens or tens 100, "
                    "four nines nothing."
                ),
                "9 0 / NT A 200 9 0": _(
                    "Four aces, kings, queens, jacks or tens 100, four nines nothing; in no "
                    "trumps four aces 200."
                ),
                "7 100 8 100": _("Four of any kind 100."),
                "J 200 7 100 8 100": _("Four jacks 200, four of any other kind 100."),
                "9 0 T 0 J 0 Q 0 K 0 A 0": _("Nothing: only sequences count."),
            },
            _("100 from nine to ace, but: %(n)s."),
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
        Rule(
            "no_trumps_declarations",
            _("Declarations in no trumps"),
            {
                NO: _("Nothing is announced."),
                YES: _("Sequences and carrés count as in other contracts."),
            },
        ),
    ),
)

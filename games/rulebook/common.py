"""Basics of a game, as sentences that depend on its rules (rules 2)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.belot import DEFAULT_PRESET, PRESETS, Variant, possible_points

SUITS: Final = "C D H S"


class CommonSentence(NamedTuple):
    sentence: str | Promise
    holds: Callable[[Variant], bool] = lambda variant: True


def has_usual_carres(variant: Variant) -> bool:
    return variant.carre_points == PRESETS[DEFAULT_PRESET].carre_points


def has_contract(variant: Variant, contract: str) -> bool:
    return contract in variant.contracts.split()


def is_rounded_in_pairs(variant: Variant) -> bool:
    """Whether both scores are rounded together, as usual in Bulgaria."""
    return (variant.sheet, variant.rounding) == ("match_points", "paired")


def is_all_in_play(variant: Variant) -> bool:
    """Whether no card stays out of play."""
    return possible_points(variant, "H").exact


def is_majority_needed(variant: Variant) -> bool:
    """Whether a contract needs more points than its only other side."""
    return variant.goal == "more" and variant.players != 3


ROUNDING_SENTENCES: Final = (
    CommonSentence(
        _(
            "In a suit, points that end in 7 or more go up to the next ten; a 6 goes up only for "
            "the side with fewer points."
        ),
        is_rounded_in_pairs,
    ),
    CommonSentence(
        _(
            "In all trumps, points that end in 5 or more go up; a 4 goes up only for the side with "
            "fewer points."
        ),
        lambda variant: is_rounded_in_pairs(variant) and has_contract(variant, "AT"),
    ),
    CommonSentence(
        _("In no trumps points are doubled first, then they go to the nearest ten."),
        lambda variant: (
            is_rounded_in_pairs(variant)
            and has_contract(variant, "NT")
            and variant.no_trumps_factor == 2
            and not variant.no_trumps_tens_first
        ),
    ),
    CommonSentence(
        _(
            "If both sides have the same, the defenders score theirs at once and those of the "
            "declaring side hang; if they end in 6 (in all trumps in 4), the hanging ones go up."
        ),
        lambda variant: is_rounded_in_pairs(variant) and variant.on_equal == "hang",
    ),
    CommonSentence(
        _("After contra and a tie, the points of both sides hang."),
        lambda variant: (
            is_rounded_in_pairs(variant)
            and variant.on_equal == "hang"
            and variant.equal_under_contra == "as_on_equal"
        ),
    ),
)

COMMON: Final = (
    CommonSentence(
        _("Play goes counter-clockwise; the player on the dealer's right calls and leads first."),
        lambda variant: (
            (variant.direction, variant.first_call) == ("counter_clockwise", "eldest")
            and variant.players > 2
        ),
    ),
    CommonSentence(
        _("The player who did not deal calls and leads first."),
        lambda variant: variant.players == 2,
    ),
    CommonSentence(
        _(
            "Trumps, from high to low: jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, "
            "seven."
        ),
        lambda variant: variant.lowest == "7",
    ),
    CommonSentence(
        _("Trumps, from high to low: jack 20, nine 14, ace 11, ten 10, king 4, queen 3."),
        lambda variant: variant.lowest == "9",
    ),
    CommonSentence(
        _("Other suits: ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven."),
        lambda variant: variant.lowest == "7",
    ),
    CommonSentence(
        _("Other suits: ace 11, ten 10, king 4, queen 3, jack 2, nine."),
        lambda variant: variant.lowest == "9",
    ),
    CommonSentence(
        _("In all trumps every suit ranks and counts as trumps."),
        lambda variant: has_contract(variant, "AT") and variant.points != "level",
    ),
    CommonSentence(
        _("The last trick is worth 10 more, taking every trick 90 more."),
        lambda variant: variant.capot_points == 90 and variant.capot_for == "both",
    ),
    CommonSentence(
        _("The last trick is worth 10 more."),
        lambda variant: (variant.capot_points, variant.capot_for) != (90, "both"),
    ),
    CommonSentence(
        _(
            "A deal holds 162 points in a suit, 130 in no trumps (doubled: 260) and 258 in all "
            "trumps."
        ),
        lambda variant: (
            has_contract(variant, "NT")
            and has_contract(variant, "AT")
            and variant.points == "classic"
            and variant.no_trumps_factor == 2
            and is_all_in_play(variant)
        ),
    ),
    CommonSentence(
        _("A deal holds 162 points."),
        lambda variant: variant.contracts == SUITS and is_all_in_play(variant),
    ),
    CommonSentence(
        _(
            "A player may play any card of the hand or any card lying face up; the card under it "
            "is turned up after the trick. Declarations and belotes count in the hand and in the "
            "cards lying face up."
        ),
        lambda variant: variant.layout == "table",
    ),
    CommonSentence(
        _("Some cards stay out of play, so that most deals hold fewer than 162 points in a suit."),
        lambda variant: not is_all_in_play(variant),
    ),
    CommonSentence(
        _("Three cards in sequence are worth 20, four 50, five or more 100."),
        lambda variant: variant.declarations == "hand" and variant.long_runs != "four",
    ),
    CommonSentence(
        _("Four jacks are worth 200, four nines 150, four aces, kings, queens or tens 100."),
        lambda variant: variant.declarations == "hand" and has_usual_carres(variant),
    ),
    CommonSentence(
        _("King and queen of trumps in one hand, the belote, are worth 20."),
        lambda variant: variant.declarations != "trick",
    ),
    CommonSentence(
        _("Declarations are announced with the player's first card, never in no trumps."),
        lambda variant: (
            variant.declarations == "hand"
            and has_contract(variant, "NT")
            and not variant.no_trumps_declarations
        ),
    ),
    CommonSentence(
        _("Declarations are announced with the player’s first card."),
        lambda variant: variant.declarations == "hand" and variant.contracts == SUITS,
    ),
    CommonSentence(
        _("The declaring side must have more points; else everything goes to the other side."),
        lambda variant: is_majority_needed(variant) and variant.on_equal == "lost",
    ),
    CommonSentence(
        _(
            "The declaring side must have more points; with fewer everything goes to the other "
            "side."
        ),
        lambda variant: is_majority_needed(variant) and variant.on_equal == "lost / NT own",
    ),
    CommonSentence(
        _(
            "The declaring side must have more points; at a tie its points hang, and with fewer "
            "everything goes to the other side."
        ),
        lambda variant: (
            is_majority_needed(variant)
            and variant.on_equal == "hang"
            and variant.belote_when_lost == "other_side"
        ),
    ),
    CommonSentence(
        _(
            "The declaring side must have more points; at a tie its points hang, and with fewer "
            "everything but its belote goes to the other side."
        ),
        lambda variant: (
            is_majority_needed(variant)
            and variant.on_equal == "hang"
            and variant.belote_when_lost == "kept"
        ),
    ),
    CommonSentence(
        _(
            "The declarer must have more points than the other two together; else the declarer "
            "scores nothing and each of the others their own points."
        ),
        lambda variant: variant.players == 3 and variant.on_equal == "lost",
    ),
    CommonSentence(
        _(
            "The declarer must have more points than the other two together; at a tie the "
            "declarer’s points hang, and with fewer the declarer scores nothing and each of the "
            "others their own points."
        ),
        lambda variant: variant.players == 3 and variant.on_equal == "hang",
    ),
    CommonSentence(
        _("If the contract is made, each side scores its own points."),
        lambda variant: variant.goal == "more" and variant.made_award == "taken",
    ),
    CommonSentence(
        _("After contra the side that wins the deal scores everything, the other side nothing."),
        lambda variant: (
            variant.contra_levels > 0
            and variant.players != 3
            and variant.belote_when_lost == "other_side"
            and variant.lost_declarations == "both"
        ),
    ),
    CommonSentence(
        _("After contra the side that wins the deal scores everything but the other’s belote."),
        lambda variant: (
            variant.contra_levels > 0
            and variant.players != 3
            and variant.belote_when_lost == "kept"
            and variant.lost_declarations == "both"
        ),
    ),
    *ROUNDING_SENTENCES,
)


def common_sentences(variant: Variant) -> list[str | Promise]:
    return [shared.sentence for shared in COMMON if shared.holds(variant)]

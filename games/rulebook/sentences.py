from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.belot import Variant, carres_in
from games.rulebook.common import SUITS, has_contract
from games.rulebook.rule import Chapter, Rule, Text, Value

Test = Callable[[Variant], bool]


@dataclass(frozen=True, slots=True)
class TextOverride:
    """Other texts of a rule in some variants; an empty text keeps the default.

    A text can contain ``%(target)d``, ``%(aces)d``, ``%(deals)d`` and ``%(base)s``.
    """

    key: str
    holds: Test
    title: Text = ""
    sentence: Text = ""


def is_trump_choice_only(variant: Variant) -> bool:
    return variant.auction in ("turn_up", "name", "eldest") and variant.contracts == SUITS


def is_dealt(layout: str) -> Test:
    return lambda variant: variant.layout == layout


def contra_levels_test(levels: int) -> Test:
    """Return a test: contra has this many levels and does not simply double."""
    return lambda variant: variant.factors != "double" and variant.contra_levels == levels


def has_level_points_without_all_trumps(variant: Variant) -> bool:
    return variant.points == "level" and not has_contract(variant, "AT")


def has_no_partners(variant: Variant) -> bool:
    return variant.players < 4


def can_throw_in(variant: Variant) -> bool:
    obliged = variant.auction == "eldest" or variant.nobody_bids != "thrown_in"
    return not obliged or variant.dealer_may_cancel is not None


def is_number(base: int | str) -> bool:
    return isinstance(base, int) and base > 0


TEXT_OVERRIDES: Final = (
    TextOverride(
        "direction",
        lambda variant: (variant.first_call, variant.direction) == ("dealer", "counter_clockwise"),
        sentence=_("Counter-clockwise; the player on the dealer's right leads first."),
    ),
    TextOverride(
        "direction",
        lambda variant: (variant.first_call, variant.direction) == ("dealer", "clockwise"),
        sentence=_("Clockwise; the player on the dealer's left leads first."),
    ),
    TextOverride(
        "packets",
        is_dealt("set_aside"),
        sentence=_(
            "Three, three and four cards each, and two more to the player on the dealer’s right, "
            "who takes up all twelve after naming trumps and sets two aside. Those two count for "
            "nobody."
        ),
    ),
    TextOverride(
        "packets",
        is_dealt("turned_card"),
        sentence=_(
            "Six cards each before the auction and four after it. The next card is turned up and "
            "stays out of play."
        ),
    ),
    TextOverride(
        "packets",
        is_dealt("table"),
        sentence=_(
            "Three cards and two to the hand, then one by one four face down and four face up on "
            "them. After the auction each player gets three more."
        ),
    ),
    TextOverride(
        "packets",
        lambda variant: (variant.packets, variant.auction) == ("3+3 / 3", "turn_up"),
        sentence=_(
            "Three cards and three, then a card is turned up; three more after the auction."
        ),
    ),
    TextOverride("auction", is_trump_choice_only, title=_("How trumps are chosen")),
    TextOverride(
        "auction",
        is_dealt("set_aside"),
        sentence=_("The player on the dealer’s right sees six cards and must name a suit."),
    ),
    TextOverride(
        "contra_levels",
        contra_levels_test(1),
        sentence=_("Contra can be said; it cannot be answered."),
    ),
    TextOverride(
        "contra_levels",
        contra_levels_test(2),
        sentence=_("Contra can be said, and answered by recontra."),
    ),
    TextOverride(
        "contra_levels",
        contra_levels_test(3),
        sentence=_("Contra can be said, answered by recontra, and that by sur-contra."),
    ),
    TextOverride(
        "contra_levels",
        contra_levels_test(4),
        sentence=_(
            "Contra can be said, answered by recontra, sur-contra and a fourth one, “coffee”."
        ),
    ),
    TextOverride(
        "recontra_ends",
        lambda variant: variant.recontra_ends == "always",
        title=_("After the last contra"),
    ),
    TextOverride(
        "beat_trump",
        lambda variant: not has_contract(variant, "AT"),
        title=_("When trumps are led"),
    ),
    TextOverride(
        "beat_trump",
        has_no_partners,
        sentence=_("A higher card must be played if possible."),
    ),
    TextOverride("trump_when_void", has_no_partners, sentence=_("A trump must be played.")),
    TextOverride(
        "irregularity",
        lambda variant: (variant.irregularity, variant.declarations) == ("forfeit", "trick"),
        sentence=_(
            "The deal ends; the other side scores all its points and all the combinations claimed."
        ),
    ),
    TextOverride(
        "irregularity",
        lambda variant: variant.irregularity == "forfeit" and variant.players == 3,
        sentence=_(
            "The deal ends; each of the others scores all its points and everything that was "
            "announced."
        ),
    ),
    TextOverride(
        "declarations",
        lambda variant: variant.declarations == "none",
        title=_("What is announced"),
    ),
    TextOverride(
        "contest",
        lambda variant: variant.contest == "together" and not any(carres_in(variant, "H")),
        sentence=_("Only the side with the best sequence counts any."),
    ),
    TextOverride(
        "no_trumps_four_aces",
        lambda variant: variant.no_trumps_factor == 1 and variant.no_trumps_four_aces > 0,
        sentence=_("They are worth %(aces)d."),
    ),
    TextOverride(
        "points",
        has_level_points_without_all_trumps,
        title=_("Cards in no trumps"),
        sentence=_("An ace counts 19 in no trumps, so that each contract holds 162 points."),
    ),
    TextOverride(
        "lost_base",
        lambda variant: variant.made_award == "taken_and_bid" and is_number(variant.lost_base),
        sentence=_("The other side scores %(base)s for the cards, and the bid."),
    ),
    TextOverride(
        "match_deals",
        lambda variant: bool(variant.match_deals) and not can_throw_in(variant),
        sentence=_("A match is %(deals)d deals. The higher sum wins; if equal, nobody does."),
    ),
    TextOverride(
        "until",
        lambda variant: True,
        title=_("When %(target)d is reached in the middle of a deal"),
    ),
)
"""The first that applies and has the text is used."""

CHOOSING_TRUMPS: Final = _("Choosing trumps")
"""Where the auction only decides the trump suit."""
COMBINATIONS: Final = _("Combinations in tricks")


def chapter_title(variant: Variant, chapter: Chapter) -> str:
    keys = {rule.key for rule in chapter.rules}
    if "auction" in keys and is_trump_choice_only(variant):
        return str(CHOOSING_TRUMPS)
    if "declarations" in keys and variant.declarations == "trick":
        return str(COMBINATIONS)
    return str(chapter.title)


def title_in(variant: Variant, rule: Rule) -> str:
    titles = (each.title for each in specials_of(variant, rule) if each.title)
    return fill_numbers(variant, next(titles, rule.title))


def sentence_in(variant: Variant, rule: Rule, value: Value) -> str:
    sentences = (each.sentence for each in specials_of(variant, rule) if each.sentence)
    if special := next(sentences, ""):
        return fill_numbers(variant, special)
    sentence = rule.sentence(value)
    if rule.key == "capot_doubled_in_no_trumps":
        return sentence.replace("90", str(variant.capot_points))
    return sentence


def specials_of(variant: Variant, rule: Rule) -> list[TextOverride]:
    return [each for each in TEXT_OVERRIDES if each.key == rule.key and each.holds(variant)]


def fill_numbers(variant: Variant, text: Text) -> str:
    if "%(" not in str(text):
        return str(text)
    numbers = {
        "target": variant.target,
        "aces": variant.no_trumps_four_aces,
        "deals": variant.match_deals or 0,
        "base": variant.lost_base,
    }
    return str(text) % numbers

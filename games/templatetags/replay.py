"""Tags of the replay page: calls, rows of cards, figures by side."""

from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import wording
from games.belot import CONTRACTS
from games.selectors.replay import Replay, Trick
from games.selectors.replay_words import call_name
from games.templatetags.belot import denomination, suit

register = template.Library()


@register.simple_tag
def call_mark(call: str) -> SafeString:
    """Draw a call: the contract's mark, or the word for a pass, a contra, a taken card."""
    if call in CONTRACTS:
        return denomination(call)
    if call.startswith("X"):
        return format_html('<span class="contra">{}</span>', call_name(call))
    return format_html('<span class="quiet">{}</span>', call_name(call))


@register.simple_tag
def of_side(numbers: Mapping[str, int], side: str) -> int:
    """The figure of a side."""
    return numbers.get(side, 0)


@register.simple_tag
def score_of(replay: Replay) -> str:
    """What each side writes, joined by dashes."""
    return "–".join(str(replay.result["score"][side]) for side in replay.sides)


@register.simple_tag
def card_row(cards: Iterable[str]) -> SafeString:
    """Cards in a line of text, rank before suit."""
    return format_html_join(" ", "{}", ((small_card(code),) for code in cards))


@register.simple_tag
def trick_row(trick: Trick) -> SafeString:
    """A trick's cards in the order played; the winner's is bold."""
    return format_html_join(
        " ",
        "{}",
        (
            (
                format_html("<b>{}</b>", small_card(code))
                if seat == trick.winner
                else small_card(code),
            )
            for seat, code in trick.cards
        ),
    )


def small_card(code: str) -> SafeString:
    """A card in text, read out in words."""
    return format_html(
        '<span class="small-card"><span aria-hidden="true">{}{}</span>'
        '<span class="sr">{}</span></span>',
        wording.rank_mark(code),
        suit(code[0], label=False),
        wording.card_name(code),
    )

from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.belot import CONTRACTS, parse_bid
from games.replay.selectors.costs import Costs
from games.replay.selectors.page import ReplayPage
from games.replay.selectors.replay import Replay, Trick
from games.templatetags.belot import denomination, suit
from games.wording import texts as wording
from games.wording.moves import call_name

register = template.Library()


@register.simple_tag
def call_mark(call: str) -> SafeString:
    """Draw a call: the contract's mark, or the word for a pass, a contra, a taken card."""
    if call in CONTRACTS:
        return denomination(call)
    bid = parse_bid(call)
    if bid is not None:
        number = bid.number or "*" * bid.promise
        mark = denomination(bid.contract)
        star = "*" if bid.number and bid.promise else ""
        return format_html("{} {}{}", number, mark, star)
    if call.startswith("X"):
        return format_html('<span class="contra">{}</span>', call_name(call))
    return format_html('<span class="quiet">{}</span>', call_name(call))


@register.simple_tag
def of_side(numbers: Mapping[str, int], side: str) -> int:
    return numbers.get(side, 0)


@register.simple_tag
def score_of(replay: Replay) -> str:
    return "–".join(str(replay.result["score"][side]) for side in replay.sides)


@register.simple_tag
def card_row(cards: Iterable[str]) -> SafeString:
    return format_html_join(" ", "{}", ((small_card(code),) for code in cards))


@register.simple_tag
def trick_row(trick: Trick) -> SafeString:
    """A trick's cards in playing order; the winner's is bold."""
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
    return format_html(
        '<span class="small-card"><span aria-hidden="true">{}{}</span>'
        '<span class="sr">{}</span></span>',
        wording.rank_mark(code),
        suit(code[0], label=False),
        wording.card_name(code),
    )


@register.filter
def loss(points: int) -> str:
    return wording.figure_text(-points)


@register.filter
def as_list(code: str) -> list[str]:
    return [code]


@register.simple_tag
def cost_badge(costs: Costs | None, order: int) -> SafeString | str:
    """Mark a card that cost points when it was played."""
    points = costs.by_order.get(order) if costs else None
    if not points:
        return ""
    return format_html('<span class="cost-badge" aria-hidden="true">{}</span>', loss(points))


@register.simple_tag
def slot_badge(page: ReplayPage, place: int) -> SafeString | str:
    """``cost_badge`` of the card at a place of the current trick."""
    seat = page.replay.seats[place]
    cards = page.costs.cards if page.costs else ()
    card = dict(page.frame.trick).get(seat)
    order = next((each.order for each in cards if (each.seat, each.card) == (seat, card)), -1)
    return cost_badge(page.costs, order)

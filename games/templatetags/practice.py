from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.belot import SUITS, parse_bid
from games.templatetags.belot import denomination, suit
from games.templatetags.replay import small_card
from games.wording.moves import call_name, number_text

register = template.Library()
register.simple_tag(small_card)


@register.simple_tag
def call_button(call: str) -> SafeString | str:
    words = call_name(call)
    name = f"{words[:1].upper()}{words[1:]}"
    return format_html("{} {}", suit(call, label=False), name) if call in SUITS else name


@register.simple_tag
def bid_mark(call: str) -> SafeString:
    """A bid in its number's row; the number is repeated only for screen readers."""
    bid = parse_bid(call)
    mark = denomination(bid.contract if bid else call)
    return format_html('<span class="sr">{} </span>{}', number_text(call), mark)

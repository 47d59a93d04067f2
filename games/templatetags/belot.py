"""Tags and filters for suits, cards, contracts, scores and states."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext_lazy

from games.belot import Variant
from games.charts import board as charts
from games.slips.bids import bid_text
from games.wording import texts as wording

register = template.Library()

STATES: Final[dict[str, tuple[str, str, wording.Text]]] = {
    "playing": ("ring", "playing", pgettext_lazy("table state", "playing")),
    "entered": ("half", "entered", pgettext_lazy("table state", "to confirm")),
    "confirmed": ("tick", "confirmed", pgettext_lazy("table state", "confirmed")),
    "finished": ("tick", "confirmed", pgettext_lazy("table state", "finished")),
    "online": ("tick", "confirmed", pgettext_lazy("table state", "online")),
    "offline": ("triangle", "silent", pgettext_lazy("table state", "no connection")),
    "silent": ("triangle", "silent", pgettext_lazy("table state", "no activity")),
    "dispute": ("cross", "dispute", pgettext_lazy("table state", "disputed")),
    "call": ("diamond", "call", pgettext_lazy("table state", "calling")),
    "empty": ("dash", "empty", pgettext_lazy("table state", "to come")),
}
BOX_WORDS: Final[dict[str, wording.Text]] = {
    "confirmed": pgettext_lazy("board state", "confirmed"),
    "entered": pgettext_lazy("board state", "entered"),
    "dispute": pgettext_lazy("board state", "disputed"),
    "empty": pgettext_lazy("board state", "to come"),
}

register.filter("contract_name", wording.contract_name)
register.filter("rank_name", wording.rank_name)
register.filter("contract_mark", wording.contract_mark)
register.filter("seat_name", wording.seat_name)
register.filter("seat_letter", wording.seat_letter)
register.filter("contra_name", wording.contra_name)
register.filter("outcome_name", wording.outcome_name)
register.filter("score", wording.score_text)
register.filter("percent", wording.figure_text)
register.filter("percent_sign", wording.percent_text)
register.filter("signed", wording.signed_text)


@register.simple_tag
def stylesheets(kind: str) -> SafeString:
    """Link the stylesheet of a kind of page: ``site``, ``public``, ``table`` or ``bare``."""
    return format_html('<link rel="stylesheet" href="{}">', static(f"bundles/{kind}.css"))


@register.simple_tag
def scripts(kind: str) -> SafeString:
    """Load the bundled script of a kind of page: ``public``."""
    address = static(f"bundles/{kind}.js")
    return format_html('<script type="module" src="{}"></script>', address)


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """Draw a sprite symbol, hidden from screen readers: add text next to it."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="#{}"/></svg>',
        css,
        name,
    )


@register.simple_tag
def suit(code: str, label: bool = True) -> SafeString:
    """Draw a suit (``C D H S``), with its name for screen readers unless ``label`` is false."""
    drawn = format_html(
        '<svg class="suit suit-{0}" aria-hidden="true" focusable="false">'
        '<use href="#suit-{0}"/></svg>',
        code.lower(),
    )
    return drawn + _screen_reader_text(wording.contract_name(code)) if label else drawn


@register.simple_tag
def denomination(code: str) -> SafeString:
    """Draw a contract without declarer: the suit, or the letters of no or all trumps."""
    mark = wording.contract_mark(code)
    if not mark:
        return suit(code)
    return format_html(
        '<b aria-hidden="true">{}</b>{}', mark, _screen_reader_text(wording.contract_name(code))
    )


@register.simple_tag
def contract(
    code: str | None,
    seat: str | None = "",
    contra: int | None = 0,
    bid: str = "",
    rules: Variant | None = None,
) -> SafeString:
    """Draw a contract with seat and contra multiplier, and as text for screen readers.

    Without ``rules`` each contra doubles.
    """
    if not code:
        return format_html('<span class="contract"><b>{}</b></span>', wording.contract_words(""))
    mark = wording.contract_mark(code)
    return format_html(
        '<span class="contract"><span aria-hidden="true">{}{} {}{}</span>{}</span>',
        format_html("<b>{}</b> ", bid) if bid else "",
        format_html("<b>{}</b>", mark) if mark else suit(code, label=False),
        wording.seat_name(seat or ""),
        _contra(contra or 0, code, rules),
        _screen_reader_text(wording.contract_words(code, seat or "", contra or 0, bid)),
    )


@register.simple_tag
def contract_in(slip: Mapping[str, object], rules: Variant | None = None) -> SafeString:
    code, seat, contra = (slip.get(key) for key in ("contract", "declarer", "contra"))
    level = contra if isinstance(contra, int) else 0
    return contract(str(code or ""), str(seat or ""), level, bid_text(slip), rules)


def _contra(level: int, code: str, rules: Variant | None) -> SafeString:
    mark = wording.contra_mark(level, code, rules)
    return format_html(' <span class="contra">{}</span>', mark) if mark else SafeString("")


@register.simple_tag
def card(code: str, css: str = "") -> SafeString:
    return format_html(
        '<span class="tile {}"><span aria-hidden="true">{}</span>{}{}</span>',
        css,
        wording.rank_mark(code),
        suit(code[0], label=False),
        _screen_reader_text(wording.card_name(code)),
    )


@register.simple_tag
def hand(first: str | Iterable[str] = "", later: str | Iterable[str] = "") -> SafeString:
    """Draw a hand in packets of five and three, or eight empty tiles."""
    packets = [wording.sort_for_display(first), wording.sort_for_display(later)]
    if not any(packets):
        return _empty_hand()
    return format_html(
        '<span class="hand">{}</span>',
        format_html_join(
            "",
            '<span class="hand-packet">{}</span>',
            ((_join(card(code) for code in packet),) for packet in packets if packet),
        ),
    )


def _empty_hand() -> SafeString:
    tile = SafeString('<span class="tile tile-empty"></span>')
    packets = ((SafeString(tile * size),) for size in (5, 3))
    return format_html(
        '<span class="hand" aria-hidden="true">{}</span>',
        format_html_join("", '<span class="hand-packet">{}</span>', packets),
    )


@register.simple_tag
def suit_lines(cards: str | Iterable[str]) -> SafeString:
    """List a hand by suit (♠ ♥ ♣ ♦), ranks high to low."""
    lines = ((suit(code), ranks) for code, ranks in wording.ranks_by_suit(cards))
    return format_html(
        '<ul class="suit-lines">{}</ul>',
        format_html_join("", "<li>{}<span>{}</span></li>", lines),
    )


@register.simple_tag
def outcome(code: str) -> SafeString:
    """Draw an outcome as a small tag; nothing for a contract that was made."""
    if code in ("", "made", "passed_out"):
        return SafeString("")
    kind = "tag tag-warn" if code == "hanging" else "tag"
    return format_html('<span class="{}">{}</span>', kind, wording.outcome_name(code))


@register.filter
def place(rank: int | None, shared: bool = False) -> SafeString:
    """Write a place; the "=" of a shared one does not affect alignment."""
    if rank is None:
        return SafeString(wording.NO_VALUE)
    if not shared:
        return format_html('<span class="place">{}</span>', rank)
    return format_html(
        '<span class="place">{}<span class="place-tie" aria-hidden="true">=</span>{}</span>',
        rank,
        _screen_reader_text(gettext("shared")),
    )


@register.simple_tag
def place_change(up: int | None) -> SafeString:
    """Draw places gained (positive) or lost since the last round; a dash for none."""
    if not up:
        return format_html('<span class="change">{}</span>', wording.NO_VALUE)
    words = (
        ngettext("up %(n)d place", "up %(n)d places", up)
        if up > 0
        else ngettext("down %(n)d place", "down %(n)d places", -up)
    )
    return format_html(
        '<span class="change {}">{}<span aria-hidden="true">{}</span>{}</span>',
        "change-up" if up > 0 else "change-down",
        icon("up" if up > 0 else "down"),
        abs(up),
        _screen_reader_text(words % {"n": abs(up)}),
    )


@register.simple_tag
def state_dot(state: str, text: str = "", css: str = "") -> SafeString:
    """Draw a table's state as shape, word and colour; ``text`` replaces the usual word."""
    shape, colour, word = STATES[state]
    return format_html(
        '<span class="state state-{} {}">{}<span>{}</span></span>',
        colour,
        css,
        icon(shape),
        text or word,
    )


@register.simple_tag
def names(*people: str | Sequence[str]) -> SafeString:
    """Write a team's names joined by dashes; on phones one per line."""
    flat = [name for item in people for name in ([item] if isinstance(item, str) else item)]
    return format_html(
        '<span class="names">{}</span>',
        format_html_join(
            SafeString('<span class="names-dash"> – </span>'),
            "<span>{}</span>",
            ((name,) for name in flat),
        ),
    )


@register.simple_tag
def board_box(number: int | str, state: str = "empty") -> SafeString:
    """Draw a board's box in its state."""
    return format_html(
        '<span class="box box-{}">{}{}</span>',
        state,
        number,
        _screen_reader_text(str(BOX_WORDS[state])),
    )


@register.inclusion_tag("_partials/progress.html")
def round_progress(
    total: int,
    done: int,
    part: float = 0.0,
    ends: str = "",
    current: int = 0,
    is_ahead: bool = False,
) -> dict[str, object]:
    """Draw one segment per round; ``part`` (0 to 1) of the running round is filled.

    ``current`` is by default the first unfinished round; ``total`` 0: unknown; ``is_ahead``:
    before play.
    """
    return {
        "segments": charts.progress_segments(total, done, part),
        "total": total,
        "current": current or min(done + 1, total or done + 1),
        "ends": ends,
        "is_ahead": is_ahead,
    }


@register.simple_tag
def not_begun(rounds: int) -> str:
    if not rounds:
        return gettext("Not begun")
    words = ngettext("Not begun · %(n)d round", "Not begun · %(n)d rounds", rounds)
    return words % {"n": rounds}


@register.inclusion_tag("_partials/spark.html")
def spark(places: Sequence[int], field: int, rounds: int | None = None) -> dict[str, object]:
    """Draw the place after each round, with a line at the middle of the field."""
    points = charts.spark_points(places, field, rounds)
    return {
        "points": charts.polyline(points),
        "end": points[-1] if points else None,
        "places": ", ".join(str(rank) for rank in places),
    }


@register.inclusion_tag("_partials/bar.html")
def bar(
    value: float | Fraction, whole: float | Fraction = 100, mark: float | None = None
) -> dict[str, object]:
    """Draw ``value`` as a part of ``whole``, with an optional mark."""
    return {
        "filled": charts.share_percent(value, whole),
        "mark": None if mark is None else charts.share_percent(mark, whole),
    }


@register.inclusion_tag("_partials/history.html")
def history(values: Sequence[int]) -> dict[str, object]:
    """Draw a time series, oldest first; the page also needs its table."""
    return {"chart": charts.history_chart(values), "first": values[0], "last": values[-1]}


@register.inclusion_tag("_partials/strip.html")
def strip(own: float, others: Sequence[float], limit: float = 30) -> dict[str, object]:
    """Draw one difference against those of the other tables; the middle line is even."""
    dots = charts.strip_dots(others, limit)
    circles = (
        f'<circle class="chart-dot" cx="{strip_percent(x):g}%" cy="{y:g}" r="2.8"/>'
        for x, y in dots
    )
    return {
        "dots": mark_safe(
            "".join(circles)
        ),  # without format_html: one for each table, on each board
        "own_x": strip_percent(charts.strip_x(own, limit)),
        "better_than": sum(other < own for other in others),
        "tables": len(others),
    }


def strip_percent(x: float) -> float:
    return round(100 * x / charts.STRIP_WIDTH, 2)


def _screen_reader_text(words: str) -> SafeString:
    return format_html('<span class="sr">{}</span>', words)


def _join(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))

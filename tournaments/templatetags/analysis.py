from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.analysis.selectors import DealAnalysis, MakeLine, Par
from games.belot import parse_bid
from games.templatetags.belot import contract, denomination
from games.wording.moves import number_text
from games.wording.texts import contra_mark, score_text, seat_letter, seat_name, signed_text

register = template.Library()


@register.filter
def by_column(line: MakeLine, analysis: DealAnalysis) -> list[tuple[int, bool]]:
    """Points of a contract by seat, marking the column of the real leader."""
    marks = (is_leader for _seat, is_leader in analysis.columns)
    return list(zip(line.points, marks, strict=True))


def written_score(score: tuple[int, int], with_roem: bool) -> str:
    """A score; only its difference where combinations count in tricks."""
    own, other = score
    return signed_text(own - other) if with_roem else score_text(own, other)


@register.simple_tag
def par_score(par: Par) -> str:
    return written_score(par.own_score, par.with_roem)


@register.simple_tag
def maker(line: MakeLine) -> SafeString | str:
    if line.makers:
        return format_html("<b>{}</b>", " ".join(seat_letter(seat) for seat in line.makers))
    if not line.side:
        return "–"
    number = number_text(line.call)
    score = written_score(line.score, line.with_roem)
    if not number:
        return format_html("<b>{}</b> {}", seat_letter(line.side), score)
    return format_html("<b>{} {}</b> · {}", seat_letter(line.side), number, score)


def bid_mark(code: str) -> SafeString:
    bid = parse_bid(code)
    if bid is None:
        return denomination(code)
    return format_html("{} {}", number_text(code), denomination(bid.contract))


@register.simple_tag
def par_contract(par: Par) -> SafeString | str:
    """Par contract, or that the deal is thrown in."""
    return contract(par.contract, par.seat, par.contra, number_text(par.call), par.rules)


@register.simple_tag
def par_short(par: Par) -> SafeString | str:
    if not par.contract:
        return gettext("Passed out")
    factor = contra_mark(par.contra, par.contract, par.rules)
    return format_html(
        "{} {}{} {}",
        bid_mark(par.call or par.contract),
        seat_letter(par.seat),
        f" {factor}" if factor else "",
        par_score(par),
    )


@register.simple_tag
def par_words(par: Par) -> SafeString:
    """Par as a sentence, with equivalent contracts."""
    if not par.contract:
        words = gettext("Nobody can gain by bidding: with all cards seen everybody would pass.")
        return format_html("{}", words)
    words = gettext(
        "With all cards seen, neither side can do better: North–South %(net)s. Any higher "
        "bid costs more."
    ) % {"net": signed_text(par.net)}
    first = par.call or par.contract, par.seat
    others = [each for each in par.contracts if each != first]
    if not others:
        return format_html("{}", words)
    listed = format_html_join(
        ", ", "{} {}", ((bid_mark(code), seat_name(seat)) for code, seat in others)
    )
    return format_html("{} {} {}.", words, gettext("The same with"), listed)

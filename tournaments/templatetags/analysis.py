"""Tags that write what a board's cards can make, and par."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.analysis.selectors import DealAnalysis, MakeLine, Par
from games.templatetags.belot import contract, denomination
from games.wording.words import score_text, seat_letter, seat_name, signed_text

register = template.Library()


@register.filter
def by_column(line: MakeLine, analysis: DealAnalysis) -> list[tuple[int, bool]]:
    """A contract's points by seat, each with whether its column is that of the real leader."""
    marks = (is_leader for _seat, is_leader in analysis.columns)
    return list(zip(line.points, marks, strict=True))


@register.simple_tag
def maker(line: MakeLine) -> SafeString | str:
    """The makers of a contract with their score; a dash where nobody makes it."""
    if line.makers:
        return format_html("<b>{}</b>", " ".join(seat_letter(seat) for seat in line.makers))
    if not line.side:
        return "–"
    return format_html("<b>{}</b> {}", seat_letter(line.side), score_text(*line.score))


@register.simple_tag
def par_contract(par: Par) -> SafeString | str:
    """The contract of par, or that the deal is thrown in."""
    return contract(par.contract, par.seat, par.contra)


@register.simple_tag
def par_short(par: Par) -> SafeString | str:
    """Par in as little room as may be: the contract, whose, and what is written."""
    if not par.contract:
        return gettext("Passed out")
    factor = f" ×{2**par.contra}" if par.contra else ""
    return format_html(
        "{} {}{} {}",
        denomination(par.contract),
        seat_letter(par.seat),
        factor,
        score_text(*par.own_score),
    )


@register.simple_tag
def par_words(par: Par) -> SafeString:
    """Par in a sentence, with the other contracts that come to the same."""
    if not par.contract:
        words = gettext("Nobody can gain by bidding: with all cards seen everybody would pass.")
        return format_html("{}", words)
    words = gettext(
        "With all cards seen, neither side can do better: North–South %(net)s. Any higher "
        "bid costs more."
    ) % {"net": signed_text(par.net)}
    others = [each for each in par.contracts if each != (par.contract, par.seat)]
    if not others:
        return format_html("{}", words)
    listed = format_html_join(
        ", ", "{} {}", ((denomination(code), seat_name(seat)) for code, seat in others)
    )
    return format_html("{} {} {}.", words, gettext("The same with"), listed)

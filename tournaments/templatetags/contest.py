"""Tags and filters that write places, figures and combinations of a tournament into pages."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rulebook import rules_name
from games.templatetags.belot import suit
from games.wording import figure_text, rank_mark, signed_text
from tournaments.models import Season, Tournament
from tournaments.selectors.deals import Held
from tournaments.selectors.rounds import Progress
from tournaments.unit_words import counted, numbered, numbered_small

register = template.Library()
Text = str | Promise

COMBINATIONS: Final[dict[str, Text]] = {
    "tierce": _("tierce"),
    "quarte": _("quarte"),
    "quinte": _("quinte"),
    "carre": _("four of a kind"),
    "belote": _("belote"),
}
LISTS: Final[dict[str, Text]] = {
    "all": pgettext_lazy("ranking list", "All pairs"),
    "ns": _("North–South"),
    "ew": _("East–West"),
}
SHORT_LISTS: Final[dict[str, Text]] = {
    "all": "",
    "ns": pgettext_lazy("seat letter", "NS"),
    "ew": pgettext_lazy("seat letter", "EW"),
}
UNITS: Final[dict[str, Text]] = {
    Tournament.Scoring.MATCHPOINTS: "%",
    Tournament.Scoring.AVERAGE_DIFFERENCE: pgettext_lazy("column head", "points"),
}


@register.simple_tag
def figure(value: Fraction | None, scoring: str, places: int = 2) -> str:
    """Write a total or a result: a percentage, or a difference with its sign."""
    if scoring == Tournament.Scoring.MATCHPOINTS:
        return figure_text(value, places)
    return signed_text(value, places)


@register.filter
def unit(scoring: str) -> str:
    """Name what figures are counted in: percent, or points."""
    return str(UNITS.get(scoring, ""))


@register.filter
def list_name(section: str) -> str:
    """Name a ranking list (``all``, ``ns``, ``ew``)."""
    return str(LISTS[section])


@register.filter
def list_letters(section: str) -> str:
    """Give the letters of a line of a two-winner contest; empty for the one list of all."""
    return str(SHORT_LISTS[section])


@register.filter
def preset_name(preset: str) -> str:
    """Name a preset of the rules; unknown ones come back unchanged."""
    return rules_name(preset)


@register.simple_tag
def combination(held: Held) -> SafeString:
    """Write a combination: its name, ranks, suit and worth."""
    same_suit = len({card[0] for card in held.cards}) == 1
    ranks = [rank_mark(card) for card in held.cards]
    return format_html(
        '<span class="nowrap">{} {} {} {}</span>',
        str(COMBINATIONS[held.kind]),
        " ".join(ranks) if same_suit else ranks[0],
        suit(held.cards[0][0]) if same_suit else "",
        held.points,
    )


@register.simple_tag
def short_combination(held: Held) -> SafeString:
    """Write a combination in a word, for beside a hand on a phone."""
    same_suit = len({card[0] for card in held.cards}) == 1
    mark = suit(held.cards[0][0]) if same_suit else rank_mark(held.cards[0])
    return format_html('<span class="nowrap">{} {}</span>', str(COMBINATIONS[held.kind]), mark)


@register.simple_tag
def belote_contracts(held: Iterable[Held]) -> SafeString:
    """List the suits whose belote somebody holds."""
    suits = dict.fromkeys(item.cards[0][0] for item in held if item.kind == "belote")
    return format_html_join(" ", "{}", ((suit(code),) for code in suits))


@register.filter
def progress_name(row: Progress) -> str:
    """Name a line of a round's progress: a board, or a turn where tables play different boards."""
    if not row.order:
        return gettext("Board %(number)d") % {"number": row.board}
    return gettext("Board no. %(order)d of the table") % {"order": row.order}


@register.filter
def minutes(seconds: int | None) -> str:
    """Write seconds as a clock does, 4:24."""
    left = seconds or 0
    return f"{left // 60}:{left % 60:02d}"


@register.filter
def chars(text: str, size: int) -> list[str]:
    """Cut a long figure into pieces that can be read and compared."""
    return [text[start : start + size] for start in range(0, len(text), size)]


@register.simple_tag
def rating_change(change: int | None) -> str:
    """Write what a tournament did to a rating; a first one changed nothing."""
    return "–" if change is None else signed_text(change, 0)


@register.simple_tag
def season_figure(season: Season, value: Fraction) -> str:
    """Write points of a season: whole ones as such, others with two decimals."""
    return figure_text(value, 0 if value.denominator == 1 else 2)


@register.simple_tag
def season_rule(season: Season) -> str:
    """Say in words how a season counts."""
    words = [capfirst(str(season.get_measure_display()))]
    if season.best:
        words.append(
            ngettext("the best result counts", "the best %(n)d results count", season.best)
            % {"n": season.best}
        )
    if season.is_mean:
        words.append(gettext("the mean is ranked"))
    if season.least > 1:
        words.append(gettext("ranked from %(n)d results on") % {"n": season.least})
    return ", ".join(words)


@register.filter
def entrants(count: int, unit: str) -> str:
    """So many pairs, teams or players."""
    return counted(unit, count)


@register.filter
def entrant(number: int | str, unit: str) -> str:
    """The pair, team or player of this number."""
    return numbered(unit, number)


@register.filter
def plain_figure(value: Fraction | str) -> str:
    """An exact figure, whole where it is whole, else with two places."""
    exact = Fraction(value)
    return str(exact.numerator) if exact.denominator == 1 else figure_text(exact, 2)


@register.filter
def entrant_small(number: int | str, unit: str) -> str:
    """The same within a line."""
    return numbered_small(unit, number)

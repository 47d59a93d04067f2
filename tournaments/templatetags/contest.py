"""Format places, figures and combinations of a tournament."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.templatetags.belot import suit
from games.wording.deals import HeldCombination
from games.wording.signs import join_parts
from games.wording.texts import figure_text, rank_mark, signed_text
from tournaments.draws.texts import board_span
from tournaments.entries.texts import count_words, number_words, number_words_in_line
from tournaments.models import Play, Season, Tournament
from tournaments.public.selectors.rounds import Progress
from tournaments.results.texts import (
    figures_words,
    game_words,
    logged_game_words,
    reason_without_score,
    result_words,
)
from tournaments.scoring import Award, TieReason
from tournaments.standings.texts import (
    AVERAGES,
    FIGURE_UNITS,
    award_words,
    missed_words,
    plain_figure,
    ranking_changes,
    shared_ranks_text,
    signed_figure,
    tie_break_words,
)
from tournaments.state.formats import is_bracket
from tournaments.state.scoring import board_figure_unit, figure_unit, has_fixed_places, is_signed

register = template.Library()
register.filter(shared_ranks_text)
register.simple_tag(missed_words, name="missed")
for written in (
    plain_figure,
    signed_figure,
    result_words,
    game_words,
    logged_game_words,
    figures_words,
    reason_without_score,
    ranking_changes,
):
    register.simple_tag(written)

Text = str | Promise
Contest = Tournament | str

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


@register.simple_tag
def figure(value: Fraction | None, contest: Contest, places: int = 2) -> str:
    """Format a total in the tournament's unit: percent, IMPs, VPs, points, wins."""
    return figure_in(value, contest, "", places)


@register.simple_tag
def board_figure(value: Fraction | None, contest: Contest, places: int = 2) -> str:
    """Format a board figure, whose unit can differ from that of totals."""
    return figure_in(value, contest, board_figure_unit(contest_of(contest)), places)


def figure_in(value: Fraction | None, contest: Contest, unit: str, places: int) -> str:
    """Format a figure in a unit (empty: that of totals)."""
    return figure_writer(contest, unit, places)(value)


def figure_writer(
    contest: Contest, unit: str = "", places: int = 2
) -> Callable[[Fraction | None], str]:
    """Return a function that formats figures; faster for many of them."""
    tournament = contest_of(contest)
    unit = unit or figure_unit(tournament)
    write = signed_text if is_signed(tournament, unit) else figure_text
    if has_fixed_places(tournament, unit):
        return lambda value: write(value, places)
    return lambda value: write(value, places_of(value, places))


def places_of(value: Fraction | None, places: int) -> int:
    """Decimal places: none for whole figures, one for halves."""
    if value is None or value.denominator > 2:
        return places
    return value.denominator - 1


def contest_of(contest: Contest) -> Tournament:
    """A tournament, or an empty one for the name of a scoring."""
    return Tournament(scoring=contest) if isinstance(contest, str) else contest


@register.filter
def gives_byes(tournament: Tournament) -> bool:
    """Whether an entrant without opponent advances by a bye."""
    return is_bracket(tournament)


@register.filter
def board_list(boards: list[int]) -> str:
    """Consecutive boards as first and last."""
    return board_span(boards)


@register.filter
def unit(contest: Contest) -> str:
    return str(FIGURE_UNITS[figure_unit(contest_of(contest))])


@register.filter
def board_unit(contest: Contest) -> str:
    return str(FIGURE_UNITS[board_figure_unit(contest_of(contest))])


@register.filter
def exact(value: str) -> Fraction:
    return Fraction(value)


@register.filter
def tie_name(tie_break: str, tournament: Tournament) -> str:
    return str(tie_break_words(tournament)[tie_break][0])


@register.filter
def tie_meaning(tie_break: str, tournament: Tournament) -> str:
    return str(tie_break_words(tournament)[tie_break][1])


@register.filter
def zip_others(tie: TieReason, teams: Iterable[object]) -> list[tuple[object, Fraction]]:
    """Pair the other teams of a tie with their values."""
    return [(team, value) for team, (_id, value) in zip(teams, tie.others, strict=True)]


@register.filter
def award_name(award: Award) -> str:
    if award.average is not None:
        return str(AVERAGES[award.average])
    return award_words({"nets": award.nets})


@register.filter
def scoring_text(contest: Contest) -> str:
    return gettext(contest_of(contest).method.told.explained)


@register.filter
def list_name(section: str) -> str:
    return str(LISTS[section])


@register.simple_tag
def combination(held: HeldCombination) -> SafeString:
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
def short_combination(held: HeldCombination) -> SafeString:
    """A combination as one word, for use next to a hand on a phone."""
    same_suit = len({card[0] for card in held.cards}) == 1
    mark = suit(held.cards[0][0]) if same_suit else rank_mark(held.cards[0])
    return format_html('<span class="nowrap">{} {}</span>', str(COMBINATIONS[held.kind]), mark)


@register.simple_tag
def belote_contracts(held: Iterable[HeldCombination]) -> SafeString:
    """Suits of the belotes held."""
    suits = dict.fromkeys(item.cards[0][0] for item in held if item.kind == "belote")
    return format_html_join(" ", "{}", ((suit(code),) for code in suits))


@register.filter
def progress_name(row: Progress) -> str:
    """Label of a progress line: a board, or a turn where tables play different boards."""
    if not row.order:
        return gettext("Board %(number)d") % {"number": row.board}
    return gettext("Board no. %(order)d of the table") % {"order": row.order}


@register.filter
def play_name(play: Play) -> str:
    if play.board.deal_id is None:
        return gettext("Round %(r)s, table %(t)s") % {
            "r": play.sitting.round.number,
            "t": play.sitting.table.number,
        }
    return gettext("Round %(r)s, table %(t)s, board %(b)s") % {
        "r": play.sitting.round.number,
        "t": play.sitting.table.number,
        "b": play.board.number,
    }


@register.filter
def tables_of(plays: Iterable[Play]) -> str:
    return join_parts(
        gettext("round %(r)s, table %(t)s")
        % {"r": play.sitting.round.number, "t": play.sitting.table.number}
        for play in plays
    )


@register.filter
def minutes(seconds: int | None) -> str:
    """Seconds as minutes and seconds, 4:24."""
    left = seconds or 0
    return f"{left // 60}:{left % 60:02d}"


@register.filter
def chars(text: str, size: int) -> list[str]:
    """Split a long figure into readable pieces."""
    return [text[start : start + size] for start in range(0, len(text), size)]


@register.simple_tag
def rating_change(change: int | None) -> str:
    """The rating change of a tournament; none for the first one."""
    return "–" if change is None else signed_text(change, 0)


@register.simple_tag
def season_figure(season: Season, value: Fraction) -> str:
    """Season points: whole, or with two decimals."""
    return figure_text(value, 0 if value.denominator == 1 else 2)


@register.simple_tag
def season_rule(season: Season) -> str:
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
    return count_words(unit, count)


@register.filter
def entrant(number: int | str, unit: str) -> str:
    return number_words(unit, number)


@register.filter
def exact_figure(value: Fraction | str) -> str:
    """An exact figure: whole, or with two decimals."""
    exact = Fraction(value)
    text = str(exact.numerator) if exact.denominator == 1 else figure_text(exact, 2)
    return text.replace("-", "−")


@register.filter
def entrant_small(number: int | str, unit: str) -> str:
    """The entrant's label for use inside a sentence."""
    return number_words_in_line(unit, number)

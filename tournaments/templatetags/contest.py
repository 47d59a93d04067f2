"""Tags and filters that write places, figures and combinations of a tournament into pages."""

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
from games.wording.deals import Held
from games.wording.signs import parts_in_line
from games.wording.texts import figure_text, rank_mark, signed_text
from tournaments.draws.texts import board_span
from tournaments.entries.texts import count_words, number_words, number_words_in_line
from tournaments.models import Play, Season, Tournament
from tournaments.public.selectors.rounds import Progress
from tournaments.results.texts import (
    figures_words,
    game_words,
    logged_game_words,
    result_words,
    ruling_in_words,
)
from tournaments.scoring import Award, TieReason
from tournaments.standings.texts import (
    AVERAGES,
    FIGURE_UNITS,
    award_words,
    missed_words,
    plain_figure,
    ranking_changes,
    shared_words,
    signed_figure,
    tie_break_words,
)
from tournaments.state.formats import is_bracket
from tournaments.state.scoring import board_figure_unit, figure_unit, has_fixed_places, is_signed

register = template.Library()
register.filter(shared_words)
register.simple_tag(missed_words, name="missed")
for written in (
    plain_figure,
    signed_figure,
    result_words,
    game_words,
    logged_game_words,
    figures_words,
    ruling_in_words,
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
    """Write a total in the units of the contest: percent, IMPs, VPs, points, wins."""
    return figure_in(value, contest, "", places)


@register.simple_tag
def board_figure(value: Fraction | None, contest: Contest, places: int = 2) -> str:
    """Write what one board is worth, which may be another unit than that of totals."""
    return figure_in(value, contest, board_figure_unit(contest_of(contest)), places)


def figure_in(value: Fraction | None, contest: Contest, unit: str, places: int) -> str:
    """Write a figure in a unit (empty: that of totals), with its sign and decimals as usual."""
    return figure_writer(contest, unit, places)(value)


def figure_writer(
    contest: Contest, unit: str = "", places: int = 2
) -> Callable[[Fraction | None], str]:
    """A function that writes figures in a unit; for pages of many figures, which share one."""
    tournament = contest_of(contest)
    unit = unit or figure_unit(tournament)
    write = signed_text if is_signed(tournament, unit) else figure_text
    if has_fixed_places(tournament, unit):
        return lambda value: write(value, places)
    return lambda value: write(value, places_of(value, places))


def places_of(value: Fraction | None, places: int) -> int:
    """The number of decimal places: none for whole figures, one for halves."""
    if value is None or value.denominator > 2:
        return places
    return value.denominator - 1


def contest_of(contest: Contest) -> Tournament:
    """A tournament, or the name of a scoring as one without anything else."""
    return Tournament(scoring=contest) if isinstance(contest, str) else contest


@register.filter
def gives_byes(tournament: Tournament) -> bool:
    """Whether who has no opponent goes on all the same, by a bye, and does not sit out."""
    return is_bracket(tournament)


@register.filter
def board_list(boards: list[int]) -> str:
    """Write boards in a row as first and last."""
    return board_span(boards)


@register.filter
def unit(contest: Contest) -> str:
    """Name what totals are counted in: percent, IMPs, VPs, points, wins."""
    return str(FIGURE_UNITS[figure_unit(contest_of(contest))])


@register.filter
def board_unit(contest: Contest) -> str:
    """Name what a board is counted in."""
    return str(FIGURE_UNITS[board_figure_unit(contest_of(contest))])


@register.filter
def exact(value: str) -> Fraction:
    """Read a stored exact figure."""
    return Fraction(value)


@register.filter
def tie_name(tie_break: str, tournament: Tournament) -> str:
    """Name a tie-break."""
    return str(tie_break_words(tournament)[tie_break][0])


@register.filter
def tie_meaning(tie_break: str, tournament: Tournament) -> str:
    """Say what a tie-break looks at."""
    return str(tie_break_words(tournament)[tie_break][1])


@register.filter
def zip_others(tie: TieReason, teams: Iterable[object]) -> list[tuple[object, Fraction]]:
    """Put the others of a tie beside their values."""
    return [(team, value) for team, (_id, value) in zip(teams, tie.others, strict=True)]


@register.filter
def award_name(award: Award) -> str:
    """Name an award: an average, or results with their parts."""
    if award.average is not None:
        return str(AVERAGES[award.average])
    return award_words({"nets": award.nets})


@register.filter
def scoring_text(contest: Contest) -> str:
    """Explain the scoring in a few sentences."""
    return gettext(contest_of(contest).method.told.explained)


@register.filter
def list_name(section: str) -> str:
    """Name a ranking list (``all``, ``ns``, ``ew``)."""
    return str(LISTS[section])


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
def play_name(play: Play) -> str:
    """Which play it is: its round, table and board; a game needs no board."""
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
    """Where plays of one board were made: rounds and tables."""
    return parts_in_line(
        gettext("round %(r)s, table %(t)s")
        % {"r": play.sitting.round.number, "t": play.sitting.table.number}
        for play in plays
    )


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
    """The number of entrants in words: so many pairs, teams or players."""
    return count_words(unit, count)


@register.filter
def entrant(number: int | str, unit: str) -> str:
    """The pair, team or player of this number."""
    return number_words(unit, number)


@register.filter
def exact_figure(value: Fraction | str) -> str:
    """An exact figure, whole where it is whole, else with two places."""
    exact = Fraction(value)
    text = str(exact.numerator) if exact.denominator == 1 else figure_text(exact, 2)
    return text.replace("-", "−")


@register.filter
def entrant_small(number: int | str, unit: str) -> str:
    """The same within a line."""
    return number_words_in_line(unit, number)

"""Render heat-map rows in Python: there are thousands of cells."""

from collections.abc import Callable
from fractions import Fraction

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.charts.heat import tint_of, tint_ranges
from games.templatetags.belot import place
from games.wording.texts import NO_VALUE, figure_text, signed_text
from tournaments.models import Tournament
from tournaments.public.selectors.heatmaps import HeatMap, HeatRow
from tournaments.state.scoring import board_figure_unit
from tournaments.templatetags.contest import figure_writer
from tournaments.templatetags.rankings import team_url_builder

register = template.Library()
Write = Callable[[Fraction | None], str]


@register.simple_tag
def heat_spans() -> list[tuple[int, str]]:
    """The tints and their percentages, for the legend."""
    return tint_ranges()


@register.simple_tag
def heat_rows(page: HeatMap, tournament: Tournament, shown: int) -> SafeString:
    """One row per entrant, one cell per board; phones show the ``shown`` group."""
    total, write = figure_writer(tournament), short_writer(tournament)
    head = row_head_writer(tournament)
    columns = columns_of(page, shown)
    return SafeString(
        "".join(
            f"<tr>{head(row)}"
            + "".join(
                tint_cell(row.boards.get(board), page.limit, write, css) for board, css in columns
            )
            + f'<td class="num total">{total(row.entrant.total)}</td></tr>\n'
            for row in page.rows
        )
    )


@register.simple_tag
def heat_feet(page: HeatMap, shown: int) -> SafeString:
    """NS average and spread of each board."""
    columns = columns_of(page, shown)
    means = (
        f'<td class="{css}">{signed_text(page.means.get(board))}</td>' for board, css in columns
    )
    swings = (
        f'<td class="{css}">{page.swings.get(board, NO_VALUE)}</td>' for board, css in columns
    )
    mean, swing = escape(gettext("NS mean, points")), escape(gettext("Swing, points"))
    return SafeString(
        f'<tr><th scope="row" colspan="2">{mean}</th>'
        f"{''.join(means)}<td></td></tr>\n"
        f'<tr><th scope="row" colspan="2">{swing}</th>'
        f"{''.join(swings)}<td></td></tr>\n"
    )


@register.simple_tag
def met_rows(page: HeatMap, tournament: Tournament) -> SafeString:
    """One row per entrant, one cell per opponent: hatched for itself, empty if never met."""
    write, head = short_writer(tournament), row_head_writer(tournament)
    others = [row.entrant.team.id for row in page.rows]
    return SafeString(
        "".join(
            f"<tr>{head(row)}"
            + "".join(
                '<td class="heat-self"></td>'
                if other == row.entrant.team.id
                else tint_cell(row.met.get(other), page.met_limit, write)
                for other in others
            )
            + f'<td class="num total">{row.won}–{row.lost}</td></tr>\n'
            for row in page.rows
        )
    )


def columns_of(page: HeatMap, shown: int) -> list[tuple[int, str]]:
    """CSS classes by board: group starts are separated, phones hide other groups."""
    columns = []
    for group in page.groups:
        hidden = "" if group.number == shown else " heat-far"
        for index, board in enumerate(group.boards):
            columns.append((board, f"{'' if index else 'heat-gap'}{hidden}".strip()))
    return columns


def tint_cell(figure: Fraction | None, limit: Fraction | None, write: Write, css: str = "") -> str:
    if figure is None:
        return f'<td class="heat-none {css}"></td>'
    return f'<td class="heat-{tint_of(figure, limit)} {css}">{write(figure)}</td>'


def short_writer(tournament: Tournament) -> Write:
    """Writes percents without decimals, as cells are narrow."""
    if board_figure_unit(tournament) == "percent":
        return figure_text
    return figure_writer(tournament, board_figure_unit(tournament), 1)


def row_head_writer(tournament: Tournament) -> Callable[[HeatRow], str]:
    """Returns a writer for the sticky cells: place and names."""
    link = team_url_builder("tournament_team", tournament.code)

    def cells(row: HeatRow) -> str:
        team, number = row.entrant.team, row.entrant.team.number or 0
        return (
            f'<td class="num heat-place">{place(row.entrant.place, row.entrant.is_tied)}</td>'
            f'<th scope="row" class="heat-name"><a class="plain-link" href="{link(number)}"'
            f' title="{escape(team.name)}">{escape(team.short)}</a></th>'
        )

    return cells

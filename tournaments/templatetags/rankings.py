"""Render ranking rows in Python.

Template tags take four times as long for hundreds of rows, on a page that many visitors
request at once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.charts import board as charts
from games.templatetags.belot import names, place, place_change
from games.wording.texts import NO_VALUE
from tournaments.entries.texts import number_words
from tournaments.models import Tournament
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine
from tournaments.standings.texts import missed_words, shared_ranks_text, signed_figure, tie_words
from tournaments.templatetags.contest import figure_writer
from tournaments.templatetags.people import people_of, players_of, stand_in_line

register = template.Library()
Column = Callable[[StandingLine], str]
ANY_NUMBER: Final = 987654321


@register.simple_tag
def ranking_rows(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    rounds: int,
    narrow: bool = False,
) -> SafeString:
    """Rows of a list; ``narrow`` omits columns when two lists are side by side."""
    rows = RankingRows(ranking, standings, tournament, rounds, bool(narrow))
    return SafeString("".join(rows.row(line) for line in ranking.lines))


class RankingRows:
    """Looks up shared values once: URLs, texts, units and columns."""

    def __init__(
        self,
        ranking: RankingList,
        standings: PublicStandings,
        tournament: Tournament,
        rounds: int,
        narrow: bool,
    ) -> None:
        self.section = ranking.section
        self.tournament = tournament
        self.field = ranking.field
        self.rounds = rounds
        self.is_over = tournament.state == Tournament.State.FINISHED
        self.is_telling = standings.is_telling(rounds)
        self.team_link = team_url_builder("tournament_team", tournament.code)
        self.why_link = team_url_builder("tournament_why_team", tournament.code)
        self.change = cache(place_change)
        self.figure = figure_writer(tournament)
        self.spark_label = escape(gettext("Places by round: %(places)s"))
        self.newest = standings.rounds
        self.columns = [self.last] if narrow else [self.spark, self.last, *self.extra(standings)]

    def extra(self, standings: PublicStandings) -> list[Column]:
        """Columns of a total's components, if any row has them."""
        columns: list[tuple[bool, Column]] = [
            (standings.has_carry, lambda line: wide_only_cell(self.figure(line.carry))),
            (standings.has_handicap, lambda line: wide_only_cell(signed_figure(line.handicap))),
            (standings.has_adjusted, lambda line: wide_only_cell(ruling_points(line.adjusted))),
        ]
        return [column for is_there, column in columns if is_there]

    def row(self, line: StandingLine) -> str:
        number = line.team.number or 0
        name = self.names_after_play(line) if self.is_over else self.names_in_play(line)
        top = ' class="is-top"' if self.is_telling and line.is_top else ""
        return (
            f'<tr data-row="{self.section}-{number}" data-team="{number}"'
            f' data-name="{escape(line.team.name)}"{top}>'
            f'<td class="num">{place(line.rank, line.is_tied)}</td>'
            f"{self.change_cell(line)}"
            f'<td><span class="pair">{name}</span>{players_line(line)}{stand_in_lines(line)}'
            f"{tie_break_line(line, self.tournament)}{withdrawn_line(line, self.tournament)}</td>"
            f"{''.join([column(line) for column in self.columns])}"
            f'<td class="num total"><a class="plain-link" data-why href="{self.why_link(number)}">'
            f"{self.figure(line.shown)}</a></td></tr>\n"
        )

    def change_cell(self, line: StandingLine) -> str:
        """Change of place; after play, phones show the number instead."""
        wide = ' class="only-wide"' if self.is_over else ""
        return f"<td{wide}>{self.change(line.change)}</td>"

    def names_in_play(self, line: StandingLine) -> str:
        """Names linked to the team's page."""
        number = line.team.number or 0
        return (
            f'<span class="pair-number only-wide">{number}</span>'
            f'<span data-follow-tag><a href="{self.team_link(number)}">{names(line.team.people)}'
            "</a></span>"
        )

    def names_after_play(self, line: StandingLine) -> str:
        """Names linked to players, the number to the team's page."""
        number = line.team.number or 0
        label = escape(number_words(self.tournament.unit, number))
        return (
            f'<a class="pair-number pair-link" href="{self.team_link(number)}"'
            f' aria-label="{label}">{number}</a>'
            f"<span data-follow-tag>{people_of(line.team)}</span>"
        )

    def spark(self, line: StandingLine) -> str:
        drawn = spark_line(line.places, self.field, self.rounds, self.spark_label)
        return f'<td class="only-laptop">{drawn}</td>'

    def last(self, line: StandingLine) -> str:
        if line.last is not None:
            return wide_only_cell(self.figure(line.last))
        if line.team.gone_from is not None:
            return wide_only_cell(NO_VALUE)  # shown below the name
        words = missed_words(line.team, self.newest, self.tournament)
        return wide_only_cell(f'<span class="tag">{escape(words)}</span>')


def players_line(line: StandingLine) -> str:
    """Players below a team's own name."""
    if not line.team.under_name:
        return ""
    return f'<br><span class="small quiet only-wide">{players_of(line.team)}</span>'


def spark_line(places: Sequence[int], field: int, rounds: int, label: str) -> str:
    """The drawing of the tag ``spark``; ``label`` must be translated and escaped."""
    if not places:
        return ""
    points = charts.spark_points(places, field, rounds)
    x, y = points[-1]
    spoken = label % {"places": ", ".join(map(str, places))}
    return (
        f'<svg class="spark" viewBox="0 0 106 32" role="img" aria-label="{spoken}">'
        '<path class="spark-middle" d="M4 16h98"/>'
        f'<polyline class="spark-line" points="{charts.polyline(points)}"/>'
        f'<circle class="spark-end" cx="{x}" cy="{y}" r="3"/></svg>'
    )


def stand_in_lines(line: StandingLine) -> str:
    """Substitutes of the team, one per line."""
    lines = map(stand_in_line, line.team.stand_ins)
    return "".join(f'<br><span class="small quiet">{each}</span>' for each in lines)


def withdrawn_line(line: StandingLine, tournament: Tournament) -> str:
    """Round before which a team withdrew, and the number of boards or games."""
    if line.team.gone_from is None:
        return ""
    n = line.boards
    if tournament.is_open_play:
        n = sum(figure is not None for figure in line.made)  # a game can have many deals
        played = ngettext("%(n)s game", "%(n)s games", n) % {"n": n}
    else:
        played = ngettext("%(n)s board", "%(n)s boards", n) % {"n": n}
    left = gettext("left before round %(n)s") % {"n": line.team.gone_from}
    return f'<br><span class="small quiet">{escape(left)} · {escape(played)}</span>'


def tie_break_line(line: StandingLine, tournament: Tournament) -> str:
    """The deciding tie-break, or shared places."""
    words = tie_words(line.decided, tournament)
    if line.is_tied:
        words = shared_ranks_text(line.rank, line.until)
    return f'<br><span class="small quiet">{escape(words)}</span>' if words else ""


def ruling_points(points: Fraction) -> str:
    return signed_figure(points) if points else NO_VALUE


def wide_only_cell(text: str) -> str:
    return f'<td class="num quiet only-wide">{text}</td>'


def team_url_builder(name: str, code: str) -> Callable[[int], str]:
    """Return a function from team number to URL, resolved once."""
    start, _number, end = reverse(name, args=[code, ANY_NUMBER]).rpartition(str(ANY_NUMBER))
    return lambda number: f"{start}{number}{end}"

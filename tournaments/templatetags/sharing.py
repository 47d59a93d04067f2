"""Standings as a short chat message with a link."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django import template
from django.utils.translation import ngettext

from games.wording.dates import capitalised_date_text, date_text
from games.wording.directions import isolate_rtl
from games.wording.texts import NO_VALUE, percent_text
from tournaments.models import Tournament
from tournaments.public.selectors.shares import TournamentShare
from tournaments.standings.selectors import RankingList, StandingLine
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.scoring import figure_unit
from tournaments.templatetags.contest import figure_writer, list_name

register = template.Library()
NO_BREAK: Final = "\u00a0"
MEDALS: Final = ("🥇", "🥈", "🥉")
SHORT_PLACES: Final = 10
"""Unless all are requested."""


@register.simple_tag
def told_figure(value: Fraction | None, tournament: Tournament) -> str:
    if value is not None and figure_unit(tournament) == "percent":
        return percent_text(value)
    unit = FIGURE_UNITS[figure_unit(tournament)]
    return f"{figure_writer(tournament)(value)}{NO_BREAK}{unit}" if value is not None else NO_VALUE


@register.simple_tag
def chat_message(share: TournamentShare, address: str, is_whole: bool = False) -> str:
    """The message, with the first places of each list or all."""
    most = None if is_whole else SHORT_PLACES
    tournament = share.tournament
    begins = f"{capitalised_date_text(tournament.date)}, {tournament.start_time:%H:%M}"
    day = date_text(tournament.date, "j E Y") if share.state else begins
    lines = [
        tournament.name,
        " · ".join(filter(None, (day, share.where, tournament.club.name))),
        " · ".join(filter(None, (share.state, share.field))),
    ]
    for ranking in share.standings.lists:
        lines += ["", *list_lines(share, ranking, most)]
    return "\n".join([*(line for line in lines[:3] if line), *lines[3:], "", address])


def list_lines(share: TournamentShare, ranking: RankingList, most: int | None) -> Iterator[str]:
    if len(share.standings.lists) > 1:
        yield list_name(ranking.section)
    shown = ranking.lines[:most]
    for line in shown:
        figure = told_figure(line.shown, share.tournament)
        yield f"{place_text(line)} {isolate_rtl(line.team.name)} {figure}"
    remaining = len(ranking.lines) - len(shown)
    if remaining:
        yield ngettext("and %d more", "and %d more", remaining) % remaining


def place_text(line: StandingLine) -> str:
    return MEDALS[line.rank - 1] if line.rank <= len(MEDALS) else f"{line.rank}."


@register.simple_tag
def frame_snippet(address: str, about: str, height: int) -> str:
    """HTML to embed a part of the site."""
    attributes = f'src="{address}" title="{about}" width="100%" height="{height}"'
    return f'<iframe {attributes} loading="lazy" frameborder="0"></iframe>'

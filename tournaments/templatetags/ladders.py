"""A season's table, its race chart, and who can still win.

Rendered in Python: with hundreds of players, template tags take seconds.
"""

from collections.abc import Sequence
from typing import Final

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from games.charts.race import RIGHT, WIDTH, race_chart
from games.templatetags.belot import place
from games.wording.dates import date_text
from games.wording.texts import NO_VALUE
from tournaments.models import Season, Tournament
from tournaments.seasons.selectors import CreditLine
from tournaments.site.selectors.race import Contender, SeasonRow, SeasonTable, TitleRace
from tournaments.templatetags.contest import season_figure
from tournaments.templatetags.people import player_link

register = template.Library()
LABELS: Final = 6
KINDS: Final = ("race-first", "race-second", "race-third")
MOST_LINES: Final = 40


@register.simple_tag
def season_rows(table: SeasonTable, season: Season) -> SafeString:
    days = [evening_label(evening) for evening in table.evenings]
    return SafeString("".join(row_of(row, days, season) for row in table.rows))


def row_of(row: SeasonRow, days: Sequence[str], season: Season) -> str:
    """A player's or pair's row; phones show tournaments when it is opened."""
    line = row.line
    count = ngettext("%(n)s tournament", "%(n)s tournaments", len(line.credits))
    links = [conditional_escape(player_link(each.player.shown, each.page)) for each in row.lines]
    name = " – ".join(f'<span class="nowrap">{link}</span>' for link in links)
    cells = zip(days, row.cells, strict=True)
    top = ' class="is-top"' if line.rank <= 3 else ""
    return (
        f"<tr{top}>"
        f"<td>{place(line.rank, line.is_tied)}</td>"
        f'<th scope="row"><span>{name}</span>'
        f'<details class="only-phone"><summary>{escape(count % {"n": len(line.credits)})}'
        "</summary></details></th>"
        f"{''.join([cell_of(day, credit, won, season) for day, (credit, won) in cells])}"
        f'<td class="num quiet season-count">{len(line.credits)}</td>'
        f'<td class="num total">{season_figure(season, line.total)}</td></tr>\n'
    )


def cell_of(day: str, credit: CreditLine | None, won: bool, season: Season) -> str:
    """Points of a tournament: framed if won, in brackets if not counted."""
    if credit is None:
        return f'<td class="num season-cell is-away">{NO_VALUE}</td>'
    opened = f'<td class="num season-cell" data-evening="{day}">'
    figure = f"{season_figure(season, credit.points)}{partial_mark(credit)}"
    if not credit.counts:
        return f'{opened}<span class="quiet">({figure})</span></td>'
    framed = f'<b class="won">{figure}</b>' if won else figure
    return f"{opened}{framed}</td>"


def partial_mark(credit: CreditLine) -> str:
    """Mark points of a part of the rounds, with text for screen readers."""
    if credit.share == 1:
        return ""
    words = escape(gettext("(%(part)s of the rounds)") % {"part": credit.share})
    return f'<span title="{words}">*<span class="sr">{words}</span></span>'


def evening_label(evening: Tournament) -> str:
    """The date and, if public, the name of a tournament."""
    day = date_text(evening.date, "j E")
    return str(escape(f"{day}, {evening.name}" if evening.is_public else day))


@register.inclusion_tag("tournaments/site/_race.html")
def race(table: SeasonTable, season: Season) -> dict[str, object]:
    """Draw cumulative points; the first three are highlighted, six are labelled."""
    shown = table.runners[:MOST_LINES]
    chart = race_chart([runner.sums for runner in shown], LABELS)
    tracks = list(zip(shown, chart.tracks, strict=True))
    return {
        "season": season,
        "evenings": table.evenings,
        "levels": chart.levels,
        "dates": [(table.evenings[index], x) for index, x in chart.dates],
        "others": tracks[len(KINDS) :],
        "first": [(*each, kind) for each, kind in zip(tracks, KINDS, strict=False)][::-1],
        "named": [
            (*each, KINDS[index] if index < len(KINDS) else "")
            for index, each in enumerate(tracks[:LABELS])
        ],
        "runners": shown,
        "right": WIDTH - RIGHT,
        "label_x": WIDTH - RIGHT + 14,
        "total_x": WIDTH,
    }


@register.simple_tag
def contest_words(contest: TitleRace) -> str:
    """Who can still win, and the place needed in the last tournament."""
    if not contest.others:
        return gettext("%(names)s can no longer be caught.") % {"names": contest.first.names}
    all_names = [runner.names for runner in (contest.first, *contest.others)]
    can = gettext("Only %(names)s can still be first.") % {"names": joined_names(all_names)}
    return " ".join([can, *needed_places(contest)])


def needed_places(contest: TitleRace) -> list[str]:
    behind = zip(contest.others, contest.needed, strict=False)
    day = date_text(contest.last_day, "j E")
    return [
        needed_place(runner, number, day) for runner, number in behind if is_behind(runner, contest)
    ]


def is_behind(runner: Contender, contest: TitleRace) -> bool:
    return runner.total < contest.first.total


def needed_place(runner: Contender, number: int, day: str) -> str:
    """The place with which a runner draws level."""
    if number == 1:
        words = gettext("On %(day)s %(names)s have to win to draw level.")
        return words % {"day": day, "names": runner.names}
    words = gettext("On %(day)s %(names)s need place %(place)d or better to draw level.")
    return words % {"day": day, "names": runner.names, "place": number}


def joined_names(names: Sequence[str]) -> str:
    both = pgettext("names", "%(first)s and %(last)s")
    return both % {"first": ", ".join(names[:-1]), "last": names[-1]}

"""The chart of places after each round, from a ranking list."""

from collections.abc import Callable

from django import template

from games.charts.places import PlaceChart, Row, place_chart
from tournaments.models import Tournament
from tournaments.standings.selectors import Line, PublicStandings, RankingList
from tournaments.templatetags.contest import figure_writer
from tournaments.templatetags.rankings import link_to

register = template.Library()


@register.simple_tag
def team_places(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    own: int | None = 0,
    beside: int | None = 0,
) -> PlaceChart | None:
    """The chart beside which each name leads to its own page; None where there is too little."""
    rows = rows_of(ranking, standings, tournament, link_to("tournament_team", tournament.code))
    return place_chart(rows, own or 0, beside or 0)


def rows_of(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    address: Callable[[int], str],
) -> list[Row]:
    """Everybody of a list; whoever has no place after some round has no line."""
    figure = figure_writer(tournament)
    return [
        Row(
            number=line.team.number or 0,
            place=line.rank,
            name=line.team.short,
            places=whole_way(line, standings.rounds),
            is_tied=line.is_tied,
            figure=figure(line.shown),
            address=address(line.team.number or 0),
        )
        for line in ranking.lines
    ]


def whole_way(line: Line, rounds: int) -> tuple[int, ...]:
    """The places after each round, none where one is missing."""
    return line.places if len(line.places) == rounds else ()

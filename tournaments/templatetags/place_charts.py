from collections.abc import Callable

from django import template

from games.charts.places import PlaceChart, PlaceRow, place_chart
from tournaments.models import Tournament
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine
from tournaments.templatetags.contest import figure_writer
from tournaments.templatetags.rankings import team_url_builder

register = template.Library()


@register.simple_tag
def team_places(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    own: int | None = 0,
    beside: int | None = 0,
) -> PlaceChart | None:
    """The chart with a link per name; None if there are too few places."""
    rows = chart_rows(
        ranking, standings, tournament, team_url_builder("tournament_team", tournament.code)
    )
    return place_chart(rows, own or 0, beside or 0)


def chart_rows(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    address: Callable[[int], str],
) -> list[PlaceRow]:
    """All entrants of a list; no curve for one without a place after some round."""
    figure = figure_writer(tournament)
    return [
        PlaceRow(
            number=line.team.number or 0,
            place=line.rank,
            name=line.team.short,
            places=complete_places(line, standings.rounds),
            is_tied=line.is_tied,
            figure=figure(line.shown),
            address=address(line.team.number or 0),
        )
        for line in ranking.lines
    ]


def complete_places(line: StandingLine, rounds: int) -> tuple[int, ...]:
    """Places after each round; empty if one is missing."""
    return line.places if len(line.places) == rounds else ()

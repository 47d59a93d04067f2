"""A finished tournament as sentences; uncertain ones are omitted."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django import template
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from games.charts.places import PlaceChart, place_chart
from games.wording.signs import colon
from games.wording.texts import percent_text, round_to
from tournaments.models import Tournament
from tournaments.public.selectors.stories import DecisiveBoard, Winner, has_story
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine
from tournaments.standings.texts import FIGURE_UNITS, tie_words
from tournaments.state.formats import is_knockout
from tournaments.state.scoring import board_figure_unit, figure_unit, has_fixed_places
from tournaments.templatetags.contest import figure_in, places_of
from tournaments.templatetags.place_charts import chart_rows
from tournaments.templatetags.sharing import NO_BREAK, told_figure

register = template.Library()
TOLD_PLACES: Final = 2


@register.simple_tag
def standings_address(tournament: Tournament) -> str:
    """URL of the standings; separate once the story is the front page."""
    name = "tournament_standings" if has_story(tournament) else "tournament"
    return reverse(name, args=[tournament.code])


@register.simple_tag
def winner_words(winner: Winner, tournament: Tournament) -> str:
    """How the winner won; empty if first place is shared."""
    return " ".join(winner_sentences(winner, tournament))


def winner_sentences(winner: Winner, tournament: Tournament) -> Iterator[str]:
    if winner.line is None:
        return
    if winner.first is not None and winner.before is not None:
        yield path_words(winner.first, winner.before, winner.always_led)
        if winner.line.last is not None and winner.best is not None:
            yield last_round_words(told_figure(winner.line.last, tournament), winner.beat_leader)
    if winner.runner_up is not None:
        yield from ahead_words(winner.line, winner.runner_up, tournament)


def path_words(first: int, before: int, always_led: bool) -> str:
    if always_led:
        return gettext("In the lead after every round.")
    if first == before == 1:
        return gettext("In the lead after the first round and before the last.")
    if first == 1:
        words = gettext("In the lead after the first round, in place %(before)s before the last.")
    elif before == 1:
        words = gettext("In place %(first)s after the first round, in the lead before the last.")
    else:
        words = gettext(
            "In place %(first)s after the first round, in place %(before)s before the last."
        )
    return words % {"first": first, "before": before}


def last_round_words(figure: str, against_leader: bool) -> str:
    if against_leader:
        return gettext("The last round, against the leaders, was worth %(figure)s.") % {
            "figure": figure
        }
    return gettext("The last round was worth %(figure)s.") % {"figure": figure}


def ahead_words(
    line: StandingLine, runner_up: StandingLine, tournament: Tournament
) -> Iterator[str]:
    """The margin over the second as displayed, or the deciding tie-break."""
    unit = figure_unit(tournament)
    if line.shown is None or runner_up.shown is None or is_knockout(tournament):
        return
    margin = rounded_as_shown(line.shown, tournament) - rounded_as_shown(
        runner_up.shown, tournament
    )
    if margin > 0 and unit != "wins":
        yield gettext("%(names)s in second place, %(margin)s behind.") % {
            "names": runner_up.team.short,
            "margin": told_figure(margin, tournament).lstrip("+"),
        }
    elif not margin and line.decided:
        yield f"{capfirst(tie_words(line.decided, tournament))}."


def rounded_as_shown(value: Fraction, tournament: Tournament) -> Fraction:
    """A total rounded as displayed, so that sums in the text add up."""
    is_fixed = has_fixed_places(tournament, figure_unit(tournament))
    places = TOLD_PLACES if is_fixed else places_of(value, TOLD_PLACES)
    return Fraction(round_to(value, places))


@register.simple_tag
def board_title(board: DecisiveBoard, runner_up: StandingLine) -> str:
    if board.figure < board.theirs:
        return gettext("Better for %(names)s") % {"names": runner_up.team.short}
    if board.have_met:
        return gettext("First against second")
    if board.is_last:
        return gettext("In the last round")
    if board.row.contra:
        return pgettext("a board that decided", "With a contra")
    return gettext("Round %(number)s") % {"number": board.row.round}


@register.simple_tag
def board_words(board: DecisiveBoard, runner_up: StandingLine, tournament: Tournament) -> str:
    return " ".join(board_sentences(board, runner_up, tournament))


def board_sentences(
    board: DecisiveBoard, runner_up: StandingLine, tournament: Tournament
) -> Iterator[str]:
    yield gettext("Round %(number)s, against %(names)s.") % {
        "number": board.row.round,
        "names": board.opponents.short,
    }
    tables = len(board.others)
    if tables and board.better_than == tables:
        yield gettext("No other table did as well.")
    elif tables and board.worse_than == tables:
        yield gettext("Every other table did better.")
    elif tables:
        words = gettext("better than %(better_than)s of %(tables)s other tables")
        yield f"{capfirst(words % {'better_than': board.better_than, 'tables': tables})}."
    if not board.have_met:
        yield f"{runner_up.team.short}{colon()}{told_board_figure(board.theirs, tournament)}."


@register.simple_tag
def told_board_figure(value: Fraction, tournament: Tournament, places: int = 1) -> str:
    unit = board_figure_unit(tournament)
    if unit == "percent":
        return percent_text(value, places)
    return f"{figure_in(value, tournament, unit, places)}{NO_BREAK}{FIGURE_UNITS[unit]}"


@register.simple_tag
def story_places(
    ranking: RankingList,
    standings: PublicStandings,
    tournament: Tournament,
    own: int,
    beside: int = 0,
) -> PlaceChart | None:
    """The chart whose names select that entrant on this page."""
    ending = f"&with={beside}" if beside else ""
    rows = chart_rows(
        ranking, standings, tournament, lambda number: f"?team={number}{ending}#places"
    )
    numbers = [row.number for row in rows]
    return place_chart(rows, own if own in numbers else numbers[0], beside)

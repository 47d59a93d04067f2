from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.wording.signs import colon
from tournaments.exports.tables import Column, Kind, Table, Value, Word, table_of
from tournaments.models import Club, Tournament
from tournaments.seasons.selectors import Ladder, LadderLine, RatingLine
from tournaments.site.selectors.archive import Past
from tournaments.site.selectors.players import Evenings, Night
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.scoring import figure_unit


def season_table(ladder: Ladder) -> Table:
    """A line per player, a column per tournament with points."""
    credited = {credit.event for line in ladder.lines for credit in line.credits}
    events = [event for event in ladder.tournaments if event.pk in credited]
    columns = [
        Column[LadderLine]("place", _("Place"), lambda line: line.rank, Kind.WHOLE),
        Column[LadderLine](
            "tied", pgettext("place", "Shared"), lambda line: line.is_tied, Kind.YES_NO
        ),
        Column[LadderLine]("player", _("Player"), lambda line: line.player.shown),
        Column[LadderLine]("total", _("Total"), lambda line: line.total, Kind.FIGURE),
        Column[LadderLine](
            "counted", _("Results that count"), lambda line: line.counted, Kind.WHOLE
        ),
        Column[LadderLine]("results", _("Results"), lambda line: len(line.credits), Kind.WHOLE),
        *(event_column(number, event) for number, event in enumerate(events, 1)),
    ]
    season = ladder.season
    return table_of(f"{season.code}-season", season.name, columns, ladder.lines)


def event_column(number: int, event: Tournament) -> Column[LadderLine]:

    def value(line: LadderLine) -> Value:
        found = (credit.points for credit in line.credits if credit.event == event.pk)
        return next(found, None)

    name = event.name if event.is_public else _("not listed")
    title = f"{event.date.isoformat()} {name}"
    return Column(f"tournament_{number}", title, value, Kind.FIGURE)


def archive_table(club: Club, past: Iterable[Past]) -> Table:
    columns = [
        Column[Past]("date", _("Date"), lambda row: row.tournament.date, Kind.DATE),
        Column[Past]("tournament", _("Tournament"), lambda row: row.tournament.name),
        Column[Past]("code", _("Code"), lambda row: row.tournament.code),
        Column[Past]("place", _("Place of play"), lambda row: row.tournament.place),
        Column[Past]("unit", _("Who plays"), unit_of),
        Column[Past]("entrants", _("Entrants"), lambda row: row.entrants, Kind.WHOLE),
        Column[Past]("winners", _("Winners"), lambda row: "; ".join(row.winners)),
        Column[Past]("result", _("Result"), lambda row: row.figure, Kind.FIGURE),
        Column[Past]("counted_in", _("Counted in"), unit_of_figure),
    ]
    return table_of(f"club-{club.pk}-archive", f"{club.name}{colon()}{_('Archive')}", columns, past)


def unit_of(row: Past) -> Word:
    tournament = row.tournament
    return Word(tournament.unit, tournament.get_unit_display())


def unit_of_figure(row: Past) -> Word | None:
    if row.decided is None:
        return None
    unit = figure_unit(row.decided)
    return Word(unit, str(FIGURE_UNITS[unit]))


def players_table(club: Club, ratings: Iterable[RatingLine]) -> Table:
    columns = [
        Column[RatingLine]("player", _("Player"), lambda line: line.player.shown),
        Column[RatingLine]("rating", _("Rating"), lambda line: line.points, Kind.WHOLE),
        Column[RatingLine](
            "change", pgettext("rating", "Change"), lambda line: line.change, Kind.WHOLE
        ),
        Column[RatingLine](
            "tournaments", _("Tournaments"), lambda line: line.strength.events, Kind.WHOLE
        ),
        Column[RatingLine](
            "is_provisional",
            pgettext("rating", "provisional"),
            lambda line: not line.strength.is_settled,
            Kind.YES_NO,
        ),
    ]
    return table_of(
        f"club-{club.pk}-players", f"{club.name}{colon()}{_('Ratings')}", columns, ratings
    )


def evenings_table(evenings: Evenings) -> Table:
    """Evenings, oldest first; percentage only where scored in percent."""
    columns = [
        Column[Night]("date", _("Date"), lambda line: line.tournament.date, Kind.DATE),
        Column[Night]("tournament", _("Tournament"), lambda line: line.tournament.name),
        Column[Night]("with", _("Played with"), mates_words),
        Column[Night]("place", _("Place"), lambda line: line.evening.rank, Kind.WHOLE),
        Column[Night]("field", _("Field"), lambda line: line.evening.field, Kind.WHOLE),
        Column[Night]("boards", _("Boards"), lambda line: line.boards, Kind.WHOLE),
        Column[Night]("percent", _("Percent"), lambda line: line.percent, Kind.FIGURE),
        Column[Night]("rating", _("Rating"), lambda line: line.evening.strength.points, Kind.WHOLE),
        Column[Night](
            "change", pgettext("rating", "Change"), lambda line: line.evening.change, Kind.WHOLE
        ),
    ]
    player = evenings.player
    return table_of(f"player-{player.pk}", player.shown, columns, evenings.nights)


def mates_words(night: Night) -> str:
    return ", ".join(mate.name for mate in night.mates)

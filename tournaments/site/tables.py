from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.wording.signs import colon
from tournaments.exports.tables import CodedText, Column, ColumnKind, Table, Value, table_of
from tournaments.models import Club, Tournament
from tournaments.seasons.selectors import Ladder, LadderLine, RatingLine
from tournaments.site.selectors.archive import PastTournament
from tournaments.site.selectors.players import Evenings, PlayerEvening
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.scoring import figure_unit


def season_table(ladder: Ladder) -> Table:
    """A line per player, a column per tournament with points."""
    credited = {credit.event for line in ladder.lines for credit in line.credits}
    events = [event for event in ladder.tournaments if event.pk in credited]
    columns = [
        Column[LadderLine]("place", _("Place"), lambda line: line.rank, ColumnKind.WHOLE),
        Column[LadderLine](
            "tied", pgettext("place", "Shared"), lambda line: line.is_tied, ColumnKind.YES_NO
        ),
        Column[LadderLine]("player", _("Player"), lambda line: line.player.shown),
        Column[LadderLine]("total", _("Total"), lambda line: line.total, ColumnKind.FIGURE),
        Column[LadderLine](
            "counted", _("Results that count"), lambda line: line.counted, ColumnKind.WHOLE
        ),
        Column[LadderLine](
            "results", _("Results"), lambda line: len(line.credits), ColumnKind.WHOLE
        ),
        *(event_column(number, event) for number, event in enumerate(events, 1)),
    ]
    season = ladder.season
    return table_of(f"{season.code}-season", season.name, columns, ladder.lines)


def event_column(number: int, event: Tournament) -> Column[LadderLine]:

    def value(line: LadderLine) -> Value:
        points = (credit.points for credit in line.credits if credit.event == event.pk)
        return next(points, None)

    name = event.name if event.is_public else _("not listed")
    title = f"{event.date.isoformat()} {name}"
    return Column(f"tournament_{number}", title, value, ColumnKind.FIGURE)


def archive_table(club: Club, past: Iterable[PastTournament]) -> Table:
    columns = [
        Column[PastTournament]("date", _("Date"), lambda row: row.tournament.date, ColumnKind.DATE),
        Column[PastTournament]("tournament", _("Tournament"), lambda row: row.tournament.name),
        Column[PastTournament]("code", _("Code"), lambda row: row.tournament.code),
        Column[PastTournament]("place", _("Place of play"), lambda row: row.tournament.place),
        Column[PastTournament]("unit", _("Who plays"), unit_of),
        Column[PastTournament](
            "entrants", _("Entrants"), lambda row: row.entrants, ColumnKind.WHOLE
        ),
        Column[PastTournament]("winners", _("Winners"), lambda row: "; ".join(row.winners)),
        Column[PastTournament]("result", _("Result"), lambda row: row.figure, ColumnKind.FIGURE),
        Column[PastTournament]("counted_in", _("Counted in"), unit_of_figure),
    ]
    return table_of(f"club-{club.pk}-archive", f"{club.name}{colon()}{_('Archive')}", columns, past)


def unit_of(row: PastTournament) -> CodedText:
    tournament = row.tournament
    return CodedText(tournament.unit, tournament.get_unit_display())


def unit_of_figure(row: PastTournament) -> CodedText | None:
    if row.decided is None:
        return None
    unit = figure_unit(row.decided)
    return CodedText(unit, str(FIGURE_UNITS[unit]))


def players_table(club: Club, ratings: Iterable[RatingLine]) -> Table:
    columns = [
        Column[RatingLine]("player", _("Player"), lambda line: line.player.shown),
        Column[RatingLine]("rating", _("Rating"), lambda line: line.points, ColumnKind.WHOLE),
        Column[RatingLine](
            "change", pgettext("rating", "Change"), lambda line: line.change, ColumnKind.WHOLE
        ),
        Column[RatingLine](
            "tournaments", _("Tournaments"), lambda line: line.strength.events, ColumnKind.WHOLE
        ),
        Column[RatingLine](
            "is_provisional",
            pgettext("rating", "provisional"),
            lambda line: not line.strength.is_settled,
            ColumnKind.YES_NO,
        ),
    ]
    return table_of(
        f"club-{club.pk}-players", f"{club.name}{colon()}{_('Ratings')}", columns, ratings
    )


def evenings_table(evenings: Evenings) -> Table:
    """Evenings, oldest first; percentage only where scored in percent."""
    columns = [
        Column[PlayerEvening](
            "date", _("Date"), lambda line: line.tournament.date, ColumnKind.DATE
        ),
        Column[PlayerEvening]("tournament", _("Tournament"), lambda line: line.tournament.name),
        Column[PlayerEvening]("with", _("Played with"), teammate_names),
        Column[PlayerEvening](
            "place", _("Place"), lambda line: line.evening.rank, ColumnKind.WHOLE
        ),
        Column[PlayerEvening](
            "field", _("Field"), lambda line: line.evening.field, ColumnKind.WHOLE
        ),
        Column[PlayerEvening]("boards", _("Boards"), lambda line: line.boards, ColumnKind.WHOLE),
        Column[PlayerEvening](
            "percent", _("Percent"), lambda line: line.percent, ColumnKind.FIGURE
        ),
        Column[PlayerEvening](
            "rating", _("Rating"), lambda line: line.evening.strength.points, ColumnKind.WHOLE
        ),
        Column[PlayerEvening](
            "change",
            pgettext("rating", "Change"),
            lambda line: line.evening.change,
            ColumnKind.WHOLE,
        ),
    ]
    player = evenings.player
    return table_of(f"player-{player.pk}", player.shown, columns, evenings.nights)


def teammate_names(night: PlayerEvening) -> str:
    return ", ".join(mate.name for mate in night.mates)

"""What goes on over many tournaments as tables: a season, a club's players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Club, Tournament
from tournaments.seasons.selectors import Ladder, LadderLine, RatingLine
from tournaments.spreadsheets.tables import Column, Kind, Table, Value, table_of


def season_table(ladder: Ladder) -> Table:
    """A season: a line a player, a column a tournament that somebody has points of."""
    credited = {credit.event for line in ladder.lines for credit in line.credits}
    events = [event for event in ladder.tournaments if event.pk in credited]
    columns = [
        Column[LadderLine]("place", _("Place"), lambda line: line.rank, Kind.WHOLE),
        Column[LadderLine](
            "tied", pgettext("place", "Shared"), lambda line: line.is_tied, Kind.YES_NO
        ),
        Column[LadderLine]("player", _("Player"), lambda line: line.player.name),
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
    """What a tournament brought; empty for whoever was not there."""

    def value(line: LadderLine) -> Value:
        found = (credit.points for credit in line.credits if credit.event == event.pk)
        return next(found, None)

    title = f"{event.date.isoformat()} {event.name}"
    return Column(f"tournament_{number}", title, value, Kind.FIGURE)


def players_table(club: Club, ratings: Iterable[RatingLine]) -> Table:
    """The rated players of a club, best first."""
    columns = [
        Column[RatingLine]("player", _("Player"), lambda line: line.player.name),
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
    return table_of(f"club-{club.pk}-players", f"{club.name}: {_('Ratings')}", columns, ratings)

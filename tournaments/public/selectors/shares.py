"""Data for share pictures and messages."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.entries.texts import count_words
from tournaments.models import Tournament
from tournaments.standings.selectors import PublicStandings, StandingLine, standings_of
from tournaments.state.visibility import PUBLISHED

PICTURE_PLACES: Final = 3


@dataclass(frozen=True, slots=True)
class TournamentShare:
    """Shareable summary; ``state``: how final the standings are, empty without any."""

    tournament: Tournament
    standings: PublicStandings
    state: str
    field: str

    @property
    def best(self) -> tuple[tuple[str, StandingLine], ...]:
        """First three lines with their list; with two lists, the first of each."""
        lists = self.standings.lists
        if len(lists) > 1:
            return tuple((ranking.section, ranking.lines[0]) for ranking in lists if ranking.lines)
        return tuple((each.section, line) for each in lists for line in each.lines[:PICTURE_PLACES])

    @property
    def texts(self) -> list[str]:
        names = (line.team.name for _, line in self.best)
        return [self.tournament.name, self.tournament.club.name, self.where, *names]

    @property
    def where(self) -> str:
        """Location of the event, if given."""
        return self.tournament.place or self.tournament.club.place


def share_of(tournament: Tournament) -> TournamentShare:
    """Summary from stored standings; three queries."""
    standings = standings_of(tournament)
    return TournamentShare(
        tournament, standings, state_words(tournament, standings), field_words(tournament)
    )


def state_words(tournament: Tournament, standings: PublicStandings) -> str:
    """Provisional after a round, final, or official."""
    if not standings.lists:
        return ""
    if tournament.is_official:
        return _("Official standings")
    if tournament.state == Tournament.State.FINISHED and standings.is_fresh:
        return _("Final, provisional")
    after = _("After round %(number)d") % {"number": standings.rounds}
    return f"{after}, {_('provisional')}"


def field_words(tournament: Tournament) -> str:
    teams = tournament.teams.filter(number__isnull=False).count()
    is_told = teams and tournament.state in PUBLISHED
    return count_words(tournament.unit, teams) if is_told else ""

"""What of a tournament is told elsewhere: on a picture, in a chat."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.entries.texts import count_words
from tournaments.models import Tournament
from tournaments.standings.selectors import Line, PublicStandings, standings_of
from tournaments.state.visibility import PUBLISHED

ON_A_PICTURE: Final = 3


@dataclass(frozen=True, slots=True)
class Share:
    """A tournament as it is told: ``state`` says how sure its standings are, empty before any."""

    tournament: Tournament
    standings: PublicStandings
    state: str
    field: str

    @property
    def best(self) -> tuple[tuple[str, Line], ...]:
        """The first three, each with the list it leads; of two lists the first of each."""
        lists = self.standings.lists
        if len(lists) > 1:
            return tuple((ranking.section, ranking.lines[0]) for ranking in lists if ranking.lines)
        return tuple((each.section, line) for each in lists for line in each.lines[:ON_A_PICTURE])

    @property
    def texts(self) -> list[str]:
        """Names and places that the picture shows."""
        names = (line.team.name for _, line in self.best)
        return [self.tournament.name, self.tournament.club.name, self.where, *names]

    @property
    def where(self) -> str:
        """The place of the event, as far as anybody has said it."""
        return self.tournament.place or self.tournament.club.place


def share_of(tournament: Tournament) -> Share:
    """What may be told of a tournament just now: stored standings alone. Three queries."""
    standings = standings_of(tournament)
    return Share(tournament, standings, state_words(tournament, standings), field_words(tournament))


def state_words(tournament: Tournament, standings: PublicStandings) -> str:
    """How sure the standings are: provisional after a round, final, official."""
    if not standings.lists:
        return ""
    if tournament.is_official:
        return _("Official standings")
    if tournament.state == Tournament.State.FINISHED and standings.is_fresh:
        return _("Final, provisional")
    after = _("After round %(number)d") % {"number": standings.rounds}
    return f"{after}, {_('provisional')}"


def field_words(tournament: Tournament) -> str:
    """How many take part, once that is public."""
    teams = tournament.teams.filter(number__isnull=False).count()
    is_told = teams and tournament.state in PUBLISHED
    return count_words(tournament.unit, teams) if is_told else ""

from dataclasses import dataclass
from datetime import date
from typing import Final

from tournaments.models import Club, Season
from tournaments.seasons.selectors import has_fresh_ratings
from tournaments.site.selectors.appointments import listed_tournaments
from tournaments.site.selectors.archive import (
    ArchiveFilters,
    PastTournament,
    choices_of,
    past_tournaments,
    with_entrants,
    with_their_winners,
)
from tournaments.site.selectors.calendar import Event
from tournaments.site.selectors.leaders import Leaders, leaders_of, seasons_of
from tournaments.site.selectors.weeks import NextEvent, events_from, next_event

PREVIEW: Final = 7


@dataclass(frozen=True, slots=True)
class ClubPage:
    """Everything a club has published; ``past`` are the newest of its archive.

    ``is_fresh``: ratings include every finished tournament.
    """

    club: Club
    coming: list[Event]
    next: NextEvent | None
    past: tuple[PastTournament, ...]
    choices: ArchiveFilters
    leaders: Leaders | None
    seasons: list[Season]
    is_fresh: bool

    @property
    def last(self) -> PastTournament | None:
        """The newest shown tournament with a winner."""
        return next((each for each in self.past if each.winners), None)


def club_page(club: Club, today: date) -> ClubPage | None:
    """The page of a club; None if nothing is published."""
    coming, choices, seasons = events_from(club.pk, today), choices_of(club), seasons_of(club)
    if not (coming or choices.all or seasons or listed_tournaments(club).exists()):
        return None
    return ClubPage(
        club=club,
        coming=coming,
        next=next_event(coming, today),
        past=with_their_winners(with_entrants(past_tournaments(club))[:PREVIEW]),
        choices=choices,
        leaders=leaders_of(club, seasons),
        seasons=seasons,
        is_fresh=has_fresh_ratings(club.pk),
    )

from dataclasses import dataclass
from datetime import date
from typing import Final

from tournaments.models import Club, Season
from tournaments.seasons.selectors import ratings_are_fresh
from tournaments.site.selectors.appointments import public_of
from tournaments.site.selectors.archive import (
    Choices,
    Past,
    choices_of,
    past_of,
    past_tournaments,
    with_entrants,
)
from tournaments.site.selectors.calendar import Event
from tournaments.site.selectors.leaders import Leaders, leaders_of, seasons_of
from tournaments.site.selectors.weeks import Next, events_from, next_of

PREVIEW: Final = 7


@dataclass(frozen=True, slots=True)
class ClubPage:
    """Everything a club has published; ``past`` are the newest of its archive.

    ``is_fresh``: ratings include every finished tournament.
    """

    club: Club
    coming: list[Event]
    next: Next | None
    past: tuple[Past, ...]
    choices: Choices
    leaders: Leaders | None
    seasons: list[Season]
    is_fresh: bool

    @property
    def last(self) -> Past | None:
        """The newest shown tournament with a winner."""
        return next((each for each in self.past if each.winners), None)


def club_page(club: Club, today: date) -> ClubPage | None:
    """The page of a club; None if nothing is published."""
    coming, choices, seasons = events_from(club.pk, today), choices_of(club), seasons_of(club)
    if not (coming or choices.all or seasons or public_of(club).exists()):
        return None
    return ClubPage(
        club=club,
        coming=coming,
        next=next_of(coming, today),
        past=past_of(with_entrants(past_tournaments(club))[:PREVIEW]),
        choices=choices,
        leaders=leaders_of(club, seasons),
        seasons=seasons,
        is_fresh=ratings_are_fresh(club.pk),
    )

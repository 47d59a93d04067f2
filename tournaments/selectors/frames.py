"""What stands above every page of a tournament: its clock and its parts."""

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.selectors.clock import ClockFace, clock_of
from tournaments.selectors.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class Frame:
    """The head of a page; ``part`` names the tab that is open."""

    part: str
    clock: ClockFace
    boards_over: int
    is_drawn: bool

    @property
    def round(self) -> int:
        """The round whose seats are looked for now."""
        return max(self.clock.round, 1)


def frame_of(tournament: Tournament, part: str) -> Frame:
    """The head of a tournament's page; two queries."""
    clock = clock_of(tournament)
    return Frame(part, clock, finished_boards(tournament).count(), clock.state != "none")

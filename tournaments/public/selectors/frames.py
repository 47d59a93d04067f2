"""What stands above every page of a tournament: its clock and its parts."""

from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.selectors.clock import ClockFace, clock_of
from tournaments.selectors.formats import BRACKETS
from tournaments.selectors.pools import POOLS
from tournaments.selectors.stages import Stage, stages_of
from tournaments.selectors.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class Frame:
    """The head of a page; ``part`` names the tab that is open."""

    part: str
    clock: ClockFace
    boards_over: int
    is_drawn: bool
    stages: tuple[Stage, ...] = ()
    has_brackets: bool = False
    has_pools: bool = False

    @property
    def round(self) -> int:
        """The round whose seats are looked for now."""
        return max(self.clock.round, 1)


def frame_of(tournament: Tournament, part: str) -> Frame:
    """The head of a tournament's page; three queries, and one a further stage."""
    clock = clock_of(tournament)
    is_drawn = clock.state != "none"
    return Frame(
        part,
        clock,
        finished_boards(tournament).count(),
        is_drawn,
        tuple(stages_of(tournament)),
        has_brackets=is_drawn and tournament.movement_kind in BRACKETS,
        has_pools=is_drawn and tournament.movement_kind == POOLS,
    )

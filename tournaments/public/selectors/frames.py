from dataclasses import dataclass

from tournaments.console.selectors.clock import ClockFace, clock_of
from tournaments.models import Tournament
from tournaments.public.selectors.stories import has_story
from tournaments.setup.selectors.stages import Stage, stages_of
from tournaments.state.formats import has_groups, is_bracket
from tournaments.state.visibility import finished_boards


@dataclass(frozen=True, slots=True)
class PageHeader:
    """Page header; ``part``: active tab."""

    part: str
    clock: ClockFace
    boards_over: int
    is_drawn: bool
    stages: tuple[Stage, ...] = ()
    has_brackets: bool = False
    has_pools: bool = False
    has_story: bool = False

    @property
    def round(self) -> int:
        return max(self.clock.round, 1)


def page_header(tournament: Tournament, part: str) -> PageHeader:
    """Page header; three queries, and one for each further stage."""
    clock = clock_of(tournament)
    is_drawn = clock.state != "none"
    return PageHeader(
        part,
        clock,
        finished_boards(tournament).count(),
        is_drawn,
        tuple(stages_of(tournament)),
        has_brackets=is_drawn and is_bracket(tournament),
        has_pools=is_drawn and has_groups(tournament),
        has_story=has_story(tournament),
    )

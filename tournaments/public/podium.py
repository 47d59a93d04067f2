from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.public.screens import chunks
from tournaments.standings.selectors import PublicStandings, StandingLine

PLACES = 3
MOST_STEPS = 4
OTHERS_PER_PAGE = 12


@dataclass(frozen=True, slots=True)
class Podium:
    """One list: podium ``steps`` from left to right, and a page of the others.

    Equal ranks share a height; with too many of them there are no steps.
    """

    section: str
    steps: tuple[StandingLine, ...]
    columns: tuple[tuple[StandingLine, ...], ...]
    page: int = 1
    pages: int = 1


def podiums_of(standings: PublicStandings) -> list[Podium]:
    """Pages per list; the steps stay, the others change."""
    return [
        page for ranking in standings.lists for page in podium_pages(ranking.section, ranking.lines)
    ]


def podium_pages(section: str, lines: Sequence[StandingLine]) -> list[Podium]:
    best = top_lines(lines)
    others = chunks(lines[len(best) :], OTHERS_PER_PAGE) or [()]
    return [
        Podium(section, podium_order(best), in_columns(part), number, len(others))
        for number, part in enumerate(others, start=1)
    ]


def top_lines(lines: Sequence[StandingLine]) -> tuple[StandingLine, ...]:
    """The first three ranks with ties, as far as they fit."""
    best: list[StandingLine] = []
    for rank, tied_lines in groupby(lines, key=lambda line: line.rank):
        group = list(tied_lines)
        if rank > PLACES or len(best) + len(group) > MOST_STEPS:
            break
        best += group
    return tuple(best)


def podium_order(best: Sequence[StandingLine]) -> tuple[StandingLine, ...]:
    """Order on the podium: second, first, third; tied firsts come first."""
    if len(best) < 2 or best[1].rank == 1:
        return tuple(best)
    return (best[1], best[0], *best[2:])


def in_columns(lines: Sequence[StandingLine]) -> tuple[tuple[StandingLine, ...], ...]:
    return tuple(chunks(lines, max(1, -(-len(lines) // 2))))

"""Cards shuffled at the table: N games of M deals or matches to a target, and who meets next.

Belote evenings draw the first game by lot and the others by rank (first against second), by wins,
by lot again, or let everyone play everyone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.movements.errors import _, require
from tournaments.movements.pair_costs import Entry
from tournaments.movements.round_robin import berger_round, lap_length
from tournaments.movements.swiss import Draw, draw

DrawRule = Literal["lot", "rank", "wins", "everyone"]


@dataclass(frozen=True, slots=True)
class OpenFormat:
    """An evening of `games`, each of so many `deals` or to a `target` of points.

    A game is best of `best_of`; `minutes` cuts it when the time is over.  `again` allows opponents
    to meet twice.
    """

    games: int
    deals: int | None = None
    target: int | None = None
    best_of: int = 1
    minutes: int | None = None
    rule: DrawRule = "rank"
    again: bool = False

    def __post_init__(self) -> None:
        require(self.games >= 1, "no_rounds", _("A session has at least one round."))
        require(
            (self.deals is None) != (self.target is None),
            "deals_or_target",
            _("A game has either a number of deals or a target."),
        )
        require(
            all(size is None or size > 0 for size in (self.deals, self.target, self.minutes)),
            "game_length",
            _("The length of a game must be above zero."),
        )
        require(
            self.best_of % 2 == 1, "best_of_even", _("A match is best of an odd number of games.")
        )


VILLAGE = OpenFormat(games=4, deals=12)
"""The village classic: four games of twelve deals."""
CHAMPIONSHIP = OpenFormat(games=5, target=2001, minutes=40, rule="wins")
"""Five games to 2001 points, forty minutes each."""


def draw_open(entries: Sequence[Entry], evening: OpenFormat, number: int, *, seed: int = 0) -> Draw:
    """Who meets in game `number` (from 1); the score of an entry is its points, or its wins.

    By rank pairs neighbours of the standings; by wins those with equal wins.  Both keep former
    opponents apart unless the evening allows them to meet again.
    """
    require(
        1 <= number <= evening.games,
        "game_out_of_range",
        _("This evening has %(games)d games."),
        games=evening.games,
    )
    if evening.rule == "everyone":
        return _scheduled(entries, number)
    known = [replace(entry, met={}) for entry in entries] if evening.again else list(entries)
    if number == 1 or evening.rule == "lot":
        return draw(known, "random", seed=seed + number)
    if evening.rule == "wins":
        return draw(known, "swiss")
    # Only the order counts: with equal scores the matching keeps to neighbouring ranks.
    standing = sorted(known, key=lambda entry: (-entry.score, entry.rank))
    ranked = [replace(entry, score=0, rank=place) for place, entry in enumerate(standing, 1)]
    return draw(ranked, "swiss")


def _scheduled(entries: Sequence[Entry], number: int) -> Draw:
    order = tuple(sorted(entries, key=lambda entry: entry.rank))
    lap = lap_length(len(order))
    pairs = tuple((a - 1, b - 1) for a, b in berger_round(len(order), (number - 1) % lap))
    playing = {place for pair in pairs for place in pair}
    bye = next((place for place in range(len(order)) if place not in playing), None)
    return Draw(order, pairs, bye, cost=0, rematches=(), forbidden=())

"""What all tables of a tournament have in common, worked out once for all of them."""

import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from tournaments.models import Tournament
from tournaments.selectors.visibility import finished_boards, open_round_number

FRESH_SECONDS: Final = 0.5
"""How long results elsewhere may stay unknown to a table."""
MOST_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Hall:
    """The round whose results may be entered (0 for none), and the boards that are over.

    ``version`` changes with them, and with whatever else all tables may show.
    """

    opened: int
    over: frozenset[int]
    version: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A hall as it was at some moment, for these facts."""

    hall: Hall
    shape: tuple[object, ...]
    facts: int
    at: float

    def is_good_for(self, facts: int) -> bool:
        """Whether these facts are the same, or only a moment newer."""
        return self.facts == facts or time.monotonic() - self.at < FRESH_SECONDS


SEEN: OrderedDict[str, Seen] = OrderedDict()


def hall_of(tournament: Tournament, facts: int) -> Hall:
    """The hall at a version of the facts, or as it was up to half a second ago."""
    shape = (tournament.state, tournament.hall_version)
    seen = SEEN.get(tournament.code)
    if seen is not None and seen.shape == shape and seen.is_good_for(facts):
        return seen.hall
    hall = look_at(tournament, shape)
    SEEN[tournament.code] = Seen(hall, shape, facts, time.monotonic())
    SEEN.move_to_end(tournament.code)
    while len(SEEN) > MOST_KEPT:
        SEEN.popitem(last=False)
    return hall


def look_at(tournament: Tournament, shape: tuple[object, ...]) -> Hall:
    """The hall as it is now; four queries."""
    is_on = tournament.state in {Tournament.State.PLAYING, Tournament.State.FINISHED}
    opened = open_round_number(tournament) if is_on else 0
    over = frozenset(finished_boards(tournament).values_list("pk", flat=True)) if is_on else ()
    parts = (tournament.code, *shape, opened, sorted(over))
    version = hashlib.blake2s(repr(parts).encode(), digest_size=8).hexdigest()
    return Hall(opened, frozenset(over), version)

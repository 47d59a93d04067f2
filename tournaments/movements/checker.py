"""Checker: verifies any seating list, built or imported, and measures what is allowed.

Invariants: I1 an entrant sits once a round; I2 none meets a set twice; I3 none opposes
itself; I4 a table appears once a round. A team is two pairs, one per direction.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.movements.balance import balance_factor
from tournaments.movements.errors import _
from tournaments.movements.model import Movement, Sitting

MAX_BALANCED_ENTRANTS = 500
"""Balance says little where most never meet."""


@dataclass(frozen=True, slots=True)
class MovementFault:
    rule: str
    template: str
    round: int
    table: int
    entrant: int | None = None
    board_set: int | None = None

    @property
    def params(self) -> Mapping[str, object]:
        return {
            "round": self.round,
            "table": self.table,
            "entrant": self.entrant,
            "set": self.board_set,
        }

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True, slots=True)
class SharedSet:
    """A set played at several tables in one round."""

    round: int
    board_set: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RepeatedMeeting:
    """Two entrants who oppose each other more often than the movement needs."""

    entrants: tuple[int, int]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of the checker: `plays` per set; `balance` is Qf in percent, None if meaningless."""

    faults: tuple[MovementFault, ...]
    shares: tuple[SharedSet, ...]
    repeats: tuple[RepeatedMeeting, ...]
    plays: Mapping[int, int]
    balance: float | None

    @property
    def is_valid(self) -> bool:
        return not self.faults

    @property
    def most_sharing_tables(self) -> int:
        """Most tables that play one set in one round (1: nothing is shared)."""
        return max((len(share.tables) for share in self.shares), default=1)


def check_movement(movement: Movement) -> CheckResult:
    """Verify the invariants and measure shares, repeats, plays and balance."""
    return CheckResult(
        faults=tuple(_faults(movement)),
        shares=tuple(_shares(movement)),
        repeats=tuple(_repeats(movement)),
        plays=_plays(movement),
        balance=balance_factor(movement) if _is_comparable(movement) else None,
    )


def _is_comparable(movement: Movement) -> bool:
    return movement.unit == "pair" and movement.entrants <= MAX_BALANCED_ENTRANTS


def opponents(movement: Movement) -> dict[tuple[int, int], list[int]]:
    """Rounds in which each two entrants oppose each other, lower number first."""
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, sitting in _numbered_sittings(movement):
        for a, b in _opponents(sitting):
            met[min(a, b), max(a, b)].append(number)
    return met


def _numbered_sittings(movement: Movement) -> Iterator[tuple[int, Sitting]]:
    for number, sittings in enumerate(movement.rounds, 1):
        for sitting in sittings:
            yield number, sitting


def _opponents(sitting: Sitting) -> list[tuple[int, int]]:
    if sitting.seats is not None:
        return _single_opponents(sitting.seats)
    if sitting.ns is None or sitting.ew is None:
        return []
    return [(sitting.ns, sitting.ew)]


def _single_opponents(seats: tuple[int, ...]) -> list[tuple[int, int]]:
    if len(seats) != 4:
        return list(combinations(seats, 2))
    north, west, south, east = seats
    return [(a, b) for a in (north, south) for b in (west, east)]


def _players(movement: Movement, sitting: Sitting) -> list[tuple[int, Hashable]]:
    """Everyone at the table with a key that must be unique: entrant, or half of a team."""
    if movement.unit != "team":
        return [(entrant, entrant) for entrant in sitting.entrants]
    halves = ((sitting.ns, "ns"), (sitting.ew, "ew"))
    return [(entrant, (entrant, side)) for entrant, side in halves if entrant is not None]


def _faults(movement: Movement) -> Iterator[MovementFault]:
    sat: set[Hashable] = set()
    met_set: set[Hashable] = set()
    tables: set[tuple[int, int]] = set()
    for number, sitting in _numbered_sittings(movement):
        place = {"round": number, "table": sitting.table}
        if (number, sitting.table) in tables:
            yield MovementFault(
                "I4", _("Round %(round)d: table %(table)d is listed twice."), **place
            )
        tables.add((number, sitting.table))
        if any(a == b for a, b in _opponents(sitting)):
            text = _("Round %(round)d, table %(table)d: number %(entrant)d opposes itself.")
            yield MovementFault("I3", text, **place, entrant=sitting.entrants[0])
            continue
        for entrant, half in _players(movement, sitting):
            if (number, half) in sat:
                text = _("Round %(round)d, table %(table)d: number %(entrant)d sits twice.")
                yield MovementFault("I1", text, **place, entrant=entrant)
            sat.add((number, half))
            if sitting.board_set is None:
                continue
            if (half, sitting.board_set) in met_set:
                text = _(
                    "Round %(round)d, table %(table)d: number %(entrant)d plays set %(set)d again."
                )
                yield MovementFault(
                    "I2", text, **place, entrant=entrant, board_set=sitting.board_set
                )
            met_set.add((half, sitting.board_set))


def _shares(movement: Movement) -> Iterator[SharedSet]:
    places: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, sitting in _numbered_sittings(movement):
        if sitting.board_set is not None:
            places[number, sitting.board_set].append(sitting.table)
    for (number, board_set), tables in sorted(places.items()):
        if len(tables) > 1:
            yield SharedSet(number, board_set, tuple(tables))


def _repeats(movement: Movement) -> Iterator[RepeatedMeeting]:
    # Teams meet in both rooms; single players oppose each other twice by design.
    often = 1 if movement.unit == "pair" else 2
    for pair, rounds in sorted(opponents(movement).items()):
        if len(rounds) > often:
            yield RepeatedMeeting(pair, tuple(rounds))


def _plays(movement: Movement) -> dict[int, int]:
    counted = Counter(
        s.board_set for _r, s in _numbered_sittings(movement) if s.board_set is not None
    )
    return dict(sorted(counted.items()))

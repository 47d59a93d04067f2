from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

Unit = Literal["pair", "team", "player"]


class Seats(NamedTuple):
    north: int
    west: int
    south: int
    east: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where for one round; entrants, tables and board sets are 1-based.

    `board_set` is None if cards are dealt at the table. Single players have `seats` (`Seats`,
    or three in playing order); `ns` and `ew` are then None.
    """

    table: int
    ns: int | None
    ew: int | None
    board_set: int | None = None
    seats: tuple[int, ...] | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        if self.seats is not None:
            return tuple(self.seats)
        return tuple(entrant for entrant in (self.ns, self.ew) if entrant is not None)

    def switch_sides(self) -> "Sitting":
        return Sitting(self.table, self.ew, self.ns, self.board_set)


Round = tuple[Sitting, ...]


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole session for entrants 1..entrants: sittings and sit-outs per round.

    `facts` is plain JSON for guide cards and explanations (relays, switched rounds, …).
    """

    kind: str
    unit: Unit
    entrants: int
    tables: int
    rounds: tuple[Round, ...]
    sit_outs: tuple[tuple[int, ...], ...]
    board_sets: int
    winners: Literal[1, 2] = 1
    facts: Mapping[str, Any] = field(default_factory=dict)


def assemble_movement(
    kind: str,
    rounds: Iterable[Sequence[Sitting]],
    *,
    entrants: int,
    unit: Unit = "pair",
    winners: Literal[1, 2] = 1,
    facts: Mapping[str, object] | None = None,
    keep_numbers: bool = False,
) -> Movement:
    """Build a movement from listed rounds; entrants not listed in a round sit out.

    Unused sets (of a movement stopped early) leave no gap in the numbers, unless
    `keep_numbers`.
    """
    listed = tuple(tuple(sittings) for sittings in rounds)
    if not keep_numbers:
        listed = _without_gaps(listed)
    everyone = range(1, entrants + 1)
    seated = [{e for sitting in sittings for e in sitting.entrants} for sittings in listed]
    every = [sitting for sittings in listed for sitting in sittings]
    return Movement(
        kind=kind,
        unit=unit,
        entrants=entrants,
        tables=max((sitting.table for sitting in every), default=0),
        rounds=listed,
        sit_outs=tuple(tuple(e for e in everyone if e not in playing) for playing in seated),
        board_sets=len({s.board_set for s in every if s.board_set is not None}),
        winners=winners,
        facts=facts or {},
    )


def _without_gaps(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    played = {s.board_set for sittings in rounds for s in sittings if s.board_set is not None}
    if played == set(range(1, len(played) + 1)):
        return rounds
    number = {board_set: at for at, board_set in enumerate(sorted(played), 1)}
    return tuple(
        tuple(replace(s, board_set=number.get(s.board_set or 0)) for s in sittings)
        for sittings in rounds
    )

"""Bids that are numbers: the scale, calls as integers and as written.

A call is 64 + contract + 6 x rank. Ranks are the numbers in order, then the same numbers
with the mark of all tricks (`with_number`) or one rank for all tricks (`top`); the last
can be all tricks by the bidder alone. Only the number ranks, whatever the contract (FFB
27/01/2016, auction; Bazar Blot). Written: `90H`, `120NT`, `26H*`, `*H` for all tricks
without a number, `**H` for all of them alone.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple, cast

from games.belot.bits import nth_bit, popcount
from games.belot.cards import ALL_TRUMPS, CONTRACTS, NO_TRUMPS
from games.belot.compiling import Ints, kernel
from games.belot.variant import Variant

FIRST_NUMBER: Final = 64
CALLS_PER_RANK: Final = 6
MAX_NUMBER_POINTS: Final = 990
"""Of scales without a maximum."""
MAX_STEPS: Final = 100
BIDS: Final = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2})|\+) by ([1-9]\d?)( in tens)?")
WRITTEN: Final = re.compile(r"(\*{0,2})(\d*)([CDHS]|NT|AT)(\*?)")

MARKS_OF: Final = ("none", "top", "with_number")
TOP: Final = 1
WITH_NUMBER: Final = 2
ALL_TRICKS: Final = 1
ALONE: Final = 2
"""All tricks by the bidder alone."""

# Indexes in a scale, which is a row of numbers.
LOW: Final = 0
STEP: Final = 1
STEPS: Final = 2
UNIT: Final = 3
MARKS: Final = 4
CAPOT_VALUE: Final = 5
SOLO_VALUE: Final = 6
OPEN: Final = 7
RANKS: Final = 8
WHOLE: Final = 9
"""Three totals as scored: suit, no-trumps, all-trumps."""
SCALE_SIZE: Final = 12


class Scale(NamedTuple):
    low: int
    step: int
    steps: int
    """Count of numbers."""
    unit: int
    """Card points per 1 bid."""
    marks: int
    capot_value: int
    """Card points of all tricks bid without a number."""
    solo_value: int
    contracts: int
    """Mask."""
    ranks: int
    whole_suit: int
    whole_no_trumps: int
    whole_all_trumps: int

    @property
    def row(self) -> Ints:
        """Read-only row for kernel functions."""
        return cast(Ints, self)


class WrittenBid(NamedTuple):
    """Parsed bid; `number` can be empty, `promise` is 0, `ALL_TRICKS` or `ALONE`."""

    number: str
    contract: str
    promise: int


def parse_bid(code: str) -> WrittenBid | None:
    """Parse a bid; None for a pass, a contra or a contract without a number."""
    match = WRITTEN.fullmatch(code)
    if match is None or not (match[1] or match[2]) or (match[1] and (match[2] or match[4])):
        return None
    return WrittenBid(match[2], match[3], len(match[1]) or len(match[4]))


def parse_steps(text: str) -> tuple[int, int, int, int] | None:
    """Lowest number, step, count and unit of a text; None if invalid.

    `"80-160 by 10"`, `"80+ by 10"` (up to 990 card points), `"8-80 by 1 in tens"`.
    """
    match = BIDS.fullmatch(text)
    if match is None:
        return None
    low, step, unit = int(match[1]), int(match[3]), 10 if match[4] else 1
    high = int(match[2]) if match[2] else low + (MAX_NUMBER_POINTS // unit - low) // step * step
    steps, rest = divmod(high - low, step)
    fits = steps >= 0 and not rest and high * unit <= MAX_NUMBER_POINTS and steps < MAX_STEPS
    return (low, step, steps + 1, unit) if fits else None


def biddable_numbers(variant: Variant) -> tuple[tuple[int, ...], int]:
    """In card points, and the card points of 1 bid."""
    low, step, steps, unit = parse_steps(variant.bids) or (80, 10, 9, 1)
    return tuple(unit * (low + step * place) for place in range(steps)), unit


def bid_json(scale: Scale, bid: int, capot_bid: bool) -> dict[str, object]:
    """``solo_bid`` only if all tricks were bid alone."""
    unit = {"bid_unit": scale.unit} if scale.unit != 1 else {}
    solo = {"solo_bid": True} if is_solo(scale.solo_value, bid, capot_bid) else {}
    return {"bid": bid, "capot_bid": capot_bid, **solo, **unit}


def is_solo(solo_value: int, bid: int, capot_bid: bool) -> bool:
    return capot_bid and bid == solo_value > 0


@lru_cache(maxsize=256)
def scale_of(variant: Variant, wholes: tuple[int, ...]) -> Scale:
    low, step, steps, unit = parse_steps(variant.bids) or (80, 10, 9, 1)
    marks = MARKS_OF.index(variant.capot_bid)
    marked = {TOP: 1, WITH_NUMBER: steps}.get(marks, 0)
    contracts = sum(1 << CONTRACTS.index(code) for code in variant.contracts.split())
    ranks = steps + marked + bool(variant.solo_value)
    values = variant.capot_value, variant.solo_value
    whole = (wholes[contract] for contract in (0, NO_TRUMPS, ALL_TRUMPS))
    return Scale(low, step, steps, unit, marks, *values, contracts, ranks, *whole)


@kernel
def first_marked(row: Ints, at: int, rank: int) -> int:
    steps = row[at + STEPS]
    if row[at + MARKS] != WITH_NUMBER:
        return max(steps, rank + 1)
    return (rank if rank >= steps else rank + steps) + 1


@kernel
def count_above(row: Ints, at: int, rank: int) -> int:
    plain = max(row[at + STEPS] - rank - 1, 0)
    marked = row[at + RANKS] - first_marked(row, at, rank)
    return popcount(row[at + OPEN]) * (plain + marked)


@kernel
def nth_above(row: Ints, at: int, rank: int, place: int) -> int:
    """Bid above a rank with `place` such bids below it."""
    contracts = row[at + OPEN]
    size = popcount(contracts)
    index = place // size
    plain = max(row[at + STEPS] - rank - 1, 0)
    chosen = rank + 1 + index
    if index >= plain:
        chosen = first_marked(row, at, rank) + index - plain
    return FIRST_NUMBER + CALLS_PER_RANK * chosen + nth_bit(contracts, place % size)


@kernel
def number_at(row: Ints, at: int, rank: int) -> int:
    steps = row[at + STEPS]
    promise = promise_at(row, at, rank)
    if promise == ALONE:
        return row[at + SOLO_VALUE] // row[at + UNIT]
    if promise and row[at + MARKS] == TOP:
        return row[at + CAPOT_VALUE] // row[at + UNIT]
    return row[at + LOW] + row[at + STEP] * (rank if rank < steps else rank - steps)


@kernel
def promise_at(row: Ints, at: int, rank: int) -> int:
    if rank < row[at + STEPS]:
        return 0
    return ALONE if row[at + SOLO_VALUE] > 0 and rank == row[at + RANKS] - 1 else ALL_TRICKS


def rank_of(scale: Scale, number: int, promise: int) -> int:
    """Rank of a number with its mark; inverse of `number_at` and `promise_at`."""
    if promise == ALONE:
        return scale.ranks - 1
    if promise and scale.marks == TOP:
        return scale.steps
    return (number - scale.low) // scale.step + (scale.steps if promise else 0)


@lru_cache(maxsize=4096)
def calls_above(scale: Scale, rank: int) -> int:
    plain = range(rank + 1, scale.steps)
    marked = range(first_marked(scale.row, 0, rank), scale.ranks)
    return sum(
        scale.contracts << (FIRST_NUMBER + CALLS_PER_RANK * one) for one in (*plain, *marked)
    )


@lru_cache(maxsize=256)
def moves_of(scale: Scale) -> dict[str, int]:
    moves = {}
    for rank in range(scale.ranks):
        number, promise = number_at(scale.row, 0, rank), promise_at(scale.row, 0, rank)
        before = str(number)
        after = "*" if promise else ""
        if promise == ALONE or (promise and scale.marks == TOP):
            before, after = "*" * promise, ""
        for contract, code in enumerate(CONTRACTS):
            if scale.contracts >> contract & 1:
                moves[f"{before}{code}{after}"] = FIRST_NUMBER + CALLS_PER_RANK * rank + contract
    return moves


@lru_cache(maxsize=256)
def codes_of(scale: Scale) -> dict[int, str]:
    return {move: code for code, move in moves_of(scale).items()}

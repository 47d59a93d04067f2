"""Announcements and their values, from tables of a suit's 256 card sets."""

from collections.abc import Sequence
from typing import Final

from games.belot.carres import carre_points_of
from games.belot.compiling import Ints, kernel
from games.belot.declarations import (
    QUINTE_VALUE,
    SEQUENCE_VALUES,
    TIERCE_VALUE,
    runs_in,
)
from games.belot.factors import family_of
from games.belot.variant import Variant

EVERY_SUIT: Final = 0x01010101
SUIT: Final = 0xFF
RUNS_COUNT: Final = 48
"""Bit of a family's worths: runs count."""
TO_FOUR: Final = 49
"""Bit: longer runs are worth what four cards are."""

_RUNS: Final = tuple(runs_in(cards, 0) for cards in range(256))
RUN_CARDS: Final = tuple(sum(run.cards for run in runs) for runs in _RUNS)
RUN_VALUES: Final = tuple(
    sum(SEQUENCE_VALUES.get(min(run.length, longest), QUINTE_VALUE) for run in runs)
    for longest in (8, 4)
    for runs in _RUNS
)
"""By card set; a run of eight can be worth more.

From 256 on longer runs are worth what four cards are."""
BEST_RUN: Final = tuple(
    max([8 * min(run.length, longest) + run.top for run in runs], default=0)
    for longest in (8, 5, 4)
    for runs in _RUNS
)
"""By card set: by length, then highest card; 0 for none.

From 256 on by length up to five, from 512 on up to four."""
SUIT_OF_EIGHT: Final = 255


def run_of_eight_bonus(variant: Variant) -> int:
    return TIERCE_VALUE if variant.run_of_eight == "quinte_and_tierce" else 0


def ranks_of_fours(variant: Variant, contract: int) -> int:
    """Byte of ranks whose four cards score in a contract."""
    row = carre_points_of(variant)[family_of(contract)]
    return sum(1 << rank for rank, points in enumerate(row) if points)


def carre_worths(variant: Variant) -> tuple[int, int, int]:
    """Carré values in suits, no-trumps and all-trumps, each packed into one number (`worths`).

    Six bits per rank hold the tens; bit RUNS_COUNT: runs count; bit TO_FOUR: none is worth
    more than four cards. All 0 where hands announce nothing.
    """
    if variant.declarations != "hand":
        return 0, 0, 0
    in_suits, in_none, in_all = carre_points_of(variant)
    runs = 1 << RUNS_COUNT | int(variant.long_runs == "four") << TO_FOUR
    in_no_trumps = runs if variant.no_trumps_declarations else 0
    return _tens(in_suits) | runs, _tens(in_none) | in_no_trumps, _tens(in_all) | runs


def _tens(row: Sequence[int]) -> int:
    return sum(points // 10 << 6 * rank for rank, points in enumerate(row))


@kernel
def fours_of(hand: int) -> int:
    return hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & SUIT


@kernel
def carres_of(hand: int, worths: int) -> int:
    """Like `fours_of`, only ranks with a value."""
    fours = fours_of(hand)
    if fours:
        for rank in range(8):
            if not worths >> (6 * rank) & 63:
                fours &= ~(1 << rank)
    return fours


@kernel
def runs_of(hand: int) -> int:
    return (
        RUN_CARDS[hand & SUIT]
        | RUN_CARDS[hand >> 8 & SUIT] << 8
        | RUN_CARDS[hand >> 16 & SUIT] << 16
        | RUN_CARDS[hand >> 24 & SUIT] << 24
    )


@kernel
def value_of_runs(runs: int, worths: int, eight_is_more: int) -> int:
    total = 0
    row = 256 * (worths >> TO_FOUR & 1)
    for suit in range(4):
        cards = runs >> (8 * suit) & SUIT
        total += RUN_VALUES[row + cards]
        if cards == SUIT_OF_EIGHT:
            total += eight_is_more
    return total


@kernel
def value_of_carres(carres: int, worths: int) -> int:
    total = 0
    for rank in range(8):
        if carres >> rank & 1:
            total += 10 * (worths >> (6 * rank) & 63)
    return total


@kernel
def carres_to_announce(hand: int, worths: int, in_two: int, eight: int) -> int:
    """Ranks (bits) of the carrés to announce; `in_two`: a card can be in two combinations."""
    carres = carres_of(hand, worths)
    if in_two or not carres or not worths >> RUNS_COUNT & 1:
        return carres
    runs = runs_of(hand)
    if not runs or _is_cutting_runs_better(hand, carres, runs, worths, eight):
        return carres
    return carres & ~_ranks(runs)


@kernel
def runs_to_announce(hand: int, worths: int, in_two: int, eight: int) -> int:
    if not worths >> RUNS_COUNT & 1:
        return 0
    carres = carres_of(hand, worths)
    runs = runs_of(hand)
    if (
        in_two
        or not carres
        or not runs
        or not _is_cutting_runs_better(hand, carres, runs, worths, eight)
    ):
        return runs
    return runs_of(hand & ~(carres * EVERY_SUIT))


@kernel
def _ranks(cards: int) -> int:
    return (cards | cards >> 8 | cards >> 16 | cards >> 24) & SUIT


@kernel
def _is_cutting_runs_better(hand: int, carres: int, runs: int, worths: int, eight: int) -> bool:
    """Return whether carrés plus the remaining runs are worth at least as much as whole runs."""
    rest = runs_of(hand & ~(carres * EVERY_SUIT))
    cut = value_of_carres(carres, worths) + value_of_runs(rest, worths, eight)
    whole = value_of_carres(carres & ~_ranks(runs), worths) + value_of_runs(runs, worths, eight)
    return cut >= whole


@kernel
def premium(hand: int, worths: int, in_two: int, eight: int) -> int:
    """Card points of all a hand's announcements, before no-trumps doubling."""
    if not fours_of(hand):
        return value_of_runs(runs_of(hand), worths, eight) if worths >> RUNS_COUNT & 1 else 0
    carres = carres_to_announce(hand, worths, in_two, eight)
    runs = runs_to_announce(hand, worths, in_two, eight)
    return value_of_carres(carres, worths) + value_of_runs(runs, worths, eight)


@kernel
def best_run(runs: int, row: int, trump: int) -> int:
    """Strength of a hand's best run; 0 for none.

    `row` is the offset in BEST_RUN; a run in `trump` (or -1) beats an equal one.
    """
    best = 0
    for suit in range(4):
        cards = runs >> (8 * suit) & SUIT
        strength = 2 * BEST_RUN[row + cards]
        if strength and suit == trump:
            strength += 1
        best = max(best, strength)
    return best


@kernel
def best_eight(runs: int, trump: int) -> int:
    """2 if the `trump` suit is a run of eight, 1 if another suit is, else 0."""
    best = 0
    for suit in range(4):
        if runs >> (8 * suit) & SUIT == SUIT_OF_EIGHT:
            best = max(best, 2 if suit == trump else 1)
    return best


@kernel
def winning_side(strengths: Ints, at: int, first: int, equal_is_void: int) -> int:
    """Side of the strongest of four seats' combinations; -1 for none or void.

    Strengths start at index `at`; `first` is the first seat to lead.
    """
    best = max(strengths[at], strengths[at + 1], strengths[at + 2], strengths[at + 3])
    if best == 0:
        return -1
    side = -1
    for step in range(4):
        seat = (first + step) & 3
        if strengths[at + seat] == best:
            if side < 0:
                side = seat & 1
            elif equal_is_void and side != seat & 1:
                return -1
    return side

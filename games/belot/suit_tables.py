"""What a hand announces and what it is worth, from tables of the 256 sets of cards of a suit."""

from typing import Final

from games.belot.cards import NO_TRUMPS, RANKS
from games.belot.compiling import Ints, kernel
from games.belot.declarations import (
    CARRE_VALUES,
    QUINTE_VALUE,
    SEQUENCE_VALUES,
    TIERCE_VALUE,
    runs_in,
)
from games.belot.variant import Variant

EVERY_SUIT: Final = 0x01010101
SUIT: Final = 0xFF
ACES: Final = 1 << RANKS.index("A")
NO_CARRES: Final = sum(1 << rank for rank in range(8) if RANKS[rank] not in CARRE_VALUES)
CARRE_VALUE: Final = tuple(CARRE_VALUES.get(rank, 0) for rank in RANKS)

_RUNS: Final = tuple(runs_in(cards, 0) for cards in range(256))
RUN_CARDS: Final = tuple(sum(run.cards for run in runs) for runs in _RUNS)
RUN_VALUES: Final = tuple(
    sum(SEQUENCE_VALUES.get(run.length, QUINTE_VALUE) for run in runs) for runs in _RUNS
)
"""The card points of a suit's runs; a run of eight may be worth more."""
BEST_RUN: Final = tuple(max([8 * r.length + r.top for r in runs], default=0) for runs in _RUNS)
BEST_RUN_TO_FIVE: Final = tuple(
    max([8 * min(r.length, 5) + r.top for r in runs], default=0) for runs in _RUNS
)
"""A number that orders runs by length (up to five), then by their highest card; 0 for none."""
SUIT_OF_EIGHT: Final = 255


def eight_is_more(variant: Variant) -> int:
    """What a run of eight is worth above a quinte (`run_of_eight`)."""
    return TIERCE_VALUE if variant.run_of_eight == "quinte_and_tierce" else 0


@kernel
def carres_of(hand: int) -> int:
    """The ranks, as bits, of which a hand holds all four cards and that make a carré."""
    return hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & SUIT & ~NO_CARRES


@kernel
def runs_of(hand: int) -> int:
    """The mask of all cards of a hand that stand in its longest runs."""
    return (
        RUN_CARDS[hand & SUIT]
        | RUN_CARDS[hand >> 8 & SUIT] << 8
        | RUN_CARDS[hand >> 16 & SUIT] << 16
        | RUN_CARDS[hand >> 24 & SUIT] << 24
    )


@kernel
def value_of_runs(runs: int, eight_is_more: int) -> int:
    """The card points of runs; `eight_is_more` is what a run of eight has above a quinte."""
    total = 0
    for suit in range(4):
        cards = runs >> (8 * suit) & SUIT
        total += RUN_VALUES[cards]
        if cards == SUIT_OF_EIGHT:
            total += eight_is_more
    return total


@kernel
def value_of_carres(carres: int) -> int:
    """The card points of carrés outside no-trumps."""
    total = 0
    for rank in range(8):
        if carres >> rank & 1:
            total += CARRE_VALUE[rank]
    return total


@kernel
def carres_to_announce(hand: int, contract: int, aces: int, in_two: int, eight: int) -> int:
    """The carrés, as bits of ranks, that a hand announces (`claims.worth_announcing`).

    `aces` is the worth of four aces in no-trumps, `in_two` whether a card may stand in two.
    """
    carres = carres_of(hand)
    if contract == NO_TRUMPS:
        return carres & ACES if aces else 0
    runs = runs_of(hand)
    if in_two or not carres or not runs or _cuts(hand, carres, runs, eight):
        return carres
    return carres & ~_ranks(runs)


@kernel
def runs_to_announce(hand: int, contract: int, in_two: int, eight: int) -> int:
    """The cards of the runs that a hand announces (`claims.worth_announcing`)."""
    if contract == NO_TRUMPS:
        return 0
    carres = carres_of(hand)
    runs = runs_of(hand)
    if in_two or not carres or not runs or not _cuts(hand, carres, runs, eight):
        return runs
    return runs_of(hand & ~(carres * EVERY_SUIT))


@kernel
def _ranks(cards: int) -> int:
    return (cards | cards >> 8 | cards >> 16 | cards >> 24) & SUIT


@kernel
def _cuts(hand: int, carres: int, runs: int, eight: int) -> bool:
    """Whether carrés with what they leave of the runs pay as much as whole runs."""
    rest = runs_of(hand & ~(carres * EVERY_SUIT))
    cut = value_of_carres(carres) + value_of_runs(rest, eight)
    whole = value_of_carres(carres & ~_ranks(runs)) + value_of_runs(runs, eight)
    return cut >= whole


@kernel
def premium(hand: int, contract: int, aces: int, in_two: int, eight: int) -> int:
    """The card points of all that a hand announces, before no-trumps doubling."""
    if not carres_of(hand):
        return 0 if contract == NO_TRUMPS else value_of_runs(runs_of(hand), eight)
    carres = carres_to_announce(hand, contract, aces, in_two, eight)
    if contract == NO_TRUMPS:
        return aces if carres else 0
    runs = runs_to_announce(hand, contract, in_two, eight)
    return value_of_carres(carres) + value_of_runs(runs, eight)


@kernel
def best_run(runs: int, to_five: int) -> int:
    """The strength of the best of a hand's runs; 0 for none."""
    best = 0
    for suit in range(4):
        cards = runs >> (8 * suit) & SUIT
        best = max(best, BEST_RUN_TO_FIVE[cards] if to_five else BEST_RUN[cards])
    return best


@kernel
def holds_eight(runs: int) -> bool:
    """Whether one of the runs is a whole suit."""
    found = False
    for suit in range(4):
        found = found or runs >> (8 * suit) & SUIT == SUIT_OF_EIGHT
    return found


@kernel
def winning_side(strengths: Ints, at: int, first: int, equal_is_void: int) -> int:
    """The side of the strongest of four seats' combinations; -1 for none, or void.

    The strengths lie from `at` on, 0 for nothing; `first` is the seat first to lead.
    """
    best = max(strengths[at], strengths[at + 1], strengths[at + 2], strengths[at + 3])
    if best == 0:
        return -1
    found = -1
    for step in range(4):
        seat = (first + step) & 3
        if strengths[at + seat] == best:
            if found < 0:
                found = seat & 1
            elif equal_is_void and found != seat & 1:
                return -1
    return found

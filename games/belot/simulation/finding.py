from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.belot.cards import CARDS
from games.belot.compiling import space
from games.belot.kernel.deals import (
    ANY_CARDS,
    ASKED_SIZE,
    DEAL_MODE,
    KNOWN,
    KNOWN_CARDS,
    PACK_BUFFER_SIZE,
    PLACES_FOR_KNOWN,
)
from games.belot.kernel.deals import ASKED_DEALER as DEALER
from games.belot.kernel.finding import next_deal
from games.belot.kernel.rules import rules_of
from games.belot.simulation.wishes import Wishes
from games.belot.solving.par import Board
from games.belot.solving.solver import BoardTable, solve_deal
from games.belot.table import seats_of, table_of
from games.belot.variant import Variant

DEALS_PER_STEP: Final = 2000
"""0.2 s when interpreted."""
COMPILED_DEALS_PER_STEP: Final = 200_000


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """Progress of a search: deals inspected, pack and dealer of one that fits."""

    looked_at: int
    pack: str = ""
    dealer: str = ""


def find_deals(
    variant: Variant, wishes: Wishes, seed: int, count: int, number: int = 0, have: int = 0
) -> Iterator[SearchProgress]:
    """Deals that fit, dealers rotating from North, with progress reports in between.

    The same seed always gives the same deals. Ends after `count` deals; the caller decides
    when to stop. To resume, pass the ``number`` of deals inspected and how many were found
    (``have``).
    """
    here = space()
    rules = here.ints(rules_of(variant))
    rows, hands = here.ints(wishes.rows), here.ints([0] * 4)
    pack, draws = here.ints([0] * PACK_BUFFER_SIZE), here.ints([0] * 4)
    seats = seats_of(variant)
    stretch = COMPILED_DEALS_PER_STEP if here.compiled else DEALS_PER_STEP
    for board in range(have, count):
        deal_row = here.ints(dealing_row(wishes, board % 4))
        deal_number = -1
        while deal_number < 0:
            last = number + stretch - 1
            fits = here.of(next_deal)(rules, deal_row, rows, seed, number, last, hands, pack, draws)
            number = (last if fits < 0 else fits) + 1
            if fits >= 0 and has_wished_contracts(
                variant, wishes, here.plain(hands), (board + 1) % 4
            ):
                deal_number = fits
            else:
                yield SearchProgress(number)
        cards = here.plain(pack)[: len(CARDS)]
        yield SearchProgress(number, " ".join(CARDS[card] for card in cards), seats[board % 4])


def dealing_row(wishes: Wishes, dealer: int) -> list[int]:
    row = [0] * ASKED_SIZE
    row[DEAL_MODE] = KNOWN_CARDS if any(wishes.known) else ANY_CARDS
    row[DEALER] = dealer
    row[KNOWN : KNOWN + 4] = wishes.known
    row[PLACES_FOR_KNOWN] = 8
    return row


def has_wished_contracts(variant: Variant, wishes: Wishes, hands: list[int], leader: int) -> bool:
    """Whether each side makes its wished contracts with best play.

    By card points alone; with a number, including all possible announcements, as in `par`.
    """
    for contract, side, rank in wishes.makes:
        total = table_of(variant).contracts[contract].total
        points = solve_deal(variant, hands, contract, leader)
        if rank >= 0:
            board_table = BoardTable({contract: (points,) * 4})
            board = Board(variant, hands, (leader + 3) % 4, board_table)
            if board.making(contract, side, 0, rank).outcome != "made":
                return False
        elif 2 * (points if side == 0 else total - points) <= total:
            return False
    return True

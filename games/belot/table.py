from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from games.belot.cards import (
    ALL_TRUMPS,
    CLOCKWISE,
    CONTRACTS,
    FIRST_BID,
    FULL_PACK,
    MOVE_OF,
    MOVES,
    NO_TRUMPS,
    RANKS,
    SEATS_OF,
    SIDES_OF,
    card_list,
)
from games.belot.cards import RANK_MASK as RANK_MASKS
from games.belot.factors import factors_of, family_of
from games.belot.numbers import FIRST_NUMBER, Scale, codes_of, moves_of, scale_of
from games.belot.tricks import ContractTable, contract_tables_of, duties_of
from games.belot.variant import Variant


class VariantTable(NamedTuple):
    """A variant's precomputed constants, read at every move."""

    variant: Variant
    players: int
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    pack: int
    """Mask."""
    bids: int
    """Mask of contracts, ignoring numbers."""
    duties: int
    tricks: int
    seen: int
    """Own cards, in the auction."""
    cards_out: bool
    """Whether some cards stay out of play."""
    factors: tuple[tuple[int, ...], ...]
    """Contra multipliers by contract."""
    contracts: tuple[ContractTable, ...]
    times: tuple[int, ...]
    """Multiplier of points and announcements, by contract."""
    limits: tuple[int, ...]
    """By contract: digit at which the rest of the deal decides (rules 4)."""
    scaled: int
    """Contract scaled to 162; -1 for none."""
    scale: Scale

    def levels_of(self, contract: int) -> int:
        """How often a contract can be doubled."""
        return len(self.factors[contract]) - 1

    def seat_index(self, code: object) -> int | None:
        return self.seats.index(code) if isinstance(code, str) and code in self.seats else None

    def code_of(self, move: int) -> str:
        return MOVES[move] if move < FIRST_NUMBER else codes_of(self.scale)[move]

    def move_of(self, code: object) -> int | None:
        """Number of a written card or call, or None."""
        if not isinstance(code, str):
            return None
        if code in MOVE_OF or not self.variant.bids_numbers:
            return MOVE_OF.get(code)
        return moves_of(self.scale).get(code)

    def codes(self, mask: int) -> list[str]:
        return [self.code_of(move) for move in card_list(mask)]


SUIT_TOTAL: Final = 162
TRICKS_OF_LAYOUT = {"set_aside": 10, "turned_card": 10, "table": 16}


@lru_cache(maxsize=512)
def table_of(variant: Variant) -> VariantTable:
    players = variant.players
    tricks = TRICKS_OF_LAYOUT.get(variant.layout) or sum(hand_packets(variant))
    pack = _pack_mask(variant)
    rows = factors_of(variant.factors, variant.contra_levels)
    contracts = contract_tables_of(variant)
    times = tuple(variant.no_trumps_factor if c == NO_TRUMPS else 1 for c in range(len(CONTRACTS)))
    scaled = ALL_TRUMPS if variant.points == "scaled" else -1
    wholes = tuple(
        SUIT_TOTAL if ready.contract == scaled else ready.total * factor
        for ready, factor in zip(contracts, times, strict=True)
    )
    return VariantTable(
        variant=variant,
        players=players,
        seats=seats_of(variant),
        sides=SIDES_OF[players],
        side_of=(0, 1, 0, 1) if players == 4 else tuple(range(players)),
        pack=pack,
        bids=sum(1 << (FIRST_BID + CONTRACTS.index(c)) for c in variant.contracts.split()),
        duties=duties_of(variant),
        tricks=tricks,
        seen=_first_cards(variant),
        cards_out=tricks * players < pack.bit_count(),
        factors=tuple(rows[family_of(contract)] for contract in range(len(CONTRACTS))),
        contracts=contracts,
        times=times,
        limits=tuple(map(limit_of, wholes)),
        scaled=scaled,
        scale=scale_of(variant, wholes),
    )


def exact_table_of(variant: Variant) -> VariantTable:
    return table_of(replace(variant, rounding="none"))


def seats_of(variant: Variant) -> tuple[str, ...]:
    """Letters of the seats in the order of dealing, calling and playing."""
    return CLOCKWISE if variant.direction == "clockwise" else SEATS_OF[variant.players]


def next_seat(variant: Variant, seat: str) -> str:
    seats = seats_of(variant)
    return seats[(seats.index(seat) + 1) % len(seats)]


def limit_of(total: int) -> int:
    """Last digit that two sides can share when their points sum to `total` (rules 4).

    6 for 162, 5 for 260 and 130, 4 for 258.
    """
    return 4 + (total % 10 // 2 + 1) % 5


def _first_cards(variant: Variant) -> int:
    if variant.layout == "packets":
        return sum(hand_packets(variant)[:-1])
    return 5 if variant.layout == "table" else 6


def _pack_mask(variant: Variant) -> int:
    if variant.lowest == "7":
        return FULL_PACK
    return sum(RANK_MASKS[rank] for rank in range(RANKS.index(variant.lowest), 8))


def hand_packets(variant: Variant) -> tuple[int, ...]:
    """Packet sizes of a hand, the last one dealt after the auction, or 0 (rules 3, `packets`).

    Longer texts also say who gets the turned-up card: "3+2, ... 2; others 3" gives 3, 2 and 3.
    """
    before, _, after = variant.packets.partition(" / ")
    sizes = [int(size) for size in before.split(",")[0].split("+")]
    return (*sizes, int(after[-1]) if after else 0)

"""What a variant comes to once and for all: seats, sides, the pack and its sizes."""

from functools import lru_cache
from typing import NamedTuple

from games.belot.cards import CONTRACTS, FIRST_BID, FULL_PACK, RANKS, SEATS_OF, SIDES_OF
from games.belot.cards import RANK_MASK as RANK_MASKS
from games.belot.factors import factors_of, family_of
from games.belot.tricks import duties_of
from games.belot.variant import Variant


class Table(NamedTuple):
    """The fixed numbers of a variant, looked up at every move."""

    variant: Variant
    players: int
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    """The side of each seat."""
    pack: int
    """The mask of the cards in the pack."""
    bids: int
    """The mask of the calls that are contracts."""
    duties: int
    tricks: int
    """How many tricks a whole deal has."""
    seen: int
    """How many cards of the own hand a player sees in the auction."""
    cards_out: bool
    """Whether some cards of the pack stay out of play."""
    factors: tuple[tuple[int, ...], ...]
    """What contra multiplies by, for each contract."""

    def seat_index(self, code: object) -> int | None:
        """The number of a seat's letter, or None."""
        return self.seats.index(code) if isinstance(code, str) and code in self.seats else None


TRICKS_OF_LAYOUT = {"set_aside": 10, "turned_card": 10, "table": 16}


@lru_cache(maxsize=512)
def table_of(variant: Variant) -> Table:
    """The table of a variant; equal variants share it."""
    players = variant.players
    tricks = TRICKS_OF_LAYOUT.get(variant.layout) or sum(hand_packets(variant))
    pack = _pack_mask(variant)
    rows = factors_of(variant.factors, variant.contra_levels)
    return Table(
        variant=variant,
        players=players,
        seats=SEATS_OF[players],
        sides=SIDES_OF[players],
        side_of=(0, 1, 0, 1) if players == 4 else tuple(range(players)),
        pack=pack,
        bids=sum(1 << (FIRST_BID + CONTRACTS.index(c)) for c in variant.contracts.split()),
        duties=duties_of(variant),
        tricks=tricks,
        seen=_first_cards(variant),
        cards_out=tricks * players < pack.bit_count(),
        factors=tuple(rows[family_of(contract)] for contract in range(len(CONTRACTS))),
    )


def _first_cards(variant: Variant) -> int:
    if variant.layout == "packets":
        return sum(hand_packets(variant)[:-1])
    return 5 if variant.layout == "table" else 6


def _pack_mask(variant: Variant) -> int:
    if variant.lowest == "7":
        return FULL_PACK
    return sum(RANK_MASKS[rank] for rank in range(RANKS.index(variant.lowest), 8))


def hand_packets(variant: Variant) -> tuple[int, ...]:
    """The packet sizes of a hand, the last one dealt after the auction (rules 3, `packets`).

    Only the first two numbers before the stroke and the first after it are sizes; a longer text
    names who gets the turned-up card. "3+2, ... 2; others 3" still makes packets of 3, 2 and 3.
    """
    before, _, after = variant.packets.partition(" / ")
    sizes = [int(size) for size in before.split(",")[0].split("+")]
    return (*sizes, int(after[-1]))

import hashlib
import random
from collections.abc import Iterator

from games.belot.cards import card_list, write_cards
from games.belot.table import table_of
from games.belot.variant import Variant

SEED_LABEL = b"belot board pack v1"


def random_pack(variant: Variant, rng: random.Random) -> str:
    cards = card_list(table_of(variant).pack)
    rng.shuffle(cards)
    return write_cards(cards)


def seeded_pack(variant: Variant, seed: bytes, number: int) -> str:
    """Pack of board `number` (from 0) of a published seed; must never change.

    The stream is SHA-256(label + len(seed) as 4 bytes + seed + number as 8 bytes + block as 8
    bytes), blocks counted from 0, all big-endian, read in 4-byte words. The pack, in order C7
    ... SA without unused cards, is shuffled by Fisher and Yates: for i from the last place
    down to 1, j is the first word below the largest multiple of (i + 1) that fits in 32 bits,
    modulo (i + 1); cards i and j change places.
    """
    words = _words(seed, number)
    cards = card_list(table_of(variant).pack)
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, words)
        cards[last], cards[place] = cards[place], cards[last]
    return write_cards(cards)


def _words(seed: bytes, number: int) -> Iterator[int]:
    head = SEED_LABEL + len(seed).to_bytes(4, "big") + seed + number.to_bytes(8, "big")
    block = 0
    while True:
        digest = hashlib.sha256(head + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Unbiased, by rejection."""
    fair = (1 << 32) // limit * limit
    return next(word for word in words if word < fair) % limit

import hashlib
import random
from collections import Counter

from games.belot import PRESETS, random_pack, seeded_pack

PLAIN = PRESETS["bulgarian"]
SHORT = PRESETS["belot3"]
FIRST = (
    "HA CA CJ SK DA SA HJ H8 CT HK C7 C9 HT D7 SJ S8 "
    "SQ DT CK C8 DQ H7 ST H9 CQ S9 S7 DJ HQ D9 DK D8"
)
SECOND = (
    "CK H7 DJ CJ SQ CA C8 DT D7 H9 D8 CQ SJ ST S8 C7 "
    "C9 DK S7 DA HT HQ S9 SA HJ SK DQ D9 H8 HK HA CT"
)
THIRD = "ST C9 HA CT DK DQ S9 DA CQ HT CJ SK DJ HK SA CA DT SJ SQ CK HJ D9 HQ H9"


def test_seeded_pack_is_stable():
    assert seeded_pack(PLAIN, b"seed", 0) == FIRST
    assert seeded_pack(PLAIN, b"seed", 1) == SECOND
    assert seeded_pack(SHORT, b"", 7) == THIRD


def test_seeded_pack_matches_an_independent_derivation():
    seed, number = b"club night 2026-11-21", 13
    head = b"belot board pack v1" + len(seed).to_bytes(4, "big") + seed + number.to_bytes(8, "big")
    stream = b"".join(
        hashlib.sha256(head + block.to_bytes(8, "big")).digest() for block in range(20)
    )
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    cards = [suit + rank for suit in "CDHS" for rank in "789TJQKA"]
    for i in range(31, 0, -1):
        while words[0] >= 2**32 // (i + 1) * (i + 1):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert seeded_pack(PLAIN, seed, number) == " ".join(cards)


def test_generated_packs_contain_every_card_once():
    assert len(set(random_pack(PLAIN, random.Random(1)).split())) == 32
    assert len(set(seeded_pack(SHORT, b"x", 3).split())) == 24


def test_first_cards_of_seeded_packs_are_evenly_distributed():
    first = Counter(seeded_pack(PLAIN, b"spread", number)[:2] for number in range(3200))
    assert len(first) == 32
    assert min(first.values()) > 60
    assert max(first.values()) < 145


def test_seed_and_number_pairs_give_distinct_packs():
    packs = {seeded_pack(PLAIN, seed, n) for seed in (b"", b"\0", b"a", b"a\0") for n in range(50)}
    assert len(packs) == 200

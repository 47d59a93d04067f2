"""Search for words of ±1 with an autocorrelation near −1, for full Howells.

The best known words are invariant under a multiplier of the ring, so the search tries
multipliers first. Words are bits (1 for North-South), for speed. Rings with perfect words
(primes ≡ 3 mod 4, one less than a power of two, products of twin primes) need no special
case.
"""

from collections.abc import Iterator, Sequence
from math import gcd
from random import Random

from tournaments.movements.directions import Word

STEPS = 4_000
"""Per climb; enough to find all words known to be perfect."""
FIRST_LIMIT_FACTOR = 2
"""Times the ring length."""
IMBALANCE_COST = 40
"""Unbalanced words are intermediate steps, never results."""


def search_word(ring: int, steps: int = STEPS) -> Word:
    random = Random(ring)
    candidates: list[tuple[int, int]] = []
    for orbits in _families(ring):
        candidates.append(_climb(ring, orbits, steps, random))
        if candidates[-1][0] == least_unevenness(ring):
            break
    _cost, bits = min(candidates)
    return tuple(1 if bits >> place & 1 else -1 for place in range(ring))


def least_unevenness(ring: int) -> int:
    """Lower bound: on a ring of 4k + 1 places each shift is off by 2 at least."""
    return 4 * (ring // 2) if ring % 4 == 1 else 0


def _unevenness(bits: int, ring: int) -> int:
    whole = (1 << ring) - 1
    return sum(
        (ring + 1 - 2 * ((bits ^ (bits << shift | bits >> ring - shift)) & whole).bit_count()) ** 2
        for shift in range(1, ring // 2 + 1)
    )


def _families(ring: int) -> Iterator[list[int]]:
    families = {
        frozenset(_orbits(ring, multiplier))
        for multiplier in range(1, ring)
        if gcd(multiplier, ring) == 1
    }
    return (
        sorted(family) for family in sorted(families, key=lambda each: (len(each), sorted(each)))
    )


def _orbits(ring: int, multiplier: int) -> Iterator[int]:
    seen = 0
    for first in range(ring):
        orbit, place = 0, first
        while not (seen | orbit) >> place & 1:
            orbit |= 1 << place
            place = place * multiplier % ring
        seen |= orbit
        if orbit:
            yield orbit


def _climb(ring: int, orbits: Sequence[int], steps: int, random: Random) -> tuple[int, int]:
    bits = sum(orbit for orbit in orbits if random.random() < 0.5)
    cost = _cost(bits, ring)
    best = (cost, bits)
    for left in range(steps, 0, -1):
        other = bits ^ random.choice(orbits)
        if random.random() < 0.5:
            other ^= random.choice(orbits)
        rise = _cost(other, ring) - cost
        if rise < FIRST_LIMIT_FACTOR * ring * left / steps * random.random():
            bits, cost = other, cost + rise
            best = min(best, (cost, bits))
    return best


def _cost(bits: int, ring: int) -> int:
    off = abs(2 * bits.bit_count() - ring)
    return _unevenness(bits, ring) + IMBALANCE_COST * ring * (off - 1)

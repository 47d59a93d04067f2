"""Full Howells of any size from strong starters.

A strong starter splits the residues 1..R−1 into couples with distinct differences ± and
distinct nonzero sums. Couple (x, y) plays set x + y at ring positions y and x; a word of ±1
over the positions decides who sits North-South. Couples take one place of each sign, which
makes the balance as flat as the word. (Dinitz and Stinson's hill climbing.)
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from random import Random

from tournaments.movements.directions import Word, is_prime, legendre

Couple = tuple[int, int]

MAX_CLIMB_STEPS = 60_000
"""Then the word's next rotation; most need a tenth."""
DOUBLE_EVICTION_RATE = 0.002
"""Probability of evicting two couples, to leave a dead end."""


@lru_cache
def howell_of_starter(ring: int) -> str:
    return howell_of_word(seat_word(ring))


def howell_of_word(word: Word) -> str:
    return next(first for turn in count() if (first := _attempt(word, turn)))


def _attempt(word: Word, turn: int) -> str | None:
    ring = len(word)
    rotated = word[turn % ring :] + word[: turn % ring]
    if rotated[0] != sum(word):
        return None
    starter = strong_starter(rotated, Random(ring + turn))
    return _first_round(rotated, starter) if starter else None


def seat_word(ring: int) -> Word:
    """A word of ±1 with sum ±1 and a flat autocorrelation: Legendre's symbol on a prime ring."""
    prime = next(p for p in count(ring) if is_prime(p))
    word = [1 if prime % 4 == 1 else -1, *(legendre(z, prime) for z in range(1, ring))]
    for place in range(ring - 1, 0, -1):
        if abs(sum(word)) <= 1:
            break
        if word[place] * sum(word) > 0:
            word[place] = -word[place]
    return tuple(word)


def strong_starter(word: Word, random: Random) -> list[Couple] | None:
    """A strong starter whose couples have opposite signs in the word; None after many steps."""
    climb = _Climb(len(word))
    for _step in range(MAX_CLIMB_STEPS):
        if not climb.missing:
            return list(climb.by_difference.values())
        climb.step(word, random)
    return None


def _first_round(word: Word, starter: Sequence[Couple]) -> str:
    ring = len(word)
    seats = [(ring, ring + 1) if word[0] > 0 else (ring + 1, ring)]
    seats += [(x, y) if word[y] > 0 else (y, x) for x, y in starter]
    sets = [ring, *((x + y) % ring for x, y in starter)]
    return " ".join(f"{ns}-{ew}/{played}" for (ns, ew), played in zip(seats, sets, strict=True))


class _Climb:
    """A partial starter: each step sets one couple and evicts at most one (rarely two)."""

    def __init__(self, ring: int) -> None:
        self.ring = ring
        self.free = list(range(1, ring))
        self.missing = list(range(1, ring // 2 + 1))
        self.by_place: dict[int, Couple] = {}
        self.by_sum: dict[int, Couple] = {}
        self.by_difference: dict[int, Couple] = {}

    def step(self, word: Word, random: Random) -> None:
        x, difference = random.choice(self.free), random.choice(self.missing)
        y = (x + random.choice((difference, -difference))) % self.ring
        total = (x + y) % self.ring
        if not y or not total or word[x] == word[y]:
            return
        clashes = {c for c in (self.by_place.get(y), self.by_sum.get(total)) if c}
        if len(clashes) > 1 and random.random() > DOUBLE_EVICTION_RATE:
            return
        for couple in clashes:
            self._evict(couple)
        self._set((x, y), difference)

    def _set(self, couple: Couple, difference: int) -> None:
        for place in couple:
            self.by_place[place] = couple
            self.free.remove(place)
        self.by_sum[sum(couple) % self.ring] = couple
        self.by_difference[difference] = couple
        self.missing.remove(difference)

    def _evict(self, couple: Couple) -> None:
        for place in couple:
            del self.by_place[place]
            self.free.append(place)
        x, y = couple
        difference = min((x - y) % self.ring, (y - x) % self.ring)
        del self.by_sum[(x + y) % self.ring]
        del self.by_difference[difference]
        self.missing.append(difference)

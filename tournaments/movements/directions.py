from functools import lru_cache
from itertools import count, product
from random import Random

Word = tuple[int, ...]

EXHAUSTIVE_HALF = 10
"""Up to this length all half-words are searched (2¹⁰), longer ones by climbing."""
MAX_SEARCHED_RING = 61
"""Longer rings use the symbol of the next suitable prime: nearly as flat, no search."""


@lru_cache
def direction_word(ring: int) -> Word:
    """Antisymmetric word over an odd ring: σ(−z) = −σ(z), σ(0) = −1, the best balance found.

    Flat exactly when the ring is a prime ≡ 3 mod 4 (Legendre's symbol; Paley).
    """
    if is_flat(ring):
        return (-1, *(legendre(z, ring) for z in range(1, ring)))
    half = (ring - 1) // 2
    if ring > MAX_SEARCHED_RING:
        prime = next(p for p in count(ring) if is_flat(p))
        return _unfold(tuple(legendre(z, prime) for z in range(1, half + 1)))
    if half <= EXHAUSTIVE_HALF:
        words = (_unfold(signs) for signs in product((1, -1), repeat=half))
        return min(words, key=unevenness)
    return _climb(half, Random(ring))


def is_flat(ring: int) -> bool:
    return is_prime(ring) and ring % 4 == 3


def unevenness(word: Word) -> int:
    """Sum of the squared autocorrelations at shifts other than 0."""
    size = len(word)
    return sum(
        sum(word[z] * word[(z + shift) % size] for z in range(size)) ** 2
        for shift in range(1, size // 2 + 1)
    )


def legendre(value: int, prime: int) -> int:
    return 1 if pow(value, (prime - 1) // 2, prime) == 1 else -1


def is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, int(number**0.5) + 1))


def _unfold(half: tuple[int, ...]) -> Word:
    return (-1, *half, *(-sign for sign in reversed(half)))


def _climb(half: int, random: Random) -> Word:
    best = tuple(random.choice((1, -1)) for _ in range(half))
    score = unevenness(_unfold(best))
    improved = True
    while improved:
        improved = False
        for place in range(half):
            flipped = (*best[:place], -best[place], *best[place + 1 :])
            candidate = unevenness(_unfold(flipped))
            if candidate < score:
                best, score, improved = flipped, candidate, True
    return _unfold(best)

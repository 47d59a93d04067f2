"""SFC32 random numbers, identical on every machine and in compiled code.

The state is four 32-bit words; deal `number` of `seed` has its own stream.
"""

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, TypeVar

from games.belot.compiling import Ints, entry, kernel

T = TypeVar("T")
WORD: Final = 0xFFFFFFFF
STATE_SIZE: Final = 4
ROUNDS_TO_MIX: Final = 15


@kernel
def draw(state: Ints) -> int:
    a, b, c = state[0], state[1], state[2]
    word = (a + b + state[3]) & WORD
    state[3] = (state[3] + 1) & WORD
    state[0] = b ^ (b >> 9)
    state[1] = (c + (c << 3)) & WORD
    state[2] = (((c << 21) | (c >> 11)) + word) & WORD
    return word


@kernel
def random_below(limit: int, state: Ints) -> int:
    """Random number below `limit` (at most 2 ** 20); draws nothing without a choice."""
    if limit < 2:
        return 0
    return (draw(state) * limit) >> 32


@kernel
def seed_stream(state: Ints, seed: int, number: int) -> None:
    """Start the stream of a deal; `seed` and `number` from 0 to 2 ** 62."""
    state[0] = seed & WORD
    state[1] = (seed >> 32) ^ ((number >> 32) << 1)
    state[2] = number & WORD
    state[3] = 1
    for _ in range(ROUNDS_TO_MIX):
        draw(state)


@kernel
def shuffle(cards: Ints, count: int, state: Ints) -> None:
    """Shuffle the first `count` numbers (Fisher and Yates, from the last down)."""
    for last in range(count - 1, 0, -1):
        place = random_below(last + 1, state)
        cards[last], cards[place] = cards[place], cards[last]


@entry
def fill_words(state: Ints, seed: int, number: int, into: Ints) -> None:
    seed_stream(state, seed, number)
    for place in range(len(into)):
        into[place] = draw(state)


class Draws(random.Random):
    """Stream of a deal as `random.Random`."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(0)
        self.state: Ints = [0] * STATE_SIZE
        seed_stream(self.state, seed, number)

    def choice(self, seq: Any) -> Any:
        return seq[random_below(len(seq), self.state)]

    def random(self) -> float:
        return draw(self.state) / (WORD + 1)

    def getrandbits(self, k: int, /) -> int:
        number = 0
        for _ in range(-(-k // 32)):
            number = number << 32 | draw(self.state)
        return number >> (-k % 32)

    def shuffle(self, x: MutableSequence[T]) -> None:
        for last in range(len(x) - 1, 0, -1):
            place = random_below(last + 1, self.state)
            x[last], x[place] = x[place], x[last]

    def sample(self, population: Sequence[T], k: int, *, counts: object = None) -> list[T]:
        pool = list(population)
        self.shuffle(pool)
        return pool[:k]

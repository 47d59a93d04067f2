import random

from games.belot.cards import mask_of
from games.belot.solving import BoardTable


def random_case(seed: int, contracts: int = 6) -> tuple[list[int], BoardTable]:
    rng = random.Random(seed)
    pack = list(range(32))
    rng.shuffle(pack)
    hands = [mask_of(pack[8 * seat : 8 * seat + 8]) for seat in range(4)]
    totals = [162, 162, 162, 162, 130, 258]
    return hands, BoardTable(
        {
            bid: tuple(
                rng.choice([-90, totals[bid] + 90] + [rng.randrange(totals[bid])] * 8)
                for _ in range(4)
            )
            for bid in range(contracts)
        }
    )


def close_ending(rng: random.Random, size: int) -> list[int]:
    if rng.random() < 0.5:
        low = rng.randrange(8 - size + 1)
        pack = [8 * suit + low + rank for suit in range(4) for rank in range(size)]
    else:
        suits = rng.sample(range(4), 3)
        pack = rng.sample([8 * suit + rank for suit in suits for rank in range(8)], 4 * size)
    rng.shuffle(pack)
    return [sum(1 << card for card in pack[size * s : size * s + size]) for s in range(4)]

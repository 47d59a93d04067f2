import random
from itertools import combinations

from games.belot import PRESETS, Deal, play_out, random_bot
from games.belot.cards import card_list, mask_of

FOUR = [name for name, variant in PRESETS.items() if variant.players == 4]


def distributions(hidden, room):
    """Distributions of hidden cards over hands with these sizes, as masks."""
    if not room:
        yield ()
        return
    for own in combinations(card_list(hidden), room[0]):
        mask = mask_of(own)
        for rest in distributions(hidden & ~mask, room[1:]):
            yield (mask, *rest)


def near_the_end(preset, number, left):
    rng = random.Random(f"{preset} {number}")
    deal = play_out(Deal(preset, "N", seed=number), random_bot, rng)
    if deal.phase == 4:
        return None
    for _ in range(left):
        deal.undo()
    return deal

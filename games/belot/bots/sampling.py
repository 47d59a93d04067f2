"""Sample worlds: distributions of the hidden cards that fit a seat's knowledge.

By the rules all allowed worlds are equally likely; `habits` weights them by calls and
announcements. Only the view is used.
"""

import random
from typing import Final

from games.belot.bits import nth_bit, popcount
from games.belot.bots.habits import (
    CALL_SIZE,
    CERTAIN,
    SEAT,
    announcement_likelihood,
    call_likelihood,
    silence_likelihood,
)
from games.belot.bots.knowledge import Masks, knowledge_of
from games.belot.bots.said import (
    CALLS,
    CARDS_SEEN,
    COUNTS,
    FACT,
    FOURS,
    LATE,
    PLAYED,
    SHOWN,
    SILENT,
    call_rows,
    observed_facts,
)
from games.belot.bots.shares import SHARE_SIZE, shares_of
from games.belot.cards import card_list
from games.belot.chance import STATE_SIZE, draw, random_below, seed_stream, shuffle
from games.belot.compiling import Ints, entry, kernel, space
from games.belot.view import SeatView

TRIES_PER_RELAXATION: Final = 1500
"""Then misfits are accepted eight times as often, and so on."""


def worlds_of(view: SeatView, rng: random.Random, count: int, by_habit: bool = True) -> list[Masks]:
    """Sample worlds for the player in turn, each as four hand masks."""
    known = knowledge_of(view)
    others = [seat for seat in range(4) if seat != view.seat]
    here = space()
    out = here.ints([0] * (3 * count + 3))
    facts = here.ints(observed_facts(view, others) if by_habit else [])
    here.of(draw_worlds)(
        here.ints(shares_of(known, others)),
        here.ints([case[seat] for case in known.cases for seat in others]),
        facts,
        here.ints(random_state(rng)),
        out,
        count,
        TRIES_PER_RELAXATION,
    )
    return [_world(view, others, [int(out[3 * i + j]) for j in range(3)]) for i in range(count)]


def random_state(rng: random.Random) -> Ints:
    state: Ints = [0] * STATE_SIZE
    seed_stream(state, rng.getrandbits(62), 0)
    return state


def _world(view: SeatView, others: list[int], hands: list[int]) -> Masks:
    whole = [view.hand] * 4
    for seat, hand in zip(others, hands, strict=True):
        whole[seat] = hand
    return tuple(whole)


@kernel
def random_subset(mask: int, count: int, state: Ints) -> int:
    size = popcount(mask)
    keep = 2 * count <= size
    left = mask
    for step in range(count if keep else size - count):
        left ^= 1 << nth_bit(left, random_below(size - step, state))
    return mask ^ left if keep else left


@kernel
def pick_share(shares: Ints, state: Ints) -> int:
    last = len(shares) - SHARE_SIZE
    if last == 0:
        return 0
    place = (((draw(state) >> 2) << 32) | draw(state)) % shares[last]
    at = 0
    while shares[at] <= place:
        at += SHARE_SIZE
    return at


@kernel
def deal_share(shares: Ints, at: int, state: Ints, out: Ints, to: int) -> None:
    ab, ac, bc, abc = shares[at + 4], shares[at + 5], shares[at + 6], shares[at + 7]
    x = random_subset(ab, shares[at + 8], state)
    y = random_subset(ac, shares[at + 9], state)
    z = random_subset(bc, shares[at + 10], state)
    u = random_subset(abc, shares[at + 11], state)
    v = random_subset(abc ^ u, shares[at + 12], state)
    out[to] = shares[at + 1] | x | y | u
    out[to + 1] = shares[at + 2] | (ab ^ x) | z | v
    out[to + 2] = shares[at + 3] | (ac ^ y) | (bc ^ z) | (abc ^ u ^ v)


@kernel
def count_true_cases(cases: Ints, out: Ints, to: int) -> int:
    held = 0
    for at in range(0, len(cases), 3):
        missing = cases[at] & ~out[to]
        missing |= cases[at + 1] & ~out[to + 1]
        missing |= cases[at + 2] & ~out[to + 2]
        if missing == 0:
            held += 1
    return held


@kernel
def announcements_likelihood(facts: Ints, out: Ints, to: int, limit: int) -> int:
    """Likelihood of all announcements and silences; 0 once not above `limit`."""
    chance = CERTAIN
    for other in range(3):
        at = other * FACT
        hand = out[to + other]
        if facts[at + SHOWN]:
            whole, fours = hand | facts[at + PLAYED], facts[at + FOURS]
            fit = announcement_likelihood(whole, fours, facts[at + COUNTS])
            chance = (chance * fit) >> 8
        if facts[at + SILENT]:
            chance = (chance * silence_likelihood(hand, facts[at + SILENT])) >> 8
        if chance <= limit:
            return 0
    return chance


@kernel
def has_likely_calls(
    facts: Ints, calls: int, hands: Ints, to: int, chance: int, limit: int
) -> bool:
    """Whether `chance` times the likelihood of all calls is above `limit`."""
    for at in range(calls, len(facts), CALL_SIZE):
        fit = call_likelihood(facts, at, hands[to + facts[at + SEAT]])
        chance = (chance * fit) >> 8
        if chance <= limit:
            return False
    return True


@kernel
def is_likely_world(facts: Ints, state: Ints, out: Ints, to: int, limit: int) -> bool:
    """Whether a world's likelihood passes `limit`; which cards came first is random."""
    if len(facts) == 0:
        return True
    chance = announcements_likelihood(facts, out, to, limit)
    if chance == 0 and limit > 0:
        return False
    first = len(out) - 3
    for other in range(3):
        at = other * FACT
        whole = (out[to + other] | facts[at + PLAYED]) & ~facts[at + LATE]
        out[first + other] = random_subset(whole, facts[CARDS_SEEN], state)
    return has_likely_calls(facts, CALLS, out, first, chance, limit) or limit == 0


@entry
def draw_worlds(
    shares: Ints, cases: Ints, facts: Ints, state: Ints, out: Ints, count: int, patience: int
) -> int:
    """Fill `out` with `count` worlds of three hands (and three spare numbers); return the tries."""
    accepted = 0
    tries = 0
    shift = 0
    while accepted < count:
        tries += 1
        if tries % patience == 0 and shift < 30:
            shift += 3
        deal_share(shares, pick_share(shares, state), state, out, 3 * accepted)
        # Worlds in several cases are drawn more often: reject the excess.
        if len(cases) > 3 and random_below(count_true_cases(cases, out, 3 * accepted), state) > 0:
            continue
        limit = (draw(state) >> 2) >> shift
        if is_likely_world(facts, state, out, 3 * accepted, limit):
            accepted += 1
    return tries


def sample_packs(view: SeatView, rng: random.Random, count: int) -> list[list[int]]:
    """Sample orders of the cards unseen by a seat in the auction.

    First the others' first cards by seat number, then the stock from the top.
    """
    others = [seat for seat in range(4) if seat != view.seat]
    cards = card_list(view.unseen & ~(1 << view.turned if view.turned >= 0 else 0))
    here = space()
    out = here.ints(cards * count + [0] * 3)
    here.of(draw_packs)(
        here.ints(call_rows(view, others)),
        here.ints(random_state(rng)),
        out,
        here.ints(cards),
        view.table.seen,
        TRIES_PER_RELAXATION,
    )
    size = len(cards)
    return [[int(card) for card in out[size * i : size * (i + 1)]] for i in range(count)]


@entry
def draw_packs(calls: Ints, state: Ints, out: Ints, cards: Ints, seen: int, patience: int) -> int:
    """Fill `out` with shuffled cards whose first hands fit the calls; return the tries."""
    size = len(cards)
    hands = len(out) - 3
    filled = 0
    tries = 0
    shift = 0
    while filled < hands:
        tries += 1
        if tries % patience == 0 and shift < 30:
            shift += 3
        shuffle(cards, size, state)
        for other in range(3):
            hand = 0
            for place in range(other * seen, (other + 1) * seen):
                hand |= 1 << cards[place]
            out[hands + other] = hand
        limit = (draw(state) >> 2) >> shift
        if has_likely_calls(calls, 0, out, hands, CERTAIN, limit) or limit == 0:
            for place in range(size):
                out[filled + place] = cards[place]
            filled += size
    return tries

"""Rule-of-thumb play by scores (higher is better); shared with compiled play."""

import random
from typing import Final

from games.belot.bits import lowest, popcount
from games.belot.cards import NO_TRUMPS, SUIT_MASK_OF, card_list
from games.belot.compiling import kernel
from games.belot.tricks import BEATS, POINTS, TRUMPS
from games.belot.view import SeatView

FIRST_WEIGHT: Final = 4096
SECOND_WEIGHT: Final = 256
POINTS_OFFSET: Final = 64
"""Points to save would count below 0 without it."""


def card_by_thumb(view: SeatView, rng: random.Random) -> int:
    cards = card_list(view.legal)
    if len(cards) == 1:
        return cards[0]
    best = next((card for seat, card in view.trick if seat == view.winner), -1)
    good = best_legal_cards(
        view.legal,
        view.hand,
        view.unseen,
        view.standing.bid,
        best,
        len(view.trick) == view.table.players - 1,
        view.is_partner(view.winner if view.trick else view.standing.bidder),
    )
    return int(rng.choice(card_list(good)))


@kernel
def best_legal_cards(
    legal: int, hand: int, unseen: int, contract: int, best: int, last: bool, ours: bool
) -> int:
    """Mask of the best legal cards; `best` is the currently winning card, or -1.

    `last`: no player follows; `ours`: the own side wins the trick so far or, leading,
    declares.
    """
    table = 32 * contract
    safe = best >= 0 and (last or BEATS[table + best] & unseen == 0)
    trumps_out = contract < NO_TRUMPS and TRUMPS[contract] & unseen != 0
    good = 0
    most = -1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if best < 0:
            wish = lead_score(card, hand, unseen, contract, ours and trumps_out)
        else:
            wish = reply_score(card, unseen, contract, best, last, ours and safe)
        if wish > most:
            most = wish
            good = 0
        if wish == most:
            good |= 1 << card
    return good


@kernel
def is_master(card: int, unseen: int, contract: int) -> bool:
    return not BEATS[32 * contract + card] & SUIT_MASK_OF[card] & unseen


@kernel
def lead_score(card: int, hand: int, unseen: int, contract: int, draws_trumps: bool) -> int:
    """Score of a lead: draw trumps if declaring, cash masters, else low from length."""
    points = POINTS[32 * contract + card]
    trump = contract == card >> 3
    if is_master(card, unseen, contract):
        if trump and draws_trumps:
            return 3 * FIRST_WEIGHT + points
        if not trump:
            return 2 * FIRST_WEIGHT + points
    length = popcount(hand & SUIT_MASK_OF[card])
    return (0 if trump else FIRST_WEIGHT) + length * SECOND_WEIGHT + POINTS_OFFSET - points


@kernel
def reply_score(
    card: int, unseen: int, contract: int, best: int, last: bool, partner_surely: bool
) -> int:
    """Score of a reply: win cheaply or surely, give the partner points, else play low."""
    points = POINTS[32 * contract + card]
    wins = BEATS[32 * contract + best] >> card & 1
    trump = contract == card >> 3
    high = contract >= NO_TRUMPS and is_master(card, unseen, contract)
    spare = 0 if trump or high else SECOND_WEIGHT
    if partner_surely:
        return (FIRST_WEIGHT if wins else 2 * FIRST_WEIGHT) + spare + POINTS_OFFSET + points
    if wins and (last or is_master(card, unseen, contract)):
        if trump and last:
            return 3 * FIRST_WEIGHT + 2 * (POINTS_OFFSET - points)
        return 3 * FIRST_WEIGHT + 2 * (POINTS_OFFSET + points) + (0 if trump else 1)
    return (0 if wins else FIRST_WEIGHT) + spare + POINTS_OFFSET - points

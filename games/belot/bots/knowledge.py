"""What a seat can infer about hidden cards from play, calls and announcements.

Exact for four players without cards on the table: a distribution is allowed if and only
if every play, call and announcement was legal in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import Final

from games.belot.cards import BELOTE_MASK, BIT, FULL_PACK, RANK_MASK, SUIT_MASK_OF
from games.belot.declarations import Meld, check_meld, merge_eights, strength_of, value_of
from games.belot.errors import RuleError
from games.belot.tricks import (
    BEAT_PLAIN,
    CONTRACT_TABLES,
    ELSE_ANY_CARD,
    FREE_IN_TRUMPS,
    FREE_WHEN_VOID,
    NOT_UNDER,
    OVERTRUMP,
)
from games.belot.view import SeatView, SeenDeclaration

MAX_CASES: Final = 1500
"""Explanations; beyond this a seat's announcements are left open."""

Masks = tuple[int, ...]
"""By seat."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Possible hidden cards during play. Cards are masks, seats numbers."""

    seat: int
    hidden: int
    room: tuple[int, ...]
    """Number of hidden cards."""
    barred: Masks
    """Cards that a seat can hold only if it broke a duty."""
    cases: tuple[Masks, ...]
    """Cards held for certain, by seat; each world fits a case."""


def knowledge_of(view: SeatView) -> Knowledge:
    players = range(view.table.players)
    hidden = view.unseen
    played = played_masks(view)
    room = tuple(
        0 if seat == view.seat else view.table.tricks - played[seat].bit_count() for seat in players
    )
    barred = tuple(mask & hidden for mask in _masks_barred_by_play(view))
    return Knowledge(view.seat, hidden, room, barred, _cases(view, hidden, barred, played))


def played_masks(view: SeatView) -> list[int]:
    masks = [0] * view.table.players
    for seat, card in zip(view.played_by, view.played, strict=True):
        masks[seat] |= BIT[card]
    return masks


def _masks_barred_by_play(view: SeatView) -> list[int]:
    """Cards that each seat cannot hold, given the cards it played."""
    players = view.table.players
    ready = CONTRACT_TABLES[view.standing.bid]
    barred = [0] * players
    led = best = winner = 0
    for place, (seat, card) in enumerate(zip(view.played_by, view.played, strict=True)):
        if place % players == 0:
            led, best, winner = SUIT_MASK_OF[card], card, seat
            if view.standing.closed and ready.trumps & BIT[card]:
                barred[seat] |= FULL_PACK & ~ready.trumps
            continue
        ours = view.table.side_of[seat] == view.table.side_of[winner]
        trumped = not led & BIT[best]
        higher = ready.beats[best]
        barred[seat] |= impossible_cards(
            card, led, ready.trumps, higher, trumped, ours, view.table.duties
        )
        if higher & BIT[card]:
            best, winner = card, seat
    return barred


def impossible_cards(
    card: int, led: int, trumps: int, higher: int, trumped: bool, partner_wins: bool, duties: int
) -> int:
    """Cards that no player of `card` can hold (rules 3: the duties of play).

    Arguments as in `legal_cards`, with the played card instead of the hand.
    """
    bit = BIT[card]
    if bit & led:
        free = duties & FREE_IN_TRUMPS and partner_wins
        must_beat = not free if led & trumps else duties & BEAT_PLAIN and not trumped
        return led & higher if must_beat and not bit & higher else 0
    if led & trumps:
        return led
    if trumped and duties & NOT_UNDER and bit & trumps & ~higher:
        return FULL_PACK & ~(trumps & ~higher)
    if partner_wins and duties & FREE_WHEN_VOID:
        return led
    if not (trumped and duties & OVERTRUMP):
        return led if bit & trumps else led | trumps
    if bit & trumps & higher:
        return led
    if bit & trumps or duties & (ELSE_ANY_CARD | NOT_UNDER):
        return led | trumps & higher
    return led | trumps


def _cases(view: SeatView, hidden: int, barred: Masks, played: list[int]) -> tuple[Masks, ...]:
    """All ways to hold what was announced and turned up, without visible cards."""
    sure = _certain_cards(view, hidden)
    cases = [tuple(sure)]
    for seat in range(view.table.players):
        choices = _declared_options(view, seat, hidden & ~barred[seat], played[seat])
        if choices and len(cases) * len(choices) <= MAX_CASES:
            cases = [_add(case, seat, option) for case, option in product(cases, choices)]
    return tuple(dict.fromkeys(case for case in cases if _is_disjoint(case))) or (tuple(sure),)


def _certain_cards(view: SeatView, hidden: int) -> list[int]:
    sure = [0] * view.table.players
    if view.receiver >= 0:
        sure[view.receiver] |= BIT[view.turned]
    for seat, suit in view.belotes:
        sure[seat] |= BELOTE_MASK[suit]
    for item in view.announced:
        sure[item.seat] |= item.cards
    sure[view.seat] = 0
    return [mask & hidden for mask in sure]


def _add(case: Masks, seat: int, more: int) -> Masks:
    return (*case[:seat], case[seat] | more, *case[seat + 1 :])


def _is_disjoint(case: Masks) -> bool:
    earlier_cards = 0
    for mask in case:
        if earlier_cards & mask:
            return False
        earlier_cards |= mask
    return True


def _declared_options(view: SeatView, seat: int, possible: int, played: int) -> list[int]:
    if seat == view.seat:
        return []
    claims = [item for item in view.announced if item.seat == seat and not item.cards]
    if not claims:
        return []
    shown = [item.cards for item in view.announced if item.seat == seat and item.cards]
    meanings = [_possible_melds(view, claim, possible | played) for claim in claims]
    together = {
        union_of(melds) & possible
        for melds in product(*meanings)
        if _can_be_announced(view, seat, (*melds, *shown))
    }
    return sorted(together)


def union_of(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _can_be_announced(view: SeatView, seat: int, melds: Iterable[int]) -> bool:
    earlier: list[Meld] = []
    for cards in melds:
        try:
            meld = check_meld(view.table, view.standing.bid, cards, seat, cards, earlier)
        except RuleError:
            return False
        earlier.append(meld)
    return True


def _possible_melds(view: SeatView, claim: SeenDeclaration, possible: int) -> list[int]:
    """Possible combinations behind a declaration, none stronger than the winning ones."""
    limit = _best_shown(view, claim.is_carre)
    variant, contract = view.table.variant, view.standing.bid
    return [
        meld.cards
        for meld in (CARRES if claim.is_carre else RUNS[claim.length])
        if not meld.cards & ~possible
        and value_of(meld, variant, contract)
        and (limit is None or strength_of(meld, variant, contract) <= limit)
    ]


def _best_shown(view: SeatView, is_carre: bool) -> tuple[int, int, bool] | None:
    """Strength of the best shown combination of a kind after the contest; None: no limit."""
    shown = [_meld(item) for item in view.announced if item.cards]
    if len(view.played) < view.table.players:
        return None
    if view.table.variant.contest == "together" and not is_carre and any(m.is_carre for m in shown):
        return None
    kind = merge_eights([meld for meld in shown if meld.is_carre == is_carre])
    contract = view.standing.bid
    strengths = [strength_of(meld, view.table.variant, contract) for meld in kind]
    return max(strengths, default=None)


def _meld(item: SeenDeclaration) -> Meld:
    top = item.cards.bit_length() - 1
    return Meld(item.seat, item.cards, item.is_carre, top & 7)


CARRES: Final = [Meld(-1, RANK_MASK[rank], True, rank) for rank in range(8)]
RUNS: Final = {
    length: [
        Meld(-1, ((1 << length) - 1) << low, False, (low & 7) + length - 1)
        for low in range(32)
        if (low & 7) + length <= 8
    ]
    for length in (3, 4, 5)
}

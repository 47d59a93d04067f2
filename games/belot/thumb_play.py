"""Rules of thumb for the play: cash what is high, draw trumps, feed the partner, throw small."""

import random
from collections.abc import Callable

from games.belot.cards import BIT, SUIT_MASK, card_list
from games.belot.tricks import CONTRACT_TABLES, ContractTable
from games.belot.view import View


def card_by_thumb(view: View, rng: random.Random) -> int:
    """The card to play; equally good ones are drawn by lot."""
    cards = card_list(view.legal)
    if len(cards) == 1:
        return cards[0]
    ready = CONTRACT_TABLES[view.standing.bid]
    wish = _lead(view, ready) if not view.trick else _reply(view, ready)
    best = max(wish(card) for card in cards)
    return rng.choice([card for card in cards if wish(card) == best])


def is_master(view: View, ready: ContractTable, card: int) -> bool:
    """Whether no card that others may hold beats this one in its own suit."""
    return not ready.beats[card] & SUIT_MASK[card >> 3] & view.unseen


Wish = Callable[[int], tuple[int, ...]]


def _lead(view: View, ready: ContractTable) -> Wish:
    """Leading: draw trumps while declaring, cash masters, else a small card of a long suit."""
    suit_contract = ready.trumps.bit_count() == 8
    declaring = view.is_partner(view.standing.bidder)
    trumps_out = bool(ready.trumps & view.unseen) and suit_contract

    def wish(card: int) -> tuple[int, ...]:
        points = ready.points[card]
        trump = suit_contract and bool(ready.trumps & BIT[card])
        master = is_master(view, ready, card)
        length = (view.hand & SUIT_MASK[card >> 3]).bit_count()
        if trump and master and declaring and trumps_out:
            return (3, points)
        if master and not trump:
            return (2, points)
        return (0 if trump else 1, length, -points)

    return wish


def _reply(view: View, ready: ContractTable) -> Wish:
    """Not leading: win cheaply or surely, give points to the partner, else throw small."""
    best = next(card for seat, card in view.trick if seat == view.winner)
    last = len(view.trick) == view.table.players - 1
    ours = view.is_partner(view.winner)
    safe = last or not ready.beats[best] & view.unseen

    suit_contract = ready.trumps.bit_count() == 8

    def wish(card: int) -> tuple[int, ...]:
        points = ready.points[card]
        wins = bool(ready.beats[best] & BIT[card])
        trump = suit_contract and bool(ready.trumps & BIT[card])
        high = not suit_contract and is_master(view, ready, card)
        keeps = -1 if trump or high else 0
        if ours and safe:
            return (2 if not wins else 1, keeps, points)
        if wins and (last or is_master(view, ready, card)):
            return (3, -points if trump and last else points, -int(trump))
        return (1 if not wins else 0, keeps, -points)

    return wish

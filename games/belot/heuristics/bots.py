"""Players made of rules: one at random, and one that plays by rules of thumb.

A bot is a pure function of what its seat may see (`View`) and of a random generator; it answers
with a `Choice`. `play_out` plays a deal to its end through the checked moves.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.belot.cards import CARDS, card_list, write_cards
from games.belot.claims import worth_announcing
from games.belot.declarations import belotes_in
from games.belot.heuristics.bidding import cards_to_set_aside
from games.belot.heuristics.calling import call_by_thumb
from games.belot.heuristics.play import card_by_thumb
from games.belot.position import AUCTION, SETTING_ASIDE
from games.belot.records.game import Deal
from games.belot.view import View, view_of


@dataclass(frozen=True, slots=True)
class Choice:
    """A call, a card (with what is announced along with it), or two cards to set aside."""

    code: str
    declare: tuple[str, ...] = ()
    belote: bool = False


Bot = Callable[[View, random.Random], Choice]


def random_bot(view: View, rng: random.Random) -> Choice:
    """Any legal call or card; announces all it holds."""
    moves = card_list(view.legal)
    if view.phase == SETTING_ASIDE:
        return Choice(write_cards(rng.sample(moves, 2)))
    move = rng.choice(moves)
    return (
        Choice(view.table.code_of(move))
        if view.phase == AUCTION
        else with_announcements(view, move)
    )


def thumb_bot(view: View, rng: random.Random) -> Choice:
    """Calls by counting the hand, plays by rules of thumb, announces all it holds."""
    if view.phase == AUCTION:
        return Choice(view.table.code_of(call_by_thumb(view)))
    if view.phase == SETTING_ASIDE:
        return Choice(write_cards(cards_to_set_aside(view)))
    return with_announcements(view, card_by_thumb(view, rng))


def club_player(boldness: int, slips: float) -> Bot:
    """A thumb bot with a temper: bids on less (or more) than the book, and errs now and then.

    ``slips`` is the share of cards that are played at random.
    """

    def player(view: View, rng: random.Random) -> Choice:
        if view.phase == AUCTION:
            return Choice(view.table.code_of(call_by_thumb(view, boldness)))
        if rng.random() < slips:
            return random_bot(view, rng)
        return thumb_bot(view, rng)

    return player


def with_announcements(view: View, card: int) -> Choice:
    """A card with every declaration and belote that may be announced along with it."""
    contract = view.standing.bid
    declare: tuple[str, ...] = ()
    if view.my_first_card:
        melds = worth_announcing(view.first_hand, view.seat, contract, view.table.variant)
        declare = tuple(write_cards(card_list(meld.cards)) for meld in melds)
    belotes = belotes_in(view.hand, contract, view.table.variant)
    return Choice(CARDS[card], declare, card >> 3 in belotes and _royal(card))


def _royal(card: int) -> bool:
    return CARDS[card][1] in "KQ"


def exchange_seven(deal: Deal) -> None:
    """Change the seven of trumps for the card turned up, if anybody may: it is never worse."""
    if not deal.variant.exchange_seven:
        return
    for number, seat in enumerate(deal.table.seats):
        if deal.may_exchange(number):
            deal.exchange(seat)


def play_out(deal: Deal, bots: Bot | Mapping[str, Bot], rng: random.Random) -> Deal:
    """Play a deal to its end, all seats by one bot or each by its own; returns the deal."""
    while deal.turn is not None:
        exchange_seven(deal)
        bot = bots[deal.turn] if isinstance(bots, Mapping) else bots
        choice = bot(view_of(deal, deal.turn_seat), rng)
        if deal.phase in (AUCTION, SETTING_ASIDE):
            deal.apply(choice.code)
        else:
            deal.play(choice.code, choice.declare, choice.belote)
    return deal

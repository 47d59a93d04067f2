"""Rule-based bots: pure functions from a seat's view and a random generator to a move."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.belot.cards import CARDS, card_list, write_cards
from games.belot.claims import best_announcement
from games.belot.declarations import belotes_in
from games.belot.heuristics.bidding import cards_to_set_aside
from games.belot.heuristics.calling import call_by_thumb
from games.belot.heuristics.play import card_by_thumb
from games.belot.position import AUCTION, SETTING_ASIDE
from games.belot.records.game import Deal
from games.belot.view import SeatView, view_of


@dataclass(frozen=True, slots=True)
class BotMove:
    """A call, a card with its announcements, or two cards to set aside."""

    code: str
    declare: tuple[str, ...] = ()
    belote: bool = False


Bot = Callable[[SeatView, random.Random], BotMove]


def random_bot(view: SeatView, rng: random.Random) -> BotMove:
    """Any legal call or card; announces everything."""
    moves = card_list(view.legal)
    if view.phase == SETTING_ASIDE:
        return BotMove(write_cards(rng.sample(moves, 2)))
    move = rng.choice(moves)
    return (
        BotMove(view.table.code_of(move))
        if view.phase == AUCTION
        else with_announcements(view, move)
    )


def thumb_bot(view: SeatView, rng: random.Random) -> BotMove:
    """Bids by hand worth, plays by rules of thumb, announces everything."""
    if view.phase == AUCTION:
        return BotMove(view.table.code_of(call_by_thumb(view)))
    if view.phase == SETTING_ASIDE:
        return BotMove(write_cards(cards_to_set_aside(view)))
    return with_announcements(view, card_by_thumb(view, rng))


def club_player(boldness: int, slips: float) -> Bot:
    """Thumb bot that bids more boldly (or less); ``slips`` is the share of random cards."""

    def player(view: SeatView, rng: random.Random) -> BotMove:
        if view.phase == AUCTION:
            return BotMove(view.table.code_of(call_by_thumb(view, boldness)))
        if rng.random() < slips:
            return random_bot(view, rng)
        return thumb_bot(view, rng)

    return player


def with_announcements(view: SeatView, card: int) -> BotMove:
    contract = view.standing.bid
    declare: tuple[str, ...] = ()
    if view.my_first_card:
        melds = best_announcement(view.first_hand, view.seat, contract, view.table.variant)
        declare = tuple(write_cards(card_list(meld.cards)) for meld in melds)
    belotes = belotes_in(view.hand, contract, view.table.variant)
    return BotMove(CARDS[card], declare, card >> 3 in belotes and _royal(card))


def _royal(card: int) -> bool:
    return CARDS[card][1] in "KQ"


def exchange_seven(deal: Deal) -> None:
    """Exchange the seven of trumps for the turned-up card if allowed: it never hurts."""
    if not deal.variant.exchange_seven:
        return
    for number, seat in enumerate(deal.table.seats):
        if deal.can_exchange(number):
            deal.exchange(seat)


def play_out(deal: Deal, bots: Bot | Mapping[str, Bot], rng: random.Random) -> Deal:
    """Play a deal to its end with one bot or one per seat; return the deal."""
    while deal.turn is not None:
        exchange_seven(deal)
        bot = bots[deal.turn] if isinstance(bots, Mapping) else bots
        choice = bot(view_of(deal, deal.turn_seat), rng)
        if deal.phase in (AUCTION, SETTING_ASIDE):
            deal.apply(choice.code)
        else:
            deal.play(choice.code, choice.declare, choice.belote)
    return deal

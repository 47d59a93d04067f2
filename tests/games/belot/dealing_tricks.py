import random

from games.belot import BotMove, Deal, SeatView, Variant, random_bot, random_pack, thumb_bot
from games.belot.cards import CARDS, RANK_MASK, SUIT_MASK, card_list
from games.belot.deal import is_turn_up_out, pack_places, turn_up_receiver
from games.belot.table import table_of


def skewed_deal(variant: Variant, dealer: str, rng: random.Random) -> Deal:
    """Deal in which a run, a carré or a suit is likelier than by chance."""
    table = table_of(variant)
    sizes = [len(hand) for hand in pack_places(variant, table.seats.index(dealer), 0)]
    free = card_list(table.pack)
    rng.shuffle(free)
    hands: list[list[int]] = [[] for _ in sizes]
    for seat, size in enumerate(sizes):
        for card in _block(rng):
            if card in free and len(hands[seat]) < size:
                free.remove(card)
                hands[seat].append(card)
    for seat, size in enumerate(sizes):
        while len(hands[seat]) < size:
            hands[seat].append(free.pop())
        rng.shuffle(hands[seat])
    turn_up = _turn_up(variant, hands, free, rng)
    texts = {
        s: " ".join(CARDS[c] for c in hand) for s, hand in zip(table.seats, hands, strict=True)
    }
    return Deal(variant, dealer, hands=texts, turn_up=turn_up)


def _block(rng: random.Random) -> list[int]:
    kind = rng.randrange(4)
    if kind == 0:
        return []
    if kind == 1:
        return card_list(RANK_MASK[rng.randrange(2, 8)])
    suit, low = rng.randrange(4), rng.randrange(6)
    return card_list(SUIT_MASK[suit])[low : low + rng.randrange(3, 9)]


def _turn_up(
    variant: Variant, hands: list[list[int]], free: list[int], rng: random.Random
) -> str | None:
    if variant.auction != "turn_up":
        return None
    if is_turn_up_out(variant):
        return CARDS[free[0]]
    return CARDS[rng.choice(rng.choice(hands))]


def any_deal(variant: Variant, rng: random.Random) -> Deal:
    dealer = rng.choice(table_of(variant).seats)
    if rng.random() < 0.5:
        return skewed_deal(variant, dealer, rng)
    return Deal(variant, dealer, pack=random_pack(variant, rng))


def any_choice(view: SeatView, rng: random.Random) -> BotMove:
    choice = (thumb_bot if rng.random() < 0.5 else random_bot)(view, rng)
    if rng.random() < 0.1:
        return BotMove(choice.code)
    return choice


def play_on(deal: Deal, rng: random.Random, cards: int = 99) -> Deal:
    """Play to the end or `cards` cards; stop early at an illegal TAKE."""
    from games.belot.position import AUCTION, SETTING_ASIDE
    from games.belot.view import view_of

    while deal.turn is not None and len(deal.played) < cards:
        choice = any_choice(view_of(deal, deal.turn_seat), rng)
        if deal.phase == AUCTION and not _can_take(deal, choice.code):
            choice = BotMove("P") if "P" in deal.legal else choice
            if choice.code != "P":
                break
        if deal.phase in (AUCTION, SETTING_ASIDE):
            deal.apply(choice.code)
        else:
            deal.play(choice.code, choice.declare, choice.belote)
    return deal


def _can_take(deal: Deal, code: str) -> bool:
    """Given hands fix who can take the turned-up card."""
    partner = 2 if code == "ASHKAL" else 0
    taker = (deal.turn_seat + partner) % deal.table.players
    receiver = turn_up_receiver(deal.variant, deal.dealer_seat, taker)
    fixed = receiver >= 0 and "hands" in deal.source()
    is_bid = code != "P" and not code.startswith("X")
    return not (fixed and is_bid) or deal.turned in deal.received[receiver]

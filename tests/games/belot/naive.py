"""Legal cards on text codes, from the rule tables: a slow independent check of the engine."""

from games.belot import Deal, Variant
from games.belot.cards import CLOSED_CONTRA, CONTRAS, PASS

TRUMP = ["7", "8", "Q", "K", "T", "A", "9", "J"]
PLAIN = ["7", "8", "9", "J", "Q", "K", "T", "A"]


def is_trump(card: str, contract: str) -> bool:
    return contract == "AT" or card[0] == contract


def height(card: str, contract: str) -> int:
    return (TRUMP if is_trump(card, contract) else PLAIN).index(card[1])


def winning(trick: list[tuple[str, str]], contract: str) -> tuple[str, str]:
    """(seat, card) that wins the trick so far."""
    led = trick[0][1][0]
    trumps = [play for play in trick if play[1][0] == contract]
    followed = trumps or [play for play in trick if play[1][0] == led]
    return max(followed, key=lambda play: height(play[1], contract))


def partners(one: str, other: str, variant: Variant) -> bool:
    return variant.players == 4 and {one, other} in ({"N", "S"}, {"W", "E"})


def legal_cards_now(deal: Deal) -> set[str]:
    hand, contract = deal.hands[deal.turn], deal.contract or ""
    trick = [(deal.table.seats[seat], card) for seat, card in _words(deal)]
    if trick:
        return legal(hand, trick, deal.turn, contract, deal.variant)
    others = {card for card in hand if not is_trump(card, contract)}
    return others or set(hand) if is_closed(deal) else set(hand)


def is_closed(deal: Deal) -> bool:
    """Whether a contra forbids leading trumps (Baloot)."""
    last = [call for call in deal.calls if call != PASS][-1]
    return last in range(CLOSED_CONTRA, CLOSED_CONTRA + len(CONTRAS))


def legal(
    hand: list[str], trick: list[tuple[str, str]], seat: str, contract: str, variant: Variant
) -> set[str]:
    """Legal cards of a seat without lead restrictions (rules 3)."""
    if not trick:
        return set(hand)
    led = trick[0][1][0]
    best_seat, best = winning(trick, contract)
    partner = partners(seat, best_seat, variant)
    follow = [card for card in hand if card[0] == led]
    higher = [card for card in follow if height(card, contract) > height(best, contract)]
    if is_trump(trick[0][1], contract):
        if not follow:
            return set(hand)
        if variant.beat_trump == "unless_partner_wins" and partner:
            return set(follow)
        return set(higher or follow)
    trumped = best[0] != led
    if follow:
        return set(higher or follow) if variant.beat_plain and not trumped else set(follow)
    trumps = [card for card in hand if card[0] == contract]
    over = [card for card in trumps if height(card, contract) > height(best, contract)]
    not_under = set(hand) - (set(trumps) - set(over)) if trumped else set(hand)
    if not trumps or (variant.trump_when_void == "unless_partner_wins" and partner):
        return (variant.overtrump == "not_under" and not_under) or set(hand)
    if not trumped or variant.overtrump == "no_duty":
        return set(trumps)
    if variant.overtrump == "not_under":
        return set(over) or not_under or set(hand)
    return set(over or (hand if variant.overtrump == "or_any_card" else trumps))


def count_endings(deal: Deal) -> int:
    hands = {seat: list(cards) for seat, cards in deal.hands.items()}
    seats = list(deal.table.seats)
    names = deal.table.seats
    trick = [(names[seat], card) for seat, card in _words(deal)]
    below = {_word(above): _word(under) for above, under in deal.covered_cards.items()}
    contract = deal.contract or ""
    return _count(hands, trick, deal.turn or "", seats, contract, deal.variant, below)


def _word(card: int) -> str:
    return "CDHS"[card // 8] + "789TJQKA"[card % 8]


def _words(deal: Deal) -> list[tuple[int, str]]:
    return [(seat, _word(card)) for seat, card in deal.unfinished_trick()]


def _count(hands, trick, turn, seats, contract, variant, below) -> int:
    if not any(hands.values()):
        return 1
    total = 0
    for card in legal(hands[turn], trick, turn, contract, variant):
        after = {seat: [c for c in cards if c != card] for seat, cards in hands.items()}
        played = [*trick, (turn, card)]
        follower = seats[(seats.index(turn) + 1) % len(seats)]
        if len(played) == len(seats):
            follower = winning(played, contract)[0]
            for seat, done in played:
                if done in below:
                    after[seat].append(below[done])
            played = []
        total += _count(after, played, follower, seats, contract, variant, below)
    return total

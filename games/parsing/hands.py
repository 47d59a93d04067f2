"""Typed hands: symbols or letters, 10 or T, a suit once for several cards."""

import re
from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.belot import CARDS, RANKS, SUITS
from games.wording import texts as wording

SYMBOLS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
CYRILLIC_RANKS: Final = {"А": "A", "К": "K", "Д": "Q", "В": "J", "Т": "T"}
FOREIGN_COURT_CARDS: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {"R": "K", "D": "Q", "V": "J"},
    "nl": {"H": "K", "V": "Q", "B": "J"},
}
"""French and Dutch; read only after suit symbols."""
REWRITE: Final = str.maketrans({**SYMBOLS, **CYRILLIC_RANKS, "\ufe0f": "", "\ufe0e": ""})
SUIT_FIRST: Final = re.compile(rf"([{SUITS}])([{RANKS}]*)")
RANK_FIRST: Final = re.compile(rf"([{RANKS}]+)([{SUITS}])")
BREAKS: Final = re.compile(r"[\s,;:|./+\-–]+")


class HandError(ValueError):
    """An impossible hand, with a message for the user; ``seat`` names the hand."""

    def __init__(self, seat: str, message: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.message = message


def read_cards(text: str, seat: str = "") -> list[str]:
    """Card codes of a typed hand, in order; HandError for an unknown card."""
    cards: list[str] = []
    suit = ""
    plain = translate_ranks(text.upper(), seat).translate(REWRITE).replace("10", "T")
    for word in filter(None, BREAKS.split(plain)):
        if match := SUIT_FIRST.fullmatch(word):
            suit = match[1]
            cards += [suit + rank for rank in match[2]]
        elif match := RANK_FIRST.fullmatch(word):
            cards += [match[2] + rank for rank in match[1]]
        elif suit and set(word) <= set(RANKS):
            cards += [suit + rank for rank in word]
        else:
            raise HandError(
                seat,
                _("“%(word)s” is no card. Write ♥J or HJ, or a suit with its cards: ♥ J 9 A.")
                % {"word": word[:12]},
            )
    return cards


def translate_ranks(text: str, seat: str) -> str:
    """Text with French or Dutch court cards as codes; HandError where V is ambiguous."""
    if not any(sign in text for sign in SYMBOLS):
        return text
    letters = {letter for letter in text if "A" <= letter <= "Z"} - {"A", "T"}
    fitting = [
        code for code, ranks in FOREIGN_COURT_CARDS.items() if letters and letters <= set(ranks)
    ]
    language = (get_language() or "")[:2]
    if language in fitting:
        fitting = [language]
    elif letters <= set(SUITS):
        return text  # suit letters
    if len(fitting) > 1:
        raise HandError(seat, _("V is the jack in French and the queen in Dutch. Write J or Q."))
    ranks = FOREIGN_COURT_CARDS[fitting[0]] if fitting else {}
    return "".join(ranks.get(letter, letter) for letter in text)


def read_hands(texts: Mapping[str, str], most: int, pack: frozenset[str]) -> dict[str, list[str]]:
    """Typed hands by seat; HandError for a repeated card or more than ``most`` cards."""
    owner: dict[str, str] = {}
    hands = {seat: read_cards(text, seat) for seat, text in texts.items()}
    for seat, cards in hands.items():
        for card in cards:
            check_card(card, seat, owner, pack)
            owner[card] = seat
        if len(cards) > most:
            raise HandError(
                seat,
                _("%(seat)s has %(n)d cards; a hand has %(most)d.")
                % {"seat": wording.seat_name(seat), "n": len(cards), "most": most},
            )
    return {seat: cards for seat, cards in hands.items() if cards}


def check_card(card: str, seat: str, owner: Mapping[str, str], pack: frozenset[str]) -> None:
    """Refuse a card that is not in the pack or already used."""
    words = {"card": card_text(card), "seat": wording.seat_name(owner.get(card, seat))}
    if card not in pack:
        raise HandError(seat, _("%(card)s is not in this pack.") % words)
    if owner.get(card) == seat:
        raise HandError(seat, _("%(card)s appears twice.") % words)
    if card in owner:
        raise HandError(seat, _("%(card)s is also in the hand of %(seat)s.") % words)


def card_text(card: str) -> str:
    return SIGNS[card[0]] + wording.rank_mark(card)


def hand_text(cards: str | list[str]) -> str:
    return " ".join(card_text(card) for card in wording.card_codes(cards))


ALL_CARDS: Final = frozenset(CARDS)

"""Find playing cards in any notation: pages, JSON, files, error messages."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.belot import CARDS

SUITS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANKS: Final = {
    "7": "7", "8": "8", "9": "9", "10": "T", "t": "T",
    "jack": "J", "queen": "Q", "king": "K", "ace": "A", "j": "J", "q": "Q", "k": "K", "a": "A",
}  # fmt: skip
SYMBOLS: Final = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
SPOKEN: Final = re.compile(
    r"\b(7|8|9|10|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)\b", re.IGNORECASE
)
# Asterisks: the admin shows the start of a password's salt ("C7****").
CODE: Final = re.compile(r"(?<![\w&#;.-])([CDHS])(10|[789TJQKA])(?![\w.-]|\*\*)")
# Hands by suit: name or symbol, then ranks ("hearts Q 10", "♥KQ10").
BY_SUIT: Final = re.compile(
    r"(clubs|diamonds|hearts|spades|[♣♧♦♢♥♡♠♤])\s*"
    r"((?:10|[789TJQKA])(?:[ ,]*(?:10|[789TJQKA]))*)(?!\w)"
)
SIGN_LAST: Final = re.compile(r"(?<!\w)(10|[789TJQKA])\s?([♣♧♦♢♥♡♠♤])")
NUMBERS: Final = re.compile(r"\[(\d{1,2}(?:,\s*\d{1,2}){3,})\]")
RANK: Final = re.compile(r"10|[789TJQKA]")
SHORTEST_MASK: Final = 8
LONG_NUMBER: Final = re.compile(rf"(?<!\w)[0-9a-f]{{{SHORTEST_MASK},}}(?!\w)")


@lru_cache(maxsize=1)
def cards_in(text: str) -> list[list[str]]:
    """Card codes of a text in order, a list per notation."""
    plain = html.unescape(text)
    bare = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", plain))
    return [
        [SUITS[suit.lower()] + RANKS[rank.lower()] for rank, suit in SPOKEN.findall(bare)],
        [suit + RANKS[rank.lower()] for suit, rank in CODE.findall(plain)],
        list(by_suit(bare)),
        [SYMBOLS[suit] + RANKS[rank.lower()] for rank, suit in SIGN_LAST.findall(bare)],
    ]


def by_suit(text: str) -> Iterator[str]:
    for suit, ranks in BY_SUIT.findall(text):
        letter = SUITS.get(suit.lower()) or SYMBOLS[suit]
        yield from (letter + RANKS[rank.lower()] for rank in RANK.findall(ranks))


def numbers_in(text: str) -> Iterator[list[str]]:
    """Lists of integers, read as the engine's card numbers."""
    for found in NUMBERS.findall(text):
        numbers = [int(each) for each in found.split(",")]
        if all(number < len(CARDS) for number in numbers):
            yield [CARDS[number] for number in numbers]


@dataclass(frozen=True)
class SecretDeals:
    """Deals that must not be published: runs of four cards of their packs, and hands."""

    runs: frozenset[tuple[str, ...]]
    hands: frozenset[frozenset[str]]
    numbers: frozenset[str]

    def found_in(self, text: str, *, is_dealt_by_chance: bool = False) -> str:
        """Describe what a text reveals; empty if nothing.

        Randomly dealt packs share a run of four in one of a hundred responses: for those require
        eight cards or a whole hand.
        """
        sizes = {len(hand) for hand in self.hands}
        for cards in [*cards_in(text), *numbers_in(text)]:
            if self.holds_run(cards, 8 if is_dealt_by_chance else 4):
                return "a run of the pack"
            if any(
                self.hands.intersection(map(frozenset, consecutive_cards(cards, size)))
                for size in sizes
                if size >= 8 or not is_dealt_by_chance
            ):
                return "a hand"
        return "" if self.numbers.isdisjoint(LONG_NUMBER.findall(text)) else "a hand as a number"

    def holds_run(self, cards: Sequence[str], size: int) -> bool:
        return any(
            self.runs.issuperset(consecutive_cards(run, 4))
            for run in consecutive_cards(cards, size)
        )


def secrets_of(packs: Iterable[str], hands: Iterable[str]) -> SecretDeals:
    whole = frozenset(frozenset(hand.split()) for hand in hands)
    return SecretDeals(
        runs=frozenset(run for pack in packs for run in consecutive_cards(pack.split(), 4)),
        hands=whole,
        numbers=frozenset(masks_of(whole)),
    )


def consecutive_cards(cards: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(cards[at : at + size]) for at in range(len(cards) - size + 1)]


def masks_of(hands: Iterable[Iterable[str]]) -> list[str]:
    """Bit masks of whole hands, decimal and hexadecimal; short ones could be ids."""
    masks = [sum(1 << CARDS.index(code) for code in hand) for hand in hands]
    texts = {text for mask in masks for text in (str(mask), f"{mask:x}", f"{mask:08x}")}
    return sorted(text for text in texts if len(text) >= SHORTEST_MASK)

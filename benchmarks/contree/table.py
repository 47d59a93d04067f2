"""Mapping of cards, calls and seats to those of `colver`.

Seats have the same numbers (playing order, North first), so side 0 is North-South. Its
cards are also ordered by suit, in another order of suits.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from games.belot.cards import RANKS, SUITS, card_list, mask_of


class Env(Protocol):
    def current_player(self) -> int: ...
    def phase(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def step(self, action: int) -> object: ...
    def set_contract(self, trump: int, value: int, team: int, coinche: int) -> None: ...
    def set_phase_playing(self) -> None: ...
    def get_points(self) -> tuple[int, int]: ...
    def get_tricks_won(self) -> tuple[int, int]: ...
    def rewards(self) -> tuple[float, float]: ...
    def solve_all_suits(self) -> Mapping[str, Sequence[Sequence[int]]]: ...


class Envs(Protocol):
    def deal_with_hands(self, dealer: int, hands: list[list[int]]) -> Env: ...


class Player(Protocol):
    def init_deal(self, env: Env) -> None: ...
    def observe(self, env: Env, action: int) -> None: ...
    def action(self, env: Env) -> int: ...


class Players(Protocol):
    def __call__(self, spec: str, seat: int, seed: int = 0) -> Player: ...


class Colver(Protocol):
    Env: Envs
    Agent: Players


THEIR_SUITS: Final = "SHDC"
THEIR_RANKS: Final = "789JQKTA"
PASS, CONTRA, RECONTRA = 0, 41, 42
"""Between them are four suits for each of `NUMBERS`."""
NUMBERS: Final = (*range(80, 161, 10), 250)
"""250 is the capot."""

THEIR_SUIT_OF: Final = tuple(THEIR_SUITS.index(suit) for suit in SUITS)
THEIR_CARD_OF: Final = tuple(
    8 * THEIR_SUIT_OF[suit] + THEIR_RANKS.index(rank) for suit in range(4) for rank in RANKS
)
OURS_OF: Final = tuple(THEIR_CARD_OF.index(card) for card in range(32))


def cards_of(mask: int) -> list[int]:
    return [THEIR_CARD_OF[card] for card in card_list(mask)]


def mask_from(cards: Sequence[int]) -> int:
    return mask_of(OURS_OF[card] for card in cards)


def bid_of(number: int, suit: int) -> int:
    """Its call for a number (250: capot) in one of our suits."""
    return 1 + 4 * NUMBERS.index(number) + THEIR_SUIT_OF[suit]


def table_before_auction(colver: Colver, hands: Sequence[int], leader: int) -> Env:
    """Its table before the auction; `leader` calls first and leads."""
    return colver.Env.deal_with_hands((leader + 3) % 4, [cards_of(hand) for hand in hands])


def table_at_first_lead(
    colver: Colver,
    hands: Sequence[int],
    leader: int,
    suit: int,
    number: int = 80,
    side: int = 0,
    contra: int = 0,
) -> Env:
    env = table_before_auction(colver, hands, leader)
    env.set_contract(THEIR_SUIT_OF[suit], number, side, contra)
    env.set_phase_playing()
    return env


def best_points(colver: Colver, hands: Sequence[int], leader: int) -> list[int]:
    found = table_before_auction(colver, hands, leader).solve_all_suits()["suits"]
    return [found[THEIR_SUIT_OF[suit]][0] for suit in range(4)]

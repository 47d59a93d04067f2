"""Combinations in a hand and possible points of a side, from the cards alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.belot.cards import CONTRACTS, card_list, mask_of, write_cards
from games.belot.deal import parse_cards
from games.belot.declarations import (
    BELOTE_VALUE,
    Meld,
    belote_cards,
    belotes_in,
    longest_run,
    melds_in,
    runs_in,
    value_of,
)
from games.belot.errors import RuleError
from games.belot.table import table_of
from games.belot.variant import Variant

RUN_NAMES: Final = {3: "tierce", 4: "quarte"}


@dataclass(frozen=True, slots=True)
class Claim:
    """Combination that a seat can announce; `value` before no-trumps doubling.

    `kind`: tierce, quarte, quinte, carre or belote.
    """

    seat: str
    kind: str
    cards: str
    value: int


def claims(variant: Variant, hands: Mapping[str, str], contract: str) -> list[Claim]:
    """All maximal runs, carrés and belotes in these hands, by seat, most valuable first.

    With cards on the table, the four face-down ones (sixth to ninth) do not count for
    sequences and carrés. RuleError at `contract` or `hands.SEAT`.
    """
    table = table_of(variant)
    if contract not in variant.contracts.split():
        raise RuleError("unknown_contract", "contract", value=contract, known=variant.contracts)
    number = CONTRACTS.index(contract)
    all_claims = []
    for seat, letter in enumerate(table.seats):
        cards = parse_cards(hands.get(letter, ""), table, f"hands.{letter}")
        countable_cards = cards[:5] + cards[9:] if variant.layout == "table" else cards
        for meld in melds_in(mask_of(countable_cards), seat, number, variant):
            value = value_of(meld, variant, number)
            kind = meld_kind(meld, variant)
            all_claims.append(Claim(letter, kind, write_cards(card_list(meld.cards)), value))
        for suit in belotes_in(mask_of(cards), number, variant):
            pair = write_cards(belote_cards(suit))
            all_claims.append(Claim(letter, "belote", pair, BELOTE_VALUE))
    return all_claims


def meld_kind(meld: Meld, variant: Variant) -> str:
    length = min(meld.length, longest_run(variant))
    return "carre" if meld.is_carre else RUN_NAMES.get(length, "quinte")


def best_announcement(hand: int, seat: int, contract: int, variant: Variant) -> list[Meld]:
    """Most valuable combinations of a hand that can be announced together.

    If no card can be in two, carrés cut runs or give way to them, whichever pays more.
    """
    melds = melds_in(hand, seat, contract, variant)
    carres = [meld for meld in melds if meld.is_carre]
    runs = [meld for meld in melds if not meld.is_carre]
    if variant.card_in_two or not carres or not runs:
        return melds
    rest = hand & ~mask_of(card for meld in carres for card in card_list(meld.cards))
    cut = carres + [run for suit in range(4) for run in runs_in(rest & 0xFF << 8 * suit, seat)]
    run_cards = mask_of(card for run in runs for card in card_list(run.cards))
    whole = runs + [meld for meld in carres if not meld.cards & run_cards]
    return max(cut, whole, key=lambda choice: sum(value_of(m, variant, contract) for m in choice))


@dataclass(frozen=True, slots=True)
class PossiblePoints:
    """Possible points on a slip in a contract, last ten included, before doubling.

    `total` is the sum of all sides (an upper bound unless `exact`, as cards can be out of
    play); `values` are the points that one side can have.
    """

    total: int
    exact: bool
    values: frozenset[int]

    def allow(self, points: Mapping[str, int]) -> bool:
        whole = sum(points.values())
        summed = whole == self.total if self.exact else whole <= self.total
        return summed and all(value in self.values for value in points.values())


@lru_cache(maxsize=128)
def possible_points(variant: Variant, contract: str) -> PossiblePoints:
    """Total of a contract, and all points that whole tricks can give."""
    table = table_of(variant)
    ready = table.contracts[CONTRACTS.index(contract)]
    size = table.players
    most = size * table.tricks
    sums = [0] * (most + 1)
    sums[0] = 1
    for card in card_list(table.pack):
        for count in range(most, 0, -1):
            sums[count] |= sums[count - 1] << ready.points[card]
    reached = 1
    for tricks in range(1, table.tricks + 1):
        with_last = sums[size * tricks] << 10
        reached |= with_last if tricks == table.tricks else with_last | sums[size * tricks]
    values = frozenset(value for value in range(ready.total + 1) if reached >> value & 1)
    return PossiblePoints(ready.total, not table.cards_out, values)

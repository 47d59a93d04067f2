"""Sequences, carrés and belotes: validity, contest and value."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.belot.cards import (
    ALL_TRUMPS,
    BELOTE_MASK,
    BIT,
    CARDS,
    KING,
    NO_TRUMPS,
    QUEEN,
    RANK_MASK,
    SUIT_MASK,
    card_list,
)
from games.belot.carres import carre_points_of, carre_strengths
from games.belot.errors import RuleError
from games.belot.factors import family_of
from games.belot.table import VariantTable
from games.belot.variant import Variant

SEQUENCE_VALUES: Final = {3: 20, 4: 50}
QUINTE_VALUE: Final = 100
LONGEST_RUNS: Final = {"full": 8, "five": 5, "four": 4}
TIERCE_VALUE: Final = 20
BELOTE_VALUE: Final = 20
FOUR_ACES: Final = RANK_MASK[7]


class Meld(NamedTuple):
    """Sequence or carré in one hand; `top` is its highest (or only) rank, 0..7."""

    seat: int
    cards: int
    is_carre: bool
    top: int

    @property
    def length(self) -> int:
        return self.cards.bit_count()

    @property
    def suit(self) -> int:
        return self.cards.bit_length() - 1 >> 3


class Belote(NamedTuple):
    seat: int
    suit: int


def meld_of(seat: int, cards: int) -> Meld | None:
    """Combination of exactly these cards, or None (S0 Анонси; S1 Премии; S3; S4)."""
    count = cards.bit_count()
    top = cards.bit_length() - 1
    if count == 4 and cards == RANK_MASK[top & 7]:
        return Meld(seat, cards, True, top & 7)
    in_a_row = cards == ((1 << count) - 1) << (top - count + 1)
    if count < 3 or not in_a_row or cards & ~SUIT_MASK[top >> 3]:
        return None
    return Meld(seat, cards, False, top & 7)


def value_of(meld: Meld, variant: Variant, contract: int) -> int:
    """Card points before no-trumps doubling (S0, S1, S3, S4; rules 2)."""
    if meld.is_carre:
        return carre_points_of(variant)[family_of(contract)][meld.top]
    if meld.length == 8 and variant.run_of_eight == "quinte_and_tierce":
        return QUINTE_VALUE + TIERCE_VALUE
    return SEQUENCE_VALUES.get(min(meld.length, longest_run(variant)), QUINTE_VALUE)


def is_worthless_carre(variant: Variant, rank: int) -> bool:
    return not carre_points_of(variant)[0][rank]


def strength_of(meld: Meld, variant: Variant, contract: int = -1) -> tuple[int, int, bool]:
    """Strength within its kind (S1 Премии; S2 Bonuses; S3; S4).

    The last item: whether a run is in trumps, where that breaks ties.
    """
    if meld.is_carre:
        return 0, carre_strengths(variant)[family_of(contract)][meld.top], False
    length = meld.length
    in_trumps = variant.equal_sequences == "trump_then_earlier" and meld.suit == contract
    return min(length, longest_run(variant)), meld.top, in_trumps


def longest_run(variant: Variant) -> int:
    """How many cards of a run count (`long_runs`)."""
    return LONGEST_RUNS[variant.long_runs]


def merge_eights(melds: Sequence[Meld]) -> list[Meld]:
    """Join an eight announced as five and three (rules 6)."""
    whole: list[Meld] = []
    for meld in melds:
        for index, other in enumerate(whole):
            if _is_run_of_eight(meld, other):
                cards = meld.cards | other.cards
                whole[index] = Meld(meld.seat, cards, False, 7)
                break
        else:
            whole.append(meld)
    return whole


def _is_run_of_eight(one: Meld, other: Meld) -> bool:
    if one.seat != other.seat or one.is_carre or other.is_carre:
        return False
    return one.length + other.length == 8 and one.cards | other.cards == SUIT_MASK[one.suit]


def counting_melds(
    melds: Sequence[Meld], table: VariantTable, first: int, contract: int
) -> list[Meld]:
    """Combinations that count after the contest; `first` leads first.

    Kinds compete separately or together (`contest`); equal best sequences are void or go to
    the side earlier in turn, optionally trumps first (`equal_sequences`) (S0 Анонси; S3
    Declarations; Bazar Blot; rules 6).
    """
    if not melds:
        return []
    melds = merge_eights(melds)
    carres = [meld for meld in melds if meld.is_carre]
    runs = [meld for meld in melds if not meld.is_carre]
    if table.variant.contest == "together":
        side = winning_side(carres or runs, table, first, contract)
        return [meld for meld in melds if table.side_of[meld.seat] == side]
    counting = []
    for kind in (runs, carres):
        side = winning_side(kind, table, first, contract)
        counting += [meld for meld in kind if table.side_of[meld.seat] == side]
    return counting


def winning_side(
    melds: Sequence[Meld], table: VariantTable, first: int, contract: int
) -> int | None:
    if not melds:
        return None
    strengths = [strength_of(meld, table.variant, contract) for meld in melds]
    best = max(strengths)
    seats = [m.seat for m, strength in zip(melds, strengths, strict=True) if strength == best]
    if len({table.side_of[seat] for seat in seats}) > 1 and table.variant.equal_sequences == "void":
        return None
    return table.side_of[min(seats, key=lambda seat: (seat - first) % table.players)]


def match_winning_side(
    melds: Sequence[Meld], table: VariantTable, first: int, contract: int
) -> int | None:
    if table.variant.run_of_eight != "wins_match":
        return None
    eights = [meld for meld in melds if not meld.is_carre and meld.length == 8]
    return winning_side(eights, table, first, contract)


def is_belote_counted(variant: Variant, contract: int, card: int, led: int) -> bool:
    """Whether a belote counts; `card` is its first card, `led` leads its trick.

    Led, following suit, or trumping in a suit contract (S0, S1 Премия за белот; S2 Bonuses).
    """
    if variant.belote_when == "always" or contract != ALL_TRUMPS:
        return True
    return card >> 3 == led >> 3


def check_meld(
    table: VariantTable, contract: int, held: int, seat: int, cards: int, earlier: Iterable[Meld]
) -> Meld:
    """Announced combination, or RuleError (rules 3, notes; S0, S1: one card in one)."""
    if table.variant.declarations == "trick":
        raise RuleError("declared_in_tricks")
    if table.variant.declarations == "none":
        raise RuleError("nothing_declared")
    missing = cards & ~held
    letter = table.seats[seat]
    if missing:
        card = CARDS[card_list(missing)[0]]
        raise RuleError("declared_not_held", seat=letter, card=card)
    meld = meld_of(seat, cards)
    if meld is None or (meld.is_carre and is_worthless_carre(table.variant, meld.top)):
        named = " ".join(CARDS[card] for card in card_list(cards))
        raise RuleError("no_combination", cards=named)
    four_aces = cards == FOUR_ACES and table.variant.no_trumps_four_aces
    if contract == NO_TRUMPS and not (four_aces or table.variant.no_trumps_declarations):
        raise RuleError("nothing_in_no_trumps")
    if not value_of(meld, table.variant, contract):
        raise RuleError("carre_counts_nothing", cards=" ".join(CARDS[c] for c in card_list(cards)))
    for other in earlier:
        if other.seat == seat:
            _check_pair(table, meld, other)
    return meld


def _check_pair(table: VariantTable, meld: Meld, other: Meld) -> None:
    variant = table.variant
    if meld.cards == other.cards:
        raise RuleError("declared_twice", seat=table.seats[meld.seat])
    shared = meld.cards & other.cards
    if meld.is_carre != other.is_carre:
        if shared and not variant.card_in_two:
            raise RuleError("card_declared_twice", card=CARDS[shared.bit_length() - 1])
        return
    if meld.is_carre or meld.suit != other.suit:
        return
    if shared:
        raise RuleError("card_declared_twice", card=CARDS[shared.bit_length() - 1])
    if not (meld.cards << 1 | meld.cards >> 1) & other.cards:
        return
    five_and_three = {meld.length, other.length} == {5, 3}
    if not (five_and_three and variant.run_of_eight == "quinte_and_tierce"):
        raise RuleError("runs_touch")


def check_belote_suit(variant: Variant, contract: int, suit: int) -> None:
    if variant.declarations == "trick":
        raise RuleError("declared_in_tricks")
    if contract == NO_TRUMPS:
        raise RuleError("nothing_in_no_trumps")
    if contract not in (ALL_TRUMPS, suit):
        raise RuleError("not_a_trump_suit", suit="CDHS"[suit])


def belote_cards(suit: int) -> tuple[int, int]:
    return suit * 8 + KING, suit * 8 + QUEEN


def melds_in(hand: int, seat: int, contract: int, variant: Variant) -> list[Meld]:
    """Maximal runs and carrés that a hand can announce, best first."""
    if variant.declarations != "hand":
        return []
    points = carre_points_of(variant)[family_of(contract)]
    melds = [
        Meld(seat, RANK_MASK[rank], True, rank)
        for rank in range(8)
        if points[rank] and hand & RANK_MASK[rank] == RANK_MASK[rank]
    ]
    if contract == NO_TRUMPS and not variant.no_trumps_declarations:
        return melds
    for suit in range(4):
        melds += runs_in(hand & SUIT_MASK[suit], seat)
    return sorted(melds, key=lambda meld: -value_of(meld, variant, contract))


def runs_in(cards: int, seat: int) -> list[Meld]:
    runs = []
    run = 0
    for card in [*card_list(cards), -1]:
        if run and (card < 0 or not run & BIT[card - 1]):
            if run.bit_count() >= 3:
                runs.append(Meld(seat, run, False, (run.bit_length() - 1) & 7))
            run = 0
        if card >= 0:
            run |= BIT[card]
    return runs


def belotes_in(hand: int, contract: int, variant: Variant) -> list[int]:
    if contract == NO_TRUMPS or variant.declarations == "trick":
        return []
    return [
        suit
        for suit in range(4)
        if contract in (ALL_TRUMPS, suit) and hand & BELOTE_MASK[suit] == BELOTE_MASK[suit]
    ]

"""What each side writes for a deal, in one formula (rules 4; S0, S1, S2, S4 Scoring).

An `Amount` is rounded points (those taken, or of a lost contract) times a factor, plus
the bid and amounts never multiplied. Why:
docs/adr/0055-one-scoring-formula-for-all-variants.md.
"""

from typing import Final, NamedTuple

from games.belot.cards import NO_TRUMPS
from games.belot.factors import MATCH
from games.belot.table import VariantTable

ROUNDING_OFFSETS: Final = {"half_up": 5, "half_down": 4}


class Parts(NamedTuple):
    """Announced parts of the totals, and the bid; empty if nothing was announced."""

    declared: tuple[int, ...] = ()
    belote: tuple[int, ...] = ()
    bid: int = 0
    """In card points; 0 if none."""
    capot_bid: bool = False
    is_alone: bool = True
    """False if all tricks alone were promised and not taken."""


NO_PARTS: Final = Parts()


def parts_of(
    table: VariantTable,
    contract: int,
    declared: tuple[int, ...],
    belote: tuple[int, ...],
    bid: int = 0,
    capot_bid: bool = False,
) -> Parts:
    """Parts as counted in totals: announcements double in no-trumps."""
    times = table.times[contract]
    if times != 1:
        declared = tuple(times * points for points in declared)
    return Parts(declared, belote, bid, capot_bid)


def round_total(total: int, limit: int, up_at_limit: bool) -> int:
    """Total in match points: below the limit digit down, above up (S0, S1 Закръгляне; S4)."""
    tens, digit = divmod(total, 10)
    return tens + (digit > limit or (digit == limit and up_at_limit))


def tens_before_doubling(total: int) -> int:
    """Doubled total in match points: half to the nearest ten, twice; a 5 stays (Baloot)."""
    tens, digit = divmod(total // 2, 10)
    return 2 * tens + (0 if digit < 5 else 1 if digit == 5 else 2)


def capot_points(table: VariantTable, contract: int) -> int:
    """Capot premium in a total (S0, S1 4: not doubled in no-trumps; S4: is)."""
    points = table.variant.capot_points
    if contract == NO_TRUMPS and table.variant.capot_doubled_in_no_trumps:
        return 2 * points
    return points


def premium_for_capot(table: VariantTable, contract: int, capot: int, declarer: int) -> int:
    """Capot premium of side `capot`; 0 for -1, and where only declarers are paid."""
    if capot < 0 or (capot != declarer and table.variant.capot_for == "declarer"):
        return 0
    return capot_points(table, contract)


class Amount(NamedTuple):
    total: int
    """Card points to round, without separate amounts."""
    rounded: int
    base: int
    """Match points of a lost contract, if fixed."""
    factor: int
    bid: int
    capot: int
    belote: int
    match: int = 0
    """Replaces everything if contra decides the match."""

    @property
    def plain(self) -> int:
        return self.rounded + self.base

    @property
    def written(self) -> int:
        if self.match:
            return self.match
        return (self.rounded + self.base) * self.factor + self.bid + self.capot + self.belote


NOTHING: Final = Amount(0, 0, 0, 1, 0, 0, 0)


class Sheet:
    __slots__ = (
        "award",
        "capot",
        "contra",
        "contract",
        "declarer",
        "factor",
        "limit",
        "on_deal",
        "parts",
        "premium",
        "variant",
    )

    def __init__(
        self,
        table: VariantTable,
        contract: int,
        contra: int,
        capot: int,
        declarer: int = -1,
        parts: Parts = NO_PARTS,
    ) -> None:
        self.variant = variant = table.variant
        self.contract = contract
        self.contra = contra
        self.capot = capot
        self.declarer = declarer
        self.parts = parts
        self.limit = table.limits[contract]
        """The digit at which totals round by the rest of the deal."""
        self.factor = table.factors[contract][contra]
        """What contra multiplies by; 1 without it."""
        self.on_deal = self.factor if variant.factors_on == "deal" else 1
        """What the deal itself is multiplied by."""
        self.premium = premium_for_capot(table, contract, capot, declarer) if capot >= 0 else 0
        """What all tricks brought in this deal."""
        self.award = variant.made_award
        """`made_award`; a bid of all tricks always counts (FFB 2016, the column of points made)."""
        if parts is not NO_PARTS and parts.capot_bid and self.award == "taken":
            self.award = "taken_and_bid"

    def round(self, total: int) -> int:
        """Card points rounded separately, or unchanged (FFB, Cannes; S3 Winning)."""
        offset = ROUNDING_OFFSETS.get(self.variant.rounding)
        if offset is None:
            return total
        tens = (total + offset) // 10
        return tens if self.variant.sheet == "match_points" else 10 * tens

    @property
    def can_round_tens_first(self) -> bool:
        """Whether this contract can be rounded to tens before doubling."""
        variant = self.variant
        in_tens = variant.rounding == "paired" and variant.sheet == "match_points"
        return in_tens and self.contract == NO_TRUMPS

    @property
    def is_for_match(self) -> bool:
        """Whether winning this deal wins the match (Baloot)."""
        return self.factor == MATCH

    def units(self, points: int) -> int:
        return points if self.variant.sheet == "card_points" else points // 10

    def amount(
        self,
        total: int,
        up_at_limit: bool = False,
        premium: int = 0,
        belote: int = 0,
        base: int = 0,
        bid: int = 0,
    ) -> Amount:
        """Amount on the sheet; `total` includes capot premium and belotes.

        `base` is in match points. Without a factor, nothing is separated.
        """
        on_deal, variant = self.on_deal, self.variant
        if self.is_for_match:
            return Amount(total, 0, 0, 1, 0, 0, 0, variant.target)
        if premium and (on_deal == 1 or variant.capot_multiplied):
            premium = 0
        if belote and (on_deal == 1 or variant.belote_multiplied):
            belote = 0
        rest = total - premium - belote
        if variant.no_trumps_tens_first and self.can_round_tens_first:
            rounded = tens_before_doubling(rest)
        elif variant.rounding == "paired" and variant.sheet == "match_points":
            rounded = round_total(rest, self.limit, up_at_limit)
        else:
            rounded = self.round(rest)
        if not (bid or premium or belote):
            return Amount(rest, rounded, base, on_deal, 0, 0, 0)
        bid_units = self.units(bid * self.factor)
        apart = self.units(premium), self.units(belote)
        return Amount(rest, rounded, base, on_deal, bid_units, *apart)

    def whole_deal(self, totals: tuple[int, ...], winner: int, is_won: bool = True) -> Amount:
        """Whole deal for one side, rounded once; `is_won` is false while it hangs."""
        parts, base = self.parts, self.base
        left = belote = 0
        if parts.declared:
            kept_points = self.kept_belote(winner) if is_won else 0
            belote = sum(parts.belote) - kept_points
            left = kept_points + (self.left_declarations(winner) if is_won else 0)
        bid = parts.bid if self.award != "taken" else 0
        if base == "total":
            return self.amount(sum(totals) - left, False, self.premium, belote, 0, bid)
        total = sum(parts.declared) + sum(parts.belote) - left
        if self.variant.sheet == "card_points":
            return self.amount(total + int(base), False, 0, belote, 0, bid)
        return self.amount(total, False, 0, belote, int(base), bid)

    @property
    def base(self) -> int | str:
        """Value of the cards of a lost (or doubled) deal: `total`, or a number."""
        variant = self.variant
        by_defence = self.capot >= 0 and self.capot != self.declarer
        bid_on_top = self.parts.capot_bid and variant.capot_bid != "with_number"
        if bid_on_top or (by_defence and variant.capot_for == "both"):
            return variant.lost_base_capot
        return variant.lost_base

    def kept_belote(self, winner: int) -> int:
        """Losers' belotes that the winner does not write."""
        if self.variant.belote_when_lost == "other_side":
            return 0
        return sum(self.parts.belote) - self.parts.belote[winner]

    def left_declarations(self, winner: int) -> int:
        """Losers' declarations that the winner does not write."""
        if self.variant.lost_declarations == "both":
            return 0
        return sum(self.parts.declared) - self.parts.declared[winner]

    def kept_amount(self, side: int) -> Amount:
        belote = self.belote_kept_by(side)
        return self.amount(belote, False, 0, belote) if belote else NOTHING

    def belote_kept_by(self, side: int) -> int:
        belote = self.parts.belote
        return belote[side] if belote and self.variant.belote_when_lost == "kept" else 0

    def own(self, totals: tuple[int, ...], side: int, hangs: bool) -> Amount:
        """A side's own points; at the limit digit only the strictly lowest total rounds up.

        In a hanging deal the hanging part rounds up, the others down (S0, S1 Закръгляне).
        """
        is_declarer = side == self.declarer
        parts, award = self.parts, self.award
        belote = parts.belote[side] if parts.belote else 0
        bid = parts.bid if is_declarer and award != "taken" else 0
        if award == "bid":
            if not is_declarer:
                return NOTHING
            declared_points = parts.declared[side] + belote if parts.declared else 0
            return self.amount(declared_points, hangs, 0, belote, 0, bid)
        total = totals[side]
        up = is_declarer if hangs else total == min(totals) and totals.count(total) == 1
        premium = self.premium if self.capot == side else 0
        return self.amount(total, up, premium, belote, 0, bid)

    def amounts(
        self, totals: tuple[int, ...], outcome: str
    ) -> tuple[tuple[Amount, ...], Amount | None]:
        """Amount of each side, and the amount that waits in a hanging deal.

        Made: each its own, under contra all to the declarer. Lost: all to the other side; with
        three players the others write their own. Hanging: the declarer's part waits, under contra
        everything (S0 Точкуване; S1 4; S2 4; S3 Playing; S4 Scoring).
        """
        winner = -1
        if self.contra and outcome == "made":
            winner = self.declarer
        elif outcome == "lost" and len(totals) == 2:
            winner = 1 - self.declarer
        if winner >= 0:
            whole = self.whole_deal(totals, winner)
            if len(totals) == 2 and not self.parts.belote:
                return ((NOTHING, whole) if winner else (whole, NOTHING)), None
            sides = range(len(totals))
            return tuple(
                [whole if side == winner else self.kept_amount(side) for side in sides]
            ), None
        hangs = outcome == "hanging"
        if hangs and self.contra:
            whole = self.whole_deal(totals, self.declarer, is_won=False)
            return (NOTHING,) * len(totals), whole
        own_amounts = [self.own(totals, side, hangs) for side in range(len(totals))]
        waiting = own_amounts[self.declarer] if hangs else None
        if outcome != "made":
            own_amounts[self.declarer] = NOTHING
        return tuple(own_amounts), waiting

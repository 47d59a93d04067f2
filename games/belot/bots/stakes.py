"""Value of card points on the score sheet, for bots that look ahead."""

from functools import lru_cache
from typing import Final

from games.belot.scoring import settle, totals_of
from games.belot.sheet import parts_of
from games.belot.solving.shares import settled_shares, shares_of
from games.belot.table import table_of
from games.belot.variant import Variant

CARD_POINT_WEIGHT: Final = 0.05
"""In match points: rounding hides what can still come."""


class Stakes:
    """Value of card points to North-South in one contract, premiums known."""

    def __init__(
        self,
        variant: Variant,
        contract: int,
        declarer: int,
        contra: int,
        melds: tuple[int, ...],
        belotes: tuple[int, ...],
        bid: int = 0,
        promise: int = 0,
    ) -> None:
        """`declarer` is a side; `melds` and `belotes` are points by side.

        `bid` is in card points; `promise`: whether all tricks were bid with it.
        """
        self.table = table_of(variant)
        self.contract = contract
        self.declarer = declarer
        self.contra = contra
        self.melds = melds
        self.belotes = belotes
        self.bid = bid
        self.promise = promise
        self.total = self.table.contracts[contract].total
        self.fineness = CARD_POINT_WEIGHT * (10 if variant.sheet == "card_points" else 1)
        self._known: dict[int, float] = {}

    def value(self, points: int) -> float:
        """North-South's score minus East-West's.

        More than the total by 90, or less than 0, is a capot (as in `solver`). Half of the
        combinations still to come in tricks is in `points`. Card points have a small weight of
        their own.
        """
        if points not in self._known:
            self._known[points] = self.net(points) + self.fineness * points
        return self._known[points]

    def net(self, points: int) -> int:
        if self.table.variant.declarations == "trick":
            return self._net_with_roem(points)
        own = min(max(points, 0), self.total)
        capot = 1 if points < 0 else 0 if points > self.total else -1
        melds = (self._melds(0, capot), self._melds(1, capot))
        belotes = (self._belotes(0, capot), self._belotes(1, capot))
        premiums = (melds[0] + belotes[0], melds[1] + belotes[1])
        shares = (own, self.total - own)
        totals = totals_of(self.table, self.contract, shares, premiums, capot, self.declarer)
        parts = parts_of(self.table, self.contract, melds, belotes, self.bid, self.promise > 0)
        settled = settle(
            self.table, self.contract, self.declarer, self.contra, totals, capot, parts
        )
        return settled.score[0] - settled.score[1]

    def _net_with_roem(self, points: int) -> int:
        won = self.melds
        figure = points + (won[0] - won[1]) // 2
        shares = shares_of(figure, self.total, self.declarer, sum(won))
        settled = settled_shares(self.table, self.contract, self.declarer, self.contra, shares)
        return settled.score[0] - settled.score[1]

    def _melds(self, side: int, capot: int) -> int:
        without = capot == 1 - side and self.table.variant.trick_needed
        return 0 if without else self.melds[side]

    def _belotes(self, side: int, capot: int) -> int:
        without = capot == 1 - side and self.table.variant.trick_needed == "all"
        return 0 if without else self.belotes[side]


@lru_cache(maxsize=1024)
def stakes_of(
    variant: Variant,
    contract: int,
    declarer: int,
    contra: int,
    melds: tuple[int, ...],
    belotes: tuple[int, ...],
    bid: int = 0,
    promise: int = 0,
) -> Stakes:
    return Stakes(variant, contract, declarer, contra, melds, belotes, bid, promise)

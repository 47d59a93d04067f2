"""Points and combinations of both sides that stand for one figure of the search.

Where combinations lie in tricks the search tells the difference of both sides alone. A contract
that is made is worth just that on the sheet, so any points and combinations with that difference
will do; one that is lost is worth everything in the deal, so all its combinations must be known.
"""

from typing import NamedTuple

from games.belot.scoring import Settlement, settle, totals_of
from games.belot.sheet import parts_of
from games.belot.table import Table


class Shares(NamedTuple):
    """The card points of both sides and what their combinations bring."""

    points: tuple[int, int]
    roem: tuple[int, int]


def shares_of(figure: int, total: int, declarer: int, all_roem: int) -> Shares:
    """Shares with the difference of a figure, North-South's points with half of more combinations.

    `all_roem` is what all combinations come to where `declarer`, a side, loses.
    """
    own = figure if declarer == 0 else total - figure
    points = min(max(own, 0), total)
    if 2 * own > total:
        found = Shares((points, total - points), (2 * (own - points), 0))
    elif 2 * own == total:
        found = Shares((points, total - points), (all_roem // 2, all_roem - all_roem // 2))
    else:
        found = Shares((points, total - points), (0, all_roem))
    return found if declarer == 0 else Shares(found.points[::-1], found.roem[::-1])


def settled_shares(
    table: Table, contract: int, declarer: int, contra: int, shares: Shares
) -> Settlement:
    """What is written for shares; the premium for all tricks is in them."""
    totals = totals_of(table, contract, shares.points, shares.roem, -1, declarer)
    parts = parts_of(table, contract, shares.roem, (0, 0))
    return settle(table, contract, declarer, contra, totals, -1, parts)

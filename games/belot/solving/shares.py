"""Card points and roem of both sides for a value of the search.

Any split with the right difference scores a contract that is made; a lost one needs its
total roem.
"""

from typing import NamedTuple

from games.belot.scoring import Settlement, settle, totals_of
from games.belot.sheet import parts_of
from games.belot.table import VariantTable


class Shares(NamedTuple):
    points: tuple[int, int]
    roem: tuple[int, int]


def shares_of(figure: int, total: int, declarer: int, all_roem: int) -> Shares:
    """Shares for a value: North-South's points plus half of their lead in roem.

    `all_roem` is the total roem if `declarer`, a side, loses.
    """
    own = figure if declarer == 0 else total - figure
    points = min(max(own, 0), total)
    if 2 * own > total:
        shares = Shares((points, total - points), (2 * (own - points), 0))
    elif 2 * own == total:
        shares = Shares((points, total - points), (all_roem // 2, all_roem - all_roem // 2))
    else:
        shares = Shares((points, total - points), (0, all_roem))
    return shares if declarer == 0 else Shares(shares.points[::-1], shares.roem[::-1])


def settled_shares(
    table: VariantTable, contract: int, declarer: int, contra: int, shares: Shares
) -> Settlement:
    totals = totals_of(table, contract, shares.points, shares.roem, -1, declarer)
    parts = parts_of(table, contract, shares.roem, (0, 0))
    return settle(table, contract, declarer, contra, totals, -1, parts)

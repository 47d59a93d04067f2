"""Board values between two teams, by plain sums over their two tables.

Independent of ``tournaments.scoring``, like ``plain_boards``.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor

from tests.tournaments.plain_boards import (
    AVERAGE_IMPS,
    AVERAGE_NET,
    STEPS,
    Award,
    Nets,
    PlainResult,
    imps,
)


def rooms_of(
    boards: Iterable[PlainResult],
) -> dict[tuple[int, frozenset[int]], list[tuple[PlainResult, PlainResult]]]:
    """Both tables of each board of a match, by completing round and teams.

    At the first of the two tables the lower number sat North–South.
    """
    sat: dict[tuple[int, int, int], PlainResult] = {
        (row.board, row.ns[0], row.ew[0]): row for row in boards
    }
    found = defaultdict(list)
    for (board, ns, ew), row in sat.items():
        other = sat.get((board, ew, ns))
        if other is not None and ns < ew:
            found[max(row.round, other.round), frozenset({ns, ew})].append((row, other))
    return found


def share_of(row: PlainResult, team: int) -> Award:
    """A team's average at a table, or nets seen from North–South."""
    if row.awards is not None:
        return row.awards[0 if row.ns == (team,) else 1]
    return ((row.net or 0, Fraction(1)),)


def averages_in(team: int, tables: Sequence[PlainResult]) -> list[str]:
    """A team's averages on a board; plus if its tables had different cards."""
    ruled = [share for row in tables if isinstance(share := share_of(row, team), str)]
    return ruled or (["plus"] if tables[0].cards != tables[1].cards else [])


def seen_by(team: int, row: PlainResult) -> Nets:
    share = share_of(row, team)
    assert not isinstance(share, str)
    return tuple((net if row.ns == (team,) else -net, weight) for net, weight in share)


def swings(team: int, tables: Sequence[PlainResult]) -> list[tuple[int, Fraction]]:
    """Swings of a team on a board, with their weights."""
    first, second = (seen_by(team, row) for row in tables)
    return [(one + other, weight * share) for one, weight in first for other, share in second]


def team_value(method: str, team: int, tables: Sequence[PlainResult]) -> Fraction:
    averages = averages_in(team, tables)
    if averages:
        size = {"imps": Fraction(AVERAGE_IMPS), "swing_points": Fraction(AVERAGE_NET)}
        one = size.get(method, Fraction(1, 5))
        worth = [STEPS[name] * one + (0 if method in size else 1) for name in averages]
        return sum(worth, Fraction(0)) / len(worth)
    total = Fraction(0)
    for swing, weight in swings(team, tables):
        if method == "imps":
            total += weight * imps(swing)
        elif method == "swing_points":
            total += weight * swing
        else:
            total += weight * (1 + (swing > 0) - (swing < 0))
    return total


def difference(team: int, boards: Iterable[Sequence[PlainResult]]) -> Fraction:
    played = (tables for tables in boards if not averages_in(team, tables))
    found = (swing * weight for tables in played for swing, weight in swings(team, tables))
    return sum(found, Fraction(0))


def patton_share(d: Fraction, b: int) -> int:
    """Part of 2b points for the difference D: b · (1 + D / (40·√b)), halves upwards."""
    exact = b + Decimal(b).sqrt() * d.numerator / 40 / d.denominator
    return max(0, min(2 * b, floor(exact + Decimal("0.5"))))

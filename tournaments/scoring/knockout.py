"""Places of a knock-out, which follow the bracket instead of totals."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.scoring.facts import Facts


def knockout_groups(
    facts: Facts, entrants: Iterable[int], until: int | None = None
) -> list[list[int]]:
    """Entrants best first after a round, or the last one; empty if no knock-out."""
    orders = [order for order in facts.knockout if until is None or order.round <= until]
    if not orders:
        return []
    remaining = set(entrants)
    latest = max(orders, key=lambda order: order.round)
    groups = [sorted(remaining.intersection(group)) for group in latest.groups]
    groups.append(sorted(remaining.difference(*latest.groups)))
    return [group for group in groups if group]

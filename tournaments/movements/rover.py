"""Rover: an extra pair without its own table, for an odd field in a Mitchell.

From round 2 it takes one table's North-South seat a round, and that pair rests. Its tables,
opponents and sets must differ. Checked for 4 to 40 tables; an odd multiple of three has no
perfect rover and meets one pair twice.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.movements.model import Round


def add_rover(rounds: Sequence[Round], rover: int, sequence: Sequence[int]) -> list[Round]:
    """Seat pair `rover` North-South at table sequence[r] in round r + 2."""
    listed = list(rounds)
    for number, table in enumerate(sequence[: len(rounds) - 1], 1):
        listed[number] = tuple(
            replace(sitting, ns=rover) if sitting.table == table else sitting
            for sitting in listed[number]
        )
    return listed


def rover_sequence(tables: int) -> list[int]:
    """The rover's tables from round 2: plain for an odd number, share for an even one."""
    return [place % tables + 1 for place in _places(tables)]


def _places(tables: int) -> list[int]:
    if tables % 6 == 0:
        return _alternation(tables // 6, 2 * tables // 3, tables - 1)
    if tables % 2 == 0:
        return _alternation(0, tables // 2 + 1, tables - 1)
    if tables % 3:
        return [2 * step for step in range(tables - 1)]
    third = tables // 6
    hops = {third: 1, 3 * third + 1: 3, 4 * third + 1: 3}
    places = [0]
    for step in range(1, tables - 1):
        places.append(places[-1] + hops.get(step, 2))
    return places


def _alternation(first: int, second: int, length: int) -> list[int]:
    return [(second if step % 2 else first) + step // 2 for step in range(length)]

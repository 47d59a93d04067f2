"""Shares: how many cards of each hidden group each player gets, and in how many ways."""

from collections.abc import Iterator
from math import comb
from typing import Final

from games.belot.bots.knowledge import Knowledge, Masks

SHARE_SIZE: Final = 13
"""Weight, three sure hands, four masks of open cards, five sizes."""


def shares_of(known: Knowledge, others: list[int]) -> list[int]:
    rows: list[int] = []
    total = 0
    for case in known.cases:
        for ways, row in _shares_of_case(known, others, case):
            total += ways
            rows += [total, *row]
    return rows


def _shares_of_case(
    known: Knowledge, others: list[int], case: Masks
) -> Iterator[tuple[int, list[int]]]:
    taken = case[0] | case[1] | case[2] | case[3]
    free = known.hidden & ~taken
    a, b, c = (free & ~known.barred[seat] for seat in others)
    sure = [
        case[others[0]] | a & ~b & ~c,
        case[others[1]] | b & ~a & ~c,
        case[others[2]] | c & ~a & ~b,
    ]
    fits = not any(case[seat] & known.barred[seat] for seat in others)
    if not fits or free & ~(a | b | c):
        return
    room = [known.room[seat] - mask.bit_count() for seat, mask in zip(others, sure, strict=True)]
    groups = [a & b & ~c, a & c & ~b, b & c & ~a, a & b & c]
    for sizes in _sizes(room, [group.bit_count() for group in groups]):
        yield _count_ways(sizes, groups), [*sure, *groups, *sizes]


def _sizes(room: list[int], groups: list[int]) -> Iterator[list[int]]:
    first, second, third = room
    ab, ac, bc, abc = groups
    if min(room) < 0:
        return
    for x in range(min(ab, first) + 1):
        for y in range(min(ac, first - x) + 1):
            u = first - x - y
            if u > abc:
                continue
            for z in range(bc + 1):
                v = second - (ab - x) - z
                if 0 <= v <= abc - u and (ac - y) + (bc - z) + (abc - u - v) == third:
                    yield [x, y, z, u, v]


def _count_ways(sizes: list[int], groups: list[int]) -> int:
    x, y, z, u, v = sizes
    ab, ac, bc, abc = (group.bit_count() for group in groups)
    return comb(ab, x) * comb(ac, y) * comb(bc, z) * comb(abc, u) * comb(abc - u, v)

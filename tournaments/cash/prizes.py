"""Divide a prize fund among places in whole units (pure functions).

Prizes and ``rest`` always add up to the fund.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

USUAL_SHARES: Final[Mapping[int, tuple[int, ...]]] = {
    1: (100,),
    2: (60, 40),
    3: (50, 30, 20),
    4: (40, 30, 20, 10),
    5: (40, 25, 15, 12, 8),
}
MAX_PLACES: Final = 60
LAST_PLACE: Final = "last"


@dataclass(frozen=True, slots=True)
class Prizes:
    amounts: tuple[int, ...]
    rest: int

    @property
    def fund(self) -> int:
        return sum(self.amounts) + self.rest


def usual_shares(places: int) -> tuple[int, ...]:
    """Usual shares: 50, 30, 20 for three places; linearly decreasing for many."""
    return USUAL_SHARES.get(places) or tuple(range(places, 0, -1))


def fund_of(till: int, *, percent: int | None, fixed: int, step: int) -> int:
    """A percentage of the till or a fixed sum, rounded down to the step."""
    amount = fixed if percent is None else max(till, 0) * percent // 100
    return amount // step * step


def divide_by_shares(fund: int, shares: Sequence[int], unit: int, entrants: int) -> Prizes:
    """Divide by shares, rounded down to the unit; leftover units go to the first places.

    With fewer entrants than places, the remaining entrants share the whole fund.
    """
    shares = list(shares)[: max(entrants, 0)]
    whole = sum(shares)
    if not whole or fund <= 0:
        return Prizes((), max(fund, 0))
    amounts = [fund * share // whole // unit * unit for share in shares]
    left = fund - sum(amounts)
    for place in range(left // unit):
        amounts[place % len(amounts)] += unit
    return Prizes(tuple(amounts), left % unit)


def divide_by_nth(fund: int, nth: int, unit: int, entrants: int) -> Prizes:
    """Equal prizes for the first and every n-th place."""
    winners = [place for place in range(1, entrants + 1) if place == 1 or place % nth == 0]
    if not winners or fund <= 0:
        return Prizes((), max(fund, 0))
    each = fund // len(winners) // unit * unit
    amounts = tuple(each if place in winners else 0 for place in range(1, winners[-1] + 1))
    return Prizes(amounts, fund - sum(amounts))


def listed_places(text: str, entrants: int) -> list[int]:
    """Parse a list of places such as `1-4, 8, 12 …, last` for this many entrants.

    `…` repeats the last step, `last` is the last place. Raises ValueError.
    """
    places: list[int] = []
    for word in re.split(r"[,;\s]+", text.strip()):
        span = re.fullmatch(r"([1-9]\d{0,3})(?:[-–]([1-9]\d{0,3}))?", word)
        if span:
            first, last = int(span[1]), int(span[2] or span[1])
            if last < first:
                raise ValueError(word)
            places += range(first, last + 1)
        elif word in ("…", "...") and len(places) > 1 and places[-1] > places[-2]:
            places += range(places[-1], entrants + 1, places[-1] - places[-2])
        elif word == LAST_PLACE and places:
            places.append(entrants)
        else:
            raise ValueError(word)
    return sorted({place for place in places if 1 <= place <= entrants})


def divide_by_list(fund: int, places: Sequence[int], shares: Sequence[int], unit: int) -> Prizes:
    """Prizes for the listed places in order; the last share applies to all further ones."""
    parts = [shares[min(at, len(shares) - 1)] for at in range(len(places))]
    prizes = divide_by_shares(fund, parts, unit, len(places))
    amounts = dict(zip(places, prizes.amounts, strict=False))
    return Prizes(
        tuple(amounts.get(place, 0) for place in range(1, max(amounts, default=0) + 1)), prizes.rest
    )


def divide_among_all(
    fund: int, shares: Sequence[int], unit: int, entrants: int, each: int | None = None
) -> Prizes:
    """A prize for every entrant (default: half of the fund, divided equally), the rest by
    shares.

    A fund too small for ``each`` is divided equally.
    """
    if entrants < 1 or fund <= 0:
        return Prizes((), max(fund, 0))
    prize_each = fund // 2 // entrants if each is None else min(each, fund // entrants)
    least = prize_each // unit * unit if each is None else prize_each
    top = divide_by_shares(fund - least * entrants, shares, unit, entrants)
    extras = [*top.amounts, *[0] * (entrants - len(top.amounts))]
    return Prizes(tuple(least + amount for amount in extras), top.rest)

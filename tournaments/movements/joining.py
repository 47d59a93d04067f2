"""Add an entrant to a full field: each round another one gives up a seat and rests."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

MAX_STEPS = 4000
"""Offers tried at one strictness before it is relaxed."""
MAX_OFFERS_PER_SEAT = 40
"""Those due to rest first come first."""

Cell = tuple[int, int]
"""Round and half of an entrant (1 except for a team's second pair)."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """Seats an entrant can give up: cells, the opponents met there, and sets.

    ``sets`` has the order of the cells; None means cards dealt at the table.
    """

    gives: int
    cells: tuple[Cell, ...]
    meets: frozenset[int]
    sets: tuple[int | None, ...] = (None,)


class Strictness(NamedTuple):
    """What is allowed: a repeated opponent, a second rest, a cell without a seat."""

    again: bool = False
    second_rest: bool = False
    gaps: bool = False


STRICT_FIRST = tuple(Strictness(*each[::-1]) for each in product((False, True), repeat=3))
"""From all forbidden to all allowed; gaps last."""


def choose_offers(
    offers: Sequence[SeatOffer],
    cells: Sequence[Cell],
    *,
    met: Mapping[int, int],
    rested: Mapping[int, int],
    known: frozenset[tuple[int, int]] = frozenset(),
) -> list[SeatOffer]:
    """Offers that fill the cells; no giver, no set and no opponent comes twice.

    The order of ``offers`` breaks ties. ``met`` and ``rested`` count earlier rounds; ``known``
    are the (half, set) already played. Constraints are relaxed step by step, but no set is
    played twice. Can be empty.
    """
    best: list[SeatOffer] = []
    for allowed in STRICT_FIRST:
        search = _Search(cells, met, rested, known, allowed)
        search.index_offers(offers)
        chosen = search.fill(0, [])
        if chosen is not None and not allowed.gaps:
            return chosen
        if chosen is not None and _cells_of(chosen) > _cells_of(best):
            best = chosen
        elif search.fullest and _cells_of(search.fullest) > _cells_of(best):
            best = search.fullest
    return best


def _cells_of(offers: Sequence[SeatOffer]) -> int:
    return sum(len(offer.cells) for offer in offers)


class _Search:
    def __init__(
        self,
        cells: Sequence[Cell],
        met: Mapping[int, int],
        rested: Mapping[int, int],
        known: frozenset[tuple[int, int]],
        allowed: Strictness,
    ) -> None:
        self.cells = cells
        self.met = met
        self.rested = rested
        self.known = known
        self.allowed = allowed
        self.by_cell: dict[Cell, list[SeatOffer]] = defaultdict(list)
        self.steps = 0
        self.fullest: list[SeatOffer] = []

    def index_offers(self, offers: Sequence[SeatOffer]) -> None:
        open_cells = set(self.cells)
        for offer in sorted(offers, key=lambda each: self.rested.get(each.gives, 0)):
            if open_cells.issuperset(offer.cells):
                self.by_cell[min(offer.cells, key=self.cells.index)].append(offer)

    def fill(self, at: int, taken: list[SeatOffer]) -> list[SeatOffer] | None:
        if _cells_of(taken) > _cells_of(self.fullest):
            self.fullest = list(taken)
        full = {cell for offer in taken for cell in offer.cells}
        while at < len(self.cells) and self.cells[at] in full:
            at += 1
        if at == len(self.cells):
            return taken
        for offer in self.possible_offers(self.cells[at], taken, full):
            self.steps += 1
            if self.steps > MAX_STEPS:
                return None
            filled = self.fill(at + 1, [*taken, offer])
            if filled is not None:
                return filled
        return self.fill(at + 1, taken) if self.allowed.gaps else None

    def possible_offers(
        self, cell: Cell, taken: list[SeatOffer], full: set[Cell]
    ) -> Iterator[SeatOffer]:
        gave = {offer.gives for offer in taken}
        met = {each for offer in taken for each in offer.meets}
        known = self.known | {each for offer in taken for each in sets_of(offer)}
        offered = 0
        for offer in self.by_cell[cell]:
            again = any(each in met or self.met.get(each) for each in offer.meets)
            if full.intersection(offer.cells) or known.intersection(sets_of(offer)):
                continue
            if (offer.gives in gave and not self.allowed.second_rest) or (
                again and not self.allowed.again
            ):
                continue
            offered += 1
            if offered > MAX_OFFERS_PER_SEAT:
                return
            yield offer


def sets_of(offer: SeatOffer) -> set[tuple[int, int]]:
    return {
        (half, board_set)
        for (_round, half), board_set in zip(offer.cells, offer.sets, strict=True)
        if board_set is not None
    }

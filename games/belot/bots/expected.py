"""Premiums expected for a given distribution of the hidden cards."""

from games.belot.bots.habits import announcement_counts
from games.belot.bots.knowledge import Masks, played_masks
from games.belot.cards import ALL_TRUMPS, BELOTE_MASK, NO_TRUMPS
from games.belot.claims import best_announcement
from games.belot.declarations import BELOTE_VALUE, Meld, counting_melds, meld_of, value_of
from games.belot.suit_tables import ranks_of_fours
from games.belot.table import VariantTable
from games.belot.view import SeatView


def meld_points(view: SeatView, hands: Masks) -> tuple[int, int]:
    """Declarations that count for each side; `hands` are all cards not yet played.

    Combinations in tricks: only those already won.
    """
    if view.table.variant.declarations == "trick":
        return view.roem[0], view.roem[1]
    if len(view.played) >= view.table.players:
        melds = [meld_of(item.seat, item.cards) for item in view.announced if item.counts]
        return points_of_melds(view.table, view.standing.bid, [meld for meld in melds if meld])
    played = played_masks(view)
    silent = [seat for seat in view.played_by if all(item.seat != seat for item in view.announced)]
    first = [0 if seat in silent else hands[seat] | played[seat] for seat in range(4)]
    return full_announcement_points(view.table, view.standing.bid, view.first_seat, tuple(first))


def full_announcement_points(
    table: VariantTable, contract: int, first_seat: int, hands: Masks
) -> tuple[int, int]:
    variant = table.variant
    if contract == NO_TRUMPS and not (
        variant.no_trumps_four_aces or variant.no_trumps_declarations
    ):
        return (0, 0)
    melds: list[Meld] = []
    fours = ranks_of_fours(variant, contract)
    for seat, hand in enumerate(hands):
        if announcement_counts(hand, fours):
            melds += best_announcement(hand, seat, contract, table.variant)
    return points_of_melds(table, contract, counting_melds(melds, table, first_seat, contract))


def points_of_melds(table: VariantTable, contract: int, melds: list[Meld]) -> tuple[int, int]:
    points = [0, 0]
    for meld in melds:
        points[table.side_of[meld.seat]] += value_of(meld, table.variant, contract)
    return (points[0], points[1])


def belote_points(view: SeatView, hands: Masks) -> tuple[int, int]:
    points = [0, 0]
    for seat, _ in view.belotes:
        points[view.table.side_of[seat]] += BELOTE_VALUE
    held = belotes_held(view.table, view.standing.bid, hands)
    return (points[0] + held[0], points[1] + held[1])


def belotes_held(table: VariantTable, contract: int, hands: Masks) -> tuple[int, int]:
    points = [0, 0]
    if table.variant.declarations == "trick":
        return (0, 0)
    for seat, hand in enumerate(hands):
        for suit, pair in enumerate(BELOTE_MASK):
            if contract in (suit, ALL_TRUMPS) and hand & pair == pair:
                points[table.side_of[seat]] += BELOTE_VALUE
    return (points[0], points[1])

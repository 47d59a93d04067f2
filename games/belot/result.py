from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.belot.announcing import (
    belote_points,
    belotes_counted,
    declaration_points,
    melds_counted,
    roem_counted,
)
from games.belot.auction import points_bid
from games.belot.cards import CONTRACTS
from games.belot.declarations import match_winning_side
from games.belot.numbers import ALONE, bid_json
from games.belot.position import COMPLETE, PASSED_OUT, Position
from games.belot.scoring import (
    LAST_TRICK,
    Settlement,
    settle,
    settle_forfeit,
    settle_won_match,
    totals_of,
)
from games.belot.sheet import NO_PARTS, Parts, parts_of
from games.belot.table import VariantTable


@dataclass(slots=True)
class DealCount:
    points: tuple[int, ...]
    declarations: list[int]
    belote: list[int]
    last_trick: int = -1
    capot: int = -1

    @property
    def premiums(self) -> tuple[int, ...]:
        return tuple(map(int.__add__, self.declarations, self.belote))

    def parts(self, deal: Position) -> Parts:
        announced = tuple(self.declarations), tuple(self.belote)
        parts = parts_of(deal.table, deal.standing.bid, *announced)
        if not deal.variant.bids_numbers:
            return parts
        return bid_parts(deal)._replace(declared=parts.declared, belote=parts.belote)


def bid_parts(deal: Position) -> Parts:
    standing = deal.standing
    if not deal.variant.bids_numbers:
        return NO_PARTS
    is_alone = standing.promise < ALONE or has_bidder_taken_all(deal)
    bid = points_bid(deal.table, standing)
    return Parts(bid=bid, capot_bid=standing.promise > 0, is_alone=is_alone)


def has_bidder_taken_all(deal: Position) -> bool:
    """Whether the bidder won every finished trick."""
    seats, size = deal.seats_played(), deal.table.players
    winners = [*seats[size::size], deal.trick_winner]
    return set(winners) == {deal.standing.bidder}


def count_of(deal: Position) -> DealCount:
    if deal.offender >= 0:
        return _forfeit_count(deal)
    points = list(deal.side_points)
    last_trick = capot = -1
    if deal.phase == COMPLETE:
        last_trick = deal.table.side_of[deal.trick_winner]
        points[last_trick] += LAST_TRICK
        if deal.side_tricks[last_trick] == deal.table.tricks:
            capot = last_trick
    return DealCount(
        tuple(points),
        declarations_of(deal),
        belote_points(deal, belotes_counted(deal)) if deal.belotes else [0] * len(points),
        last_trick,
        capot,
    )


def declarations_of(deal: Position) -> list[int]:
    if deal.variant.declarations == "trick":
        return roem_counted(deal)
    if not deal.melds:
        return [0] * len(deal.table.sides)
    return declaration_points(deal, melds_counted(deal))


def _forfeit_count(deal: Position) -> DealCount:
    """All announcements, with belotes, go to the other side; no-trumps doubled (rules 6)."""
    factor = deal.table.times[deal.standing.bid]
    offender = deal.table.side_of[deal.offender]
    others = [int(side != offender) for side in range(len(deal.table.sides))]
    declared = factor * sum(declaration_points(deal, [meld for _, meld in deal.melds]))
    declared += sum(roem_counted(deal))
    belotes = sum(belote_points(deal, [belote for _, belote in deal.belotes]))
    return DealCount(
        tuple(deal.side_points),
        [(declared + belotes) * other for other in others],
        [0] * len(others),
    )


def settlement_of(
    deal: Position, count: DealCount | None = None, table: VariantTable | None = None
) -> Settlement:
    """Scores of a complete deal, by default with its own table (rules 4)."""
    table = table or deal.table
    bid, bidder, contra = deal.standing[:3]
    count = count or count_of(deal)
    if deal.offender >= 0:
        announced = max(count.declarations)
        belotes = sum(belote_points(deal, [belote for _, belote in deal.belotes]))
        offender, parts = table.side_of[deal.offender], bid_parts(deal)
        return settle_forfeit(table, bid, contra, announced, offender, belotes, parts)
    declarer = table.side_of[bidder]
    totals = totals_of(table, bid, count.points, count.premiums, count.capot, declarer)
    if deal.melds:
        side = match_winning_side(
            [meld for _, meld in deal.melds], table, deal.first_seat, deal.standing.bid
        )
        if side is not None:
            return settle_won_match(table, totals, side)
    has_announcements = deal.melds or deal.belotes or any(count.declarations)
    parts = count.parts(deal) if has_announcements or table.variant.bids_numbers else NO_PARTS
    return settle(table, bid, declarer, contra, totals, count.capot, parts)


def result_of(deal: Position) -> dict[str, object]:
    table = deal.table
    count = count_of(deal)
    answer: dict[str, Any] = {"status": deal.status}
    if deal.phase < COMPLETE:
        answer |= {"turn": deal.turn, "legal": deal.legal}
    bid, bidder, contra = deal.standing[:3]
    answer |= {
        "contract": None if bid < 0 else CONTRACTS[bid],
        "declarer": None if bid < 0 else table.seats[bidder],
        "contra": contra,
        **_bid_part(deal),
        "tricks": by_side(table, deal.side_tricks),
        "points": by_side(table, count.points),
        "last_trick": side_name(table, count.last_trick),
        "capot": side_name(table, count.capot),
        "declarations": by_side(table, count.declarations),
        "belote": by_side(table, count.belote),
    }
    return answer | outcome_part(table, _settlement(deal, count))


def _bid_part(deal: Position) -> dict[str, object]:
    if not deal.variant.bids_numbers or deal.standing.bid < 0:
        return {}
    bid = points_bid(deal.table, deal.standing)
    return bid_json(deal.table.scale, bid, deal.standing.promise > 0)


def _settlement(deal: Position, count: DealCount) -> Settlement | None:
    if deal.phase == COMPLETE:
        return settlement_of(deal, count)
    if deal.phase == PASSED_OUT or deal.standing.bid < 0:
        return None
    declarer = deal.table.side_of[deal.standing.bidder]
    totals = totals_of(deal.table, deal.standing.bid, count.points, count.premiums, -1, declarer)
    return Settlement(totals, "", (0,) * len(totals), 0)


def outcome_part(table: VariantTable, settled: Settlement | None) -> dict[str, object]:
    if settled is None:
        zeros = (0,) * len(table.sides)
        settled = Settlement(zeros, "", zeros, 0)
    return {
        "totals": by_side(table, settled.totals),
        "outcome": settled.outcome or None,
        "score": by_side(table, settled.score),
        "hanging": settled.hanging,
    }


def by_side(table: VariantTable, numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(table.sides, numbers, strict=True))


def side_name(table: VariantTable, side: int) -> str | None:
    return None if side < 0 else table.sides[side]

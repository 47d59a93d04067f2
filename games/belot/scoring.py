from typing import Final, NamedTuple

from games.belot.cards import NO_TRUMPS
from games.belot.compiling import kernel
from games.belot.sheet import NO_PARTS, NOTHING, Amount, Parts, Sheet, premium_for_capot
from games.belot.sheet import round_total as round_total
from games.belot.table import SUIT_TOTAL, VariantTable

LAST_TRICK: Final = 10


class Settlement(NamedTuple):
    totals: tuple[int, ...]
    outcome: str
    score: tuple[int, ...]
    hanging: int
    ends_match: bool = False
    """Whether the scoring side wins the match."""


def totals_of(
    table: VariantTable,
    contract: int,
    points: tuple[int, ...],
    premiums: tuple[int, ...],
    capot: int,
    declarer: int,
) -> tuple[int, ...]:
    """Totals that decide: premiums in, no-trumps doubled; `capot` is a side or -1."""
    if contract == table.scaled:
        points = counted_points(table, contract, points)
    summed = map(int.__add__, points, premiums)
    factor = table.times[contract]
    if factor == 1 and capot < 0:
        return tuple(summed)
    totals = [factor * total for total in summed]
    if capot >= 0:
        totals[capot] += premium_for_capot(table, contract, capot, declarer)
    return tuple(totals)


def counted_points(table: VariantTable, contract: int, points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(scale_to_suit_total, points)) if contract == table.scaled else points


@kernel
def scale_to_suit_total(points: int) -> int:
    """Points of 258 scaled to 162, a half up; both sides still add up to 162 (FFB 2016 §11)."""
    return (54 * points + 43) // 86


def outcome_of(
    table: VariantTable,
    contract: int,
    contra: int,
    totals: tuple[int, ...],
    declarer: int,
    capot: int,
    parts: Parts = NO_PARTS,
) -> str:
    """Made, hanging or lost: the declaring side against all others and its bid.

    S0, S1 4; S3 Playing; a bid of all tricks needs them all (FFB 2016 §10).
    """
    variant = table.variant
    own = totals[declarer]
    others = sum(totals) - own
    if parts.capot_bid:
        number = parts.bid if variant.capot_bid == "with_number" else 0
        return "made" if capot == declarer and parts.is_alone and own >= number else "lost"
    if own < variant.goal_floor or (variant.goal != "more" and own < parts.bid):
        return "lost"
    if not is_behind(table, own, others):
        return "made"
    return outcome_when_equal(table, contract, contra) if own == others else "lost"


def outcome_when_equal(table: VariantTable, contract: int, contra: int) -> str:
    """Outcome of equal totals (S1 §4; Baloot)."""
    variant = table.variant
    if contra and variant.equal_under_contra == "last_doubler_loses":
        return "made" if contra % 2 else "lost"
    first, _, of_no_trumps = variant.on_equal.partition(" / NT ")
    how = of_no_trumps if of_no_trumps and contract == NO_TRUMPS else first
    return {"hang": "hanging", "lost": "lost", "own": "made"}[how]


def is_behind(table: VariantTable, own: int, others: int) -> bool:
    """Whether the declarers' points make no contract, whatever the bid."""
    variant = table.variant
    return own < variant.goal_floor or (variant.goal != "bid" and own <= others)


def settle(
    table: VariantTable,
    contract: int,
    declarer: int,
    contra: int,
    totals: tuple[int, ...],
    capot: int,
    parts: Parts = NO_PARTS,
) -> Settlement:
    """Scores and hanging points; `declarer` and `capot` are sides (rules 4, 6)."""
    outcome = outcome_of(table, contract, contra, totals, declarer, capot, parts)
    sheet = Sheet(table, contract, contra, capot, declarer, parts)
    amounts, waiting = sheet.amounts(totals, outcome)
    score = tuple([0 if amount is NOTHING else amount.written for amount in amounts])
    if table.variant.kirtik:
        penalties = kirtik_of(table, outcome, declarer, capot)
        score = tuple(points - less for points, less in zip(score, penalties, strict=True))
    ends_match = sheet.is_for_match and not waiting
    return Settlement(totals, outcome, score, waiting.written if waiting else 0, ends_match)


def kirtik_of(table: VariantTable, outcome: str, declarer: int, capot: int) -> tuple[int, ...]:
    """Penalty of each side for a lost contract or a capot, once (S4 Scoring; rules 6)."""
    kirtik = table.variant.kirtik if outcome != "hanging" else 0
    return tuple(
        kirtik * ((outcome == "lost" and side == declarer) or capot not in (-1, side))
        for side in range(len(table.sides))
    )


def settle_forfeit(
    table: VariantTable,
    contract: int,
    contra: int,
    announced: int,
    offender: int,
    belote: int = 0,
    parts: Parts = NO_PARTS,
) -> Settlement:
    """Scores after a fault: all to the other side or players (S3, S4 Playing; rules 6).

    `announced`: all announced points, already doubled in no-trumps; `belote`: the belotes in
    it.
    """
    total = total_points(table, contract) + announced + table.variant.fault_points
    totals = tuple(0 if side == offender else total for side in range(len(table.sides)))
    amount = amount_of_forfeit(table, contract, contra, total, belote, parts).written
    score = tuple(0 if side == offender else amount for side in range(len(table.sides)))
    decides = Sheet(table, contract, contra, -1).is_for_match
    return Settlement(totals, "forfeit", score, 0, decides)


def amount_of_forfeit(
    table: VariantTable,
    contract: int,
    contra: int,
    total: int,
    belote: int,
    parts: Parts = NO_PARTS,
) -> Amount:
    """Amount of the others after a fault.

    Where numbers are bid: a lost contract with all announcements and the bid, whichever side
    is at fault (docs/switches.md, "A fault").
    """
    sheet = Sheet(table, contract, contra, -1, parts=parts)
    if not table.variant.bids_numbers:
        return sheet.amount(total, belote=belote)
    bid, base = (parts.bid if sheet.award != "taken" else 0), sheet.base
    if base == "total":
        return sheet.amount(total, belote=belote, bid=bid)
    announced = total - total_points(table, contract)
    if table.variant.sheet == "card_points":
        return sheet.amount(announced + int(base), belote=belote, bid=bid)
    return sheet.amount(announced, belote=belote, base=int(base), bid=bid)


def settle_won_match(table: VariantTable, totals: tuple[int, ...], side: int) -> Settlement:
    """Run of eight: its side scores the target, the others 0 (S3 Declarations)."""
    score = tuple(table.variant.target if s == side else 0 for s in range(len(totals)))
    return Settlement(totals, "run_of_eight", score, 0, True)


def total_points(table: VariantTable, contract: int) -> int:
    """Card points with the last ten, no-trumps doubled: 162, 260, 258 (rules 2)."""
    if contract == table.scaled:
        return SUIT_TOTAL
    return table.contracts[contract].total * table.times[contract]

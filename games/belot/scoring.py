"""From card points and premiums to the scores of a deal (rules 4; S0, S1, S2, S4 Scoring)."""

from typing import Final, NamedTuple

from games.belot.cards import NO_TRUMPS
from games.belot.sheet import NO_PARTS, NOTHING, Amount, Parts, Sheet, premium_for_capot
from games.belot.sheet import round_total as round_total
from games.belot.table import Table
from games.belot.tricks import CONTRACT_TABLES

LAST_TRICK: Final = 10


class Settlement(NamedTuple):
    """The scores of a finished deal, one for each side in the table's order."""

    totals: tuple[int, ...]
    outcome: str
    score: tuple[int, ...]
    hanging: int


def totals_of(
    table: Table,
    contract: int,
    points: tuple[int, ...],
    premiums: tuple[int, ...],
    capot: int,
    declarer: int,
) -> tuple[int, ...]:
    """The totals that decide: premiums in, no-trumps doubled; `capot` is a side or -1."""
    summed = map(int.__add__, points, premiums)
    if contract != NO_TRUMPS and capot < 0:
        return tuple(summed)
    factor = 2 if contract == NO_TRUMPS else 1
    totals = [factor * total for total in summed]
    if capot >= 0:
        totals[capot] += premium_for_capot(table, contract, capot, declarer)
    return tuple(totals)


def outcome_of(
    table: Table, totals: tuple[int, ...], declarer: int, capot: int, parts: Parts = NO_PARTS
) -> str:
    """Made, hanging or lost: the declaring side against all others, and against its bid.

    S0, S1 4; S3 Playing; a bid of all tricks needs them all (FFB 2016 §10).
    """
    variant = table.variant
    own = totals[declarer]
    others = sum(totals) - own
    if parts.capot_bid:
        return "made" if capot == declarer else "lost"
    goal = variant.goal
    if own < variant.goal_floor or (goal != "more" and own < parts.bid):
        return "lost"
    if own > others or goal == "bid":
        return "made"
    return "hanging" if own == others and variant.on_equal == "hang" else "lost"


def settle(
    table: Table,
    contract: int,
    declarer: int,
    contra: int,
    totals: tuple[int, ...],
    capot: int,
    parts: Parts = NO_PARTS,
) -> Settlement:
    """Each side's score and the hanging points; `declarer` and `capot` are sides (rules 4, 6)."""
    outcome = outcome_of(table, totals, declarer, capot, parts)
    sheet = Sheet(table, contract, contra, capot, declarer, parts)
    amounts, waiting = sheet.amounts(totals, outcome)
    score = tuple([0 if amount is NOTHING else amount.written for amount in amounts])
    if table.variant.kirtik:
        penalties = kirtik_of(table, outcome, declarer, capot)
        score = tuple(points - less for points, less in zip(score, penalties, strict=True))
    return Settlement(totals, outcome, score, waiting.written if waiting else 0)


def kirtik_of(table: Table, outcome: str, declarer: int, capot: int) -> tuple[int, ...]:
    """What each side pays for a lost contract or for being capoted, once (S4 Scoring; rules 6)."""
    kirtik = table.variant.kirtik if outcome != "hanging" else 0
    return tuple(
        kirtik * ((outcome == "lost" and side == declarer) or capot not in (-1, side))
        for side in range(len(table.sides))
    )


def forfeit(
    table: Table, contract: int, contra: int, announced: int, offender: int, belote: int = 0
) -> Settlement:
    """The scores after a forfeit: all to the other side or players (S3, S4 Playing; rules 6).

    `announced` is all that was announced in the deal, already doubled in no-trumps; `belote` is
    the part of it that belotes make.
    """
    total = total_points(contract) + announced
    totals = tuple(0 if side == offender else total for side in range(len(table.sides)))
    amount = amount_of_forfeit(table, contract, contra, total, belote).written
    score = tuple(0 if side == offender else amount for side in range(len(table.sides)))
    return Settlement(totals, "forfeit", score, 0)


def amount_of_forfeit(table: Table, contract: int, contra: int, total: int, belote: int) -> Amount:
    """What the others write after a fault, in parts."""
    return Sheet(table, contract, contra, -1).amount(total, belote=belote)


def match_won(table: Table, totals: tuple[int, ...], side: int) -> Settlement:
    """A run of eight: its side writes the target, the others nothing (S3 Declarations)."""
    score = tuple(table.variant.target if s == side else 0 for s in range(len(totals)))
    return Settlement(totals, "run_of_eight", score, 0)


def total_points(contract: int) -> int:
    """The contract's card points with the last ten, no-trumps doubled: 162, 260, 258 (rules 2)."""
    return CONTRACT_TABLES[contract].total * (2 if contract == NO_TRUMPS else 1)

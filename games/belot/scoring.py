"""From card points and premiums to what each side writes (rules 4; S0, S1, S2, S4 Scoring)."""

from typing import Final, NamedTuple

from games.belot.cards import ALL_TRUMPS, NO_TRUMPS
from games.belot.table import Table
from games.belot.tricks import CONTRACT_TABLES

LAST_TRICK: Final = 10
CAPOT_PREMIUM: Final = 90
SUIT_LIMIT: Final = 6
LIMIT_DIGIT: Final = {NO_TRUMPS: 5, ALL_TRUMPS: 4}


class Settlement(NamedTuple):
    """The scores of a finished deal, one for each side in the table's order."""

    totals: tuple[int, ...]
    outcome: str
    score: tuple[int, ...]
    hanging: int


def round_total(total: int, contract: int, up_at_limit: bool) -> int:
    """A total in match points: below the limit digit down, above up (S0, S1 Закръгляне; S4)."""
    tens, digit = divmod(total, 10)
    limit = LIMIT_DIGIT.get(contract, SUIT_LIMIT)
    return tens + (digit > limit or (digit == limit and up_at_limit))


def capot_points(table: Table, contract: int) -> int:
    """The capot premium as it stands in a total (S0, S1 4: not doubled in no-trumps; S4: is)."""
    if contract == NO_TRUMPS and table.variant.capot_doubled_in_no_trumps:
        return 2 * CAPOT_PREMIUM
    return CAPOT_PREMIUM


def totals_of(
    table: Table, contract: int, points: tuple[int, ...], premiums: tuple[int, ...], capot: int
) -> tuple[int, ...]:
    """The totals that decide: premiums in, no-trumps doubled; `capot` is a side or -1."""
    factor = 2 if contract == NO_TRUMPS else 1
    totals = [factor * (p + more) for p, more in zip(points, premiums, strict=True)]
    if capot >= 0:
        totals[capot] += capot_points(table, contract)
    return tuple(totals)


def outcome_of(table: Table, totals: tuple[int, ...], declarer: int) -> str:
    """Made, hanging or lost: the declaring side against all others (S0, S1 4; S3 Playing)."""
    own = totals[declarer]
    others = sum(totals) - own
    if own > others:
        return "made"
    return "hanging" if own == others and table.variant.on_equal == "hang" else "lost"


class Sheet(NamedTuple):
    """How totals of one deal are written: the contract's limit digit, contra and capot."""

    table: Table
    contract: int
    contra: int
    capot: int

    def write(self, total: int, up_at_limit: bool, with_capot: bool) -> int:
        """One amount on the sheet, rounded and multiplied by contra (rules 4; S4 Scoring)."""
        premium = 0
        if with_capot and not self.table.variant.capot_multiplied:
            premium = capot_points(self.table, self.contract)
        if self.table.variant.sheet == "card_points":
            return ((total - premium) << self.contra) + premium
        points = round_total(total - premium, self.contract, up_at_limit)
        return (points << self.contra) + premium // 10

    def sum_of_all(self, totals: tuple[int, ...]) -> int:
        """The points of the whole deal written by one side, rounded once (rules 4)."""
        return self.write(sum(totals), False, self.capot >= 0)

    def own(self, totals: tuple[int, ...], side: int, hangs: bool) -> int:
        """A side's own total; at the limit digit only strictly the fewest points round up.

        In a hanging deal only what hangs rounds up, the others down (S0, S1 Закръгляне).
        """
        total = totals[side]
        fewest = sum(other <= total for other in totals) == 1
        return self.write(total, fewest and not hangs, self.capot == side)


def settle(
    table: Table,
    contract: int,
    declarer: int,
    contra: int,
    totals: tuple[int, ...],
    capot: int,
) -> Settlement:
    """Each side's score and the hanging points; `declarer` and `capot` are sides (rules 4, 6).

    Made: each its own, under contra everything to the declarer. Lost: everything to the other
    side; three-handed each other player the own total. Hanging: the declarer's part waits, under
    contra everything (S0 Точкуване; S1 4; S2 4; S3 Playing; S4 Scoring).
    """
    outcome = outcome_of(table, totals, declarer)
    sheet = Sheet(table, contract, contra, capot)
    sides = range(len(totals))
    score = [0] * len(totals)
    hanging = 0
    if contra and outcome == "hanging":
        hanging = sheet.sum_of_all(totals)
    elif contra and outcome == "made":
        score[declarer] = sheet.sum_of_all(totals)
    elif outcome == "lost" and len(totals) == 2:
        score[1 - declarer] = sheet.sum_of_all(totals)
    else:
        score = [sheet.own(totals, side, outcome == "hanging") for side in sides]
        if outcome != "made":
            score[declarer] = 0
        if outcome == "hanging":
            hanging = sheet.write(totals[declarer], True, capot == declarer)
    if table.variant.kirtik:
        penalties = kirtik_of(table, outcome, declarer, capot)
        score = [points - less for points, less in zip(score, penalties, strict=True)]
    return Settlement(totals, outcome, tuple(score), hanging)


def kirtik_of(table: Table, outcome: str, declarer: int, capot: int) -> tuple[int, ...]:
    """What each side pays for a lost contract or for being capoted, once (S4 Scoring; rules 6)."""
    kirtik = table.variant.kirtik if outcome != "hanging" else 0
    return tuple(
        kirtik * ((outcome == "lost" and side == declarer) or capot not in (-1, side))
        for side in range(len(table.sides))
    )


def forfeit(table: Table, contract: int, contra: int, announced: int, offender: int) -> Settlement:
    """The scores after a forfeit: all to the other side or players (S3, S4 Playing; rules 6).

    `announced` is all that was announced in the deal, already doubled in no-trumps.
    """
    total = total_points(contract) + announced
    totals = tuple(0 if side == offender else total for side in range(len(table.sides)))
    amount = Sheet(table, contract, contra, -1).write(total, False, False)
    score = tuple(0 if side == offender else amount for side in range(len(table.sides)))
    return Settlement(totals, "forfeit", score, 0)


def match_won(table: Table, totals: tuple[int, ...], side: int) -> Settlement:
    """A run of eight: its side writes the target, the others nothing (S3 Declarations)."""
    score = tuple(table.variant.target if s == side else 0 for s in range(len(totals)))
    return Settlement(totals, "run_of_eight", score, 0)


def total_points(contract: int) -> int:
    """The contract's card points with the last ten, no-trumps doubled: 162, 260, 258 (rules 2)."""
    return CONTRACT_TABLES[contract].total * (2 if contract == NO_TRUMPS else 1)

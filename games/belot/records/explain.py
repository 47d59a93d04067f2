"""Why each side writes what it writes: the scoring of one deal as ordered steps (rules 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.belot.announcing import belotes_counted, melds_counted
from games.belot.cards import CONTRACTS, NO_TRUMPS
from games.belot.errors import RuleError
from games.belot.position import COMPLETE, PASSED_OUT
from games.belot.records.explain_words import STEP_SOURCES, STEP_TEXTS
from games.belot.records.game import Deal
from games.belot.records.record import replay
from games.belot.records.shape import kind_of
from games.belot.records.summary import slip_of
from games.belot.result import by_side, count_of, settlement_of
from games.belot.scoring import (
    LIMIT_DIGIT,
    SUIT_LIMIT,
    Settlement,
    Sheet,
    capot_points,
    kirtik_of,
    total_points,
)
from games.belot.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a stable key, the numbers of each side after it, what the text needs, a source."""

    key: str
    numbers: Mapping[str, int]
    params: Mapping[str, object]
    source: str

    @property
    def text(self) -> str:
        """The English sentence of the step."""
        return STEP_TEXTS[self.key] % dict(self.params)


class Story:
    """The steps of one deal as they are told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Step] = []

    def tell(
        self, key: str, numbers: Mapping[str, int] | tuple[int, ...], **params: object
    ) -> None:
        """Add a step."""
        shown = numbers if isinstance(numbers, Mapping) else by_side(self.table, numbers)
        self.steps.append(Step(key, shown, params, STEP_SOURCES[key]))


def explain(obj: object) -> list[Step]:
    """The scoring of a complete record or of a summary, step by step; it agrees with `score`.

    RuleError as `check`, and `unfinished_deal` for a deal in progress; matches are not explained.
    """
    if not isinstance(obj, dict):
        raise RuleError("not_an_object")
    kind = kind_of(obj)
    if kind == "match":
        raise RuleError("unknown_key", "deals", key="deals")
    return _explain_deal(replay(Deal, obj)) if kind == "record" else _explain_slip(obj)


def _explain_deal(deal: Deal) -> list[Step]:
    story = Story(deal.table)
    if deal.phase == PASSED_OUT:
        story.tell("passed_out", (0,) * len(deal.table.sides))
        return story.steps
    if deal.phase != COMPLETE:
        raise RuleError("unfinished_deal")
    count = count_of(deal)
    settled = settlement_of(deal, count)
    story.tell("points", count.points)
    if deal.offender >= 0:
        _tell_forfeit(story, deal, settled)
        return story.steps
    if deal.melds:
        key = "declarations" if melds_counted(deal) else "declarations_lost"
        story.tell(key, tuple(count.declarations))
    if deal.belotes:
        key = "belote" if belotes_counted(deal) else "belote_lost"
        story.tell(key, tuple(count.belote))
    subtotal = tuple(map(int.__add__, count.points, count.premiums))
    _tell_totals(story, deal.standing.bid, subtotal, count.capot, settled)
    if settled.outcome == "run_of_eight":
        story.tell("run_of_eight", settled.score, target=max(settled.score))
        story.tell("written", settled.score)
        return story.steps
    declarer = deal.table.side_of[deal.standing.bidder]
    sheet = Sheet(deal.table, deal.standing.bid, deal.standing.contra, count.capot)
    _tell_outcome(story, sheet, declarer, settled)
    return story.steps


def _explain_slip(obj: dict[str, Any]) -> list[Step]:
    slip = slip_of(obj)
    story = Story(slip.table)
    settled = slip.settlement()
    if settled is None:
        story.tell("passed_out", slip.points)
        return story.steps
    story.tell("points", slip.points)
    if any(slip.announced):
        story.tell("announced", slip.announced)
    subtotal = tuple(map(int.__add__, slip.points, slip.announced))
    _tell_totals(story, slip.contract, subtotal, slip.capot, settled)
    sheet = Sheet(slip.table, slip.contract, slip.contra, slip.capot)
    _tell_outcome(story, sheet, slip.table.side_of[slip.declarer], settled)
    return story.steps


def _tell_forfeit(story: Story, deal: Deal, settled: Settlement) -> None:
    story.tell("forfeit", settled.totals, whole=total_points(deal.standing.bid))
    sheet = Sheet(deal.table, deal.standing.bid, deal.standing.contra, -1)
    _tell_written(story, sheet, settled, settled.score)


def _tell_totals(
    story: Story, contract: int, subtotal: tuple[int, ...], capot: int, settled: Settlement
) -> None:
    if contract == NO_TRUMPS:
        subtotal = tuple(2 * number for number in subtotal)
        story.tell("no_trumps", subtotal)
    if capot >= 0:
        premium = capot_points(story.table, contract)
        name = story.table.sides[capot]
        story.tell("capot", settled.totals, side=name, premium=premium)
    story.tell("totals", settled.totals)


def _tell_outcome(story: Story, sheet: Sheet, declarer: int, settled: Settlement) -> None:
    totals, name = settled.totals, story.table.sides[declarer]
    own, others = totals[declarer], sum(totals) - totals[declarer]
    story.tell(settled.outcome, totals, side=name, own=own, others=others)
    taker = _takes_all(sheet, declarer, settled)
    if taker is not None:
        amounts = tuple(sum(totals) if side == taker else 0 for side in range(len(totals)))
        story.tell("takes_all", amounts, side=story.table.sides[taker], total=sum(totals))
    penalties = kirtik_of(story.table, settled.outcome, declarer, sheet.capot)
    before = tuple(score + less for score, less in zip(settled.score, penalties, strict=True))
    _tell_written(story, sheet, settled, before)


def _takes_all(sheet: Sheet, declarer: int, settled: Settlement) -> int | None:
    """The side that writes everything in the deal, if one does."""
    if settled.outcome == "made" and sheet.contra:
        return declarer
    if settled.outcome == "lost" and len(settled.totals) == 2:
        return 1 - declarer
    return None


def _tell_written(story: Story, sheet: Sheet, settled: Settlement, before: tuple[int, ...]) -> None:
    """Rounding, contra, the premium that is not multiplied, the penalty, and what is written.

    `before` is the score without the penalty.
    """
    apart = _capot_apart(sheet)
    if story.table.variant.sheet == "match_points":
        limit = LIMIT_DIGIT.get(sheet.contract, SUIT_LIMIT)
        plain = tuple((score - apart * (score > 0)) >> sheet.contra for score in before)
        story.tell("rounding", plain, limit=limit, contract=CONTRACTS[sheet.contract])
        if any(total % 10 == limit for total in settled.totals):
            key = "hanging_up" if settled.outcome == "hanging" else "limit_digit"
            story.tell(key, plain, limit=limit)
    if sheet.contra:
        multiplied = tuple(score - apart * (score > 0) for score in before)
        story.tell("contra", multiplied, factor=1 << sheet.contra)
        if apart:
            story.tell("capot_apart", before, extra=apart)
    if before != settled.score:
        story.tell("kirtik", settled.score)
    if settled.hanging:
        story.tell("waits", settled.score, hanging=settled.hanging)
    story.tell("written", settled.score)


def _capot_apart(sheet: Sheet) -> int:
    """The capot premium on the sheet where contra does not multiply it; else 0."""
    variant = sheet.table.variant
    if not sheet.contra or sheet.capot < 0 or variant.capot_multiplied:
        return 0
    premium = capot_points(sheet.table, sheet.contract)
    return premium if variant.sheet == "card_points" else premium // 10

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.belot.announcing import belote_points, belotes_counted, melds_counted, roem_counted
from games.belot.cards import CONTRACTS
from games.belot.errors import RuleError
from games.belot.position import COMPLETE, PASSED_OUT
from games.belot.records.explain_words import STEP_SOURCES, STEP_TEXTS
from games.belot.records.game import Deal
from games.belot.records.record import replay
from games.belot.records.shape import object_kind
from games.belot.records.summary import Slip, slip_of
from games.belot.result import bid_parts, by_side, count_of, settlement_of
from games.belot.scoring import Settlement, amount_of_forfeit, counted_points, total_points
from games.belot.sheet import NOTHING, ROUNDING_OFFSETS, Amount, Sheet
from games.belot.table import VariantTable
from games.belot.variant import Variant


@dataclass(frozen=True, slots=True)
class ScoringStep:
    key: str
    numbers: Mapping[str, int]
    params: Mapping[str, object]
    source: str
    amounts: tuple[tuple[Amount, bool], ...] = ()
    """For rounding: each rounded amount and whether it hangs."""

    @property
    def outcome(self) -> str:
        word = self.key.partition("_by_")[0]
        return word if word in ("made", "lost", "hanging") else ""

    @property
    def text(self) -> str:
        return STEP_TEXTS[self.key] % dict(self.params)


class StepBuilder:
    def __init__(self, table: VariantTable) -> None:
        self.table = table
        self.steps: list[ScoringStep] = []

    def add_step(
        self,
        key: str,
        numbers: tuple[int, ...],
        amounts: tuple[tuple[Amount, bool], ...] = (),
        **params: object,
    ) -> None:
        shown = by_side(self.table, numbers)
        self.steps.append(ScoringStep(key, shown, params, STEP_SOURCES[key], amounts))


def explain(obj: object) -> list[ScoringStep]:
    """Scoring of a complete record or summary; agrees with `score`.

    RuleError as in `check`, `unfinished_deal` for a deal in progress, and for matches.
    """
    if not isinstance(obj, dict):
        raise RuleError("not_an_object")
    kind = object_kind(obj)
    if kind == "match":
        raise RuleError("unknown_key", "deals", key="deals")
    return _explain_deal(replay(Deal, obj)) if kind == "record" else explain_slip(obj)


def _explain_deal(deal: Deal) -> list[ScoringStep]:
    story = StepBuilder(deal.table)
    if deal.phase == PASSED_OUT:
        story.add_step("passed_out", (0,) * len(deal.table.sides))
        return story.steps
    if deal.phase != COMPLETE:
        raise RuleError("unfinished_deal")
    count = count_of(deal)
    settled = settlement_of(deal, count)
    story.add_step("points", count.points)
    if deal.offender >= 0:
        belotes = belote_points(deal, [belote for _, belote in deal.belotes])
        _add_forfeit(story, deal, settled, sum(belotes))
        return story.steps
    points = _add_brought_down(story, deal.standing.bid, count.points)
    if any(roem_counted(deal)):
        story.add_step("roem", tuple(count.declarations))
    if deal.melds:
        key = "declarations" if melds_counted(deal) else "declarations_lost"
        story.add_step(key, tuple(count.declarations))
    if deal.belotes:
        key = "belote" if belotes_counted(deal) else "belote_lost"
        story.add_step(key, tuple(count.belote))
    subtotal = tuple(map(int.__add__, points, count.premiums))
    bid, bidder, contra = deal.standing[:3]
    side = deal.table.side_of[bidder]
    sheet = Sheet(deal.table, bid, contra, count.capot, side, count.parts(deal))
    _add_totals(story, sheet, subtotal, settled)
    if settled.outcome == "run_of_eight":
        story.add_step("run_of_eight", settled.score, target=max(settled.score))
        story.add_step("written", settled.score)
        return story.steps
    _add_outcome(story, sheet, settled)
    return story.steps


def explain_slip(obj: dict[str, Any], outer: Variant | None = None) -> list[ScoringStep]:
    return steps_of_slip(slip_of(obj, outer))


def steps_of_slip(slip: Slip) -> list[ScoringStep]:
    story = StepBuilder(slip.table)
    settled = slip.settlement()
    if settled is None:
        story.add_step("passed_out", slip.points)
        return story.steps
    story.add_step("points", slip.points)
    points = _add_brought_down(story, slip.contract, slip.points)
    if any(slip.announced):
        story.add_step("announced", slip.announced)
    side = slip.table.side_of[slip.declarer]
    sheet = Sheet(slip.table, slip.contract, slip.contra, slip.capot, side, slip.parts)
    subtotal = tuple(map(int.__add__, points, slip.announced))
    _add_totals(story, sheet, subtotal, settled)
    _add_outcome(story, sheet, settled)
    return story.steps


def _add_brought_down(
    story: StepBuilder, contract: int, points: tuple[int, ...]
) -> tuple[int, ...]:
    counted = counted_points(story.table, contract, points)
    if counted != points:
        story.add_step("brought_down", counted)
    return counted


def _add_forfeit(story: StepBuilder, deal: Deal, settled: Settlement, belote: int) -> None:
    contract, contra = deal.standing.bid, deal.standing.contra
    parts = bid_parts(deal)
    sheet = Sheet(deal.table, contract, contra, -1, parts=parts)
    base = sheet.base if deal.variant.bids_numbers else "total"
    points = total_points(deal.table, contract) if isinstance(base, str) else base
    story.add_step("forfeit", settled.totals, whole=points + deal.variant.fault_points)
    whole = amount_of_forfeit(deal.table, contract, contra, max(settled.totals), belote, parts)
    amounts = tuple(whole if score else NOTHING for score in settled.score)
    _add_written(story, sheet, settled, amounts, None)


def _add_totals(
    story: StepBuilder, sheet: Sheet, subtotal: tuple[int, ...], settled: Settlement
) -> None:
    times = story.table.times[sheet.contract]
    if times != 1:
        subtotal = tuple(times * number for number in subtotal)
        story.add_step("no_trumps", subtotal)
    if sheet.premium:
        name = story.table.sides[sheet.capot]
        story.add_step("capot", settled.totals, side=name, premium=sheet.premium)
    story.add_step("totals", settled.totals)


def _add_outcome(story: StepBuilder, sheet: Sheet, settled: Settlement) -> None:
    totals, name = settled.totals, story.table.sides[sheet.declarer]
    own, others = totals[sheet.declarer], sum(totals) - totals[sheet.declarer]
    key, needed = _deciding_step(sheet, settled.outcome, own)
    if needed:
        story.add_step(key, totals, side=name, own=own, others=others, needed=needed)
    else:
        story.add_step(key, totals, side=name, own=own, others=others)
    amounts, waiting = sheet.amounts(totals, settled.outcome)
    winner = _side_writing_all(sheet, settled)
    if winner is not None and not sheet.is_for_match:
        _add_whole_deal(story, sheet, winner, amounts)
    _add_written(story, sheet, settled, amounts, waiting)


def _deciding_step(sheet: Sheet, outcome: str, own: int) -> tuple[str, int]:
    variant, bid = sheet.variant, sheet.parts.bid
    if sheet.parts.capot_bid:
        if outcome == "made" or sheet.capot != sheet.declarer:
            return f"{outcome}_by_capot", 0
        return ("lost_by_bid", bid) if sheet.parts.is_alone else ("lost_by_solo", 0)
    if outcome == "lost" and own < variant.goal_floor:
        return "lost_by_floor", variant.goal_floor
    if variant.goal == "bid" or (variant.goal != "more" and own < bid):
        return f"{outcome}_by_bid", bid
    return outcome, 0


def _side_writing_all(sheet: Sheet, settled: Settlement) -> int | None:
    if settled.outcome == "made" and sheet.contra:
        return sheet.declarer
    if settled.outcome == "lost" and len(settled.totals) == 2:
        return 1 - sheet.declarer
    return None


def _add_whole_deal(
    story: StepBuilder, sheet: Sheet, winner: int, amounts: tuple[Amount, ...]
) -> None:
    """A belote that is never lost stays with the other side, or is not written."""
    name, whole = story.table.sides[winner], amounts[winner]
    base, ten = sheet.base, sheet.units(10)
    apart = whole.capot + whole.belote
    if isinstance(base, str):
        number = whole.total + apart * 10 // ten
        story.add_step("takes_all", _for_one_side(story, winner, number), side=name, total=number)
    else:
        extra = apart + sheet.units(whole.total - (0 if whole.base or ten == 1 else base))
        number = base + extra
        story.add_step(
            "base", _for_one_side(story, winner, number), side=name, base=base, more=extra
        )
    kept_points = [
        sheet.belote_kept_by(side) if side != winner else 0 for side in range(len(amounts))
    ]
    if any(kept_points):
        in_points = isinstance(base, str)
        shown = [points if in_points else sheet.units(points) for points in kept_points]
        shown[winner] = number
        story.add_step("belote_kept", tuple(shown), kept=max(kept_points))
    elif sheet.parts.belote and sheet.kept_belote(winner):
        story.add_step("belote_of_nobody", _for_one_side(story, winner, number))


def _for_one_side(story: StepBuilder, side: int, number: int) -> tuple[int, ...]:
    return tuple(number if at == side else 0 for at in range(len(story.table.sides)))


def _add_written(
    story: StepBuilder,
    sheet: Sheet,
    settled: Settlement,
    amounts: tuple[Amount, ...],
    waiting: Amount | None,
) -> None:
    if sheet.is_for_match:
        story.add_step("decides_match", settled.score, target=sheet.variant.target)
        story.add_step("written", settled.score)
        return
    _add_rounding(story, sheet, settled, amounts, waiting)
    reached = tuple(amount.plain for amount in amounts)
    factor = sheet.factor if story.table.variant.factors_on == "deal" else 1
    if factor != 1:
        reached = tuple(amount.plain * amount.factor for amount in amounts)
        story.add_step("contra" if sheet.contra else "counted", reached, factor=factor)
    if any(amount.bid for amount in amounts):
        reached = tuple(map(int.__add__, reached, (amount.bid for amount in amounts)))
        bid = sheet.units(sheet.parts.bid)
        story.add_step(
            "bid", reached, bid=bid, factor=sheet.factor, extra=max(a.bid for a in amounts)
        )
    if any(amount.belote for amount in amounts):
        reached = tuple(map(int.__add__, reached, (amount.belote for amount in amounts)))
        story.add_step("belote_apart", reached, extra=sum(amount.belote for amount in amounts))
    if any(amount.capot for amount in amounts):
        reached = tuple(map(int.__add__, reached, (amount.capot for amount in amounts)))
        story.add_step("capot_apart", reached, extra=max(amount.capot for amount in amounts))
    if reached != settled.score:
        story.add_step("kirtik", settled.score)
    if settled.hanging:
        story.add_step("waits", settled.score, hanging=settled.hanging)
    story.add_step("written", settled.score)


def _add_rounding(
    story: StepBuilder,
    sheet: Sheet,
    settled: Settlement,
    amounts: tuple[Amount, ...],
    waiting: Amount | None,
) -> None:
    variant = story.table.variant
    plain = tuple(amount.plain for amount in amounts)
    rounded = _amounts_to_round(sheet, settled.outcome, amounts, waiting)
    if variant.rounding in ROUNDING_OFFSETS:
        story.add_step(f"rounding_{variant.rounding}", plain, rounded)
    elif variant.no_trumps_tens_first and sheet.can_round_tens_first:
        story.add_step("rounding_tens_first", plain, rounded)
    elif variant.sheet == "match_points":
        limit = sheet.limit
        story.add_step("rounding", plain, rounded, limit=limit, contract=CONTRACTS[sheet.contract])
        if any(total % 10 == limit for total in settled.totals):
            key = "hanging_up" if settled.outcome == "hanging" else "limit_digit"
            story.add_step(key, plain, limit=limit)


def _amounts_to_round(
    sheet: Sheet, outcome: str, amounts: tuple[Amount, ...], waiting: Amount | None
) -> tuple[tuple[Amount, bool], ...]:
    if waiting and sheet.contra:
        return ((waiting, True),)
    whole = (len(amounts) == 2 and outcome == "lost") or (sheet.contra and outcome == "made")
    pairs = []
    for side, amount in enumerate(amounts):
        if waiting and side == sheet.declarer:
            pairs.append((waiting, True))
        elif amount.plain or not (whole or (outcome == "lost" and side == sheet.declarer)):
            pairs.append((amount, False))
    return tuple(pairs)

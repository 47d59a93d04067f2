from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.belot.auction import has_to_bid, is_dealer_obliged, passes_to_end, points_bid
from games.belot.cards import ALL_TRUMPS, CONTRACTS, NO_TRUMPS, SUITS
from games.belot.declarations import BELOTE_VALUE
from games.belot.errors import RuleError
from games.belot.numbers import ALONE, bid_json, is_solo
from games.belot.position import COMPLETE, PASSED_OUT
from games.belot.records.game import Deal
from games.belot.records.record import replay, variant_in_match
from games.belot.records.shape import check_keys, check_summary, require_keys
from games.belot.result import (
    by_side,
    count_of,
    has_bidder_taken_all,
    outcome_part,
    settlement_of,
    side_name,
)
from games.belot.roem import is_possible_roem
from games.belot.scoring import Settlement, settle, totals_of
from games.belot.sheet import Parts, parts_of
from games.belot.standing import OPENING
from games.belot.table import VariantTable, table_of
from games.belot.variant import Variant


@dataclass(frozen=True, slots=True)
class Slip:
    """Checked summary; `contract` is -1 for a deal thrown in."""

    table: VariantTable
    contract: int
    declarer: int
    contra: int
    points: tuple[int, ...]
    announced: tuple[int, ...]
    capot: int
    belote: tuple[int, ...]
    """Included in `announced`, as far as stated."""
    bid: int = 0
    capot_bid: bool = False
    is_alone: bool = True
    """False if all tricks alone were promised and not taken."""

    @property
    def parts(self) -> Parts:
        pairs = zip(self.announced, self.belote, strict=True)
        declared = tuple(announced - belote for announced, belote in pairs)
        extra_args = self.belote, self.bid, self.capot_bid
        parts = parts_of(self.table, self.contract, declared, *extra_args)
        return parts if self.is_alone else parts._replace(is_alone=False)

    def settlement(self, table: VariantTable | None = None) -> Settlement | None:
        """Scores, by default of the slip's own table; None for a deal thrown in."""
        if self.contract < 0:
            return None
        table, contract, capot = table or self.table, self.contract, self.capot
        side = table.side_of[self.declarer]
        totals = totals_of(table, contract, self.points, self.announced, capot, side)
        return settle(table, contract, side, self.contra, totals, capot, self.parts)

    def result(self) -> dict[str, Any]:
        table = self.table
        played = self.contract >= 0
        answer: dict[str, Any] = {
            "status": "complete" if played else "passed_out",
            "contract": CONTRACTS[self.contract] if played else None,
            "declarer": table.seats[self.declarer] if played else None,
            "contra": self.contra,
            "points": by_side(table, self.points),
            "capot": side_name(table, self.capot),
            "announced": by_side(table, self.announced),
        }
        if played and table.variant.counts_belotes_apart:
            answer["belote"] = by_side(table, self.belote)
        if self.bid:
            answer |= bid_json(table.scale, self.bid, self.capot_bid)
        return answer | outcome_part(table, self.settlement())


def slip_of(obj: Mapping[str, Any], outer: Variant | None = None) -> Slip:
    """Checked summary; RuleError at the faulty key. `outer` is the match's variant, if any."""
    check_summary(obj, outer is None)
    table = table_of(variant_in_match(obj, outer))
    zeros = (0,) * len(table.sides)
    if "passed_out" in obj:
        _check_passed_out(obj, table)
        return Slip(table, -1, -1, 0, zeros, zeros, -1, zeros)
    contract = _contract(obj["contract"], table)
    declarer = _seat(obj["declarer"], "declarer", table)
    if "lead" in obj:
        _seat(obj["lead"], "lead", table)
    contra = obj.get("contra", 0)
    if not 0 <= contra <= table.levels_of(contract):
        raise RuleError("contra_out_of_range", "contra", highest=table.levels_of(contract))
    points = _numbers(obj, "points", table)
    _check_sum(sum(points), contract, table)
    announced = _numbers(obj, "announced", table) if "announced" in obj else zeros
    _check_announced(announced, contract, table)
    capot = _capot_side(obj, points, table)
    _check_roem(announced, capot, table)
    belote = _numbers(obj, "belote", table) if "belote" in obj else None
    if table.variant.declarations == "none":
        belote = _only_belotes(belote, announced, contract)
    _check_belote(belote, announced, contract, table)
    bid, capot_bid = obj.get("bid"), obj.get("capot_bid")
    _check_bid(bid, capot_bid, table)
    is_alone = _is_alone(obj, capot == table.side_of[declarer], table)
    parts = belote or zeros, bid or 0, bool(capot_bid), is_alone
    return Slip(table, contract, declarer, contra, points, announced, capot, *parts)


def _check_passed_out(obj: Mapping[str, Any], table: VariantTable) -> None:
    if obj["passed_out"] is not True:
        raise RuleError("must_be_true", "passed_out", key="passed_out")
    last = OPENING._replace(passes=passes_to_end(table) - 1)
    cancel = table.variant.dealer_may_cancel is not None and is_dealer_obliged(table.variant)
    if has_to_bid(table, last) and not cancel:
        raise RuleError("somebody_must_name", "passed_out")


def _contract(code: str, table: VariantTable) -> int:
    known = table.variant.contracts.split()
    if code not in known:
        raise RuleError("unknown_contract", "contract", value=code, known=" ".join(known))
    return CONTRACTS.index(code)


def _seat(code: str, at: str, table: VariantTable) -> int:
    seat = table.seat_index(code)
    if seat is None:
        raise RuleError("unknown_seat", at, value=code, known=" ".join(table.seats))
    return seat


def _numbers(obj: Mapping[str, Any], key: str, table: VariantTable) -> tuple[int, ...]:
    points_by_side = obj[key]
    check_keys(points_by_side, table.sides, key + ".")
    require_keys(points_by_side, table.sides, key + ".")
    for number in points_by_side.values():
        if type(number) is not int:
            raise RuleError("wrong_type", key, key=key, expected="whole numbers")
        if number < 0:
            raise RuleError("negative_points", key)
    return tuple(points_by_side[side] for side in table.sides)


def _check_sum(total: int, contract: int, table: VariantTable) -> None:
    expected = table.contracts[contract].total
    if table.cards_out:
        if total > expected:
            raise RuleError("points_too_many", "points", expected=expected, total=total)
    elif total != expected:
        raise RuleError("points_sum", "points", expected=expected, total=total)


def _check_announced(announced: tuple[int, ...], contract: int, table: VariantTable) -> None:
    if any(number % 10 for number in announced):
        raise RuleError("not_in_tens", "announced")
    whole = table.variant.no_trumps_declarations
    if contract != NO_TRUMPS or whole or not any(announced):
        return
    aces = table.variant.no_trumps_four_aces
    if not aces:
        raise RuleError("nothing_in_no_trumps", "announced")
    if sorted(announced)[-1] != aces or sum(announced) != aces:
        raise RuleError("four_aces_only", "announced")


def _check_roem(announced: tuple[int, ...], capot: int, table: VariantTable) -> None:
    if table.variant.declarations != "trick":
        return
    for side, points in enumerate(announced):
        if not is_possible_roem(table.variant, points):
            raise RuleError("roem_impossible", "announced", points=points)
        if points and capot not in (-1, side):
            raise RuleError("roem_without_trick", "announced", side=table.sides[side])


def _only_belotes(
    belote: tuple[int, ...] | None, announced: tuple[int, ...], contract: int
) -> tuple[int, ...]:
    most = max_belote_points(contract)
    if sum(announced) > most or any(own % BELOTE_VALUE for own in announced):
        raise RuleError("only_belotes", "announced")
    if belote not in (None, announced):
        raise RuleError("only_belotes", "belote")
    return announced


def max_belote_points(contract: int) -> int:
    return BELOTE_VALUE * {NO_TRUMPS: 0, ALL_TRUMPS: len(SUITS)}.get(contract, 1)


def _check_belote(
    belote: tuple[int, ...] | None, announced: tuple[int, ...], contract: int, table: VariantTable
) -> None:
    if belote is None:
        if table.variant.counts_belotes_apart and contract != NO_TRUMPS and any(announced):
            raise RuleError("belote_needed", "belote")
        return
    most = max_belote_points(contract)
    too_many = any(own > declared for own, declared in zip(belote, announced, strict=True))
    if too_many or sum(belote) > most or any(own % BELOTE_VALUE for own in belote):
        raise RuleError("belote_too_many", "belote")


def _check_bid(bid: int | None, capot_bid: bool | None, table: VariantTable) -> None:
    variant = table.variant
    if not (variant.counts_bids or variant.bids_numbers):
        for key, value in (("bid", bid), ("capot_bid", capot_bid)):
            if value is not None:
                raise RuleError("bid_not_counted", key)
        return
    if not _is_possible_bid(bid, bool(capot_bid), table):
        raise RuleError("bid_needed", "bid")
    if capot_bid is False:
        raise RuleError("must_be_true", "capot_bid", key="capot_bid")
    if variant.bids_numbers:
        _check_scale(bid or 0, bool(capot_bid), table)


def _is_possible_bid(bid: int | None, capot_bid: bool, table: VariantTable) -> bool:
    """Whether it can be a bid at all; 0 only for all tricks without a number."""
    variant = table.variant
    if bid is None or bid < 0 or (bid % 10 and not variant.bids_numbers):
        return False
    return bid > 0 or (capot_bid and variant.bids_numbers and not variant.capot_value)


def _check_scale(bid: int, capot_bid: bool, table: VariantTable) -> None:
    variant, scale = table.variant, table.scale
    if capot_bid and variant.capot_bid == "none":
        raise RuleError("capot_not_bid", "capot_bid")
    if capot_bid and variant.capot_bid == "top":
        if bid != variant.capot_value and not is_solo(variant.solo_value, bid, True):
            raise RuleError("capot_bid_value", "bid", value=variant.capot_value, bid=bid)
        return
    number, rest = divmod(bid, scale.unit)
    step, off = divmod(number - scale.low, scale.step)
    if rest or off or not 0 <= step < scale.steps:
        raise RuleError("bid_not_possible", "bid", bid=bid, bids=variant.bids)


def _is_alone(obj: Mapping[str, Any], took_all: bool, table: VariantTable) -> bool:
    """Whether a bid of all tricks alone, if any, was fulfilled."""
    value = table.variant.solo_value
    if not is_solo(value, obj.get("bid", 0), obj.get("capot_bid", False)):
        if "alone" in obj:
            raise RuleError("alone_not_bid", "alone")
        return True
    if obj.get("alone") and not took_all:
        raise RuleError("alone_needs_capot", "alone")
    return bool(obj.get("alone"))


def _capot_side(obj: Mapping[str, Any], points: tuple[int, ...], table: VariantTable) -> int:
    """Side that took every trick, or -1 (deal-record, "Summary")."""
    if 0 not in points:
        if "capot" in obj:
            raise RuleError("capot_not_needed", "capot")
        return -1
    if "capot" not in obj:
        raise RuleError("capot_needed", "capot")
    name = obj["capot"]
    if name is None:
        return -1
    if name not in table.sides:
        raise RuleError("unknown_seat", "capot", value=name, known=" ".join(table.sides))
    side = table.sides.index(name)
    if any(points[other] for other in range(len(points)) if other != side):
        raise RuleError("capot_impossible", "capot", side=name)
    return side


def summary_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """Score slip of a complete full record; it scores the same.

    RuleError `unfinished_deal`, or `no_slip` for a fault or a run of eight that wins the
    match.
    """
    deal = replay(Deal, record)
    if deal.phase == PASSED_OUT:
        return {"variant": record["variant"], "passed_out": True}
    if deal.phase != COMPLETE:
        raise RuleError("unfinished_deal")
    count = count_of(deal)
    if settlement_of(deal, count).outcome in ("forfeit", "run_of_eight"):
        raise RuleError("no_slip")
    slip: dict[str, Any] = {
        "variant": record["variant"],
        "contract": deal.contract,
        "declarer": deal.declarer,
        "contra": deal.standing.contra,
        "points": by_side(deal.table, count.points),
        "announced": by_side(deal.table, count.premiums),
    }
    if deal.variant.counts_belotes_apart and any(count.premiums) and deal.contract != "NT":
        slip["belote"] = by_side(deal.table, count.belote)
    if deal.variant.bids_numbers:
        slip["bid"] = points_bid(deal.table, deal.standing)
        if deal.standing.promise:
            slip["capot_bid"] = True
        if deal.standing.promise == ALONE and has_bidder_taken_all(deal):
            slip["alone"] = True
    return slip | ({"capot": side_name(deal.table, count.capot)} if 0 in count.points else {})

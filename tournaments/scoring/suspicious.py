"""Results a director should review: flagged, never rejected."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.results import BoardResult, ResultKind

Nets = dict[tuple[int, int, int], list[int]]


class Suspicion(StrEnum):
    FAR_FROM_FIELD = "far_from_field"
    FAR_FROM_PAR = "far_from_par"
    SIDES_SWAPPED = "sides_swapped"
    ENTERED_TWICE = "entered_twice"
    UNLIKELY_POINTS = "unlikely_points"
    WRONG_LEAD = "wrong_lead"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A result with its entry details; None where unknown.

    `written` are the match points of NS and EW, `base` the contract's total (16 or 26), `premiums`
    all announcements and capot in match points. `one_sided`: one side must have nothing. `entry`
    is everything typed, to find repetitions.
    """

    result: BoardResult
    written: tuple[int, int] | None = None
    base: int | None = None
    premiums: int = 0
    one_sided: bool = False
    hung: bool = False
    multiplier: int = 1
    entry: str = ""
    par: int | None = None
    lead_seat: str | None = None
    right_lead_seat: str | None = None
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds of suspicious distances, in match points.

    One board in a hundred has a net beyond 56; making a contract instead of losing it is worth
    20 in a suit and 30 in all-trumps.
    """

    field: int = 50
    par: int = 50
    swapped_from: int = 20
    swapped_to: int = 6
    least_others: int = 4


class SuspiciousFact(NamedTuple):
    suspicion: Suspicion
    result: BoardResult
    found: Fraction | str | None = None
    usual: Fraction | str | None = None


def find_suspicious_results(
    slips: Sequence[EnteredResult], limits: Limits | None = None
) -> list[SuspiciousFact]:
    bounds = limits or Limits()
    nets = _nets_by_board(slips)
    suspicions = [
        doubt
        for slip in slips
        for doubt in (*_against_field(slip, nets, bounds), *_within_result(slip, bounds))
    ]
    suspicions += _entered_twice(slips)
    return sorted(suspicions, key=lambda doubt: (*_place(doubt.result), doubt.suspicion))


def _place(result: BoardResult) -> tuple[int, int, int, int]:
    return result.session, result.round, result.table, result.board


def _nets_by_board(slips: Iterable[EnteredResult]) -> Nets:
    nets: Nets = defaultdict(list)
    for slip in slips:
        net = slip.result.compared_net
        if net is not None:
            insort(nets[_cards(slip.result)], net)
    return nets


def _cards(result: BoardResult) -> tuple[int, int, int]:
    """The cards played: a board, and the group of a fouled one."""
    return result.session, result.board, result.group


def _middle_of_others(nets: Sequence[int], net: int) -> Fraction:
    own = bisect_left(nets, net)
    rest = [*nets[:own], *nets[own + 1 :]]
    return Fraction(rest[(len(rest) - 1) // 2] + rest[len(rest) // 2], 2)


def _against_field(slip: EnteredResult, nets: Nets, limits: Limits) -> Iterable[SuspiciousFact]:
    net = slip.result.compared_net
    field = nets.get(_cards(slip.result), [])
    if net is None or len(field) <= limits.least_others:
        return
    middle = _middle_of_others(field, net)
    distance, mirrored = abs(net - middle), abs(-net - middle)
    if distance >= limits.swapped_from and mirrored <= limits.swapped_to:
        yield SuspiciousFact(Suspicion.SIDES_SWAPPED, slip.result, Fraction(net), Fraction(-net))
    elif distance >= limits.field:
        yield SuspiciousFact(Suspicion.FAR_FROM_FIELD, slip.result, Fraction(net), middle)


def _within_result(slip: EnteredResult, limits: Limits) -> Iterable[SuspiciousFact]:
    result, net = slip.result, slip.result.compared_net
    if slip.par is not None and net is not None and abs(net - slip.par) >= limits.par:
        yield SuspiciousFact(Suspicion.FAR_FROM_PAR, result, Fraction(net), Fraction(slip.par))
    yield from _unlikely_points(slip)
    if slip.lead_seat and slip.right_lead_seat and slip.lead_seat != slip.right_lead_seat:
        yield SuspiciousFact(Suspicion.WRONG_LEAD, result, slip.lead_seat, slip.right_lead_seat)
    if not slip.confirmed:
        yield SuspiciousFact(Suspicion.UNCONFIRMED, result)


def _unlikely_points(slip: EnteredResult) -> Iterable[SuspiciousFact]:
    """NS + EW must be the contract's total with premiums; one side has 0 if `one_sided`."""
    if (
        slip.written is None
        or slip.base is None
        or slip.hung
        or slip.result.kind is not ResultKind.PLAYED
    ):
        return
    usual = (slip.base + slip.premiums) * slip.multiplier
    if sum(slip.written) != usual:
        yield SuspiciousFact(
            Suspicion.UNLIKELY_POINTS, slip.result, Fraction(sum(slip.written)), Fraction(usual)
        )
    elif slip.one_sided and min(slip.written) != 0:
        yield SuspiciousFact(
            Suspicion.UNLIKELY_POINTS, slip.result, Fraction(min(slip.written)), Fraction(0)
        )


def _entered_twice(slips: Iterable[EnteredResult]) -> list[SuspiciousFact]:
    results_by_entry: dict[tuple[int, int, int, str], list[BoardResult]] = defaultdict(list)
    for slip in slips:
        if slip.entry and slip.result.kind is ResultKind.PLAYED:
            key = (slip.result.session, slip.result.round, slip.result.table, slip.entry)
            results_by_entry[key].append(slip.result)
    return [
        SuspiciousFact(Suspicion.ENTERED_TWICE, result, entry)
        for (*_, entry), results in results_by_entry.items()
        if len(results) > 1
        for result in results
    ]

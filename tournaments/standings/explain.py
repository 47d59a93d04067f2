"""Where a number comes from, as data that a page can put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.comparing import clipped, counted
from tournaments.standings.entries import is_mean
from tournaments.standings.facts import Adjustment, Facts, Method, Section, TieBreak
from tournaments.standings.imps import IMP_TABLES, datum, imps
from tournaments.standings.report import BoardScore, Row, Standings
from tournaments.standings.results import AVERAGES, Award, BoardResult


class How(StrEnum):
    """What made a board score."""

    COMPARED = "compared"
    FACTORED = "factored"
    SMALL_GROUP = "small_group"
    ALONE = "alone"
    AVERAGE = "average"
    ASSIGNED = "assigned"
    DATUM = "datum"
    NET = "net"
    OTHER_ROOM = "other_room"


class Against(NamedTuple):
    """A net others made, seen from the same side, how often, and what it brought this result."""

    net: int
    times: int
    points: int


@dataclass(frozen=True, slots=True)
class BoardReason:
    """Why a side has its score on a board: of `others` results, `more` were better for its line.

    Nets are seen from the side asked about. `datum` is what Butler measures from; `award` and
    `why` belong to adjusted scores.
    """

    how: How
    side: Section
    net: int | None
    others: int
    more: int
    same: int
    fewer: int
    score: Fraction
    percent: Fraction | None
    top: Fraction | None
    against: tuple[Against, ...] = ()
    datum: int | None = None
    award: Award | None = None
    why: str = ""


def explain_board(
    facts: Facts, standings: Standings, result: BoardResult, side: Section
) -> BoardReason:
    """The reason for one side's score; KeyError when the result does not count (yet)."""
    own = next((s for s in standings.boards if s.result == result), None)
    if own is None:
        raise KeyError(result)
    nets = _nets(facts, standings.boards, result, side)
    net = _seen(facts, result, side)
    others = _without(nets, net)
    sign = 1 if side is Section.NS else -1
    return BoardReason(
        how=_how(facts, own, _field(standings, result), side),
        side=side,
        net=net,
        others=len(others),
        more=sum(1 for other in others if net is not None and other > net),
        same=sum(1 for other in others if other == net),
        fewer=sum(1 for other in others if net is not None and other < net),
        score=own.ns if side is Section.NS else own.ew,
        percent=own.ns_percent if side is Section.NS else own.ew_percent,
        top=own.top,
        against=tuple(_against(facts, net, others)),
        datum=sign * _datum(facts, [sign * n for n in nets])
        if facts.method is Method.BUTLER
        else None,
        award=_award(result, side),
        why=result.reason,
    )


def _seen(facts: Facts, result: BoardResult, side: Section) -> int | None:
    net = result.compared_net
    if net is None:
        return None
    return clipped(net if side is Section.NS else -net, facts.options.clip)


def _nets(
    facts: Facts, boards: Iterable[BoardScore], result: BoardResult, side: Section
) -> list[int]:
    """Every net the result is compared with, itself included, from one side's point of view."""
    key = (result.session, result.board)
    found = [s.result for s in boards if (s.result.session, s.result.board) == key]
    if facts.method.for_teams:
        meeting = {result.ns, result.ew}
        found = [r for r in found if r.round == result.round and {r.ns, r.ew} == meeting]
    seen = (_seen(facts, other, side) for other in found)
    return [net for net in seen if net is not None]


def _without(nets: Sequence[int], net: int | None) -> list[int]:
    rest = list(nets)
    if net is not None:
        rest.remove(net)
    return rest


def _field(standings: Standings, result: BoardResult) -> int:
    return max(s.n for s in standings.boards if s.result.session == result.session)


def _how(facts: Facts, own: BoardScore, field: int, side: Section) -> How:
    award = _award(own.result, side)
    if award is not None:
        return How.AVERAGE if award.average is not None else How.ASSIGNED
    if facts.method.for_teams:
        return How.OTHER_ROOM
    if facts.method in (Method.AVERAGE_DIFFERENCE, Method.TOTAL_POINTS):
        return How.NET
    if facts.method is Method.BUTLER:
        return How.DATUM
    if facts.method is Method.MATCHPOINTS and 1 <= own.n < field:
        small = facts.options.small_groups and own.n <= 3
        return How.SMALL_GROUP if small else How.FACTORED
    return How.ALONE if own.n == 1 else How.COMPARED


def _award(result: BoardResult, side: Section) -> Award | None:
    if result.compared_net is not None:
        return None
    ns, ew = result.awards or AVERAGES
    return ns if side is Section.NS else ew


def _against(facts: Facts, net: int | None, others: Sequence[int]) -> Iterable[Against]:
    if net is None:
        return
    table = IMP_TABLES[facts.options.imp_table]
    for other, times in reversed(counted(others)):
        difference = net - other
        if facts.method.in_percent:
            points = 1 + (difference > 0) - (difference < 0)
        elif facts.method in (Method.CROSS_IMPS, Method.IMPS):
            points = imps(difference, table)
        else:
            points = difference
        yield Against(other, times, points)


def _datum(facts: Facts, nets: Sequence[int]) -> int:
    return datum(nets, facts.options.datum_drop, facts.options.datum_step)


class TieReason(NamedTuple):
    """A tie-break, the entrant's value, and those of the others it was tied with."""

    tie_break: TieBreak
    value: Fraction
    others: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class RowReason:
    """How a total came about: mean or sum of the boards, carry-over, adjustments, tie-breaks."""

    row: Row
    is_mean: bool
    adjustments: tuple[Adjustment, ...]
    ties: tuple[TieReason, ...]

    @property
    def decided_by(self) -> TieReason | None:
        """The tie-break that gave this place; None where nothing was tied, or still is."""
        return self.ties[-1] if self.ties and not self.row.tied else None


def explain_row(
    facts: Facts, standings: Standings, entrant: int, for_public: bool = True
) -> RowReason:
    """The reason for an entrant's place; private adjustments only where asked for."""
    row = standings.row(entrant)
    adjustments = tuple(
        a for a in facts.adjustments if a.entrant == entrant and (a.public or not for_public)
    )
    rows = {other.entrant: other for other in standings.rows}
    ties = tuple(
        TieReason(
            step.tie_break,
            step.value,
            tuple((e, rows[e].ties[i].value) for e in step.group if e != entrant),
        )
        for i, step in enumerate(row.ties)
    )
    return RowReason(row, is_mean(facts), adjustments, ties)

"""Explanations of scores and places, as data for pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.scoring.comparison import clip_net, count_nets
from tournaments.scoring.facts import Adjustment, Facts, Section, TieBreak, is_mean
from tournaments.scoring.fouled import Group, group_results, is_incomparable
from tournaments.scoring.imps import IMP_TABLES, datum, imps
from tournaments.scoring.matchpoints import SMALL_GROUP
from tournaments.scoring.methods import Method
from tournaments.scoring.report import BoardScore, Row, Standings
from tournaments.scoring.results import AVERAGES, Award, BoardResult


class ScoreOrigin(StrEnum):
    COMPARED = "compared"
    FACTORED = "factored"
    SMALL_GROUP = "small_group"
    ALONE = "alone"
    AVERAGE = "average"
    ASSIGNED = "assigned"
    DATUM = "datum"
    NET = "net"
    OTHER_ROOM = "other_room"
    LEFT_ALONE = "left_alone"


class NetComparison(NamedTuple):
    net: int
    times: int
    points: int


@dataclass(frozen=True, slots=True)
class BoardReason:
    """Why a side has its score: of `others` results, `more` were better for its line.

    Nets are seen from `side`; on a fouled board only the same cards are compared. `n` results
    were compared, `field` on the board played most often; `raw` are matchpoints before
    scaling.
    """

    how: ScoreOrigin
    side: Section
    net: int | None
    others: int
    more: int
    same: int
    fewer: int
    score: Fraction
    percent: Fraction | None
    top: Fraction | None
    against: tuple[NetComparison, ...] = ()
    datum: int | None = None
    award: Award | None = None
    why: str = ""
    is_fouled: bool = False
    n: int = 0
    field: int = 0

    @property
    def raw(self) -> int:
        return 2 * self.fewer + self.same

    @property
    def raw_top(self) -> int:
        return 2 * (self.n - 1)


def explain_board(
    facts: Facts, standings: Standings, result: BoardResult, side: Section
) -> BoardReason:
    """Explain one side's score; raise KeyError if the result does not count."""
    own = next((s for s in standings.boards if s.result == result), None)
    if own is None:
        raise KeyError(result)
    group, field = _group_and_field(facts, standings.boards, own)
    nets = _nets(facts, group, own, side)
    net = _clipped_net(facts, result, side)
    others = _remove_one(nets, net)
    sign = 1 if side is Section.NS else -1
    return BoardReason(
        how=_score_origin(facts, own, group, field, side),
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
        is_fouled=_had_other_cards(own) if own.other else group.most > 0,
        n=own.n,
        field=field,
    )


def _clipped_net(facts: Facts, result: BoardResult, side: Section) -> int | None:
    net = result.compared_net
    return None if net is None else _net_for_side(facts, net, side)


def _net_for_side(facts: Facts, net: int, side: Section) -> int:
    return clip_net(net if side is Section.NS else -net, facts.options.clip)


def _group_and_field(
    facts: Facts, boards: Iterable[BoardScore], own: BoardScore
) -> tuple[Group, int]:
    played: dict[int, list[BoardResult]] = defaultdict(list)
    for score in boards:
        if score.result.session == own.result.session:
            played[score.result.board].append(score.result)
    references: dict[int, list[int]] = defaultdict(list)
    for each in facts.references:
        if each.session == own.result.session and each.board in played:
            references[each.board].append(each.net)
    sizes = (
        sum(len(group.nets) for group in group_results(board_results, references[board]))
        for board, board_results in played.items()
    )
    board = own.result.board
    groups = group_results(played[board], references[board])
    return next(group for group in groups if own.result in group.results), max(sizes)


def _had_other_cards(own: BoardScore) -> bool:
    return own.other is not None and own.other.group != own.result.group


def _nets(facts: Facts, group: Group, own: BoardScore, side: Section) -> list[int]:
    nets = group.nets
    if own.other is not None:
        # Both nets are seen from the same side of the room.
        tables = [own.result] if _had_other_cards(own) else [own.result, own.other]
        nets = [net for each in tables if (net := each.compared_net) is not None]
    return [_net_for_side(facts, net, side) for net in nets]


def _remove_one(nets: Sequence[int], net: int | None) -> list[int]:
    rest = list(nets)
    if net is not None:
        rest.remove(net)
    return rest


def _score_origin(
    facts: Facts, own: BoardScore, group: Group, field: int, side: Section
) -> ScoreOrigin:
    award = _award(own.result, side)
    if award is not None:
        return ScoreOrigin.AVERAGE if award.average is not None else ScoreOrigin.ASSIGNED
    if facts.method.for_teams:
        return ScoreOrigin.LEFT_ALONE if _had_other_cards(own) else ScoreOrigin.OTHER_ROOM
    if is_incomparable(facts, group):
        return ScoreOrigin.LEFT_ALONE
    if not facts.method.compares:
        return ScoreOrigin.NET
    if facts.method is Method.BUTLER:
        return ScoreOrigin.DATUM
    if facts.method is Method.MATCHPOINTS and 1 <= own.n < field:
        small = facts.options.small_groups and group.is_small_part and own.n <= SMALL_GROUP
        return ScoreOrigin.SMALL_GROUP if small else ScoreOrigin.FACTORED
    return ScoreOrigin.ALONE if own.n == 1 else ScoreOrigin.COMPARED


def _award(result: BoardResult, side: Section) -> Award | None:
    if result.compared_net is not None:
        return None
    ns, ew = result.awards or AVERAGES
    return ns if side is Section.NS else ew


def _against(facts: Facts, net: int | None, others: Sequence[int]) -> Iterable[NetComparison]:
    if net is None:
        return
    table = IMP_TABLES[facts.options.imp_table]
    for other, times in reversed(count_nets(others)):
        difference = net - other
        if facts.method.in_percent:
            points = 1 + (difference > 0) - (difference < 0)
        elif facts.method in (Method.CROSS_IMPS, Method.IMPS):
            points = imps(difference, table)
        else:
            points = difference
        yield NetComparison(other, times, points)


def _datum(facts: Facts, nets: Sequence[int]) -> int:
    return datum(nets, facts.options.datum_drop, facts.options.datum_step)


class TieReason(NamedTuple):
    tie_break: TieBreak
    value: Fraction
    others: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class RowReason:
    row: Row
    is_mean: bool
    adjustments: tuple[Adjustment, ...]
    ties: tuple[TieReason, ...]

    @property
    def decided_by(self) -> TieReason | None:
        """The deciding tie-break; None without a tie, or if still tied."""
        return self.ties[-1] if self.ties and not self.row.tied else None


def explain_row(
    facts: Facts, standings: Standings, entrant: int, for_public: bool = True
) -> RowReason:
    """Explain an entrant's place; private adjustments only with `for_public=False`."""
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

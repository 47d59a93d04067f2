"""Average plus and minus of pairs that did even better, or worse, on their other boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.scoring.comparison import HUNDRED
from tournaments.scoring.facts import Facts
from tournaments.scoring.report import BoardScore
from tournaments.scoring.results import AVERAGES, Average, Kind


def is_artificial(score: BoardScore) -> bool:
    """Whether a ruling gave it, and not play."""
    return score.result.kind in (Kind.ADJUSTED, Kind.NOT_PLAYED)


def _averages(score: BoardScore) -> tuple[Average | None, Average | None]:
    if not is_artificial(score):
        return None, None
    ns, ew = score.result.awards or AVERAGES
    return ns.average, ew.average


def is_unequal(score: BoardScore) -> bool:
    """Whether a side has average plus or minus, which follow its other boards."""
    return any(average in (Average.PLUS, Average.MINUS) for average in _averages(score))


class OwnPercentages:
    """Mean percentages of each entrant in each session, artificial scores left out."""

    def __init__(self, facts: Facts, scores: Iterable[BoardScore]) -> None:
        self._members = facts.members
        self._found: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
        for score in scores:
            result, averages = score.result, _averages(score)
            sides = (result.ns, score.ns_value), (result.ew, score.ew_value)
            for (side, percent), average in zip(sides, averages, strict=True):
                if average is None:
                    self._add(result.session, side, percent)

    def _add(self, session: int, side: int, percent: Fraction) -> None:
        for entrant in self._members.get(side, (side,)):
            self._found[session, entrant].append(percent)

    def of(self, session: int, side: int) -> Fraction | None:
        """The mean of a side's entrants, None where none of them has a score of its own."""
        entrants = self._members.get(side, (side,))
        found = [self._found[session, e] for e in entrants if (session, e) in self._found]
        return _mean([_mean(percents) for percents in found]) if found else None


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def upgrade(score: BoardScore, own: OwnPercentages) -> BoardScore:
    """An artificial score: average plus never below a pair's own percentage in the session.

    Average minus is likewise never above it (Law 12C2). The percentage is that of the boards on
    which the pair has no artificial score.
    """
    result, point = score.result, (score.top or HUNDRED) / HUNDRED
    ns, ew = _averages(score)
    ns_percent = _better(score.ns_value, ns, own.of(result.session, result.ns))
    ew_percent = _better(score.ew_value, ew, own.of(result.session, result.ew))
    return score._replace(
        ns=ns_percent * point,
        ew=ew_percent * point,
        ns_percent=ns_percent,
        ew_percent=ew_percent,
    )


def _better(percent: Fraction, average: Average | None, own: Fraction | None) -> Fraction:
    if own is None or average is None or average is Average.EQUAL:
        return percent
    return max(percent, own) if average is Average.PLUS else min(percent, own)

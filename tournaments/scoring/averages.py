"""Average plus and minus that follow a pair's results on its other boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.scoring.comparison import HUNDRED
from tournaments.scoring.facts import Facts
from tournaments.scoring.report import BoardScore
from tournaments.scoring.results import AVERAGES, Average, ResultKind


def is_artificial(score: BoardScore) -> bool:
    """Whether the score comes from a ruling instead of play."""
    return score.result.kind in (ResultKind.ADJUSTED, ResultKind.NOT_PLAYED)


def _averages(score: BoardScore) -> tuple[Average | None, Average | None]:
    if not is_artificial(score):
        return None, None
    ns, ew = score.result.awards or AVERAGES
    return ns.average, ew.average


def is_unequal(score: BoardScore) -> bool:
    """Whether a side has average plus or minus."""
    return any(average in (Average.PLUS, Average.MINUS) for average in _averages(score))


class OwnPercentages:
    """Mean percentage of each entrant per session, without artificial scores."""

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
        """Mean of a side's entrants, None without own scores."""
        entrants = self._members.get(side, (side,))
        percent_lists = [self._found[session, e] for e in entrants if (session, e) in self._found]
        return _mean([_mean(percents) for percents in percent_lists]) if percent_lists else None


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def upgrade(score: BoardScore, own: OwnPercentages) -> BoardScore:
    """Raise average plus, or lower average minus, to the pair's own percentage (Law 12C2)."""
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

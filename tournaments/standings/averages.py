"""Average plus and minus of pairs that did even better, or worse, on their other boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.comparing import HUNDRED
from tournaments.standings.facts import Facts
from tournaments.standings.report import BoardScore
from tournaments.standings.results import AVERAGES, Average, Kind

Session = tuple[int, int]


def upgraded(facts: Facts, scores: Sequence[BoardScore]) -> list[BoardScore]:
    """The scores, with average plus never below a pair's own percentage in the session.

    Average minus is likewise never above it (Law 12C2). The percentage is that of the boards on
    which the pair has no artificial score.
    """
    if not any(_has_unequal_average(score) for score in scores):
        return list(scores)
    means = _own_percentages(facts, scores)
    return [_upgraded(facts, score, means) if _is_artificial(score) else score for score in scores]


def _is_artificial(score: BoardScore) -> bool:
    return score.result.kind in (Kind.ADJUSTED, Kind.NOT_PLAYED)


def _averages(score: BoardScore) -> tuple[Average | None, Average | None]:
    if not _is_artificial(score):
        return None, None
    ns, ew = score.result.awards or AVERAGES
    return ns.average, ew.average


def _has_unequal_average(score: BoardScore) -> bool:
    return any(average in (Average.PLUS, Average.MINUS) for average in _averages(score))


def _own_percentages(facts: Facts, scores: Sequence[BoardScore]) -> dict[Session, Fraction]:
    members = facts.members
    sums: dict[Session, list[Fraction]] = defaultdict(list)
    for score in scores:
        result, averages = score.result, _averages(score)
        sides = (result.ns, score.ns_value), (result.ew, score.ew_value)
        for (side, percent), average in zip(sides, averages, strict=True):
            if average is None:
                for entrant in members.get(side, (side,)):
                    sums[result.session, entrant].append(percent)
    return {key: sum(found, Fraction(0)) / len(found) for key, found in sums.items()}


def _upgraded(facts: Facts, score: BoardScore, means: dict[Session, Fraction]) -> BoardScore:
    result, point = score.result, (score.top or HUNDRED) / HUNDRED
    ns, ew = _averages(score)
    ns_percent = _better(score.ns_value, ns, _mean(facts, result.session, result.ns, means))
    ew_percent = _better(score.ew_value, ew, _mean(facts, result.session, result.ew, means))
    return score._replace(
        ns=ns_percent * point,
        ew=ew_percent * point,
        ns_percent=ns_percent,
        ew_percent=ew_percent,
    )


def _mean(facts: Facts, session: int, side: int, means: dict[Session, Fraction]) -> Fraction | None:
    entrants = facts.members.get(side, (side,))
    own = [means[session, e] for e in entrants if (session, e) in means]
    return sum(own, Fraction(0)) / len(own) if own else None


def _better(percent: Fraction, average: Average | None, own: Fraction | None) -> Fraction:
    if own is None or average is None or average is Average.EQUAL:
        return percent
    return max(percent, own) if average is Average.PLUS else min(percent, own)

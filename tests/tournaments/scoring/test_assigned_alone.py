from fractions import Fraction

import pytest

from tournaments.scoring import (
    Award,
    BoardResult,
    Facts,
    Method,
    Options,
    Reference,
    ResultKind,
    compute_standings,
)

PERCENT = (Method.MATCHPOINTS, Method.ASCHERMAN)
IMPS = (Method.BUTLER, Method.CROSS_IMPS)
COUNTED = (Method.AVERAGE_DIFFERENCE, Method.TOTAL_POINTS)
RIGHT = {**dict.fromkeys(PERCENT, 50), **dict.fromkeys(IMPS, 0), **dict.fromkeys(COUNTED, 40)}


def assigned(group, net=40, table=9):
    awards = Award.of_net(net), Award.of_net(net)
    return BoardResult(1, 1, table, 9, 19, kind=ResultKind.ADJUSTED, awards=awards, group=group)


def with_other_group(others):
    """Tables with the other cards, and a board played more often."""
    here = tuple(BoardResult(1, 1, t, t, 10 + t, 10 * t) for t in range(1, others + 1))
    return (*here, *(BoardResult(2, 1, t, t, 10 + t, 5 * t) for t in range(1, 5)))


@pytest.mark.parametrize("small_groups", [True, False])
@pytest.mark.parametrize("others", [0, 1, 2, 3])
@pytest.mark.parametrize("method", RIGHT)
def test_single_assigned_score_is_half_of_top_or_zero(method, others, small_groups):
    results = (*with_other_group(others), assigned(1 if others else 0))
    facts = Facts(method, results, options=Options(small_groups=small_groups))
    (score,) = (s for s in compute_standings(facts).boards if s.result.ns == 9)
    values = score.ns_value, score.ew_value
    assert values == (RIGHT[method], -RIGHT[method] if method in COUNTED else RIGHT[method])


@pytest.mark.parametrize(
    ("method", "right"),
    [
        (Method.MATCHPOINTS, 100),
        (Method.ASCHERMAN, 75),
        (Method.BUTLER, 1),
        (Method.CROSS_IMPS, 1),
    ],
)
def test_assigned_score_is_compared_with_references(method, right):
    facts = Facts(method, (assigned(0, net=2),), references=(Reference(1, 0),))
    (score,) = compute_standings(facts).boards
    assert score.ns_value == right


@pytest.mark.parametrize(
    ("method", "of_two"),
    [
        (Method.ASCHERMAN, (Fraction(25), Fraction(75))),
        (Method.MATCHPOINTS, (Fraction(55), Fraction(65))),
    ],
)
def test_ascherman_keeps_its_formula_in_small_groups(method, of_two):
    nets = {1: 10, 2: 20, 3: 30, 4: 40, 5: 50, 6: 60}
    results = tuple(
        BoardResult(1, 1, t, t, 10 + t, net, group=int(t < 3)) for t, net in nets.items()
    )
    scores = compute_standings(Facts(method, results)).boards
    assert tuple(s.ns_value for s in scores if s.result.group) == of_two

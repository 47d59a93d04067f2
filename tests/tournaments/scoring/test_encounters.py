from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.scoring import (
    BoardResult,
    Bye,
    Facts,
    Game,
    GameSide,
    IncrementalStandings,
    Method,
    Tariff,
    TieBreak,
    compute_standings,
)
from tournaments.scoring.explain import explain_row

T = TieBreak
ONE_HALF_NONE = Tariff(Fraction(1), Fraction(1, 2), Fraction(0))


def event(text, chain, **options):
    """Games by number: ``round winner-loser`` or ``round one=other``."""
    games = []
    for at, word in enumerate(text.split(), 1):
        number, met = word.split(":")
        drawn = "=" in met
        a, b = map(int, met.split("=" if drawn else "-"))
        sides = GameSide(a, 90 if drawn else 100), GameSide(b, 90)
        games.append(Game(int(number), at, sides))
    options.setdefault("match", ONE_HALF_NONE)
    return Facts(Method.GAME_POINTS, games=tuple(games), tie_breaks=chain, **options)


def places(facts):
    return {row.entrant: row.place for row in compute_standings(facts).rows}


def values(facts):
    return {row.entrant: row.ties[0].value for row in compute_standings(facts).rows if row.ties}


@pytest.mark.parametrize(
    ("games", "byes", "by_hand"),
    [
        # The pair that missed the first round has one running total less.
        ("1:1-4 1:3-5 2:2-3 3:4-1 3:5-2", [], {1: 3, 3: 3, 2: 2, 4: 1, 5: 1}),
        ("1:1-4 2:2-3 3:4-1", [], {1: 3, 2: 2, 4: 1}),
        ("1:1-4 2:4-1", [], {1: 2, 4: 1}),
        ("1:1-4 2:2-3 3:3-4 4:4-5", [], {1: 4, 2: 3, 3: 2, 4: 1}),
        ("1:1-4 2:2-3", [], {1: 2, 2: 1, 3: 0, 4: 0}),
        ("1:1=2 2:3=4 3:5=6", [], {1: "3/2", 2: "3/2", 3: 1, 4: 1, 5: "1/2", 6: "1/2"}),
        # Rounds 2 to 4 are missing: only rounds of the event count.
        ("1:1-4 5:2-3", [], {1: 2, 2: 1, 3: 0, 4: 0}),
        ("1:1-2 2:1-2 3:3-4 4:3-4", [], {1: 7, 3: 3, 2: 0, 4: 0}),
        ("1:1=2 1:3-4 2:1=2", [], {1: "3/2", 2: "3/2", 3: 2}),
        # A bye counts as a round; a round without results does not.
        ("1:1-2 2:3-2", [(3, 1, 0), (1, 2, 0)], {1: 2, 3: 1}),
        ("1:1-2 2:3-4", [(3, 1, "1/2"), (1, 2, "1/2")], {1: "5/2", 3: 2, 2: 0, 4: 0}),
        ("1:1-2 2:3-4", [(3, 3, 1), (1, 3, 1)], {1: 2, 3: 1, 2: 0, 4: 0}),
        # A leaver after the first round keeps its running total.
        ("1:1-2 2:3-4 3:4-3 4:5-4", [], {1: 4, 3: 3, 4: 2, 5: 1}),
    ],
)
def test_cumulative_sums_totals_after_every_round(games, byes, by_hand):
    listed = tuple(Bye(entrant, number, Fraction(score)) for entrant, number, score in byes)
    totals = values(event(games, (T.CUMULATIVE,), byes=listed))
    assert {e: totals.get(e) for e in by_hand} == {e: Fraction(v) for e, v in by_hand.items()}


def test_cumulative_is_updated_incrementally_by_a_new_round():
    facts = event("1:1-4 2:2-3", (T.CUMULATIVE,))
    running = IncrementalStandings(facts)
    running.change(games=event("3:5-6", ()).games)
    assert {row.entrant: row.ties[0].value for row in running.rows if row.ties}[1] == 3


def test_cumulative_continues_over_sessions():
    first, second = (
        BoardResult(1, 1, 1, 1, 2, 4, session=1),
        BoardResult(1, 1, 1, 3, 4, 4, session=2),
    )
    facts = Facts(Method.TOTAL_POINTS, (first, second), tie_breaks=(T.CUMULATIVE,))
    assert values(facts) == {1: 8, 3: 4, 2: -8, 4: -4}


# the other entrants only level 1 to 4
ALL_MEET = "1:1-2 1:3-4 2:1-3 2:4-2 3:4-1 3:2-3"
"""1 and 4 have two wins, 2 and 3 one; 4 beat 1, 2 beat 3."""


def with_equal_wins(games, win_count=2):
    """Games with wins added against 9, who loses to all, so that all have equally many."""
    won = dict.fromkeys((1, 2, 3, 4), 0)
    for word in games.split():
        met = word.split(":")[1]
        if "-" in met:
            won[int(met.split("-")[0])] += 1
    lost = [one for one, wins in won.items() for _time in range(win_count - wins)]
    losses = [f"{number}:{one}-9" for number, one in enumerate(lost, 4)]
    return " ".join([games, *losses])


@pytest.mark.parametrize(
    ("games", "by_hand"),
    [
        (with_equal_wins(ALL_MEET), {4: "1", 1: "2", 2: "3", 3: "4"}),
        # the same with the winners of both parts exchanged
        (with_equal_wins(ALL_MEET.replace("4-1", "1-4"), 3), {1: "1", 2: "2=", 3: "2=", 4: "2="}),
        # Three wins in a ring over each other, and all over 2.
        (with_equal_wins(ALL_MEET.replace("2-3", "3-2")), {1: "1=", 3: "1=", 4: "1=", 2: "4"}),
        # Two that only met each other.
        ("1:1-2 2:2-9 3:8-1 4:7-2 5:1-9 6:2-9", {1: "1", 2: "2"}),
        # Not all have met: nothing is decided, not even between two that have.
        (with_equal_wins("1:1-2 1:3-4 2:4-2 3:4-1 3:2-3"), {1: "1=", 2: "1=", 3: "1=", 4: "1="}),
        # A ring of three stays tied.
        ("1:1-2 2:2-3 3:3-1", {1: "1=", 2: "1=", 3: "1="}),
        # All drew with each other.
        ("1:1=2 1:3=4 2:1=3 2:2=4 3:1=4 3:2=3", {1: "1=", 2: "1=", 3: "1=", 4: "1="}),
        # Two games between two: one each.
        ("1:1-2 2:2-1", {1: "1=", 2: "1="}),
        ("1:1-2 2:1=2 3:2-9", {1: "1", 2: "2"}),
        ("1:1=2 1:3-9 2:1-9 3:2-9 4:1=3 5:2-3 6:3=9", {2: "1", 1: "2=", 3: "2="}),
    ],
)  # fmt: skip
def test_direct_encounter_applies_within_remaining_ties(games, by_hand):
    groups = places(event(games, (T.DIRECT,)))
    assert {entrant: groups[entrant] for entrant in by_hand} == by_hand


def test_explanation_lists_both_direct_encounters():
    facts = event(with_equal_wins(ALL_MEET), (T.DIRECT,))
    steps = explain_row(facts, compute_standings(facts), 4).ties
    assert [(step.value, dict(step.others)) for step in steps] == [
        (Fraction(2, 3), {1: Fraction(2, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}),
        (Fraction(1), {1: Fraction(0)}),
    ]


def test_explanation_omits_undecided_second_direct_encounter():
    facts = event("1:1=2 1:3-9 2:1-3 3:2-3 4:3-9", (T.DIRECT, T.WINS))
    steps = {row.entrant: [step.tie_break for step in row.ties] for row in
             compute_standings(facts).rows}  # fmt: skip
    assert steps[1] == steps[2]
    assert steps[1].count(T.DIRECT) == 1


@pytest.mark.parametrize("chain", [(T.DIRECT, T.LOT), (T.DIRECT_BASIC, T.DIRECT, T.LOT)])
def test_later_tie_breaks_separate_remaining_ties(chain):
    facts = replace(event("1:1-2 2:2-3 3:3-1", chain), lots=(3, 1, 2))
    assert places(facts) == {3: "1", 1: "2", 2: "3"}

from fractions import Fraction

import pytest

from tournaments.scoring import Section
from tournaments.scoring.season import EventRow, Measure, SeasonRule, points_behind, season_ladder


def event(number, *rows):
    """Evening: (people, rank, percent) of each pair."""
    return [EventRow(number, p, Section.ALL, rank, Fraction(total)) for p, rank, total in rows]


EVENINGS = [
    *event(1, ((1, 2), 1, 60), ((3, 4), 2, 50), ((5, 6), 3, 40)),
    *event(2, ((1, 3), 1, 58), ((2, 5), 2, 52), ((4, 6), 3, 40)),
    *event(3, ((1, 4), 1, 55), ((2, 6), 1, 55), ((3, 5), 3, 40)),
]


def ladder(rule):
    return [(row.person, row.total, row.rank) for row in season_ladder(EVENINGS, rule)]


def test_season_ladder_ranks_by_mean_of_best_two_evenings():
    rows = ladder(SeasonRule(best=2, mean=True))
    assert rows == [
        (1, 59, 1), (2, Fraction(115, 2), 2), (3, 54, 3), (4, Fraction(105, 2), 4),
        (6, Fraction(95, 2), 5), (5, 46, 6),
    ]  # fmt: skip


def test_season_ladder_awards_points_for_each_pair_behind():
    assert ladder(SeasonRule(Measure.BEHIND)) == [
        (1, 4 + 4 + 3, 1), (2, 4 + 2 + 3, 2), (3, 2 + 4 + 1, 3), (4, 2 + 1 + 3, 4),
        (6, 1 + 1 + 3, 5), (5, 1 + 2 + 1, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ranks", "rank", "points"),
    [([1, 2, 3, 4], 1, 6), ([1, 2, 3, 4], 4, 1), ([1, 2, 2, 4], 2, 3), ([1, 2, 3, 3], 3, 1),
     ([1, 1, 1], 1, 2), ([1], 1, 1)],
)  # fmt: skip
def test_points_behind_follow_rank_and_ties(ranks, rank, points):
    assert points_behind(ranks, rank) == points


def test_tied_places_share_their_place_points():
    rows = ladder(SeasonRule(Measure.PLACES, places=(Fraction(10), Fraction(6), Fraction(3))))
    assert rows[0] == (1, 28, 1)
    assert {person: total for person, total, _ in rows}[2] == 10 + 6 + 8


def test_credits_beyond_the_best_results_are_marked_not_counted():
    first = season_ladder(EVENINGS, SeasonRule(best=2))[0]
    assert [(c.event, c.points, c.counts) for c in first.credits] == [
        (1, 60, True), (2, 58, True), (3, 55, False)
    ]  # fmt: skip


def test_players_below_minimum_evenings_are_not_ranked():
    assert season_ladder(EVENINGS[:3], SeasonRule(least=2)) == []


def test_player_in_two_rows_of_an_event_gets_the_better_one():
    rows = [
        EventRow(1, (1, 2), Section.ALL, 1, Fraction(60)),
        EventRow(1, (2, 3), Section.ALL, 2, Fraction(40)),
    ]
    ladder = season_ladder(rows, SeasonRule(measure=Measure.TOTAL))
    assert [(row.person, row.total, len(row.credits)) for row in ladder] == [
        (1, 60, 1), (2, 60, 1), (3, 40, 1),
    ]  # fmt: skip


def shared_event():
    half = Fraction(1, 2)
    return [
        EventRow(1, (1, 2, 3), Section.ALL, 1, Fraction(60), (Fraction(1), half, half)),
        EventRow(1, (4, 5), Section.ALL, 2, Fraction(40)),
        *event(2, ((1, 2), 1, 50), ((3, 4), 2, 45)),
    ]


def test_ladder_points_are_split_by_share_of_rounds_played():
    rows = season_ladder(shared_event(), SeasonRule(Measure.BEHIND))
    totals = {row.person: row.total for row in rows}
    assert totals == {1: 2 + 2, 2: 1 + 2, 3: 1 + 1, 4: 1 + 1, 5: 1}
    assert {row.person: row.credits[0].share for row in rows}[3] == Fraction(1, 2)


def test_season_mean_weights_evenings_by_share_played():
    rows = season_ladder(shared_event(), SeasonRule(mean=True))
    totals = {row.person: row.total for row in rows}
    # (60 · ½ + 45) / 1½
    assert (totals[1], totals[3]) == (55, 50)


def test_player_of_two_pairs_gets_a_share_of_each_total():
    parts = Fraction(1, 4), Fraction(3, 4)
    rows = [
        EventRow(1, (1,), Section.ALL, 1, Fraction(60), (parts[0],)),
        EventRow(1, (1,), Section.ALL, 2, Fraction(40), (parts[1],)),
    ]
    [row] = season_ladder(rows, SeasonRule())
    assert (row.total, row.credits[0].share) == (15 + 30, 1)

from fractions import Fraction

import pytest

from tournaments.scoring import Section
from tournaments.scoring.rating import Strength, rate_players
from tournaments.scoring.season import EventRow


def row(rank: int, *people: int, section: Section = Section.ALL, event: int = 1) -> EventRow:
    return EventRow(event, people, section, rank, Fraction(0))


def test_unrated_player_has_1000_points():
    assert Strength().points == 1000


def test_rating_raises_winners_lowers_losers_reduces_sigma():
    after = rate_players({}, [row(1, 1, 2), row(2, 3, 4), row(3, 5, 6)])
    assert after[1].mu > Strength().mu > after[5].mu
    assert after[1] == after[2]
    assert all(strength.sigma < Strength().sigma for strength in after.values())
    assert {strength.events for strength in after.values()} == {1}


def test_equal_ranks_keep_equal_ratings():
    after = rate_players({}, [row(1, 1, 2), row(1, 3, 4)])
    assert after[1].mu == pytest.approx(after[3].mu)


def test_rating_does_not_depend_on_row_order():
    rows = [row(1, 1, 2), row(2, 3, 4), row(3, 5, 6)]
    assert rate_players({}, rows) == rate_players({}, rows[::-1])


def test_sections_are_rated_separately():
    alone = rate_players({}, [row(1, 1, 2, section=Section.NS), row(2, 3, 4, section=Section.NS)])
    rows = [row(1, 5, 6, section=Section.EW), row(2, 7, 8, section=Section.EW)]
    both = rate_players(
        {}, [row(1, 1, 2, section=Section.NS), row(2, 3, 4, section=Section.NS), *rows]
    )
    assert {person: both[person] for person in alone} == alone


def test_single_row_ranking_changes_no_rating():
    assert rate_players({}, [row(1, 1, 2)]) == {}


def test_beating_strong_opponents_raises_rating_more():
    strong, weak = Strength(35, 2, 9), Strength(15, 2, 9)
    over_strong = rate_players({3: strong, 4: strong}, [row(1, 1, 2), row(2, 3, 4)])[1]
    over_weak = rate_players({3: weak, 4: weak}, [row(1, 1, 2), row(2, 3, 4)])[1]
    assert over_strong.mu > over_weak.mu


def test_player_in_two_rows_is_rated_by_the_better_row():
    once = rate_players({}, [row(1, 1, 2), row(2, 3, 4), row(3, 5)])
    assert rate_players({}, [row(1, 1, 2), row(2, 3, 4), row(3, 5, 1)]) == once


def test_substitute_rating_change_is_weighted_by_rounds_played():
    half = Fraction(1, 2)
    shared = EventRow(1, (1, 2, 3), Section.ALL, 1, Fraction(0), (Fraction(1), half, half))
    after = rate_players({}, [shared, row(2, 4, 5)])
    whole = rate_players({}, [row(1, 1, 2), row(2, 4, 5)])
    assert (after[1], after[4]) == (whole[1], whole[4])
    assert after[2] == after[3]
    assert after[2].mu - Strength().mu == pytest.approx((whole[1].mu - Strength().mu) / 2)
    assert after[2].sigma - Strength().sigma == pytest.approx(
        (whole[1].sigma - Strength().sigma) / 2
    )
    assert after[2].events == 1


def test_shared_seat_strength_is_weighted_by_rounds_played():
    known = {2: Strength(35, 2, 9), 3: Strength(15, 2, 9)}
    parts = Fraction(1), Fraction(3, 4), Fraction(1, 4)
    shared = EventRow(1, (1, 2, 3), Section.ALL, 1, Fraction(0), parts)
    after = rate_players(known, [shared, row(2, 4, 5)])
    like = rate_players({2: Strength(30, 2, 9)}, [row(1, 1, 2), row(2, 4, 5)])
    assert after[1] == like[1]
    assert after[2].mu - 35 == pytest.approx(0.75 * (like[2].mu - 30))
    assert after[3].mu - 15 == pytest.approx(0.25 * (like[2].mu - 30))

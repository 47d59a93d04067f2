from fractions import Fraction

from tests.tournaments.standings.builders import SEVEN_NETS, facts_of, one_board
from tournaments.standings import Entrant, Facts, Method, Section, Winners, compute
from tournaments.standings.changes import changes
from tournaments.standings.strata import category, strata, with_handicap

STANDINGS = compute(facts_of(Method.MATCHPOINTS, one_board(SEVEN_NETS), winners=Winners.TWO))
NS = STANDINGS.section(Section.NS)  # 1= 1 and 7, 3= 2, 3 and 6, 6 is 4, 7 is 5


def places(rows):
    return [(row.entrant, row.place) for row in rows]


def test_a_category_is_ranked_among_its_own():
    assert places(category(NS, {4, 6, 2, 5})) == [(2, "1="), (6, "1="), (4, "3"), (5, "4")]
    assert category(NS, set()) == ()


def test_totals_of_a_category_are_those_of_the_field():
    assert [row.total for row in category(NS, {7, 5})] == [Fraction(1100, 12), 0]


def test_a_stratum_holds_everybody_of_its_level_or_weaker():
    found = strata(NS, {1: 1, 2: 2, 3: 3, 4: 3, 5: 2, 6: 1})
    assert [row.entrant for row in found[1]] == [1, 7, 2, 3, 6, 4, 5]
    assert places(found[2]) == [(2, "1="), (3, "1="), (4, "3"), (5, "4")]
    assert places(found[3]) == [(3, "1"), (4, "2")]


def test_handicap_is_added_and_ranked_anew():
    handicapped = with_handicap(STANDINGS, {4: Fraction(80), 7: Fraction(-1)})
    rows = handicapped.section(Section.NS)
    assert places(rows)[:3] == [(4, "1"), (1, "2"), (7, "3")]
    assert (rows[0].total, rows[0].handicap) == (80 + Fraction(50, 3), 80)
    assert handicapped.section(Section.EW) == STANDINGS.section(Section.EW)


def test_those_who_have_not_played_stay_last_whatever_their_handicap():
    facts = facts_of(
        Method.MATCHPOINTS, one_board([4, 0]), entrants=(Entrant(9), Entrant(10), Entrant(1))
    )
    rows = with_handicap(compute(facts), {9: Fraction(90)}).rows
    assert places(rows)[-2:] == [(9, "5="), (10, "5=")]


def test_what_if_shows_who_moves():
    before = compute(facts_of(Method.TOTAL_POINTS, one_board([10, 6])))
    after = compute(facts_of(Method.TOTAL_POINTS, one_board([10, 16])))
    assert [(c.entrant, c.before.rank, c.after.rank, c.gain, c.places_up) for c in
            changes(before, after)] == [
        (2, 2, 1, 10, 1), (1, 1, 2, 0, -1), (101, 4, 3, 0, 1), (102, 3, 4, -10, -1)
    ]  # fmt: skip
    assert changes(before, before) == []


def test_what_if_shows_who_comes_and_goes():
    before = compute(facts_of(Method.TOTAL_POINTS, one_board([10])))
    found = changes(before, compute(Facts(Method.TOTAL_POINTS, entrants=(Entrant(1),))))
    assert [(c.entrant, c.after is None, c.gain, c.places_up) for c in found] == [
        (1, False, -10, 0), (101, True, 0, 0)
    ]  # fmt: skip

from tests.tournaments.scoring.builders import facts_of, one_board
from tournaments.scoring import Entrant, Facts, Method, compute_standings
from tournaments.scoring.diff import find_changes


def test_find_changes_lists_moved_entrants():
    before = compute_standings(facts_of(Method.TOTAL_POINTS, one_board([10, 6])))
    after = compute_standings(facts_of(Method.TOTAL_POINTS, one_board([10, 16])))
    assert [(c.entrant, c.before.rank, c.after.rank, c.gain, c.places_up) for c in
            find_changes(before, after)] == [
        (2, 2, 1, 10, 1), (1, 1, 2, 0, -1), (101, 4, 3, 0, 1), (102, 3, 4, -10, -1)
    ]  # fmt: skip
    assert find_changes(before, before) == []


def test_find_changes_lists_removed_entrants():
    before = compute_standings(facts_of(Method.TOTAL_POINTS, one_board([10])))
    found = find_changes(
        before, compute_standings(Facts(Method.TOTAL_POINTS, entrants=(Entrant(1),)))
    )
    assert [(c.entrant, c.after is None, c.gain, c.places_up) for c in found] == [
        (1, False, -10, 0), (101, True, 0, 0)
    ]  # fmt: skip

import pytest

from tests.builders import plays_of, slip
from tests.tournaments.formats import better_wins, make_field, pairs_in, play_on, resting_in
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.services.rounds import buy_back, decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Round
from tournaments.movements import check_movement
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db

POINTS = {"scoring": "total_points"}


def knockout(entrants, kind="single_elimination", **params):
    return make_field(entrants, kind, {"entrants": entrants, **params}, **POINTS)


def drawn(tournament, number):
    draw_next_round(tournament=tournament)
    return publish_round(tournament=tournament, number=number)


def test_seven_entrants_give_the_first_seed_a_bye():
    tournament = knockout(7)
    first = tournament.rounds.get()
    assert tournament.planned_rounds == 3
    assert pairs_in(first) == [(4, 5), (2, 7), (3, 6)]
    assert resting_in(first) == [1]
    assert list(first.sittings.order_by("table__number").values_list("match", flat=True)) == [
        2,
        3,
        4,
    ]
    rounds = play_on(tournament, 3)
    assert pairs_in(rounds[1]) == [(1, 4), (2, 3)]
    assert pairs_in(rounds[2]) == [(1, 2)]
    assert check_movement(movement_of(tournament)).is_valid
    (state,) = brackets_of(tournament)
    assert state.champion == 1
    assert dict(state.placed) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5}
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament)
    assert caught.value.code == "decided"


def test_three_entrants_with_third_place_are_all_placed():
    tournament = knockout(3, third_place=True)
    better_wins(tournament, 1)
    (state,) = brackets_of(tournament)
    assert (dict(state.placed), state.alive) == ({3: 3}, {1, 2})
    assert resting_in(drawn(tournament, 2)) == []
    better_wins(tournament, 2)
    (state,) = brackets_of(tournament)
    assert dict(state.placed) == {1: 1, 2: 2, 3: 3}


def test_knockout_draw_with_missing_results_is_rejected():
    tournament = knockout(4)
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament, provisional=True)
    assert caught.value.code == "results_missing"


def test_tied_knockout_match_is_decided_by_director():
    tournament = knockout(4)
    for play in plays_of(tournament):
        tied = play.sitting.table.number == 1 and play.order == 2
        entered = slip(52, declarer="W") if tied else slip(110)
        correct_result(play_id=play.pk, slip=entered, reason="test", actor=None)
    with pytest.raises(RuleViolationError, match="No winner yet at table 1"):
        draw_next_round(tournament=tournament)
    with pytest.raises(RuleViolationError):
        decide_match(tournament=tournament, number=1, match=1, winner=2)
    decide_match(tournament=tournament, number=1, match=1, winner=4)
    assert pairs_in(draw_next_round(tournament=tournament)) == [(4, 2)]


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_correction_keeps_already_drawn_matches(kind):
    tournament = knockout(8, kind)
    rounds = play_on(tournament, 2)
    (first, *_rest) = plays_of(tournament, sitting__round__number=1, sitting__match=1)
    for play in plays_of(tournament, sitting=first.sitting):
        correct_result(play_id=play.pk, slip=slip(20), reason="wrong side", actor=None)
    before = [pairs_in(row) for row in rounds]
    third = drawn(tournament, 3)
    assert [pairs_in(row) for row in tournament.rounds.order_by("number")[:2]] == before
    assert pairs_in(third)
    (state,) = brackets_of(tournament)
    assert state.nodes[0].winner == 1


def test_manual_seat_in_final_keeps_earlier_match_consistent():
    tournament = knockout(4)
    play_on(tournament, 2)
    final = tournament.rounds.get(number=2).sittings.get()
    final.seats.filter(side="NS").update(team=tournament.teams.get(number=4))
    (state,) = brackets_of(tournament)
    assert state.nodes[0].winner is None or state.nodes[0].winner in state.nodes[0].sides


def test_double_elimination_lets_a_loser_come_back():
    tournament = knockout(4, "double_elimination", reset=True)
    assert tournament.planned_rounds == 4
    rounds = play_on(tournament, 4)
    assert [pairs_in(row) for row in rounds] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(3, 2)],
        [(1, 2)],
    ]
    assert [resting_in(row) for row in rounds] == [[], [], [1], []]
    (state,) = brackets_of(tournament)
    assert (state.champion, state.placed[2], state.placed[3]) == (1, 2, 3)


def test_the_consolation_begins_when_its_entrants_are_known():
    tournament = knockout(6, consolation=True)
    play_on(tournament, 2)
    main, consolation = brackets_of(tournament)
    assert pairs_in(Round.objects.get(number=2)) == [(1, 4), (2, 3)]
    assert sorted(consolation.entrants) == [5, 6]
    third = drawn(tournament, 3)
    assert pairs_in(third) == [(1, 2), (5, 6)]
    assert third.sittings.order_by("table__number").last().match == 1001
    better_wins(tournament, 3)
    main, consolation = brackets_of(tournament)
    assert (main.champion, consolation.champion) == (1, 5)


def test_team_knockout_is_played_at_two_tables():
    tournament = make_field(
        4, "single_elimination", {"entrants": 4}, unit="team", scoring="swing_points"
    )
    first = tournament.rounds.get()
    assert pairs_in(first) == [(1, 4), (4, 1), (2, 3), (3, 2)]
    better_wins(tournament, 1)
    assert pairs_in(draw_next_round(tournament=tournament)) == [(1, 2), (2, 1)]


def test_life_can_be_bought_back_once_until_chosen_round():
    rules = {"lives": 1, "buy_backs": 1, "until_round": 1}
    tournament = make_field(4, "lives", rules, **POINTS)
    better_wins(tournament, 1)
    lines = lives_of(tournament)
    out = [line.number for line in lines if not line.left]
    assert len(out) == 2
    assert all(line.may_buy for line in lines if not line.left)
    buy_back(tournament=tournament, team=out[0])
    with pytest.raises(RuleViolationError) as caught:
        buy_back(tournament=tournament, team=out[0])
    assert caught.value.code == "no_buy_back"
    second = drawn(tournament, 2)
    playing = {number for pair in pairs_in(second) for number in pair}
    assert out[1] not in playing
    assert len(playing) + len(resting_in(second)) == 3
    with pytest.raises(RuleViolationError):
        buy_back(tournament=tournament, team=out[1])


def test_lives_format_ends_with_one_survivor():
    tournament = make_field(5, "lives", {"lives": 1, "buy_backs": 0}, **POINTS)
    play_on(tournament, 3)
    assert [line.number for line in lives_of(tournament) if line.left] == [1]
    with pytest.raises(RuleViolationError, match="Everything is decided"):
        draw_next_round(tournament=tournament)

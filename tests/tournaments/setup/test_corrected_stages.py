from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from tests.builders import enter_slips, plays_of, rebuild, slip
from tests.tournaments.changes.field import team_of
from tests.tournaments.formats import make_field, numbers_by_side, resting_in
from tests.tournaments.open_contests import lower_wins, next_round, numbers_at
from tests.tournaments.setup.stages import correct_to_win, finished, first_wins, lines, numbers_in
from tournaments.changes.services.people import withdraw_team
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.results.services.results import correct_result
from tournaments.setup.services.stages import create_next_stages, exchange_entrants
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.advancement import change_of, rankings_of

pytestmark = pytest.mark.django_db

OPEN = {"cards": "open", "game": {"deals": 8}, "scoring": "game_points"}
TEAMS = {"unit": "team", "scoring": "imps"}
PLAYERS = {"unit": "player", "scoring": "total_points"}
BOARDS = {"scoring": "total_points"}


def slip_won_by(tournament: Tournament, *, ns_wins: bool, by: int = 0) -> dict[str, Any]:
    """Slip that North–South or East–West wins, by more or fewer points."""
    if not tournament.is_open_play:
        return slip(110 + by if ns_wins else 50 - by)
    better, worse = 1100 + by, 900 - by
    return {"game": {"NS": better, "EW": worse} if ns_wins else {"NS": worse, "EW": better}}


def play_out(tournament: Tournament, best: Sequence[int] = ()) -> Tournament:
    number = 1
    while True:
        plays = plays_of(tournament, sitting__round__number=number)
        slips = []
        for numbers in map(numbers_by_side, plays):
            by = 40 if min(numbers.values()) in best else 0
            slips.append(slip_won_by(tournament, ns_wins=numbers["NS"] < numbers["EW"], by=by))
        enter_slips(tournament, plays, slips)
        number += 1
        if not tournament.rounds.filter(number=number).exists():
            try:
                next_round(tournament)
            except RuleViolationError:
                break
    return finish_tournament(tournament=rebuild(tournament), anyway=True)


STAGES = [
    ("swiss", 6, {"rounds": 2}, OPEN, 3, 0),
    ("danish", 8, {"rounds": 3}, OPEN, 4, 0),
    ("random", 7, {"rounds": 2}, {**OPEN, "scoring": "points_then_wins"}, 3, 0),
    ("round_robin", 5, {}, {**OPEN, "scoring": "wins_then_points"}, 2, 0),
    ("pools", 8, {"pools": 2}, OPEN, 1, 0),
    ("pools", 9, {"pools": 3}, OPEN, 1, 1),
    ("pools", 6, {"pools": 2, "boards": True}, BOARDS, 2, 0),
    ("single_elimination", 4, {"third_place": True}, OPEN, 3, 0),
    ("lives", 6, {"lives": 1, "buy_backs": 0}, OPEN, 3, 0),
    ("howell", 6, {"tables": 3}, {"scoring": "cross_imps"}, 3, 0),
    ("mitchell", 8, {"tables": 4}, BOARDS, 1, 0),
    ("whist", 9, {"players": 9, "rounds": 5}, PLAYERS, 4, 0),
    ("american_whist", 5, {"teams": 5}, TEAMS, 2, 0),
]


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "entrants", "params", "values", "through", "best"), STAGES)
def test_correction_offers_entrant_exchange_in_every_format(
    kind, entrants, params, values, through, best
):
    if not {"players", "teams", "tables", "lives"} & set(params):
        params = {"entrants": entrants, **params}
    before = play_out(make_field(entrants, kind, params, **values))
    rule = {"through": through, "best_next": best, "tie": "lot"}
    (stage,) = create_next_stages(tournament=before, stage_name="Final", **rule)
    assert change_of(stage) is None
    there = numbers_in(stage)
    change = correct_until_others_advance(before, stage)
    assert change.enters
    assert len(change.enters) == len(change.leaves) + sum(t.free for t in change.undecided)
    exchange_entrants(tournament=stage, tie="lot")
    now = set(there) - set(change.numbers_out) | set(change.numbers_in)
    assert set(numbers_in(stage)) == now
    stage.refresh_from_db()
    assert change_of(stage) is None


def correct_until_others_advance(before: Tournament, stage: Tournament) -> Any:
    """Correct results until another entrant advances, without a tie at the cut."""
    for play in plays_of(before):
        for ns_wins, by in product((True, False), (45, 0)):
            said = slip_won_by(before, ns_wins=ns_wins, by=by)
            correct_result(play_id=play.pk, slip=said, reason="test", actor=None)
            change = change_of(stage)
            if change and change.enters and not change.undecided:
                return change
    raise AssertionError("no correction changes who goes on")


GROUPS = [
    (9, 3, {}, OPEN, 3),
    (12, 3, {}, OPEN, 2),
    (12, 4, {}, OPEN, 4),
    (10, 2, {}, OPEN, 2),
    (15, 3, {}, {**OPEN, "scoring": "points_then_wins"}, 2),
    (9, 3, {}, {**OPEN, "scoring": "wins_then_points"}, 2),
    (6, 2, {}, {**OPEN, "unit": "team"}, 2),
    (9, 3, {"boards": True}, BOARDS, 3),
    (12, 3, {"boards": True}, {"scoring": "cross_imps"}, 2),
    (8, 2, {"boards": True}, {"scoring": "matchpoints"}, 2),
    (9, 3, {"boards": True}, TEAMS, 2),
]


@pytest.mark.sample
@pytest.mark.parametrize(("entrants", "pools", "params", "values", "best"), GROUPS)
def test_best_group_winners_are_seeded_first_and_get_byes(entrants, pools, params, values, best):
    params = {"entrants": entrants, "pools": pools, **params}
    before = play_out(make_field(entrants, "pools", params, **values), best=[best])
    (stage,) = create_next_stages(tournament=before, stage_name="Cup", through=2, tie="lot")
    ranks = {each.number: each.rank for ranking in rankings_of(before) for each in ranking}
    seeds = numbers_in(stage)
    firsts = {ranking[0].number for ranking in rankings_of(before)}
    in_order = [ranks[number] for number in seeds[:pools]]
    assert set(seeds[:pools]) == firsts
    assert in_order == sorted(in_order)
    drawn = draw_tournament(
        tournament=stage, kind="single_elimination", params={"entrants": 2 * pools}, by_lot=False
    )
    row = publish_draw(tournament=drawn).rounds.get()
    resting = {team_of(drawn, number).origin.number for number in resting_in(row)}
    assert resting == set(seeds[: len(resting)])
    assert len(resting) == (2 if pools == 3 else 0)


@pytest.mark.parametrize("leaves", [0, 7, 8])
def test_runners_up_with_unequal_play_are_compared_by_means(leaves):
    before = make_field(8, "pools", {"entrants": 8, "pools": 2}, **OPEN)
    if leaves:
        withdraw_team(team=team_of(before, leaves), from_round=2)
    before = play_out(before, best=[3])
    one, other = (ranking[1] for ranking in rankings_of(before))
    assert (one.played == other.played) == (not leaves)
    better = min(one, other, key=lambda each: -each.mean if leaves else each.rank)
    if leaves and one.mean == other.mean:
        with pytest.raises(RuleViolationError) as refused:
            create_next_stages(tournament=before, stage_name="Final", through=1, best_next=1)
        assert set(refused.value.details["ties"][0]["teams"]) == {one.number, other.number}
        return
    (stage,) = create_next_stages(tournament=before, stage_name="Final", through=1, best_next=1)
    assert set(numbers_in(stage)) == {1, 2, better.number}


def test_reverted_correction_restores_earlier_entrants():
    before = finished(5, first_wins)
    (stage,) = create_next_stages(tournament=before, stage_name="Final", through=3, tie="lot")
    there = numbers_in(stage)
    stays, comes = there[1], next(n for n in range(2, 6) if n not in there)
    pair = {comes, stays}
    correct_to_win(before, comes, stays)
    exchange_entrants(tournament=stage, tie="lot")
    assert comes in numbers_in(stage)
    for play in plays_of(before):
        if set(numbers_at(play)) == pair:
            score = {"NS": 1000, "EW": 1000}
            correct_result(play_id=play.pk, slip={"game": score}, reason="no", actor=None)
    exchange_entrants(tournament=stage)
    assert numbers_in(stage) == there
    assert len(lines("line_by_lot")) == 2


@pytest.mark.parametrize("rule", ["lot", "deal", "all"])
@pytest.mark.parametrize(("through", "comes_first"), [(3, False), (4, True)])
def test_tie_decisions_are_remembered_per_number_of_places(rule, through, comes_first):
    """Number 6 loses to all others, but precedes the equals 2 to 5 after beating 1."""
    before = finished(
        6,
        lambda a, b: (lower_wins if 6 in (a, b) else first_wins)(a, b),
        scoring="points_then_wins",
    )

    def win(comes: bool) -> int:
        correct_to_win(before, 6, 1, points=9000, lost=2000) if comes else correct_to_win(
            before, 1, 6
        )
        return through - 1 - comes

    def decision(free: int) -> dict[str, Any]:
        return {"tie": rule, "tie_winners": range(2, 2 + free) if rule == "deal" else []}

    free = win(comes_first)
    rule_of_line = {"through": through, **decision(free)}
    (stage,) = create_next_stages(tournament=before, stage_name="Final", **rule_of_line)
    there = numbers_in(stage)
    free = win(not comes_first)
    exchange_entrants(tournament=stage, **(decision(free) if rule != "all" else {}))
    others = numbers_in(stage)
    assert len(others) == (5 + (not comes_first) if rule == "all" else through)
    for comes, entrants in ((comes_first, there), (not comes_first, others)):
        win(comes)
        exchange_entrants(tournament=stage)
        assert numbers_in(stage) == entrants
    assert len(lines(f"line_by_{rule}")) == (1 if rule == "all" else 2)


@pytest.mark.parametrize("first", ["Final", "Others"])
def test_final_and_consolation_share_one_tie_decision(first):
    before = finished(5, first_wins)
    create_next_stages(
        tournament=before, stage_name="Final", through=3, consolation="Others",
        tie="deal", tie_winners=[3, 5],
    )  # fmt: skip
    correct_to_win(before, 4, 5)
    final, others = sorted(
        Tournament.objects.filter(follows=before), key=lambda each: each.selection["rest"]
    )
    one, other = (final, others) if first == "Final" else (others, final)
    exchange_entrants(tournament=one, tie="deal", tie_winners=[2])
    with pytest.raises(RuleViolationError) as refused:
        exchange_entrants(tournament=other, tie="deal", tie_winners=[3])
    assert refused.value.code == "tie_winners"
    exchange_entrants(tournament=other)
    assert sorted(numbers_in(final)) == [1, 2, 4]
    assert sorted(numbers_in(others)) == [3, 5]
    assert len(lines("line_by_deal")) == 2
    assert change_of(final) is change_of(others) is None

from fractions import Fraction

import pytest
from rest_framework.test import APIClient

from tests.builders import director_of
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tests.tournaments.open_contests import all_draw, lower_wins
from tests.tournaments.setup.stages import correct_to_win, finished, first_wins, lines, numbers_in
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.setup.services.stages import (
    check_decided,
    create_next_stages,
    exchange_entrants,
    tie_decider,
)
from tournaments.standings.advancement import Ranked, advance, change_of, rankings_of, tie_at
from tournaments.standings.previews import preview

pytestmark = pytest.mark.django_db


@built_once
def four() -> Tournament:
    """Numbers 2 to 4 share place 2."""
    return finished(4, first_wins)


CASES = [
    (4, "berger", first_wins, {}, 2, {2, 3, 4}),
    (4, "berger", first_wins, {}, 3, {2, 3, 4}),
    (6, "berger", first_wins, {}, 4, {2, 3, 4, 5, 6}),
    (5, "berger", all_draw, {}, 2, {1, 2, 3, 4, 5}),
    (4, "swiss", all_draw, {"params": {"rounds": 3}}, 2, {1, 2, 3, 4}),
    (8, "danish", all_draw, {"params": {"rounds": 3}}, 4, {1, 2, 3, 4, 5, 6, 7, 8}),
    (4, "berger", first_wins, {"unit": "team"}, 2, {2, 3, 4}),
]


@pytest.mark.parametrize(("entrants", "kind", "points", "values", "through", "tied"), CASES)
def test_a_tie_at_the_cut_requires_a_decision(entrants, kind, points, values, through, tied):
    before = finished(entrants, points, kind, **values)
    with pytest.raises(RuleViolationError) as refused:
        create_next_stages(tournament=before, stage_name="Final", through=through)
    assert (refused.value.code, refused.value.field) == ("tie_at_line", "tie")
    (tie,) = refused.value.details["ties"]
    assert set(tie["teams"]) == tied
    assert Tournament.objects.count() == 1
    ahead = set(range(1, entrants + 1)) - tied
    free = through - len(ahead)
    (by_lot,) = create_next_stages(tournament=before, stage_name="Lot", through=through, tie="lot")
    assert len(numbers_in(by_lot)) == through
    (everybody,) = create_next_stages(
        tournament=before, stage_name="All", through=through, tie="all"
    )
    assert set(numbers_in(everybody)) == ahead | tied
    winners = sorted(tied)[-free:]
    (by_deal,) = create_next_stages(
        tournament=before, stage_name="Deal", through=through, tie="deal", tie_winners=winners
    )
    assert set(numbers_in(by_deal)) == ahead | set(winners)
    for rule in ("lot", "all", "deal"):
        assert len(lines(f"line_by_{rule}")) == 1


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"tie": "deal"}, "tie_winners"),
        ({"tie": "deal", "tie_winners": [2, 3]}, "tie_winners"),
        ({"tie": "deal", "tie_winners": [1, 2]}, "not_tied"),
        ({"tie": "lot", "tie_winners": [2]}, "no_deciding_deal"),
        ({"tie_winners": [2]}, "no_deciding_deal"),
    ],
)
def test_invalid_tie_decision_is_rejected(four, values, code):
    with pytest.raises(RuleViolationError) as refused:
        create_next_stages(tournament=four, stage_name="Final", through=2, **values)
    assert refused.value.code == code


TWO_LINES = [
    # Groups with two firsts each: the loser of the deal can advance as best second.
    ([11, 21, 12], {11, 21, 12}, ""),
    ([22, 12, 21], {12, 22, 21}, ""),
    ([11, 12, 22], {11, 12, 22}, ""),
    ([11, 21], set(), "tie_winners"),
    ([11, 12], set(), "tie_winners"),
    ([11, 21, 12, 22], set(), "tie_winners"),
    ([11, 21, 12, 13], set(), "not_tied"),
]


@pytest.mark.parametrize(("winners", "goes", "code"), TWO_LINES)
def test_deciding_deal_resolves_ties_at_two_cuts(winners, goes, code):
    rankings = ranked("1 1 5", "1 1 6")
    lot = {each.number: each.number for ranking in rankings for each in ranking}

    def decide():
        found = advance(rankings, 1, lot, tie_decider("deal", winners, lot), 1)
        check_decided(found, winners)
        return found

    if code:
        with pytest.raises(RuleViolationError) as refused:
            decide()
        assert refused.value.code == code
        return
    found = decide()
    assert set(found.main) == goes
    assert [tie.place for tie, _chosen in found.decided] == [1, 1, 2]


def test_api_and_page_require_a_tie_decision(four):
    before = four
    api = APIClient()
    api.force_authenticate(director_of(before))
    where = f"/api/v1/tournaments/{before.code}/stages/"
    wish = {"stage_name": "Final", "through": 2}
    refused = api.post(where, wish, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "tie_at_line")
    page = client_of(before)
    text = page.get(address("stages", before)).content.decode()
    assert "Place 2 is shared by no. 2, 3, 4." in text
    text = page.post(address("stages", before), wish).content.decode()
    assert "no. 2, 3, 4 share place 2, 1 of them can go on" in text
    assert Tournament.objects.count() == 1
    made = api.post(where, {**wish, "tie": "deal", "tie_winners": [4]}, format="json")
    assert made.status_code == 201
    assert page.post(address("stages", before), {**wish, "tie": "lot"}).status_code == 302


@pytest.mark.parametrize(
    ("entrants", "pools", "best"), [(9, 3, 3), (9, 3, 2), (6, 2, 2), (8, 2, 1), (12, 3, 2)]
)
def test_group_winners_are_seeded_by_overall_ranking(entrants, pools, best):
    def by_far(a: int, b: int) -> tuple[int, int]:
        points = 1600 if best in (a, b) and min(a, b) == best else 1020
        return (points, 1000) if a < b else (1000, points)

    before = finished(entrants, by_far, "pools", params={"pools": pools}, tie_breaks=[])
    (final,) = create_next_stages(tournament=before, stage_name="Knock-out", through=2, tie="lot")
    assert numbers_in(final)[0] == best
    assert set(numbers_in(final)[:pools]) == set(range(1, pools + 1))
    if pools == 3:
        assert lines("seeds_by_lot")


@pytest.mark.parametrize(
    ("ranks", "through", "tied", "free"),
    [
        ([1, 2, 2, 2], 2, (2, 3, 4), 1),
        ([1, 2, 2, 2], 3, (2, 3, 4), 2),
        ([1, 1, 3, 4], 1, (1, 2), 1),
        ([1, 1, 3, 4], 2, None, 0),
        ([1, 2, 2, 4], 3, None, 0),
        ([1, 2, 2, 2], 4, None, 0),
        ([1, 1, 1], 5, None, 0),
    ],
)
def test_tie_at_cut_returns_tied_numbers_and_free_places(ranks, through, tied, free):
    ranking = [Ranked(number, rank) for number, rank in enumerate(ranks, start=1)]
    tie = tie_at(ranking, through)
    assert (tie and (tie.numbers, tie.free)) == (tied and (tied, free))
    lot = {each.number: -each.number for each in ranking}
    outcome = advance([ranking], through, lot, lambda tie: tie.numbers[-tie.free :])
    assert len(outcome.main) == min(through, len(ranks))
    assert sorted([*outcome.main, *outcome.rest]) == [each.number for each in ranking]


def ranked(*groups: str) -> list[list[Ranked]]:
    """Groups such as "1 4 7": places of teams numbered 11, 12 …, 21, 22 …"""
    return [
        [Ranked(10 * at + number, int(rank)) for number, rank in enumerate(group.split(), start=1)]
        for at, group in enumerate(groups, start=1)
    ]


BEST_NEXT = [
    (("1 4 7", "2 5 8", "3 6 9"), 1, 1, {12}, []),
    (("1 4 7", "2 5 8", "3 6 9"), 1, 2, {12, 22}, []),
    (("1 2 3", "4 5 6", "7 8 9"), 2, 1, {13}, []),
    (("1 5 7", "2 5 8", "3 4 9"), 1, 1, {32}, []),
    (("1 4 7", "2 4 8", "3 6 9"), 1, 1, set(), [(2, (12, 22), 1)]),
    (("1 4 7", "2 5 8", "3 5 9"), 1, 2, {12}, [(2, (22, 32), 1)]),
    (("1 4 4", "2 6 7", "3 8 9"), 1, 1, set(), [(2, (12, 13), 1)]),
    (("1 4 4", "2 4 7", "3 8 9"), 1, 1, set(), [(2, (12, 13, 22), 1)]),
    (("1 1 7", "3 4 8", "5 6 9"), 1, 1, {11, 12}, []),
    (("1 2 3", "4", "5 6 7"), 1, 1, {12}, []),
]


@pytest.mark.parametrize(("groups", "through", "best", "more", "ties"), BEST_NEXT)
def test_the_best_of_the_next_place_advance(groups, through, best, more, ties):
    rankings = ranked(*groups)
    lot = {each.number: each.number for ranking in rankings for each in ranking}
    first = {each.number for ranking in rankings for each in ranking[:through]}
    outcome = advance(rankings, through, lot, lambda _tie: None, best)
    tied = {number for tie in outcome.undecided for number in tie.numbers}
    assert [(tie.place, tie.numbers, tie.free) for tie in outcome.undecided] == ties
    assert set(outcome.main) == (first | more) - tied
    decided = advance(rankings, through, lot, lambda tie: tie.numbers[: tie.free], best)
    assert len(decided.main) == len(first) + best
    assert sorted([*decided.main, *decided.rest]) == sorted(lot)


def test_groups_of_unequal_size_are_compared_by_means():
    groups = [
        [Ranked(1, 1, Fraction(8), 4), Ranked(2, 3, Fraction(6), 4)],
        [Ranked(3, 2, Fraction(6), 3), Ranked(4, 4, Fraction(5), 3)],
    ]
    found = advance(groups, 1, dict.fromkeys(range(1, 5), 0), lambda _tie: None, 1)
    assert set(found.main) == {1, 3, 4}


@pytest.mark.parametrize(("entrants", "is_uneven"), [(7, True), (8, False)])
def test_only_uneven_groups_differ_in_matches_played(entrants, is_uneven):
    before = finished(entrants, lower_wins, "pools", params={"pools": 2})
    places = [each for ranking in rankings_of(before) for each in ranking]
    assert (len({each.played for each in places}) > 1) == is_uneven


def test_runners_up_of_uneven_groups_compare_points_per_match():
    def points(a: int, b: int) -> tuple[int, int]:
        return all_draw(a, b) if {a, b} in ({3, 6}, {6, 7}) else lower_wins(a, b)

    before = finished(7, points, "pools", params={"pools": 2})
    with pytest.raises(RuleViolationError) as refused:
        create_next_stages(tournament=before, stage_name="Final", through=1, best_next=1)
    # Number 4 has 2 points of 2 matches, number 3 has 3 of 3.
    assert refused.value.details["ties"] == [{"place": 2, "teams": [3, 4], "free": 1}]


def test_api_and_page_advance_the_best_runner_up():
    before = finished(9, lower_wins, "pools", params={"pools": 3}, tie_breaks=[])
    page = client_of(before)
    assert "Of the next place, the best" in page.get(address("stages", before)).content.decode()
    wish = {"stage_name": "Final", "through": 1, "best_next": 1, "tie": "lot"}
    assert page.post(address("stages", before), wish).status_code == 302
    api = APIClient()
    api.force_authenticate(director_of(before))
    where = f"/api/v1/tournaments/{before.code}/stages/"
    assert api.post(where, {**wish, "best_next": 2}, format="json").json()[0]["teams"] == 5
    refused = api.post(where, {**wish, "best_next": 3}, format="json")
    assert refused.json()["errors"][0]["code"] == "best_next"
    assert [row.teams.count() for row in before.stages.order_by("pk")] == [4, 5]


def test_correction_replaces_the_best_runner_up():
    def points(a: int, b: int) -> tuple[int, int]:
        winning = 1600 if 4 in (a, b) and min(a, b) == 4 else 1020
        return (winning, 1000) if a < b else (1000, winning)

    before = finished(9, points, "pools", params={"pools": 3}, tie_breaks=["difference"])
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=1, best_next=1)
    assert set(numbers_in(final)) == {1, 2, 3, 4}
    correct_to_win(before, 5, 8)
    exchange_entrants(tournament=final)
    assert set(numbers_in(final)) == {1, 2, 3, 5}


@pytest.mark.parametrize(
    ("kind", "through", "best", "code"),
    [("pools", 1, 2, "best_next"), ("pools", 0, 1, "through"), ("berger", 2, 1, "no_groups")],
)
def test_an_impossible_best_next_is_refused(kind, through, best, code):
    params = {"params": {"pools": 2}} if kind == "pools" else {}
    before = finished(6, lower_wins, kind, **params)
    with pytest.raises(RuleViolationError) as refused:
        create_next_stages(tournament=before, stage_name="Final", through=through, best_next=best)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("entrants", "through", "winner"),
    [
        (4, 2, 3),
        (4, 3, 4),
        *(
            pytest.param(*values, marks=pytest.mark.slow)
            for values in ((6, 3, 4), (5, 2, 3), (7, 4, 5), (8, 2, 3))
        ),
    ],
)
def test_correction_offers_exchange_in_the_next_stage(entrants, through, winner):
    before = finished(entrants, lower_wins)
    (final, other) = (
        create_next_stages(
            tournament=before, stage_name="Final", through=through, consolation="Others"
        )
        if entrants - through > 1
        else (*create_next_stages(tournament=before, stage_name="Final", through=through), None)
    )
    assert change_of(final) is None
    correct_to_win(before, winner, through)
    change = change_of(final)
    assert [team.number for team in change.enters] == [winner]
    assert [team.number for team in change.leaves] == [through]
    page = client_of(before)
    for name, each in (
        ("stages", before),
        ("stages", final),
        ("teams", final),
        ("draw", final),
    ):
        assert "data-stage-change" in page.get(address(name, each)).content.decode()
    exchange_entrants(tournament=final)
    assert set(numbers_in(final)) == {*range(1, through), winner}
    if other is not None:
        exchange_entrants(tournament=other)
        assert through in numbers_in(other)
    assert change_of(Tournament.objects.get(pk=final.pk)) is None
    assert lines("stage_corrected")
    correct_to_win(before, through, winner)
    page.post(address("stage_exchange", final))
    assert set(numbers_in(final)) == set(range(1, through + 1))


def test_correction_preview_lists_next_stage_changes():
    before = finished(6, lower_wins)
    create_next_stages(tournament=before, stage_name="Final", through=3)
    looked = preview(before, lambda: correct_to_win(before, 4, 3))
    (change,) = looked.stages
    assert ([t.number for t in change.enters], [t.number for t in change.leaves]) == ([4], [3])
    assert change_of(Tournament.objects.get(stage_name="Final")) is None


def test_a_drawn_stage_is_not_exchanged_automatically():
    before = finished(6, lower_wins)
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=3)
    drawn = draw_tournament(tournament=final, kind="berger", params={"entrants": 3})
    correct_to_win(before, 4, 3)
    page = client_of(before)
    text = page.get(address("stages", before)).content.decode()
    assert "take the draw back" in text
    publish_draw(tournament=drawn)
    assert "Play has begun there" in page.get(address("stages", before)).content.decode()
    api = APIClient()
    api.force_authenticate(director_of(before))
    stages = api.get(f"/api/v1/tournaments/{before.code}/stages/").json()
    assert stages[1]["change"]["enters"] == [4]
    refused = api.post(f"/api/v1/tournaments/{final.code}/stages/exchange/", {}, format="json")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "drawn_already")

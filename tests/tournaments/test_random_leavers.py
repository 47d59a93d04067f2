import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.builders import rebuild
from tests.tournaments.random_forms import Form
from tests.tournaments.random_play import Contest, contest_of, play_on
from tests.tournaments.random_sheets import check_standings
from tournaments.changes.services.people import withdraw_team
from tournaments.models import PlayScore, Result, Team

pytestmark = pytest.mark.django_db

FIELDS: dict[str, Form] = {
    "howell": (9, {"tables": 5, "missing": True}, {}),
    "mitchell": (9, {"tables": 5, "missing": "ew"}, {}),
    "barometer": (9, {"entrants": 9, "rounds": 5}, {}),
    "swiss": (9, {"entrants": 9, "rounds": 4}, {}),
    "danish": (10, {"entrants": 10, "rounds": 4}, {}),
}
COMPARED = [Result.Kind.PLAYED, Result.Kind.PASSED_OUT]


def go_home(contest: Contest, number: int) -> None:
    rng, staying = (
        contest.rng,
        Team.objects.filter(
            tournament=contest.tournament, number__isnull=False, withdrawn_from=None
        ),
    )
    for team in rng.sample(list(staying.order_by("pk")), rng.choice([0, 1, 1, 2])):
        if staying.count() > 5:
            withdraw_team(team=team, from_round=number, reason="tired")
            contest.left[team.number] = number


def sums_of(contest: Contest) -> Counter[Fraction]:
    scores = PlayScore.objects.filter(
        play__board__tournament=contest.tournament, play__current__kind__in=COMPARED
    )
    return Counter(
        Fraction(ns) + Fraction(ew) for ns, ew in scores.values_list("ns_figure", "ew_figure")
    )


def check_leavers(client, kind: str, seed: int) -> Contest:
    rng = random.Random(f"leavers {kind} {seed}")
    contest = contest_of(kind, FIELDS[kind], "matchpoints", {}, rng)

    def drawn(number: int) -> None:
        if number > 1:
            go_home(contest, number)

    def between(_number: int) -> None:
        rebuild(contest.tournament)
        assert set(sums_of(contest)) <= {Fraction(100)}
        check_standings(client, contest)

    play_on(contest, between, drawn)
    assert sums_of(contest)[Fraction(100)] > 10
    return contest


@pytest.mark.parametrize("kind", ["howell", "swiss"])
def test_both_sides_of_each_play_add_up_to_100_percent(client, kind):
    assert check_leavers(client, kind, 1).left


@pytest.mark.slow
@pytest.mark.parametrize("time", range(5))
@pytest.mark.parametrize("kind", FIELDS)
def test_random_tournaments_with_leavers_are_scored_correctly(client, kind, time):
    check_leavers(client, kind, random.getrandbits(32))

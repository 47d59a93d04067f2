import random
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.contests import team
from tests.tournaments.random_forms import (
    BETWEEN_TEAMS,
    FIELD,
    OF_GAMES,
    OPEN,
    TARIFF,
    TEAM,
    VP,
    Form,
    scales_of,
)
from tests.tournaments.random_play import Contest, contest_of, give_and_take, play_on
from tests.tournaments.random_sheets import BY_ROUND, byes_of, check_standings
from tournaments.changes.services.people import withdraw_team
from tournaments.models import Seat

pytestmark = pytest.mark.django_db

FIELDS: dict[str, Form] = {
    "pairs": (7, {"entrants": 7, "rounds": 3}, {}),
    "teams": (5, {"entrants": 5, "rounds": 3}, TEAM),
    "games": (7, {"entrants": 7, "rounds": 3}, OPEN),
}
METHODS = {"pairs": FIELD, "teams": BETWEEN_TEAMS, "games": OF_GAMES}
QUICK = [
    ("swiss", "pairs", "cross_imps", VP),
    ("random", "pairs", "matchpoints", {}),
    ("danish", "teams", "patton", {}),
    ("swiss", "teams", "board_a_match", TARIFF),
    ("random", "games", "points_then_wins", {}),
]
LONG = [
    (kind, who, method, scale)
    for kind in BY_ROUND
    for who, methods in METHODS.items()
    for method in methods
    for scale in scales_of(method)
]


def leave(contest: Contest, number: int) -> None:
    here = Seat.objects.filter(round__tournament=contest.tournament, round__number=number)
    numbers = here.order_by("team__number").values_list("team__number", flat=True)
    whom = contest.rng.choice(sorted(set(numbers)))
    withdraw_team(team=team(contest.tournament, whom), from_round=number, reason="ill")
    contest.left[whom] = number


def check_byes(
    client: Client,
    kind: str,
    who: str,
    method: str,
    scale: dict[str, Any],
    *,
    score: Fraction | None = None,
    leaves: int | None = None,
    seed: int = 1,
) -> Contest:
    rng = random.Random(f"{kind} {who} {method} {scale} {seed}")
    options = {} if score is None else {"scoring_options": {"bye_score": str(score)}}
    contest = contest_of(kind, FIELDS[who], method, scale, rng, **options)

    def drawn(number: int) -> None:
        if number == leaves:
            leave(contest, number)

    play_on(contest, lambda _number: check_standings(client, contest), drawn)
    give_and_take(contest)
    check_standings(client, contest)
    return contest


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "who", "method", "scale"), QUICK)
def test_bye_points_follow_the_scoring(client, kind, who, method, scale):
    contest = check_byes(client, kind, who, method, scale)
    rested = byes_of(contest)
    assert [number for _one, number in sorted(rested, key=lambda bye: bye[1])] == [1, 2, 3]
    if kind == "swiss":
        assert len({one for one, _number in rested}) == 3


def test_bye_points_option_overrides_the_default(client):
    check_byes(client, "swiss", "teams", "imps", {}, score=Fraction(7, 2))


def test_withdrawn_entrant_has_no_bye(client):
    contest = check_byes(client, "swiss", "pairs", "butler", VP, leaves=2)
    assert contest.left
    assert not {(one, at) for one, at in byes_of(contest) if at >= contest.left.get(one, 9)}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "who", "method", "scale"), LONG)
def test_byes_are_scored_correctly_in_random_contests(client, kind, who, method, scale):
    score = random.choice([None, None, Fraction(9, 2), Fraction(0)])
    leaves = random.choice([None, 2, 3])
    seed = random.getrandbits(32)
    check_byes(client, kind, who, method, scale, score=score, leaves=leaves, seed=seed)

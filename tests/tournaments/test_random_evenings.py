import random
from typing import Any

import pytest

from tests.tournaments.open_contests import open_field
from tests.tournaments.random_evenings import must_be_stored, play_evening
from tests.tournaments.random_rankings import Evening
from tests.tournaments.random_stages import play_next_stage
from tournaments.draws.services.draws import publish_draw
from tournaments.standings.services import change_scoring

pytestmark = pytest.mark.django_db

METHODS = ["game_points", "game_points", "wins_then_points", "points_then_wins"]
KINDS: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 3},
    "danish": {"rounds": 3, "again": False},
    "random": {"rounds": 3},
    "berger": {},
    "round_robin": {},
    "pools": {"pools": 2},
    "pools of three": {"pools": 3},
    "single_elimination": {},
    "single_elimination with third place": {"third_place": True},
    "single_elimination of series": {"best_of": 3},
    "single_elimination with consolation": {"consolation": True},
    "double_elimination": {"reset": True},
    "double_elimination without reset": {"reset": False},
    "lives": {"lives": 2, "buy_backs": 0},
    "lives of one": {"lives": 1, "buy_backs": 0},
}


def begin(name: str, rng: random.Random) -> Evening:
    kind = name.split(" ")[0]
    params = KINDS[name]
    least = 2 * params.get("pools", 2) + 1
    entrants = rng.randrange(least, 10)
    tournament = open_field(entrants, kind, params=params, publish=False)
    if not rng.randrange(3):
        fixed = rng.sample(list(tournament.teams.all()), 2)
        for table, team in enumerate(fixed, start=1):
            tournament.teams.filter(pk=team.pk).update(fixed_table=table)
    tournament = publish_draw(tournament=tournament)
    options: dict[str, Any] = {"annul_leavers": True} if not rng.randrange(3) else {}
    tournament = change_scoring(
        tournament=tournament,
        scoring=rng.choice(METHODS),
        scoring_options=options,
        tie_breaks=["none"],
    )
    return Evening(tournament, rng)


QUICK = {"swiss": True, "pools": True, "double_elimination": False, "lives": False}


def check_evening(name: str, *, goes_on: bool = True) -> None:
    evening = begin(name, random.Random(random.random()))
    play_evening(evening)
    must_be_stored(evening)
    if goes_on:
        play_next_stage(evening)


@pytest.mark.parametrize(("name", "goes_on"), QUICK.items())
def test_random_tournaments_are_ranked_fair_and_logged(name, goes_on):
    check_evening(name, goes_on=goes_on)


@pytest.mark.slow
@pytest.mark.parametrize("time", range(6))
@pytest.mark.parametrize("name", KINDS)
def test_many_random_tournaments_are_ranked_fair_and_logged(name, time):
    check_evening(name)

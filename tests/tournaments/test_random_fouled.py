import random

import pytest
from django.test import Client

from tests.tournaments.random_forms import FIELD, FORMATS, Form, methods_of
from tests.tournaments.random_play import Contest, contest_of, correct, foul, play_on
from tests.tournaments.random_sheets import check_standings

pytestmark = pytest.mark.django_db

LARGE: Form = (14, {"entrants": 14, "rounds": 2}, {})
"""Seven results per board: groups of one to three next to a larger one."""
FORMS = {
    name: form for name, form in {**FORMATS, "barometer of fourteen": LARGE}.items()
    if "cards" not in form[2]
}  # fmt: skip
QUICK = {
    "barometer of fourteen": "matchpoints",
    "american_whist": "imps",
}
METHODS = {name: FIELD if name not in FORMATS else methods_of(name) for name in FORMS}
LONG = [
    (name, method)
    for at, (name, methods) in enumerate(METHODS.items())
    for method in methods[at % 2 :: 2]
]
"""Every other method per movement, so that each occurs in half of them."""


def check_fouled(client: Client, name: str, method: str, seed: int) -> Contest:
    """Split boards before, between and after rounds; join them again."""
    rng = random.Random(f"fouled {name} {method} {seed}")
    contest = contest_of(name.split(" ")[0], FORMS[name], method, {}, rng)
    tournament = contest.tournament
    boards = list(tournament.boards.order_by("number").values_list("number", flat=True))

    def between(number: int) -> None:
        for board in rng.sample(boards, len(boards) // 2):
            foul(contest, board)
        check_standings(client, contest, settled=number == tournament.rounds.count())

    for board in rng.sample(boards, len(boards) // 3):
        foul(contest, board)
    play_on(contest, between)
    for play in rng.sample(sorted(contest.made, key=lambda play: play.pk), 3):
        correct(contest, play)
    foul(contest, rng.choice(boards))
    check_standings(client, contest)
    return contest


@pytest.mark.parametrize(
    ("name", "method"),
    [
        *QUICK.items(),
        pytest.param("mitchell missing", "cross_imps", marks=pytest.mark.slow),
    ],
)
def test_fouled_boards_are_compared_within_same_cards(client, name, method):
    assert check_fouled(client, name, method, 1).cards


@pytest.mark.slow
@pytest.mark.parametrize(("name", "method"), LONG)
def test_fouled_boards_are_scored_correctly_in_random_contests(client, name, method):
    check_fouled(client, name, method, random.getrandbits(32))

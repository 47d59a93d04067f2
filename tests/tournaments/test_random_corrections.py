import random
from fractions import Fraction

import pytest
from django.test import Client

from tests.tournaments.random_forms import FORMATS, methods_of
from tests.tournaments.random_play import (
    Contest,
    add_adjustment,
    contest_of,
    correct,
    foul,
    give_and_take,
    play_on,
    rule,
)
from tests.tournaments.random_sheets import check_standings
from tournaments.errors import RuleViolationError
from tournaments.models import Adjustment as Row
from tournaments.rulings.services.rulings import cancel_adjustment
from tournaments.scoring import Adjustment, ResultKind
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db

QUICK = {"mitchell missing": "ascherman", "triangle": "patton", "berger": "wins_then_points"}


def finished(name: str, method: str, rng: random.Random) -> Contest:
    contest = contest_of(name.split(" ")[0], FORMATS[name], method, {}, rng)
    play_on(contest)
    give_and_take(contest)
    for play, made in list(contest.made.items()):
        if made.get("kind") is ResultKind.LATE:
            correct(contest, play)
    finish_tournament(tournament=contest.tournament)
    return contest


def change(contest: Contest, *, late: bool) -> None:
    rng = contest.rng
    ways = ["correct", "give", "cancel"]
    if not contest.for_games:
        ways += ["rule", "rule", "foul"]
    way = rng.choice([way for way in ways if way != "cancel" or contest.given])
    play = rng.choice(sorted(contest.made, key=lambda play: play.pk))
    if way == "correct":
        correct(contest, play, late=late)
    elif way == "rule":
        rule(contest, play, late=late, last=True)
    elif way == "foul":
        foul(contest, play.board.number, late=late)
    elif way == "give":
        whom = rng.choice(list(contest.tournament.teams.values_list("number", flat=True)))
        add_adjustment(contest, Adjustment(whom, Fraction(rng.randrange(-9, 9), 4)), late=late)
    else:
        row = rng.choice(sorted(contest.given))
        cancel_adjustment(adjustment=Row.objects.get(pk=row), reason="no", late=late)
        del contest.given[row]


def check_corrections(client: Client, name: str, method: str, seed: int, changes: int) -> None:
    rng = random.Random(f"corrections {name} {method} {seed}")
    contest = finished(name, method, rng)
    for _time in range(changes):
        change(contest, late=False)
        check_standings(client, contest)
    make_official(tournament=contest.tournament)
    contest.tournament.refresh_from_db()
    check_late_is_required(contest)
    check_standings(client, contest)
    for _time in range(changes):
        change(contest, late=True)
        check_standings(client, contest)


def check_late_is_required(contest: Contest) -> None:
    """Official standings change only with an explicit `late`."""
    play = next(iter(contest.made))
    with pytest.raises(RuleViolationError) as caught:
        add_adjustment(contest, Adjustment(1, Fraction(77)))
    assert caught.value.code == "official"
    if not contest.for_games:
        with pytest.raises(RuleViolationError) as caught:
            other_ruling(contest, play)
        assert caught.value.code == "official"


def other_ruling(contest: Contest, play: object) -> None:
    for _time in range(9):
        rule(contest, play, last=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "method"), QUICK.items())
def test_corrections_after_the_end_update_standings(client, name, method):
    check_corrections(client, name, method, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "method"), [(name, method) for name in FORMATS for method in methods_of(name)]
)
def test_corrections_update_standings_in_random_contests(client, name, method):
    check_corrections(client, name, method, random.getrandbits(32), 5)

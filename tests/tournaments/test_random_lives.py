import random
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.formats import resting_in
from tests.tournaments.plain_totals import matches_of
from tests.tournaments.random_forms import TEAM
from tests.tournaments.random_play import Contest, contest_of, play_round
from tests.tournaments.random_sheets import check_standings, sheet_of
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Round

pytestmark = pytest.mark.django_db

METHODS = ["total_points", "cross_imps", "butler", "imps", "board_a_match"]
"""Later results never change a finished match."""
LIVES: dict[str, tuple[dict[str, Any], int]] = {
    "double_elimination": ({"reset": True}, 2),
    "lives": ({"lives": 2, "buy_backs": 0}, 2),
    "lives of one": ({"lives": 1, "buy_backs": 0}, 1),
}


def losers_in(contest: Contest, row: Round) -> list[int]:
    """Losers of a round by plain sums; the director decides ties."""
    matches = {
        frozenset(one for side in match.sides for one in side): match
        for match in matches_of(sheet_of(contest))
        if match.round == row.number
    }
    met = {}
    for sitting in row.sittings.order_by("table__number"):
        pair = frozenset(sitting.seats.values_list("team__number", flat=True))
        met.setdefault(pair, sitting.match or sitting.table.number)
    losers = []
    for pair, number in met.items():
        winner = matches[pair].winner if pair in matches else None
        if winner is None:
            winner = contest.rng.choice(sorted(pair))
            decide_match(tournament=row.tournament, number=row.number, match=number, winner=winner)
        losers += sorted(pair - {winner})
    return losers


def check_lives(client: Client, name: str, entrants: int, method: str, seed: int) -> None:
    params, lives = LIVES[name]
    kind = name.split(" ")[0]
    rng = random.Random(f"{name} {entrants} {method} {seed}")
    values = TEAM if method in ("imps", "board_a_match") else {}
    given = {**params, "entrants": entrants} if kind == "double_elimination" else params
    form = (entrants, given, {**values, "boards_per_round": 1})
    contest = contest_of(kind, form, method, {}, rng)
    tournament, lost = contest.tournament, Counter[int]()
    out: dict[int, int] = {}
    row = tournament.rounds.get()
    while True:
        alive = {one for one in range(1, entrants + 1) if lost[one] < lives}
        playing, resting = set(row.seats.exclude(sitting=None).values_list(
            "team__number", flat=True)), resting_in(row)  # fmt: skip
        assert playing.isdisjoint(resting)
        assert playing | set(resting) == alive
        if kind == "lives":
            assert len(resting) == len(alive) % 2
        play_round(contest, row.number)
        lost.update(losers_in(contest, row))
        out |= {one: row.number for one in alive if lost[one] >= lives}
        if kind == "lives":
            keys = {one: (-out.get(one, 99), lost[one] * (one not in out)) for one in
                    range(1, entrants + 1)}  # fmt: skip
            groups = sorted(set(keys.values()))
            order = [[one for one in keys if keys[one] == key] for key in groups]
            check_standings(client, contest, order=order)
        if sum(lost[one] < lives for one in alive) == 1:
            break
        draw_next_round(tournament=tournament)
        row = publish_round(tournament=tournament, number=row.number + 1)
    with pytest.raises(RuleViolationError):
        draw_next_round(tournament=tournament)
    left = {one for one in range(1, entrants + 1) if lost[one] < lives}
    if kind == "lives":
        assert {line.number for line in lives_of(tournament) if line.left} == left
    else:
        assert {state.champion for state in brackets_of(tournament)} == left


@pytest.mark.parametrize(
    ("name", "entrants", "method"),
    [("double_elimination", 5, "total_points"), ("lives", 5, "board_a_match")],
)
def test_entrants_with_lives_left_stay_in_play(client, name, entrants, method):
    check_lives(client, name, entrants, method, 1)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("entrants", range(3, 9))
@pytest.mark.parametrize("name", LIVES)
def test_lives_are_correct_for_every_field_size(client, name, entrants, method):
    check_lives(client, name, entrants, method, random.getrandbits(32))

"""Cached standings of workers lead to the same rows as a full rebuild."""

import random
from collections import OrderedDict
from fractions import Fraction

import pytest
from django.db import transaction

from tests.builders import make_drawn, plays_of, slip
from tests.tournaments.formats import make_field
from tests.tournaments.standings.rows import everything, rebuild_from_scratch
from tournaments.events.append import set_current_result
from tournaments.models import Play, Result, Tournament
from tournaments.results.services.results import correct_result
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import adjust, rule_result
from tournaments.standings import cached
from tournaments.standings.tasks import rebuild_now
from tournaments.state.locks import lock_play

pytestmark = pytest.mark.django_db

PAIRS = [
    "matchpoints", "ascherman", "average_difference", "total_points", "butler", "cross_imps",
]  # fmt: skip
TEAMS = ["imps", "swing_points", "board_a_match", "patton"]


class Workers:
    """Two workers with a cache each; rebuilds use either at random."""

    def __init__(self, monkeypatch, rng: random.Random) -> None:
        self.monkeypatch = monkeypatch
        self.rng = rng
        self.kept = [OrderedDict(), OrderedDict()]

    def rebuild(self, tournament: Tournament) -> None:
        with self.monkeypatch.context() as patch:
            patch.setattr(cached, "STANDINGS_CACHE", self.rng.choice(self.kept))
            rebuild_now(tournament.pk)


def net_slip(rng: random.Random) -> dict:
    return slip(rng.choice([30, 62, 82, 90, 98, 120, 150]), declarer=rng.choice("NESW"))


def enter(play: Play, rng: random.Random) -> None:
    correct_result(play_id=play.pk, slip=net_slip(rng), reason="x", actor=None)


def rule(play: Play, rng: random.Random) -> None:
    kind = rng.choice([Result.Kind.ADJUSTED, Result.Kind.NOT_PLAYED, Result.Kind.LATE])
    average = [{"average": rng.choice(["plus", "equal", "minus"])} for _side in "NE"]
    is_adjusted = kind == Result.Kind.ADJUSTED
    awards = dict(zip(("NS", "EW"), average, strict=True)) if is_adjusted else None
    rule_result(play_id=play.pk, kind=kind, awards=awards, reason="x")


@transaction.atomic
def take_away(play: Play, _rng: random.Random) -> None:
    """As when a result is moved to its right table."""
    set_current_result(lock_play(play.pk), None, Play.State.EMPTY)


def give(play: Play, rng: random.Random) -> None:
    team = play.sitting.seats.order_by("pk")[0].team
    adjust(team=team, amount=Fraction(rng.randint(-5, 5)), reason="x")


def foul(play: Play, rng: random.Random) -> None:
    same = Play.objects.filter(board=play.board)
    groups = {pk: rng.randrange(2) for pk in same.values_list("pk", flat=True)}
    if any(groups.values()) and not play.board.foulings.exists():
        split_board(board=play.board, groups=groups, reason="x")


DEEDS = [enter] * 8 + [rule] * 3 + [take_away, give, foul]


@pytest.fixture
def steps(every_example) -> int:
    return 24 if every_example else 9


def check_random_steps(
    tournament: Tournament, monkeypatch, steps: int, seed: int, deeds=tuple(DEEDS)
) -> None:
    """Apply random deeds; after some, rows must equal a rebuild from scratch."""
    rng = random.Random(seed)
    workers = Workers(monkeypatch, rng)
    for play in plays_of(tournament, sitting__round__number__lte=2):
        enter(play, rng)
    workers.rebuild(tournament)
    counted = 0
    for step in range(steps):
        for _deed in range(rng.randint(1, 4)):
            number = rng.choice([1, 2, 2, 3])
            play = rng.choice(plays_of(tournament, sitting__round__number=number))
            rng.choice(deeds)(play, rng)
        if step % 8 == 4:  # a round becomes complete
            waiting = plays_of(tournament, state="empty", sitting__round__number__lte=3)
            for play in waiting:
                enter(play, rng)
        workers.rebuild(tournament)
        found = everything(tournament)
        rebuild_from_scratch(tournament)
        assert found == everything(tournament), step
        counted += any(row["boards"] for row in found[0])
    assert counted


@pytest.mark.sample
@pytest.mark.parametrize("scoring", PAIRS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_cached_standings_of_pairs_equal_full_rebuild(monkeypatch, steps, scoring, seed):
    tournament = make_drawn(8, boards_per_round=1, scoring=scoring)
    check_random_steps(tournament, monkeypatch, steps, seed)


@pytest.mark.parametrize(("kind", "params"), [
    ("mitchell", {"tables": 5}), ("howell", {"tables": 3, "rounds": 5}),
])  # fmt: skip
def test_cached_standings_of_repeated_boards_equal_full_rebuild(monkeypatch, steps, kind, params):
    teams = 10 if kind == "mitchell" else 6
    tournament = make_drawn(teams, kind=kind, params=params, boards_per_round=1)
    check_random_steps(tournament, monkeypatch, steps, 3)


def test_cached_standings_in_vp_equal_full_rebuild(monkeypatch, steps):
    tournament = make_drawn(8, boards_per_round=2, scoring="cross_imps")
    Tournament.objects.filter(pk=tournament.pk).update(match_scale={"vp": "wbf-imps-15"})
    check_random_steps(tournament, monkeypatch, steps, 4)


@pytest.mark.sample
@pytest.mark.parametrize("scoring", TEAMS)
@pytest.mark.parametrize(("kind", "params"), [
    ("head_to_head", {"teams": 4}), ("american_whist", {"teams": 5}),
])  # fmt: skip
def test_cached_standings_of_teams_equal_full_rebuild(monkeypatch, steps, scoring, kind, params):
    tournament = make_field(
        params["teams"], kind, params, unit="team", scoring=scoring, boards_per_round=1
    )
    check_random_steps(
        tournament, monkeypatch, steps, 5, deeds=(enter, enter, rule, take_away, give)
    )


def test_standings_cache_evicts_other_tournament_at_limit(monkeypatch):
    tournament = make_drawn(8, boards_per_round=1)
    rng = random.Random(6)
    for play in plays_of(tournament, sitting__round__number=1):
        enter(play, rng)
    rebuild_now(tournament.pk)
    kept = cached.STANDINGS_CACHE[tournament.pk, tournament.code]
    assert kept.rounds == 1
    monkeypatch.setattr(cached, "MAX_CACHED", 1)
    other = make_drawn(8, boards_per_round=1, club=tournament.club, name="Other")
    rebuild_now(other.pk)
    assert list(cached.STANDINGS_CACHE) == [(other.pk, other.code)]


def test_cached_standings_reload_after_too_many_pending_facts(monkeypatch):
    monkeypatch.setattr(cached, "MAX_PENDING_FACTS", 3)
    tournament = make_drawn(8, boards_per_round=1)
    rng = random.Random(7)
    first, second = Workers(monkeypatch, rng), Workers(monkeypatch, rng)
    for play in plays_of(tournament, sitting__round__number=1):
        enter(play, rng)
    first.rebuild(tournament)
    for play in plays_of(tournament, sitting__round__number=1):
        enter(play, rng)
    second.rebuild(tournament)
    enter(plays_of(tournament)[0], rng)
    first.rebuild(tournament)
    found = everything(tournament)
    rebuild_from_scratch(tournament)
    assert found == everything(tournament)

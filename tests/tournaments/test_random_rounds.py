"""Random evenings drawn round by round: leavers, late pairs, corrections, ties at the line."""

import random
from collections import Counter

import pytest

from tests.builders import plays_of, rebuild
from tests.tournaments.formats import resting_in
from tests.tournaments.open_contests import (
    meetings_in,
    next_round,
    numbers_at,
    open_field,
    play_games,
)
from tests.tournaments.people.field import seen
from tournaments.changes.services.changes import undo_change
from tournaments.errors import Refused
from tournaments.models import LogEntry, Round, Tournament
from tournaments.people.services.people import join_late, withdraw_team
from tournaments.ranking.advancing import change_of
from tournaments.results.services.results import correct_result
from tournaments.setup.services.stages import continue_with, exchange_entrants
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db
KINDS = ("swiss", "danish", "random", "berger", "pools")
POINTS = [(1000, 1000), (1100, 900), (900, 1100), (1600, 200)]


def begin(kind: str, rng: random.Random) -> Tournament:
    """A field of 6 to 10 in which some may have fixed tables."""
    entrants = rng.randrange(6, 11)
    params = {"swiss": {"rounds": 3}, "danish": {"rounds": 3, "again": False}}.get(kind, {})
    params |= {"rounds": 3} if kind == "random" else {}
    params |= {"pools": 2} if kind == "pools" else {}
    tournament = open_field(entrants, kind, params=params)
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["none"])
    for table, team in enumerate(rng.sample(list(tournament.teams.all()), 2), start=1):
        tournament.teams.filter(pk=team.pk).update(fixed_table=table)
    tournament.refresh_from_db()
    return tournament


def change_people(tournament: Tournament, number: int, rng: random.Random) -> None:
    """By lot a pair leaves or comes before a round; the change is undone and made again."""
    here = list(tournament.teams.filter(number__isnull=False, withdrawn_from=None))
    deeds = []
    if len(here) > 5 and rng.randrange(2):
        team = rng.choice(here)
        deeds.append(lambda: withdraw_team(team=team, from_round=number))
    if tournament.movement_kind in KINDS[:3] and rng.randrange(2):
        names = [f"Нов Играч {number}", f"Друг Играч {number}"]
        deeds.append(lambda: join_late(tournament=tournament, players=names, from_round=number))
    for deed in deeds:
        layout, places = seen(tournament)
        undo_change(change=deed())
        after, places_after = seen(tournament)
        assert places_after == places
        assert (after.seats, after.tables, after.plays) == (
            layout.seats,
            layout.tables,
            layout.plays,
        )
        deed()


def correct_one(tournament: Tournament, rng: random.Random) -> None:
    play = rng.choice(plays_of(tournament, current__isnull=False))
    score = dict(zip(("NS", "EW"), rng.choice(POINTS), strict=True))
    correct_result(play_id=play.pk, slip={"game": score}, reason="misread", actor=None)


def must_be_fair(row: Round) -> None:
    """Nobody twice, nobody missing, the fewest unplayed rounds rest, and it is in the log."""
    pairs = meetings_in(row)
    seated = Counter(number for pair in pairs for number in pair)
    resting = resting_in(row)
    assert set(seated.values()) == {1}
    teams = row.tournament.teams.filter(number__isnull=False)
    here = {
        team.number
        for team in teams
        if team.withdrawn_from is None or team.withdrawn_from > row.number
    }
    assert {*seated, *resting} == here
    assert len(resting) == len(here) % 2
    earlier = list(row.tournament.rounds.filter(number__lt=row.number))
    played = Counter(n for each in earlier for pair in meetings_in(each) for n in pair)
    met = {pair for each in earlier for pair in meetings_in(each)}
    again = [sorted(pair) for pair in pairs if pair in met]
    assert sorted(sorted(pair) for pair in row.drawn["rematches"]) == sorted(again)
    if again:
        assert not can_be_paired(sorted(here), met)
    if resting:
        if row.drawn["bye"]["code"] != "bye_needed":
            assert played[resting[0]] == max(played[number] for number in here)
        details = {"round": row.number, "number": resting[0], "why": row.drawn["bye"]["code"]}
        log = LogEntry.objects.filter(tournament=row.tournament, action="rest_drawn")
        assert details in log.values_list("details", flat=True)


def can_be_paired(numbers: list[int], met: set[frozenset[int]], may_rest: bool = True) -> bool:
    """Whether these can be paired without a rematch, one resting where their number is odd."""
    if not numbers:
        return True
    first, *others = numbers
    if len(numbers) % 2 and may_rest and can_be_paired(others, met, False):
        return True
    return any(
        can_be_paired([n for n in others if n != other], met, may_rest)
        for other in others
        if frozenset({first, other}) not in met
    )


def go_on(before: Tournament, rng: random.Random) -> None:
    """Make the next stage with a decision where one is asked for, then correct and exchange."""
    through = rng.choice([1, 2]) if before.movement_kind == "pools" else rng.choice([2, 3, 4])
    rule = ""
    try:
        (stage,) = continue_with(tournament=before, stage_name="Final", through=through)
    except Refused:  # the place at the line is shared
        rule = rng.choice(["lot", "all"])
        (stage,) = continue_with(tournament=before, stage_name="Final", through=through, tie=rule)
    decided = LogEntry.objects.filter(tournament=before, action__startswith="line_by_")
    assert decided.exists() == bool(rule)
    assert change_of(stage) is None
    for _time in range(3):
        correct_one(before, rng)
        change = change_of(stage)
        if change is None:
            continue
        exchange_entrants(tournament=stage, tie="lot")
        stage.refresh_from_db()
        assert change_of(stage) is None
        there = list(stage.teams.values_list("origin__number", flat=True))
        assert sorted(there) == sorted(set(there)) == sorted(stage.selection["order"])


def check_evening(kind: str, seed: int) -> None:
    rng = random.Random(f"rounds {kind} {seed}")
    tournament = begin(kind, rng)
    by_round = kind in KINDS[:3]
    rounds = tournament.planned_rounds or tournament.rounds.count()
    for number in range(1, rounds + 1):
        if number > 1:
            change_people(tournament, number, rng)
            correct_one(tournament, rng)
        if number > 1 and by_round:
            must_be_fair(next_round(tournament))
        games = {}
        for play in plays_of(tournament, sitting__round__number=number):
            games[numbers_at(play)] = rng.choice(POINTS[: rng.choice([1, 4])])
        if games:
            play_games(tournament, number, lambda ns, ew, games=games: games[ns, ew])
    go_on(finish_tournament(tournament=rebuild(tournament), anyway=True), rng)


@pytest.mark.parametrize("kind", KINDS)
def test_rounds_are_fair_and_every_decision_is_logged(kind):
    check_evening(kind, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 42))
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_evenings(kind, seed):
    check_evening(kind, seed)

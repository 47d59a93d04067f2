"""Contests of every movement and method, from the draw to the public page, against plain
sums.

Tables enter and confirm, the director corrects and rules. Only seats are read from the
database.
"""

import random
from fractions import Fraction

import pytest

from tests.builders import rebuild
from tests.tournaments.plain_totals import totals
from tests.tournaments.random_forms import FORMATS, methods_of
from tests.tournaments.random_play import contest_of, give_and_take, play_on
from tests.tournaments.random_sheets import check_public_standings, sheet_of
from tests.tournaments.scoring.plain import plain_game_totals, plain_pair_vp, plain_total
from tournaments.scoring import (
    VP_SCALES,
    BoardResult,
    Entrant,
    Facts,
    Game,
    GameSide,
    Lineup,
    Method,
    Tariff,
)
from tournaments.scoring.validation import check_facts
from tournaments.state.snapshot import snapshot_of

pytestmark = pytest.mark.django_db

QUICK = {
    "mitchell missing": "matchpoints",
    "howell": "cross_imps",
    "one_table": "butler",
    "swiss": "ascherman",
    "whist of ten": "average_difference",
    "melee": "total_points",
    "american_whist": "imps",
    "new_england": "patton",
    "triangle": "board_a_match",
    "head_to_head": "swing_points",
    "berger": "game_points",
    "two_handed": "wins_then_points",
    "three_handed": "points_then_wins",
}


def facts_of(contest, scale):
    results, games, lineups = [], [], {}
    for play, made in contest.made.items():
        sitting = play.sitting
        at = sitting.round.number, sitting.table.number
        seats = list(sitting.seats.select_related("team").order_by("pk"))
        if contest.for_games:
            by_side = {s.side if len(made) == 2 else s.place: s.team.number for s in seats}
            games.append(Game(*at, tuple(GameSide(by_side[s], made[s]) for s in made)))
        else:
            sides = [
                side_of(lineups, tuple(sorted(s.team.number for s in seats if s.side == name)))
                for name in ("NS", "EW")
            ]
            results.append(BoardResult(play.board.number, *at, *sides, **made))
    return Facts(
        Method(contest.tournament.scoring),
        results=tuple(results),
        games=tuple(games),
        entrants=tuple(map(Entrant, contest.tournament.teams.values_list("number", flat=True))),
        lineups=tuple(Lineup(side, people) for people, side in lineups.items()),
        adjustments=tuple(contest.given.values()),
        match=scale,
    )


def side_of(lineups, people):
    return people[0] if len(people) == 1 else lineups.setdefault(people, -1 - len(lineups))


def plain_totals(facts):
    """Entrant → (total, second figure), best first."""
    taken = {entrant.id: Fraction(0) for entrant in facts.entrants}
    for each in facts.adjustments:
        taken[each.entrant] += each.amount
    if facts.games:
        totals = plain_game_totals(facts)
        return {e: (total + taken[e], second) for e, (total, second) in totals.items()}
    if facts.match in VP_SCALES.values() and not facts.method.for_teams:
        return {e: (plain_pair_vp(facts, e) + taken[e], 0) for e in taken}
    return {e: (plain_total(facts, e), 0) for e in taken}


def scales_of(method, values):
    tariff = {"win": 3, "draw": 1, "loss": 0}
    found = [({}, None)]
    if method in ("butler", "cross_imps") and values == {}:
        found.append(({"vp": "wbf-imps-15"}, VP_SCALES["wbf-imps-15"]))
    if method in ("imps", "swing_points", "board_a_match"):
        found.append(({"vp": "wbf-imps-15"}, VP_SCALES["wbf-imps-15"]))
    if method in ("imps", "swing_points", "board_a_match", "game_points"):
        found.append(({"tariff": tariff}, Tariff(*map(Fraction, tariff.values()))))
    return found


def check_contest(client, name, method, seed):
    rng = random.Random(f"{name} {method} {seed}")
    stored, scale = rng.choice(scales_of(method, FORMATS[name][2]))
    contest = contest_of(name.split(" ")[0], FORMATS[name], method, stored, rng)
    tournament = contest.tournament
    play_on(contest, lambda _number: rng.randrange(2) and rebuild(tournament), by_tables=True)
    give_and_take(contest)
    contest.tournament = rebuild(tournament)
    facts = facts_of(contest, scale)
    assert snapshot_of(contest.tournament).rounds == contest.tournament.rounds.count()
    check_facts(snapshot_of(contest.tournament).facts)
    expected = plain_totals(check_facts(facts))
    assert totals(sheet_of(contest)) == expected
    check_public_standings(client, contest, expected)


@pytest.mark.sample
@pytest.mark.parametrize(("name", "method"), QUICK.items())
def test_standings_are_correct_for_each_method(client, name, method):
    check_contest(client, name, method, 1)


def test_quick_contests_cover_every_method():
    assert set(QUICK.values()) == {method.value for method in Method}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "method"), [(name, method) for name in FORMATS for method in methods_of(name)]
)
def test_standings_are_correct_for_each_movement_and_method(client, name, method):
    check_contest(client, name, method, random.getrandbits(32))

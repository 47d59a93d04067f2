from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.scoring.plain_events import (
    CHAINS,
    TARIFF,
    PlainLeague,
    RandomCup,
    random_league,
    random_score,
)
from tournaments.movements import knockout_orders
from tournaments.scoring import (
    Entrant,
    Facts,
    IncrementalStandings,
    KnockoutOrder,
    Method,
    compute_standings,
    facts_from_json,
)
from tournaments.scoring.serialization import facts_to_json

LEAGUES, CUPS = 2000, 1000
SAMPLE = 40


def groups_of(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row.rank, []).append(row.entrant)
        assert row.tied == (sum(other.rank == row.rank for other in rows) > 1)
    assert list(groups) == sorted(groups)
    return [sorted(groups[rank]) for rank in groups]


def check_league(seed):
    rng = Random(f"league {seed}")
    facts = random_league(rng)
    running = IncrementalStandings(replace(facts, games=()))
    for game in rng.sample(facts.games, len(facts.games)):
        running.change(games=[game])
    assert groups_of(running.rows) == PlainLeague(facts).ranking()
    assert running.standings() == compute_standings(facts)
    now = {game.where: game for game in facts.games}
    done = []
    for _step in range(rng.randint(1, 4)):
        before = dict(now)
        if now and rng.randrange(3):
            game = rng.choice(list(now.values()))
            points = random_score(rng)
            sides = tuple(replace(s, points=p) for s, p in zip(game.sides, points, strict=True))
            now[game.where] = replace(game, sides=sides)
        else:
            last = max((where.round for where in now), default=0)
            now = {where: game for where, game in now.items() if where.round < last}
        update_standings(running, before, now)
        done.append(before)
        changed = replace(facts, games=tuple(now.values()))
        assert groups_of(running.rows) == PlainLeague(changed).ranking()
        assert running.standings() == compute_standings(changed)
    for before in reversed(done):
        update_standings(running, now, before)
        now = before
    assert running.standings() == compute_standings(facts)


def update_standings(running, before, after):
    changed = [game for where, game in after.items() if before.get(where) != game]
    running.change(games=changed, gone=[where for where in before if where not in after])


def facts_of_cup(cup, played, games, rounds, chain=()):
    orders = knockout_orders(
        cup.kind,
        cup.params,
        teams=range(1, cup.size + 1),
        matches=played,
        rounds=rounds,
        bought={},
        left={},
    )
    return Facts(
        Method.GAME_POINTS,
        games=tuple(games),
        entrants=tuple(map(Entrant, range(1, cup.size + 1))),
        match=TARIFF,
        tie_breaks=chain,
        lots=tuple(range(cup.size, 0, -1)),
        knockout=tuple(
            KnockoutOrder(number, tuple(map(tuple, groups))) for number, groups in orders.items()
        ),
    )


def check_cup(seed):
    """Compare places with the bracket after each round; correcting the final moves two."""
    rng = Random(f"cup {seed}")
    cup, orders = RandomCup(rng), {}
    chain = rng.choice([(), (), *CHAINS])
    while cup.play_round():
        orders[cup.rounds] = cup.order(cup.played)
        facts = facts_of_cup(cup, cup.played, cup.games, cup.rounds, chain)
        rows = compute_standings(facts).rows
        assert groups_of(rows) == PlainLeague(facts).separate(orders[cup.rounds], chain)
        for row in rows:
            for each in row.rounds[:-1]:
                better = orders[each.round]
                at = next(i for i, group in enumerate(better) if row.entrant in group)
                assert each.rank == 1 + sum(len(group) for group in better[:at])
    assert compute_standings(facts_from_json(facts_to_json(facts))).rows == rows
    correct_the_last(cup, facts, rows)


def correct_the_last(cup, facts, rows):
    last = cup.played[-1]
    if last.match > 1000 or cup.best_of > 1:
        return
    other = last.b if last.winner == last.a else last.a
    played = [*cup.played[:-1], replace(last, winner=other)]
    games = list(facts.games)
    changed = facts_of_cup(cup, played, games, cup.rounds, facts.tie_breaks)
    assert [sorted(g) for g in changed.knockout[-1].groups] == cup.order(played)
    assert facts_of_cup(cup, cup.played, games, cup.rounds, facts.tie_breaks) == facts
    assert compute_standings(facts).rows == rows


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_random_league_standings_match_reference(seed):
    check_league(seed)


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_random_cup_standings_match_reference(seed):
    check_cup(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(SAMPLE, LEAGUES, 100))
def test_many_random_league_standings_match_reference(start):
    for seed in range(start, min(start + 100, LEAGUES)):
        check_league(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(SAMPLE, CUPS, 100))
def test_many_random_cup_standings_match_reference(start):
    for seed in range(start, min(start + 100, CUPS)):
        check_cup(seed)

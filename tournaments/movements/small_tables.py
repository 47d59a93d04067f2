from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt
from random import Random

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Sitting, assemble_movement
from tournaments.movements.round_robin import berger

Table = tuple[int, ...]

MOST_TRIES = 200
SEARCH_BUDGET = 100_000
"""Random starts per round times squared players."""
Squares = list[list[int]]
"""By two players: squared number of meetings, the cost of another."""


def one_table(rounds: int) -> Movement:
    """Two pairs who keep their seats, a new board set each round; compared elsewhere."""
    require(rounds >= 1, "no_rounds", _("A session has at least one round."))
    listed = [[Sitting(1, 1, 2, number)] for number in range(1, rounds + 1)]
    return assemble_movement("one_table", listed, entrants=2)


def two_handed(players: int, rounds: int | None = None) -> Movement:
    return replace(berger(players, rounds, unit="player"), kind="two_handed")


def three_handed(players: int, rounds: int, seed: int = 0) -> Movement:
    """Three at a table, each for themselves; players beyond a multiple of three rest.

    An odd number of full tables has a plan without repeated meetings, one round per table (one
    more for nine players); otherwise a search minimises repeats.
    """
    require(players >= 3, "too_few_for_three", _("At least 3 players are needed."))
    require(rounds >= 1, "no_rounds", _("A session has at least one round."))
    planned = _plan(players)
    listed = planned[:rounds] if rounds <= len(planned) else _search(players, rounds, seed)
    return assemble_movement(
        "three_handed",
        [
            [
                Sitting(at, None, None, None, _turn_seats(table, at + turn))
                for at, table in enumerate(tables, 1)
            ]
            for turn, tables in enumerate(listed)
        ],
        entrants=players,
        unit="player",
    )


def _turn_seats(table: Table, turn: int) -> Table:
    start = turn % len(table)
    ordered = tuple(sorted(table))
    return ordered[start:] + ordered[:start]


def _plan(players: int) -> list[list[Table]]:
    """Three groups of q: a stays, b goes up one table a round, c two (q odd, no rest)."""
    q = players // 3
    if players % 3 or q % 2 == 0:
        return []
    rounds: list[list[Table]] = [
        [(at + 1, q + (at + turn) % q + 1, 2 * q + (at + 2 * turn) % q + 1) for at in range(q)]
        for turn in range(q)
    ]
    if q == 3:
        rounds.append([(1, 2, 3), (4, 5, 6), (7, 8, 9)])
    return rounds


def three_handed_round(
    players: Sequence[int],
    met: Mapping[tuple[int, int], int],
    rests: Mapping[int, int],
    random: Random,
) -> list[Table]:
    """Draw one round for those present; the fewest byes rest first, then by lot.

    ``met`` counts meetings by two players, the lower first.
    """
    require(len(players) >= 3, "too_few_for_three", _("At least 3 players are needed."))
    order = list(players)
    random.shuffle(order)
    order.sort(key=lambda player: -rests.get(player, 0))
    playing = order[: len(order) // 3 * 3]
    squares = [[met.get((min(a, b), max(a, b)), 0) ** 2 for b in playing] for a in playing]
    tables = _fewest_repeats(range(len(playing)), squares, random)
    return [tuple(playing[at] for at in table) for table in tables]


def _search(players: int, rounds: int, seed: int) -> list[list[Table]]:
    random = Random(seed)
    met: Squares = [[0] * (players + 1) for _player in range(players + 1)]
    rests: Counter[int] = Counter()
    listed = []
    for _round in range(rounds):
        order = list(range(1, players + 1))
        random.shuffle(order)
        # Those who rested most are seated first; the sort keeps the lot among equals.
        order.sort(key=lambda player: -rests[player])
        playing, resting = order[: players // 3 * 3], order[players // 3 * 3 :]
        tables = _fewest_repeats(playing, met, random)
        rests.update(resting)
        for a, b in (couple for table in tables for couple in _couples(table)):
            # From n² to (n + 1)².
            met[a][b] = met[b][a] = met[a][b] + 2 * isqrt(met[a][b]) + 1
        listed.append(tables)
    return listed


def _fewest_repeats(playing: Sequence[int], met: Squares, random: Random) -> list[Table]:
    tries = max(1, min(MOST_TRIES, SEARCH_BUDGET // len(playing) ** 2))
    best: tuple[int, list[Table]] | None = None
    for _try in range(tries):
        tables = _improve(playing, met, random)
        repeats = sum(met[a][b] for table in tables for a, b in _couples(table))
        if best is None or repeats < best[0]:
            best = repeats, tables
        if not repeats:
            break
    return best[1] if best else []


def _improve(playing: Sequence[int], met: Squares, random: Random) -> list[Table]:
    order = list(playing)
    random.shuffle(order)
    better = True
    while better:
        better = False
        for a in range(len(order)):
            for b in range(len(order)):
                if not _repeats_at(order, a, met):
                    break
                if a // 3 != b // 3 and _exchange_gain(order, a, b, met) > 0:
                    order[a], order[b] = order[b], order[a]
                    better = True
    return [tuple(order[at : at + 3]) for at in range(0, len(order), 3)]


def _repeats_at(order: list[int], place: int, met: Squares) -> int:
    first, second = _mates(order, place)
    row = met[order[place]]
    return row[first] + row[second]


def _exchange_gain(order: list[int], a: int, b: int, met: Squares) -> int:
    (first, second), (third, fourth) = _mates(order, a), _mates(order, b)
    one, other = met[order[a]], met[order[b]]
    before = one[first] + one[second] + other[third] + other[fourth]
    return before - (one[third] + one[fourth] + other[first] + other[second])


def _mates(order: list[int], place: int) -> tuple[int, int]:
    at = place // 3 * 3
    if place == at:
        return order[at + 1], order[at + 2]
    return order[at], order[2 * at + 3 - place]


def _couples(table: Table) -> list[Table]:
    a, b, c = table
    return [(a, b), (a, c), (b, c)]

"""Tables of two and of three players, for the variants that are played so; and one table alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Sitting, assemble
from tournaments.movements.round_robin import berger

Table = tuple[int, ...]

TRIES = 40
"""Random starts of each searched round."""


def one_table(rounds: int) -> Movement:
    """Two pairs who keep their seats, with a new board set each round: to be compared elsewhere."""
    require(rounds >= 1, "no_rounds", _("A session has at least one round."))
    listed = [[Sitting(1, 1, 2, number)] for number in range(1, rounds + 1)]
    return assemble("one_table", listed, entrants=2)


def two_handed(players: int, rounds: int | None = None) -> Movement:
    """Two at a table, all against all by Berger's tables; an odd one rests."""
    return replace(berger(players, rounds, unit="player"), kind="two_handed")


def three_handed(players: int, rounds: int, seed: int = 0) -> Movement:
    """Three at a table, everyone for themselves; one or two rest when three do not divide them.

    An odd number of full tables has a plan in which nobody meets twice, one round a table (and one
    more for nine players); otherwise each round repeats as few meetings as a search finds.
    """
    require(players >= 3, "too_few_for_three", _("At least 3 players are needed."))
    require(rounds >= 1, "no_rounds", _("A session has at least one round."))
    planned = _plan(players)
    listed = planned[:rounds] if rounds <= len(planned) else _searched(players, rounds, seed)
    return assemble(
        "three_handed",
        [
            [
                Sitting(at, None, None, None, _seated(table, at + turn))
                for at, table in enumerate(tables, 1)
            ]
            for turn, tables in enumerate(listed)
        ],
        entrants=players,
        unit="player",
    )


def _seated(table: Table, turn: int) -> Table:
    """The seats go round, so that everyone deals first equally often."""
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


def _searched(players: int, rounds: int, seed: int) -> list[list[Table]]:
    random = Random(seed)
    met: Counter[frozenset[int]] = Counter()
    rests: Counter[int] = Counter()
    listed = []
    for _round in range(rounds):
        order = list(range(1, players + 1))
        random.shuffle(order)
        # Those who rested most sit down first; the sort keeps the lot among equals.
        order.sort(key=lambda player: -rests[player])
        playing, resting = order[: players // 3 * 3], order[players // 3 * 3 :]
        tables = min(
            (_improved(playing, met, random) for _try in range(TRIES)),
            key=lambda tables: sum(_repeats(table, met) for table in tables),
        )
        rests.update(resting)
        met.update(frozenset(couple) for table in tables for couple in _couples(table))
        listed.append(tables)
    return listed


def _improved(players: Sequence[int], met: Counter[frozenset[int]], random: Random) -> list[Table]:
    """A random round, bettered by exchanging players between tables while that helps."""
    order = list(players)
    random.shuffle(order)
    better = True
    while better:
        better = False
        for a in range(len(order)):
            for b in range(a + 1, len(order)):
                if a // 3 != b // 3 and _exchange_helps(order, a, b, met):
                    order[a], order[b] = order[b], order[a]
                    better = True
    return [tuple(order[at : at + 3]) for at in range(0, len(order), 3)]


def _exchange_helps(order: list[int], a: int, b: int, met: Counter[frozenset[int]]) -> bool:
    before = _repeats(_table_of(order, a), met) + _repeats(_table_of(order, b), met)
    if not before:
        return False
    order[a], order[b] = order[b], order[a]
    after = _repeats(_table_of(order, a), met) + _repeats(_table_of(order, b), met)
    order[a], order[b] = order[b], order[a]
    return after < before


def _table_of(order: list[int], place: int) -> Table:
    return tuple(order[place // 3 * 3 : place // 3 * 3 + 3])


def _repeats(table: Table, met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(couple)] ** 2 for couple in _couples(table))


def _couples(table: Table) -> list[Table]:
    a, b, c = table
    return [(a, b), (a, c), (b, c)]

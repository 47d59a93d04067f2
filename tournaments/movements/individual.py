"""Single players who change partners by a fixed plan: rainbow and whist.

A whist is written as its first round, `8,4,7,6 …` (North, West, South, East).  Numbers up to the
modulus move: every round adds one, and 1 follows the last; a higher number stays seated.
"""

from collections.abc import Mapping

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Seats, Sitting, assemble

FIRST_ROUNDS: Mapping[int, str] = {
    4: "4,1,3,2",
    5: "1,2,4,3",
    6: "4,1,2,6",
    7: "4,1,2,7",
    8: "8,4,7,6 1,2,5,3",
    9: "5,2,7,1 3,8,6,4",
    10: "7,1,8,5 10,4,3,2",
    11: "8,1,9,3 10,2,4,6",
    12: "12,6,11,7 1,9,10,3 2,4,5,8",
    13: "1,2,10,7 3,6,4,8 5,12,11,9",
    14: "2,12,3,10 4,6,1,14 11,8,7,13",
    15: "1,9,10,5 2,7,4,15 6,13,11,12",
    16: "16,3,15,14 1,8,9,11 2,4,7,13 5,10,6,12",
    17: "1,16,3,11 2,13,10,14 4,12,7,6 5,15,9,8",
    18: "7,17,12,11 18,3,1,5 16,13,2,10 6,15,14,8",
    19: "9,14,11,18 19,12,7,6 2,4,3,13 5,16,10,8",
    20: "20,4,11,16 19,3,1,6 2,14,13,10 5,9,7,15 8,12,18,17",
}
"""Whists found by search: 4n and 4n + 1 players are whist tournaments, the rest never repeat a
partner and oppose nobody more than twice."""


def rainbow(tables: int, rounds: int | None = None) -> Movement:
    """4T players, T not divisible by 2 or 3: North stays, the others go round at three speeds.

    North is 1..T, South T+1..2T, East 2T+1..3T, West 3T+1..4T.  Players of different directions
    meet exactly once; with three boards a round each of the three partners can be had once.
    """
    require(
        tables >= 5 and tables % 2 != 0 and tables % 3 != 0,
        "no_rainbow",
        _("A rainbow needs 5, 7, 11, 13 … tables: no multiple of 2 or 3."),
    )
    return assemble(
        "rainbow",
        [
            tuple(_rainbow_table(tables, table, turn) for table in range(tables))
            for turn in range(_count(rounds, tables))
        ],
        entrants=4 * tables,
        unit="player",
        facts={"partners": ["NS", "NE", "NW"]},
    )


def whist(players: int, rounds: int | None = None) -> Movement:
    """4–20 players, all tables on one set a round.

    With 4n or 4n + 1 players everyone partners everyone once and opposes everyone twice.  Others
    rest in turn; everyone rests equally often over the whole movement.
    """
    require(
        players in FIRST_ROUNDS,
        "no_whist",
        _("There are whist movements for 4 to 20 players."),
    )
    modulus = whist_rounds(players)
    first = [
        [int(number) for number in table.split(",")] for table in FIRST_ROUNDS[players].split()
    ]
    return assemble(
        "whist",
        [
            tuple(
                _table(at, [_moved(number, turn, modulus) for number in seats], turn + 1)
                for at, seats in enumerate(first, 1)
            )
            for turn in range(_count(rounds, modulus))
        ],
        entrants=players,
        unit="player",
    )


def whist_rounds(players: int) -> int:
    """The rounds of a whole whist: one less than the players if all play each round."""
    return players - (players % 4 == 0)


def _moved(number: int, turn: int, modulus: int) -> int:
    if number > modulus:
        return number
    if modulus == 9:
        # Nine have no plan on one ring: they move on a square of three by three.
        row, column = divmod(number % 9, 3)
        return (row + turn // 3) % 3 * 3 + (column + turn) % 3 or 9
    return (number - 1 + turn) % modulus + 1


def _rainbow_table(tables: int, table: int, turn: int) -> Sitting:
    seats = Seats(
        north=table + 1,
        west=3 * tables + (table + 2 * turn) % tables + 1,
        south=tables + (table - turn) % tables + 1,
        east=2 * tables + (table - 2 * turn) % tables + 1,
    )
    return Sitting(table + 1, None, None, (table + turn) % tables + 1, seats)


def _table(table: int, seats: list[int], board_set: int) -> Sitting:
    north, west, south, east = seats
    return Sitting(table, None, None, board_set, Seats(north, west, south, east))


def _count(rounds: int | None, longest: int) -> int:
    rounds = longest if rounds is None else rounds
    require(
        1 <= rounds <= longest,
        "individual_rounds",
        _("This movement has 1 to %(longest)d rounds."),
        longest=longest,
    )
    return rounds

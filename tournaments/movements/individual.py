"""Individual movements with a fixed plan of partners: rainbow and whist.

A whist is its first round, `8,4,7,6 …` (North, West, South, East). Numbers up to the
modulus move: every round adds one, and 1 follows the last; a higher number stays seated.
"""

from pathlib import Path
from typing import Final

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Seats, Sitting, assemble_movement


def first_rounds() -> dict[int, str]:
    lines = Path(__file__).with_name("whists.txt").read_text(encoding="utf-8").splitlines()
    return {int(players): first for players, first in (line.split(": ") for line in lines)}


FIRST_ROUNDS: Final = first_rounds()
"""Found by search: whist tournaments for 4n and 4n + 1 players; the others never repeat a
partner and oppose players at most twice. Above 20 players, rests are far apart."""
MOST_WHIST_PLAYERS: Final = max(FIRST_ROUNDS)


def rainbow(tables: int, rounds: int | None = None) -> Movement:
    """4T players, T not divisible by 2 or 3: North stays, the others move at three speeds.

    North is 1..T, South T+1..2T, East 2T+1..3T, West 3T+1..4T. Players of different directions
    meet once; with three boards a round each of the three can be partner.
    """
    require(
        tables >= 5 and tables % 2 != 0 and tables % 3 != 0,
        "no_rainbow",
        _("A rainbow needs 5, 7, 11, 13 … tables: no multiple of 2 or 3."),
    )
    return assemble_movement(
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
    """4 or more players, as far as there is a plan; all tables play one set a round.

    With 4n or 4n + 1 players everyone partners everyone once and opposes everyone twice.
    Otherwise players rest in turn, equally often.
    """
    require(
        players in FIRST_ROUNDS,
        "no_whist",
        _("There are whist movements for 4 to %(most)d players."),
        most=MOST_WHIST_PLAYERS,
    )
    modulus = whist_rounds(players)
    first = [
        [int(number) for number in table.split(",")] for table in FIRST_ROUNDS[players].split()
    ]
    return assemble_movement(
        "whist",
        [
            tuple(
                _table(at, [_move(number, turn, modulus) for number in seats], turn + 1)
                for at, seats in enumerate(first, 1)
            )
            for turn in range(_count(rounds, modulus))
        ],
        entrants=players,
        unit="player",
    )


def whist_rounds(players: int) -> int:
    return players - (players % 4 == 0)


def _move(number: int, turn: int, modulus: int) -> int:
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

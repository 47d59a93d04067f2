"""Barometer: all tables play the same set in a round, so standings are final at once.

Circle method: in round r entrant x is at ring position x − r, and a word of ±1 over the
positions decides who sits North-South. The balance of two pairs is the word's
autocorrelation, flat (Legendre's symbol) on a ring of prime size ≡ 3 mod 4. Otherwise, or
if not all meet, tables are turned individually.
"""

from collections import defaultdict
from functools import lru_cache

from tournaments.movements.directions import Word, direction_word, is_flat
from tournaments.movements.howell import MAX_STORED_TABLES, howell
from tournaments.movements.model import Movement, assemble_movement
from tournaments.movements.round_robin import Pairing, circle_round, lap_length, laps, tables_of
from tournaments.movements.turning import balance_directions

MAX_CACHED = 32
"""Preparing a draw requests movements repeatedly."""


def barometer(entrants: int, rounds: int | None = None) -> Movement:
    """Any number of pairs, one set a round; in an odd field a different pair rests each round.

    Further laps have swapped sides and new sets.
    """
    lap = lap_length(entrants)
    return _barometer(entrants, lap if rounds is None else rounds)


@lru_cache(MAX_CACHED)
def _barometer(entrants: int, rounds: int) -> Movement:
    lap = lap_length(entrants)
    seated = _howell_meetings if _is_better_as_howell(lap, rounds) else _circle_meetings
    meetings = seated(entrants)
    listed = [
        tables_of(meetings[turn], swapped, at)
        for at, (turn, swapped) in enumerate(laps(entrants, rounds), 1)
    ]
    return balance_directions(assemble_movement("barometer", listed, entrants=entrants))


def _is_better_as_howell(lap: int, rounds: int) -> bool:
    is_known = 2 <= (lap + 1) // 2 <= MAX_STORED_TABLES
    return rounds % lap == 0 and is_known and not is_flat(lap)


def _circle_meetings(entrants: int) -> list[list[Pairing]]:
    lap = lap_length(entrants)
    word = direction_word(lap)
    return [
        [_turn(pair, turn, word) for pair in circle_round(entrants, turn)] for turn in range(lap)
    ]


def _howell_meetings(entrants: int) -> list[list[Pairing]]:
    even = entrants + entrants % 2
    meetings: dict[int, list[Pairing]] = defaultdict(list)
    for sittings in howell(even // 2, missing=even > entrants).rounds:
        for sitting in sittings:
            meetings[sitting.board_set or 0].append((sitting.ns or 0, sitting.ew or 0))
    return [sorted(meetings[number], key=lambda pair: -max(pair)) for number in sorted(meetings)]


def _turn(pair: Pairing, turn: int, word: Word) -> Pairing:
    first, second = pair
    ring = len(word)
    if first > ring:
        return pair
    return pair if word[(first - 1 - turn) % ring] > 0 else (second, first)

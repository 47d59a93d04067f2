"""The barometer: every table plays the same set in the same round, so standings are final at once.

It is the circle method with the directions chosen for balance: entrant x stands at position
x − r of the ring in round r, and a word of ±1 over the positions says who sits North-South.  The
balance of two pairs is then the autocorrelation of the word, flat for Legendre's symbol when the
ring has a prime number of places ≡ 3 mod 4.
"""

from tournaments.movements.directions import Word, direction_word
from tournaments.movements.model import Movement, assemble
from tournaments.movements.round_robin import Pairing, circle_round, lap_length, laps, tables_of


def barometer(entrants: int, rounds: int | None = None) -> Movement:
    """Any number of pairs, one set a round; with an odd number a different pair rests each round.

    After everyone has met everyone the schedule begins again with swapped sides and new sets.
    """
    word = direction_word(lap_length(entrants))
    listed = [
        tables_of([_turned(pair, turn, word) for pair in circle_round(entrants, turn)], swapped, at)
        for at, (turn, swapped) in enumerate(laps(entrants, rounds), 1)
    ]
    return assemble("barometer", listed, entrants=entrants)


def _turned(pair: Pairing, turn: int, word: Word) -> Pairing:
    first, second = pair
    ring = len(word)
    if first > ring:
        return pair
    return pair if word[(first - 1 - turn) % ring] > 0 else (second, first)

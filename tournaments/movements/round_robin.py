"""All play all: the circle method, Berger's tables, and matches without board sets.

Verified for 3–40 entrants: all meet once; home sides differ by at most one.
"""

from collections.abc import Sequence

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Sitting, Unit, assemble_movement

Pairing = tuple[int, int]


def circle_round(entrants: int, turn: int) -> list[Pairing]:
    """Round `turn` (0-based) of the circle: entrant n meets turn + 1, which rests in an odd field.

    Pairings are (first, second), 1-based; their order gives the tables.
    """
    even = entrants + entrants % 2
    ring = even - 1
    pairs = [(even, turn % ring + 1)]
    pairs += [((turn + k) % ring + 1, (turn - k) % ring + 1) for k in range(1, even // 2)]
    return [pair for pair in pairs if entrants >= max(pair)]


def shared_homes(pairs: Sequence[Pairing], entrants: int, turn: int) -> list[Pairing]:
    (home, away), *others = pairs
    stays = entrants % 2 == 0
    return [(away, home) if stays and turn % 2 else (home, away), *others]


def berger_round(entrants: int, turn: int) -> list[Pairing]:
    """Round `turn` (0-based) of Berger’s tables (FIDE); the first of a pairing is at home."""
    even = entrants + entrants % 2
    ring, half = even - 1, even // 2
    place = [(k + turn * half) % ring + 1 for k in range(ring)]
    pairs = [(even, place[0]) if turn % 2 else (place[0], even)]
    pairs += [(place[k], place[-k]) for k in range(1, half)]
    return [pair for pair in pairs if entrants >= max(pair)]


def lap_length(entrants: int) -> int:
    """Rounds until everyone has met everyone: n − 1, or n if one rests each round."""
    require(entrants >= 2, "too_few_entrants", _("At least two entrants are needed."))
    return entrants - 1 + entrants % 2


def laps(entrants: int, rounds: int | None) -> list[tuple[int, bool]]:
    lap = lap_length(entrants)
    count = lap if rounds is None else rounds
    require(count >= 1, "no_rounds", _("A session has at least one round."))
    return [(number % lap, number // lap % 2 == 1) for number in range(count)]


def round_robin(entrants: int, rounds: int | None = None, unit: Unit = "pair") -> Movement:
    """All play all by the circle method, cards dealt at the table (no board sets)."""
    schedule = [
        tables_of(shared_homes(circle_round(entrants, turn), entrants, turn), swapped)
        for turn, swapped in laps(entrants, rounds)
    ]
    return assemble_movement("round_robin", schedule, entrants=entrants, unit=unit)


def berger(entrants: int, rounds: int | None = None, unit: Unit = "pair") -> Movement:
    """All play all by Berger's tables, cards dealt at the table (no board sets)."""
    schedule = [
        tables_of(berger_round(entrants, turn), swapped) for turn, swapped in laps(entrants, rounds)
    ]
    return assemble_movement("berger", schedule, entrants=entrants, unit=unit)


def tables_of(
    pairs: Sequence[Pairing], swapped: bool = False, board_set: int | None = None
) -> list[Sitting]:
    sittings = [Sitting(table, ns, ew, board_set) for table, (ns, ew) in enumerate(pairs, 1)]
    return [sitting.switch_sides() for sitting in sittings] if swapped else sittings

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tournaments.movements import Movement
from tournaments.movements.listing import COMPASS, THREE_SEATS
from tournaments.movements.model import Round, Seats, Sitting, assemble_movement


def pairs_and_sets(movement: Movement) -> list[str]:
    """Rounds as `1-5/1 2-6/2`: North-South, East-West, set."""
    return [
        " ".join(f"{s.ns}-{s.ew}/{s.board_set}" for s in sittings) for sittings in movement.rounds
    ]


def pairs(sittings: Round) -> str:
    return " ".join(f"{sitting.ns}-{sitting.ew}" for sitting in sittings)


def partners(movement: Movement) -> Counter[tuple[int, int]]:
    counted: Counter[tuple[int, int]] = Counter()
    for sittings in movement.rounds:
        for sitting in sittings:
            if sitting.seats is not None and len(sitting.seats) == 4:
                north, west, south, east = sitting.seats
                counted[min(north, south), max(north, south)] += 1
                counted[min(west, east), max(west, east)] += 1
    return counted


def movement_from_json(data: Mapping[str, Any]) -> Movement:
    """A movement from its listing; entrants are counted up to the highest number."""
    rounds = [[sitting_from_json(each) for each in sittings] for sittings in data["rounds"]]
    seated = [entrant for sittings in rounds for s in sittings for entrant in s.entrants]
    single = any(s.seats is not None for sittings in rounds for s in sittings)
    return assemble_movement(
        str(data.get("kind", "imported")),
        rounds,
        entrants=max(seated, default=0),
        unit="player" if single else "pair",
        keep_numbers=True,
    )


def sitting_from_json(data: Mapping[str, Any]) -> Sitting:
    if "seats" in data:
        names = COMPASS if len(data["seats"]) == 4 else THREE_SEATS
        seated = [data["seats"][name] for name in names]
        seats = Seats(*seated) if len(seated) == 4 else tuple(seated)
        return Sitting(data["table"], None, None, data.get("boards"), seats)
    return Sitting(data["table"], data["ns"], data["ew"], data.get("boards"))

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tournaments.movements import MovementError, build_movement, check_movement

MOST_ROUNDS = 8
SIZES = {"pair": 2, "team": 4, "player": 1}
RESTS_PER_WITHDRAWAL = {"pair": 1, "team": 2, "player": 3}
"""Most meetings with one opponent, hence rests if it withdraws."""
Params = dict[str, Any]


@dataclass(frozen=True)
class Format:
    kind: str
    fewest: int
    most: int
    params: Callable[[int, random.Random], Params]
    values: Params = field(default_factory=dict)


def rounds_for(entrants: int, rng: random.Random) -> int:
    return min(entrants - 1, rng.randint(3, MOST_ROUNDS))


def mitchell(entrants: int, rng: random.Random) -> Params:
    tables = (entrants + 1) // 2
    params: Params = {"tables": tables}
    if entrants % 2:
        params["missing"] = rng.choice(["ns", "ew"])
    if tables % 2 == 0:
        params["variant"] = rng.choice(["skip", "share"])
    if tables > MOST_ROUNDS:
        params["rounds"] = rng.randint(4, MOST_ROUNDS)
    if rng.random() < 0.5:
        params["arrow_switch"] = True
    return params


def howell(entrants: int, rng: random.Random) -> Params:
    params: Params = {"tables": (entrants + 1) // 2}
    return params | ({"missing": True} if entrants % 2 else {})


def barometer(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants, "rounds": rounds_for(entrants, rng)}


def whist(entrants: int, rng: random.Random) -> Params:
    return {"players": entrants}


def teams(entrants: int, rng: random.Random) -> Params:
    return {"teams": entrants}


def alone(entrants: int, rng: random.Random) -> Params:
    return {}


def one_table(entrants: int, rng: random.Random) -> Params:
    return {"rounds": rng.randint(3, 5)}


def in_rounds(entrants: int, rng: random.Random) -> Params:
    return {"players": entrants, "rounds": rng.randint(3, 5)}


def rainbow(entrants: int, rng: random.Random) -> Params:
    return {"tables": entrants // 4}


def bracket(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants} | ({"best_of": 3} if rng.random() < 0.3 else {})


def with_lives(entrants: int, rng: random.Random) -> Params:
    return {"lives": rng.randint(1, 2), "buy_backs": rng.randint(0, 1)}


def pools(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants, "pools": max(1, entrants // 5), "boards": True}


def by_standings(entrants: int, rng: random.Random) -> Params:
    return {"rounds": rng.randint(4, 7)}


PLAYER, TEAM = {"unit": "player"}, {"unit": "team", "scoring": "imps"}
OPEN = {"cards": "open", "game": {"deals": 12}, "scoring": "game_points"}
FORMATS = (
    Format("mitchell", 6, 24, mitchell),
    Format("howell", 4, 16, howell),
    Format("endless_howell", 10, 14, howell),
    Format("barometer", 4, 24, barometer),
    Format("round_robin", 4, 12, lambda n, rng: {"entrants": n}),
    Format("berger", 4, 12, lambda n, rng: {"entrants": n}),
    Format("swiss", 8, 24, by_standings),
    Format("danish", 8, 24, by_standings),
    Format("random", 8, 24, by_standings),
    Format("whist", 8, 20, whist, PLAYER),
    Format("american_whist", 5, 11, teams, TEAM),
    Format("head_to_head", 4, 12, teams, TEAM),
    Format("triangle", 3, 3, alone, TEAM),
    Format("one_table", 2, 2, one_table),
    Format("new_england", 4, 12, teams, TEAM),
    Format("swiss", 4, 24, by_standings, TEAM),
    Format("rainbow", 16, 24, rainbow, PLAYER),
    Format("melee", 8, 24, in_rounds, PLAYER),
    Format("single_elimination", 4, 24, bracket),
    Format("double_elimination", 4, 16, bracket),
    Format("lives", 4, 24, with_lives),
    Format("pools", 8, 24, pools),
    Format("swiss", 8, 24, by_standings, OPEN),
    Format("danish", 8, 24, by_standings, OPEN),
    Format("lives", 4, 24, with_lives, OPEN),
    Format("two_handed", 4, 20, in_rounds, {**OPEN, "variant": "bela2"}),
    Format("three_handed", 6, 16, in_rounds, {**OPEN, "variant": "bela3"}),
)


def has_movement(kind: str, params: Params, entrants: int) -> bool:
    """Whether a movement exists for exactly these entrants."""
    try:
        movement = build_movement(kind, params)
    except MovementError:
        return False
    return movement.entrants == entrants and check_movement(movement).is_valid

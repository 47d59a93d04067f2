from typing import Any

Form = tuple[int, dict[str, Any], dict[str, Any]]
"""Entrants, movement parameters, tournament settings."""

TEAM = {"unit": "team", "scoring": "imps"}
PLAYER, OPEN = {"unit": "player"}, {"cards": "open"}
FORMATS: dict[str, Form] = {
    "mitchell": (8, {"tables": 4}, {}),
    "mitchell with a share": (8, {"tables": 4, "variant": "share"}, {}),
    "mitchell switched": (10, {"tables": 5, "rounds": 4, "arrow_switch": True}, {}),
    "mitchell missing": (9, {"tables": 5, "rounds": 3, "missing": "ew"}, {}),
    "howell": (6, {"tables": 3}, {}),
    "howell missing": (7, {"tables": 4, "rounds": 5, "missing": True}, {}),
    "endless_howell": (8, {"tables": 4}, {}),
    "barometer": (7, {"entrants": 7}, {}),
    "one_table": (2, {"rounds": 2}, {}),
    "pools": (8, {"entrants": 8, "pools": 2, "boards": True}, {}),
    "swiss": (8, {"entrants": 8, "rounds": 3}, {}),
    "danish": (6, {"entrants": 6, "rounds": 3}, {}),
    "random": (6, {"entrants": 6, "rounds": 2}, {}),
    "rainbow": (20, {"tables": 5, "rounds": 2}, PLAYER),
    "whist": (9, {"players": 9, "rounds": 5}, PLAYER),
    "whist of ten": (10, {"players": 10, "rounds": 4}, PLAYER),
    "melee": (11, {"players": 11, "rounds": 3, "seed": 5}, PLAYER),
    "head_to_head": (5, {"teams": 5}, TEAM),
    "american_whist": (5, {"teams": 5}, TEAM),
    "new_england": (4, {"teams": 4}, TEAM),
    "new_england of six": (6, {"teams": 6}, TEAM),
    "triangle": (3, {}, TEAM),
    "swiss of teams": (6, {"entrants": 6, "rounds": 3}, TEAM),
    "berger": (6, {"entrants": 6}, OPEN),
    "round_robin": (5, {"entrants": 5}, OPEN),
    "two_handed": (5, {"players": 5}, {**PLAYER, **OPEN, "variant": "bela2"}),
    "three_handed": (9, {"players": 9, "rounds": 3, "seed": 5},
                     {**PLAYER, **OPEN, "variant": "bela3"}),
}  # fmt: skip
FIELD = ["matchpoints", "ascherman", "average_difference", "total_points", "butler", "cross_imps"]
BETWEEN_TEAMS = ["imps", "swing_points", "board_a_match", "patton"]
OF_GAMES = ["game_points", "wins_then_points", "points_then_wins"]

VP = {"vp": "wbf-imps-15"}
TARIFF = {"tariff": {"win": 3, "draw": 1, "loss": 0}}


def methods_of(name: str) -> list[str]:
    values = FORMATS[name][2]
    return OF_GAMES if "cards" in values else BETWEEN_TEAMS if values == TEAM else FIELD


def scales_of(method: str) -> list[dict[str, Any]]:
    """Match scales that a method allows, as stored; {} where boards count."""
    found: list[dict[str, Any]] = [{}]
    if method in ("butler", "cross_imps", "imps", "swing_points", "board_a_match"):
        found.append(VP)
    if method in ("imps", "swing_points", "board_a_match", "game_points"):
        found.append(TARIFF)
    return found

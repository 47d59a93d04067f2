"""Usual settings of clubs, keyed by switch values of the rules, not by game names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.belot import Variant
from tournaments.models import Tournament
from tournaments.setup.forms.defaults import Values


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualGame:
    """Initial values by kind, for rules with these switch values."""

    rules: Mapping[str, object]
    source: str
    village: Mapping[str, object]


USUAL_GAMES: Final = (
    UsualGame(
        rules={"auction": "numeric", "sheet": "card_points"},
        source="Cannes 2016: games of 40 minutes, all points ranked; Manissieux: paired by rank",
        village={
            "unit": Tournament.Unit.PAIR.value,
            "game_length": "to",
            "game_minutes": 40,
            "wanted_kind": "danish",
            "play_minutes": 225,
        },
    ),
    UsualGame(
        rules={"direction": "clockwise", "sheet": "card_points"},
        source="Klaverjas clubs: three games of 16 deals, each with a partner drawn anew",
        village={
            "unit": Tournament.Unit.PLAYER.value,
            "wanted_kind": "melee",
            "play_minutes": 165,
        },
    ),
)
SUGGESTED_FORMATS: Final = frozenset(
    str(habit.village["wanted_kind"]) for habit in USUAL_GAMES if "wanted_kind" in habit.village
)
"""Proposed first because of the rules."""


def usual_game(variant: Variant, kind: str) -> Values:
    """Initial values for open play under these rules; empty where boards are played."""
    if kind not in {"village", "cup"}:
        return {}
    values: Values = {"game_target": variant.target}
    if variant.match_deals:
        values |= {"game_length": "deals", "game_deals": variant.match_deals, "best_of": 1}
    matching_game = next((each for each in USUAL_GAMES if has_usual_rules(variant, each)), None)
    return {**values, **matching_game.village} if matching_game and kind == "village" else values


def has_usual_rules(variant: Variant, habit: UsualGame) -> bool:
    return all(getattr(variant, key) == value for key, value in habit.rules.items())

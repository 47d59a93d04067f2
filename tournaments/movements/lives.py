"""Knock-out by lives: a lost match costs one, and one may be bought back until a chosen round."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.movements.pair_costs import Id


@dataclass(frozen=True, slots=True)
class LivesRules:
    """An entrant without lives is out; one costs a buy-back, up to a round and a number."""

    lives: int = 1
    buy_backs: int = 1
    until_round: int = 2


@dataclass(frozen=True, slots=True)
class Life:
    """One entrant in an event with lives: matches lost and lives bought."""

    id: Id
    rank: int
    lost: int = 0
    bought: int = 0
    met: Mapping[Id, int] = field(default_factory=dict)
    had_bye: bool = False

    def lives_left(self, rules: LivesRules) -> int:
        """Lives left; 0 is out."""
        return max(0, rules.lives + self.bought - self.lost)

    def may_buy_back(self, rules: LivesRules, round_number: int) -> bool:
        """Whether an entrant that is out after this round may come back."""
        return (
            not self.lives_left(rules)
            and self.bought < rules.buy_backs
            and round_number <= rules.until_round
        )

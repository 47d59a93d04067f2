from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.movements.pair_costs import Id


@dataclass(frozen=True, slots=True)
class LivesRules:
    lives: int = 1
    buy_backs: int = 1
    until_round: int = 2


@dataclass(frozen=True, slots=True)
class LivesEntry:
    id: Id
    rank: int
    lost: int = 0
    bought: int = 0
    met: Mapping[Id, int] = field(default_factory=dict)
    had_bye: bool = False

    def lives_left(self, rules: LivesRules) -> int:
        return max(0, rules.lives + self.bought - self.lost)

    def can_buy_back(self, rules: LivesRules, round_number: int) -> bool:
        return (
            not self.lives_left(rules)
            and self.bought < rules.buy_backs
            and round_number <= rules.until_round
        )

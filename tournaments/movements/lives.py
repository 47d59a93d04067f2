"""Knock-out by lives: a lost match costs one, and one may be bought back until a chosen round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.movements.errors import _, require
from tournaments.movements.pair_costs import Entry, Id
from tournaments.movements.swiss import Draw, draw


@dataclass(frozen=True, slots=True)
class LivesRules:
    """A team is out when its lives are gone; one costs a buy-back, up to a round and a number."""

    lives: int = 1
    buy_backs: int = 1
    until_round: int = 2


@dataclass(frozen=True, slots=True)
class Life:
    """One team in an event with lives: matches lost and lives bought."""

    id: Id
    rank: int
    lost: int = 0
    bought: int = 0
    met: Mapping[Id, int] = field(default_factory=dict)
    had_bye: bool = False

    def left(self, rules: LivesRules) -> int:
        """Lives left; 0 is out."""
        return max(0, rules.lives + self.bought - self.lost)

    def may_buy_back(self, rules: LivesRules, round_number: int) -> bool:
        """Whether a team that is out after this round may come back."""
        return (
            not self.left(rules)
            and self.bought < rules.buy_backs
            and round_number <= rules.until_round
        )


def draw_lives(teams: Sequence[Life], rules: LivesRules, *, seed: int = 0) -> Draw:
    """Draw the next round among those alive, by lot, without rematches while that is possible."""
    alive = [team for team in teams if team.left(rules)]
    require(len(alive) > 1, "lives_decided", _("Only one team has a life left: it has won."))
    entries = [Entry(team.id, rank=team.rank, met=team.met, had_bye=team.had_bye) for team in alive]
    return draw(entries, "random", seed=seed)

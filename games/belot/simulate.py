"""Many deals of one question played by bots and counted."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from games.belot.bots import Bot, play_out, random_bot, thumb_bot
from games.belot.game import Deal
from games.belot.packs import random_pack
from games.belot.switches import variant_from_json

LEVELS: Final[dict[str, Bot]] = {"random": random_bot, "thumb": thumb_bot}


@dataclass(frozen=True)
class Question:
    """What is asked."""

    variant: Any
    dealer: str = "N"
    pack: str = ""
    hands: Mapping[str, str] = field(default_factory=dict)
    contract: str = ""
    declarer: str = ""
    contra: int = 0
    levels: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Tally:
    """Counts that add up."""

    deals: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    nets: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.deals + other.deals,
            dict(Counter(self.outcomes) + Counter(other.outcomes)),
            dict(Counter(self.nets) + Counter(other.nets)),
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def simulate(question: Question, seed: int, first: int, count: int) -> Tally:
    """Play deals first … first + count - 1."""
    variant = variant_from_json(question.variant)
    outcomes: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(f"{seed}:{number}")
        deal = Deal(variant, question.dealer, pack=question.pack or random_pack(variant, rng))
        bots = {
            seat: LEVELS[question.levels.get(side, "thumb")]
            for side in ("NS", "EW")
            for seat in side
        }
        result = play_out(deal, bots, rng).result()
        outcomes[str(result["outcome"] or "passed_out")] += 1
        nets[str(result["score"]["NS"] - result["score"]["EW"])] += 1
    return Tally(count, dict(outcomes), dict(nets))

"""What many deals come to: whole numbers that add up, and what follows from them exactly."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

from games.belot.cards import CONTRACTS

MADE: Final = 0
LOST: Final = 1
HANGING: Final = 2
RUN_OF_EIGHT: Final = 3
PASSED_OUT: Final = 4
NO_REACH: Final = -1
OUTCOMES: Final = ("made", "lost", "hanging", "run_of_eight", "passed_out")
SIDES: Final = ("NS", "EW")
FOURTH: Final = 480
"""What a fourth contra adds to the code of an ending without contra: above all other codes."""


class Ending(NamedTuple):
    """How one deal ended; contract and declaring side are numbers (0 where nobody bid)."""

    outcome: int
    contract: int = 0
    side: int = 0
    contra: int = 0
    capot: bool = False

    @property
    def code(self) -> int:
        """One number for all of it, as the kernel writes it."""
        rest = ((self.outcome * 6 + self.contract) * 2 + self.side) * 4 + self.contra % 4
        return rest * 2 + self.capot + FOURTH * (self.contra == 4)

    @classmethod
    def of(cls, code: int) -> "Ending":
        """The ending that a number stands for."""
        fourth, code = divmod(code, FOURTH)
        rest, capot = divmod(code, 2)
        rest, contra = divmod(rest, 4)
        rest, side = divmod(rest, 2)
        outcome, contract = divmod(rest, 6)
        return cls(outcome, contract, side, contra + 4 * fourth, bool(capot))


class Reach(NamedTuple):
    """What the declaring side of one deal reached, whatever the number that it had bid."""

    contract: int
    side: int
    points: int
    """Its total, premiums included."""
    is_behind: bool = False
    """Whether so many points make no number at all (`scoring.is_behind`)."""
    tricks: int = 0
    """What it could have promised of the tricks (`numbers.ALL_TRICKS`, `ALONE`)."""

    @property
    def code(self) -> int:
        """One number for all of it, as the kernel writes it; NO_REACH where no number was bid."""
        rest = (self.points * 3 + self.tricks) * 2 + self.is_behind
        return (rest * 6 + self.contract) * 2 + self.side

    @classmethod
    def of(cls, code: int) -> "Reach":
        """What a number stands for."""
        rest, side = divmod(code, 2)
        rest, contract = divmod(rest, 6)
        rest, is_behind = divmod(rest, 2)
        points, tricks = divmod(rest, 3)
        return cls(contract, side, points, bool(is_behind), tricks)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over deals. `nets` counts deals by North–South's score less East–West's, `endings` by
    how they ended (`Ending.code`) and, where numbers are bid, `reached` by what the declaring side
    reached (`Reach.code`); every other number follows from these.
    """

    nets: Mapping[int, int] = field(default_factory=dict)
    endings: Mapping[int, int] = field(default_factory=dict)
    reached: Mapping[int, int] = field(default_factory=dict)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            _sum(self.nets, other.nets),
            _sum(self.endings, other.endings),
            _sum(self.reached, other.reached),
        )

    @property
    def deals(self) -> int:
        """How many deals were dealt, those thrown in included (their net is 0)."""
        return sum(self.nets.values())

    def count(self, outcome: int) -> int:
        """How many deals ended so: MADE, LOST (the declarers inside), HANGING, and so on."""
        return sum(
            count for code, count in self.endings.items() if Ending.of(code).outcome == outcome
        )

    @property
    def capots(self) -> int:
        """How many deals one side took every trick of."""
        return sum(count for code, count in self.endings.items() if Ending.of(code).capot)

    @property
    def contracts(self) -> dict[tuple[str, str], tuple[int, int]]:
        """(played, made) by contract and declaring side."""
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for code, count in sorted(self.endings.items()):
            ending = Ending.of(code)
            if ending.outcome == PASSED_OUT:
                continue
            key = (CONTRACTS[ending.contract], SIDES[ending.side])
            played, made = found.get(key, (0, 0))
            found[key] = played + count, made + count * (ending.outcome == MADE)
        return found

    @property
    def total(self) -> int:
        """The sum of all nets."""
        return sum(net * count for net, count in self.nets.items())

    @property
    def squares(self) -> int:
        """The sum of the squares of all nets."""
        return sum(net * net * count for net, count in self.nets.items())

    @property
    def mean(self) -> float:
        """The mean net; 0 without deals."""
        return self.total / self.deals if self.deals else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the nets, for samples (n - 1); 0 below two deals."""
        deals = self.deals
        if deals < 2:
            return 0.0
        return sqrt((deals * self.squares - self.total**2) / (deals * (deals - 1)))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.deals) if self.deals else 0.0

    def to_json(self) -> dict[str, dict[str, int]]:
        """Whole numbers only: the counts with their keys as texts."""
        counts = {"nets": self.nets, "endings": self.endings, "reached": self.reached}
        return {
            name: {str(key): count[key] for key in sorted(count)}
            for name, count in counts.items()
            if count or name != "reached"
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Mapping[str, int]]) -> "Tally":
        """The tally that `to_json` wrote, also before it counted what was reached."""
        nets, endings, reached = (
            {int(key): int(count) for key, count in value.get(name, {}).items()}
            for name in ("nets", "endings", "reached")
        )
        return cls(nets, endings, reached)


def _sum(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    return dict(Counter(one) + Counter(other))

"""The answer of the score calculator: what each side writes, and the steps that lead there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.belot import variant_from_json
from games.belot.claims import possible_points
from games.rulebook.steps import StepLine, step_lines
from games.scoring import score_slip


@dataclass(frozen=True, slots=True)
class Reasons:
    """What a slip writes; ``score`` is each side's, ``whole`` what the deal makes together."""

    outcome: str
    score: tuple[int, ...]
    hanging: int
    lines: tuple[StepLine, ...]
    whole: int
    """Everything in the deal, in card points; 0 where the sum proves nothing."""

    @property
    def sum_text(self) -> str:
        """All that is written or hangs, added up: 12 + 8 = 20."""
        parts = [*self.score, self.hanging] if self.hanging else [*self.score]
        return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def reasons_of(variant: Any, slip: Mapping[str, Any], belotes: Mapping[str, int]) -> Reasons:
    """The score of a slip without its variant, with its steps; raises RuleError."""
    result = score_slip(variant, slip)
    lines = tuple(step_lines(variant, slip, belotes))
    return Reasons(
        str(result["outcome"]),
        tuple(result["score"].values()),
        int(result["hanging"]),
        lines,
        sum(result["totals"].values()) if proves(variant, slip, lines) else 0,
    )


def proves(variant: Any, slip: Mapping[str, Any], lines: Sequence[StepLine]) -> bool:
    """Whether all that is written and hangs must be the tens of the whole deal.

    So it is for two sides with all cards in play, before contra and fines.
    """
    rules = variant_from_json(variant)
    two = rules.players in (2, 4) and possible_points(rules, str(slip["contract"])).exact
    changed = any(line.key in ("contra", "kirtik") for line in lines)
    return two and rules.sheet == "match_points" and not changed

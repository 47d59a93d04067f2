"""The answer of the score calculator: what each side writes, and the steps that lead there."""

from collections.abc import Mapping
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
    return Reasons(
        str(result["outcome"]),
        tuple(result["score"].values()),
        int(result["hanging"]),
        tuple(step_lines(variant, slip, belotes)),
        whole_to_check(variant, slip, result),
    )


def whole_to_check(variant: Any, slip: Mapping[str, Any], result: Mapping[str, Any]) -> int:
    """The deal's card points where all that is written must be their tens, else 0."""
    rules = variant_from_json(variant)
    plain = not slip.get("contra") and not any(score < 0 for score in result["score"].values())
    exact = possible_points(rules, str(slip["contract"])).exact
    whole = sum(result["totals"].values())
    tens = rules.sheet == "match_points" and len(result["score"]) == 2 and exact and plain
    lost = rules.kirtik and result["outcome"] == "lost"
    return whole if tens and not lost else 0

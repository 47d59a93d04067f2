from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.belot import Variant, possible_points
from games.rulebook.steps import StepLine, step_lines
from games.slips.scoring import score_slip

SCORE_CHANGING_STEPS: Final = frozenset(
    {"contra", "decides_match", "counted", "base", "bid", "kirtik"}
)


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Scores of a slip, per side, with the steps that explain them."""

    outcome: str
    score: tuple[int, ...]
    hanging: int
    lines: tuple[StepLine, ...]
    whole: int
    """Card points of the whole deal; 0 where the sum proves nothing."""

    @property
    def sum_text(self) -> str:
        parts = [*self.score, self.hanging] if self.hanging else [*self.score]
        return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def explain_score(
    variant: Variant, slip: Mapping[str, object], belotes: Mapping[str, int]
) -> ScoreExplanation:
    """Score a slip without its variant, with its steps; raises RuleError."""
    result = score_slip(variant, slip)
    lines = tuple(step_lines(variant, slip, belotes))
    return ScoreExplanation(
        str(result["outcome"]),
        tuple(result["score"].values()),
        result["hanging"],
        lines,
        sum(result["totals"].values()) if is_sum_conclusive(variant, slip, lines) else 0,
    )


def is_sum_conclusive(
    variant: Variant, slip: Mapping[str, object], lines: Sequence[StepLine]
) -> bool:
    """Whether written and hanging points must add up to the tens of the whole deal.

    True for two sides with all cards in play, before contra and fines, where a lost contract
    counts everything in the deal.
    """
    two = variant.players in (2, 4) and possible_points(variant, str(slip["contract"])).exact
    changed = any(line.key in SCORE_CHANGING_STEPS for line in lines)
    whole = variant.rounding == "paired" and variant.lost_declarations == "both"
    return two and whole and variant.sheet == "match_points" and not changed

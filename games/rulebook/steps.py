"""The scoring of a slip as text: each step of the engine with its figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.belot import ScoringStep, Variant, explain, possible_points, variant_to_json
from games.rulebook.rounding import rounding_sentences
from games.wording.texts import NO_VALUE, figure_text, signed_text

Text = str | Promise
Numbers = Mapping[str, int]

COMMON_RULES: Final = "common"
"""Anchor on a rules page."""

TITLES: Final[Mapping[str, Text]] = {
    "passed_out": _("Everybody passed"),
    "points": _("Points from tricks"),
    "brought_down": _("Brought down to 162"),
    "declarations": pgettext_lazy("step", "Declarations"),
    "roem": _("Combinations in tricks"),
    "belote": pgettext_lazy("step", "Belote"),
    "no_trumps": _("No trumps count double"),
    "capot": _("All tricks"),
    "made": _("Sum: %(own)d is more than %(others)d, made"),
    "lost": _("Sum: %(own)d is not more than %(others)d, failed"),
    "hanging": _("Sum: %(own)d against %(others)d, hanging"),
    "made_by_bid": _("Sum: %(own)d, %(needed)d were needed, made"),
    "lost_by_bid": _("Sum: %(own)d, %(needed)d were needed, failed"),
    "lost_by_floor": _("Sum: %(own)d is less than %(needed)d, failed"),
    "made_by_capot": _("All tricks were bid and taken, made"),
    "lost_by_capot": _("All tricks were bid and not taken, failed"),
    "lost_by_solo": _("All tricks were bid alone and not taken alone, failed"),
    "takes_all": _("Everything to one side: %(total)d"),
    "base": _("The deal counts %(base)d"),
    "rounding_half_up": pgettext_lazy("step", "Rounding"),
    "rounding_half_down": pgettext_lazy("step", "Rounding"),
    "rounding_tens_first": pgettext_lazy("step", "Rounding"),
    "belote_kept": _("Belote kept: %(kept)d"),
    "belote_of_nobody": _("The belote of the side that lost"),
    "bid": _("The bid: %(extra)d"),
    "belote_apart": _("Belote, not multiplied"),
    "rounding": pgettext_lazy("step", "Rounding"),
    "contra": _("Contra: ×%(factor)d"),
    "decides_match": _("The whole match: %(target)d"),
    "counted": _("The deal counts ×%(factor)d"),
    "capot_apart": _("The premium for all tricks"),
    "kirtik": pgettext_lazy("step", "Kirtik"),
    "waits": _("%(hanging)d hang"),
    "written": pgettext_lazy("step", "Written"),
}
REASONS: Final[Mapping[str, Text]] = {
    "passed_out": _("Nothing is scored; the next player deals."),
    "points": _("The cards are worth %(cards)d and the last trick 10: %(total)d in all."),
    "points_out": _("The cards are worth at most %(cards)d and the last trick 10; some stay out."),
    "brought_down": _("The 258 points of all trumps count as 162 here, with halves rounded up."),
    "declarations": _("Only what counts: the side with the better declaration scores its own."),
    "roem": _("Each counts for the side that won its trick."),
    "belote": _("King and queen of trumps in one hand, 20."),
    "no_trumps": _("Points and declarations together, twice."),
    "capot": _("The side that takes every trick gets %(premium)d more."),
    "made": _("The side that named the contract needs more than all the others."),
    "lost": _("The side that named the contract needs more than all the others."),
    "hanging": _("The same on both sides: neither has won the deal yet."),
    "made_by_bid": _("The side that named the contract needs what was bid."),
    "lost_by_bid": _("The side that named the contract needs what was bid."),
    "lost_by_floor": _("No contract is made with less, whatever the others have."),
    "made_by_capot": _("A side that bids all tricks needs them all."),
    "lost_by_capot": _("A side that bids all tricks needs them all."),
    "lost_by_solo": _("A player who bids all tricks alone needs to win each of them."),
    "base": _("It replaces the points of the cards; announcements add %(more)d."),
    "belote_kept": _("A belote stays with the side that has it, won or lost."),
    "belote_of_nobody": _("The losing side’s belote is not scored."),
    "bid": _("It is scored with the points: %(bid)d, %(factor)d times."),
    "belote_apart": _("Contra does not multiply it; %(extra)d are added once."),
    "contra_rows": _("The deal is multiplied by what these rules set for this contra."),
    "decides_match": _(
        "After the fourth contra, “coffee”, the side that wins the deal wins the match."
    ),
    "counted": _("In these rules this contract is multiplied without contra too."),
    "made_takes_all": _("With contra, the side that wins the deal scores all of it."),
    "lost_takes_all": _("A failed contract goes to the other side in full."),
    "takes_own": _("All card points go to one side, with its own announcements only."),
    "contra": _("The deal is multiplied: contra doubles it, and recontra doubles it again."),
    "capot_apart": _("Contra does not multiply it; %(extra)d are added once."),
    "kirtik": _("A penalty for a failed contract or for taking no trick; never multiplied."),
    "waits": _("They are held over for the side that wins the next deal."),
    "written": _(
        "The side that named a failed contract scores nothing; the others score what is theirs."
    ),
}
RULE_OF_STEP: Final[Mapping[str, str]] = {
    "passed_out": "nobody_bids",
    "declarations": "contest",
    "belote": "belote_when",
    "capot": COMMON_RULES,
    "hanging": "on_equal",
    "rounding": "sheet",
    "rounding_half_up": "rounding",
    "rounding_half_down": "rounding",
    "rounding_tens_first": "no_trumps_tens_first",
    "contra": "contra_levels",
    "decides_match": "contra_levels",
    "capot_apart": "capot_multiplied",
    "kirtik": "kirtik",
    "waits": "on_equal",
}
"""Anchor on the rules page; default: the common rules.

Preset pages omit usual rules, so steps of changed ones never link there."""

OMITTED_STEPS: Final = frozenset({"totals", "limit_digit", "hanging_up"})
"""A neighbouring line shows them."""
ADDED_STEPS: Final = frozenset({"declarations", "roem", "belote", "capot"})
"""Figures are added amounts, not sums."""


@dataclass(frozen=True, slots=True)
class Figure:
    text: str
    is_zero: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step for the page: text, a figure per side, and the rule it is based on."""

    key: str
    title: str
    why: str
    figures: tuple[Figure, ...]
    rule: str

    @property
    def is_key(self) -> bool:
        """Whether this step decides the deal."""
        return self.key.partition("_by_")[0] in ("made", "lost", "hanging")


def step_lines(variant: Variant, slip: Mapping[str, object], belotes: Numbers) -> list[StepLine]:
    """Explain each side's score for a slip without its variant; raises RuleError.

    ``belotes`` is the belote part of ``announced``, by side.
    """
    steps = list(
        shown_steps(explain({"variant": variant_to_json(variant), **slip}), belotes, variant)
    )
    lines = []
    for before, step in pairwise([None, *steps]):
        assert step is not None
        if step.key == "written" and before and dict(before.numbers) == dict(step.numbers):
            continue
        lines.append(line_of(step, steps, variant, slip))
    return lines


def shown_steps(
    steps: Sequence[ScoringStep], belotes: Numbers, variant: Variant
) -> Iterator[ScoringStep]:
    for step in steps:
        if step.key == "announced":
            yield from premium_steps(step, belotes, variant)
        elif step.key not in OMITTED_STEPS:
            yield step


def premium_steps(step: ScoringStep, belotes: Numbers, variant: Variant) -> Iterator[ScoringStep]:
    """Announcements as a declaration and a belote step, or the combinations in tricks."""
    if variant.declarations == "trick":
        yield ScoringStep("roem", step.numbers, {}, step.source)
        return
    rest = {side: value - belotes.get(side, 0) for side, value in step.numbers.items()}
    parts = (
        ("declarations", rest),
        ("belote", {side: belotes.get(side, 0) for side in step.numbers}),
    )
    for key, numbers in parts:
        if any(numbers.values()):
            yield ScoringStep(key, numbers, {}, step.source)


def line_of(
    step: ScoringStep, steps: Sequence[ScoringStep], variant: Variant, slip: Mapping[str, object]
) -> StepLine:
    params = {**step.params, **totals_of(step, variant, slip)}
    return StepLine(
        step.key,
        str(TITLES[step.key]) % params,
        reason_of(step, steps, variant, slip, params),
        figures_of(step),
        RULE_OF_STEP.get(step.key, COMMON_RULES),
    )


def totals_of(step: ScoringStep, variant: Variant, slip: Mapping[str, object]) -> dict[str, object]:
    if step.key != "points":
        return {}
    total = possible_points(variant, slip["contract"]).total
    return {"total": total, "cards": total - 10}


def reason_of(
    step: ScoringStep,
    steps: Sequence[ScoringStep],
    variant: Variant,
    slip: Mapping[str, object],
    params: Mapping[str, object],
) -> str:
    if step.key.startswith("rounding"):
        return " ".join(rounding_sentences(step, str(slip["contract"])))
    key = step.key
    if key == "points":
        exact = possible_points(variant, slip["contract"]).exact
        key = "points" if exact else "points_out"
    elif key == "takes_all":
        is_made = any(other.outcome == "made" for other in steps)
        key = "made_takes_all" if is_made else "lost_takes_all"
        if variant.lost_declarations == "defence":
            key = "takes_own"
    elif key == "contra" and variant.factors != "double":
        key = "contra_rows"
    return str(REASONS[key]) % params


def figures_of(step: ScoringStep) -> tuple[Figure, ...]:
    """Each side's number: signed if it is added, otherwise the amount after the step."""
    if step.key not in ADDED_STEPS:
        return tuple(Figure(figure_text(value), value == 0) for value in step.numbers.values())
    numbers = dict(step.numbers)
    if step.key == "capot":
        premium = int(str(step.params["premium"]))
        numbers = dict.fromkeys(numbers, 0) | {str(step.params["side"]): premium}
    return tuple(
        Figure(signed_text(value) if value else NO_VALUE, value == 0) for value in numbers.values()
    )

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.movements.errors import MovementError
from tournaments.movements.pair_costs import DrawEntry
from tournaments.movements.swiss import Draw, accelerate, pair_round

ACCELERATED_ROUNDS = 2
VIRTUAL_POINTS = 100


def pair_by_lot(
    entries: Sequence[DrawEntry], number: int, lot: int, params: Mapping[str, Any]
) -> Draw:
    return pair_round(entries, "random", seed=lot, to_come=remaining_rounds(number, params))


def pair_by_results(
    entries: Sequence[DrawEntry], number: int, lot: int, params: Mapping[str, Any]
) -> Draw:
    opening = opening_round(entries, number, lot, params)
    if opening is not None:
        return opening
    to_come = remaining_rounds(number, params)
    try:
        return pair_round(entries, "swiss", seed=lot, to_come=to_come)
    except MovementError as error:
        if error.code != "scores_too_wide":
            raise
        return pair_round(without_scores(entries), "swiss", seed=lot, to_come=to_come)


def pair_by_rank(
    entries: Sequence[DrawEntry], number: int, lot: int, params: Mapping[str, Any]
) -> Draw:
    """First meets second, third meets fourth; `again` allows rematches."""
    opening = opening_round(entries, number, lot, params)
    if opening is not None:
        return opening
    if params.get("again", True):
        return pair_round(entries, "danish", seed=lot)
    to_come = remaining_rounds(number, params)
    return pair_round(without_scores(entries), "swiss", seed=lot, to_come=to_come)


def remaining_rounds(number: int, params: Mapping[str, Any]) -> int:
    return max(0, int(params.get("rounds") or 0) - number)


def opening_round(
    entries: Sequence[DrawEntry], number: int, lot: int, params: Mapping[str, Any]
) -> Draw | None:
    first = params.get("first", "lot")
    if number == 1 and first == "lot":
        return pair_round(entries, "random", seed=lot)
    if number == 1 and first == "seeding":
        return pair_round(entries, "swiss", folded=True, seed=lot)
    if number <= ACCELERATED_ROUNDS and first == "accelerated":
        scores = [entry.score for entry in entries]
        points = (max(scores) - min(scores)) // 2 or VIRTUAL_POINTS
        return pair_round(accelerate(entries, points), "swiss", folded=number == 1, seed=lot)
    return None


def without_scores(entries: Sequence[DrawEntry]) -> list[DrawEntry]:
    return [replace(entry, score=0) for entry in entries]

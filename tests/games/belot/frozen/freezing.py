"""Fingerprints of stored rule sets: scores of slips and of random deals.

    DJANGO_SETTINGS_MODULE=config.settings python -m tests.games.belot.frozen.freezing

``results.json`` has the rule sets as tournaments stored them. Fingerprints cover the
public API's numbers and keys, not its texts. Rewrite the file only where a rule was
wrong.
"""

import hashlib
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import override

from games.belot import (
    Deal,
    explain,
    play_out,
    possible_points,
    random_bot,
    score,
    variant_from_json,
)
from games.belot.cards import SIDES_OF
from games.rulebook.steps import step_lines

FILE = Path(__file__).parent / "results.json"
HOUSES_OF_A_PRESET = 24
ANNOUNCED = ((0, 0), (20, 0), (0, 20), (50, 20), (0, 120))
SLIPS_OF_A_HOUSE = 400
DEALS_OF_A_PRESET = 120
DEALS_OF_A_HOUSE = 12


def fingerprint(values: Iterator[Any]) -> str:
    """Twelve hex digits that depend on every value."""
    found = hashlib.sha256()
    for value in values:
        found.update(json.dumps(value, sort_keys=True).encode())
    return found.hexdigest()[:12]


def all_slips(rules: Any) -> Iterator[dict[str, Any]]:
    """Every contract, declarer, contra and split of points, with some announcements."""
    variant = variant_from_json(rules)
    sides = SIDES_OF[variant.players]
    seats = {side: side[0] for side in sides}
    for contract, declarer, contra in itertools.product(
        variant.contracts.split(), seats.values(), range(variant.contra_levels + 1)
    ):
        total = possible_points(variant, contract).total
        for own, announced in itertools.product(range(total + 1), ANNOUNCED):
            rest = total - own
            shares = (own, rest) if len(sides) == 2 else (own, rest // 3, rest - rest // 3)
            slip = {
                "variant": rules,
                "contract": contract,
                "declarer": declarer,
                "contra": contra,
                "points": dict(zip(sides, shares, strict=True)),
            }
            if contract != "NT":
                slip["announced"] = dict(zip(sides, (*announced, 0), strict=False))
            yield from capots_of(slip, shares, sides)


def capots_of(
    slip: dict[str, Any], shares: tuple[int, ...], sides: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """The slip; where a side has no points, with and without capot."""
    if 0 not in shares:
        yield slip
        return
    yield {**slip, "capot": None}
    if sum(share > 0 for share in shares) == 1:
        yield {**slip, "capot": sides[shares.index(max(shares))]}


def some_slips(rules: Any) -> list[dict[str, Any]]:
    """Seeded sample, plus about 40 slips at regular intervals."""
    slips = list(all_slips(rules))
    drawn = random.Random(json.dumps(rules)).sample(slips, min(len(slips), SLIPS_OF_A_HOUSE))
    return [*drawn, *(slip for slip in slips[:: len(slips) // 40 + 1])]


def deals(rules: Any, count: int) -> Iterator[dict[str, Any]]:
    variant = variant_from_json(rules)
    rng = random.Random(json.dumps(rules))
    for number in range(count):
        deal = play_out(Deal(variant, seed=rng.getrandbits(30)), random_bot, rng)
        if variant.irregularity == "forfeit" and number % 10 == 9 and deal.standing.bid >= 0:
            deal.fault(deal.table.seats[number % deal.table.players])
        yield deal.result()


def explanation_values(slip: dict[str, Any]) -> Iterator[Any]:
    for step in explain(slip):
        yield [step.key, dict(step.numbers), dict(step.params)]
    bare = {key: value for key, value in slip.items() if key != "variant"}
    with override("en"):
        for line in step_lines(variant_from_json(slip["variant"]), bare, {}):
            figures = [figure.text for figure in line.figures]
            yield [line.key, figures]


def fingerprints(rules: Any, *, whole: bool = True) -> dict[str, str]:
    """Fingerprints of slips, deals and explanations of a rule set.

    ``whole`` includes all slips of a preset; house rules are sampled.
    """
    bare = isinstance(rules, str)
    some = some_slips(rules)
    all_of_preset = {"slips": fingerprint(map(score, all_slips(rules)))} if bare and whole else {}
    return {
        **all_of_preset,
        "some_slips" if bare else "slips": fingerprint(map(score, some)),
        "deals": fingerprint(deals(rules, DEALS_OF_A_PRESET if bare else DEALS_OF_A_HOUSE)),
        "steps": fingerprint(
            step for slip in some[: 300 if bare else 40] for step in explanation_values(slip)
        ),
    }


if __name__ == "__main__":
    import django

    django.setup()
    rows = [
        {"rules": row["rules"], **fingerprints(row["rules"])}
        for row in json.loads(FILE.read_text())
    ]
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")

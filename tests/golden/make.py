"""Golden play-throughs: choose them, or write them again after an intended change of the engine.

    python -m tests.golden.make            rewrite every file from the record it holds
    python -m tests.golden.make --add      add a deal for each value of a switch that none shows
    python -m tests.golden.make --choose   choose new deals, then write them

A file holds the record in text notation, a line of dashes, and the deal's story, and is named by
what it shows. Every preset has one file for each outcome that it can have. Every value of a switch
has one file: a deal by a preset with that switch changed, which would go otherwise without the
change. Of the presets that can show a value, the one with the fewest whole deals does; values
that few presets can show come first. What a preset can show only by a changed switch, such as
hanging points or a third contra, it shows in one more file.
"""

import argparse
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from games.belot import (
    PRESETS,
    SWITCHES,
    RuleError,
    from_text,
    score,
    switch_value,
    to_text,
    variant_from_json,
    variant_to_json,
)
from games.belot.position import AUCTION
from games.belot.switches import Switch
from games.belot.variant import Variant
from tests.games.belot.dealing_tricks import any_deal, play_on
from tests.golden.playthrough import playthrough

HERE = Path(__file__).parent
RULE = "-" * 72 + "\n"
OF_MATCHES = ("target", "match_deals", "capot_exit", "until")
TRIES = 1200
SIX: Final = "C D H S NT AT"
LADDER: Final[dict[str, object]] = {"auction": "ladder", "contracts": SIX}
IN_TENS: Final[dict[str, object]] = {
    "sheet": "match_points", "rounding": "paired",
    "lost_base": "total", "lost_base_capot": "total",
}  # fmt: skip
BESIDE: Final[dict[str, tuple[dict[str, object], ...]]] = {
    "capot_value": ({"capot_bid": "with_number"},),
    "contra_levels": (LADDER,),
    "dealer_may_cancel": ({"nobody_bids": "dealer_names"},),
    "capot_doubled_in_no_trumps": (LADDER,),
    "no_trumps_four_aces": (LADDER,),
    "no_trumps_declarations": (LADDER,),
    "factors": ({"contracts": SIX}, {**LADDER, "contra_levels": 2}),
    "points": ({"contracts": SIX},),
    "carre_order": ({**LADDER, "no_trumps_declarations": True},),
    "carre_points": ({**LADDER, "no_trumps_declarations": True},),
    "lost_base": (IN_TENS,),
    "lost_base_capot": (IN_TENS,),
}
"""What makes a value of these switches matter, where the presets have nothing of the kind."""

Result = dict[str, Any]
Place = tuple[str, str]
"""A preset and the name of a file in its folder."""
OUTCOMES: dict[str, Callable[[Result], bool]] = {
    "made": lambda r: r["outcome"] == "made",
    "lost": lambda r: r["outcome"] == "lost",
    "hanging": lambda r: r["outcome"] == "hanging",
    "run-of-eight": lambda r: r["outcome"] == "run_of_eight",
    "passed-out": lambda r: r["status"] == "passed_out",
    "contra": lambda r: r["contra"] == 1,
    "recontra": lambda r: r["contra"] == 2,
    "capot": lambda r: r["capot"] is not None,
    "no-trumps": lambda r: r["contract"] == "NT",
    "all-trumps": lambda r: r["contract"] == "AT",
    "belote": lambda r: any(r["belote"].values()),
    "declarations": lambda r: any(v >= 100 for v in r["declarations"].values()),
    "in-play": lambda r: r["status"] == "play" and any(r["points"].values()),
    "in-auction": lambda r: r["status"] == "auction" and "P" in r["legal"],
}


def told(record: dict[str, Any]) -> str:
    """The whole text of a golden file."""
    return to_text(record) + RULE + playthrough(record)


def files() -> list[Path]:
    """Every golden file."""
    return sorted(HERE.glob("*/*.txt"))


def record_in(path: Path) -> dict[str, Any]:
    """The record that a golden file holds."""
    return from_text(path.read_text(encoding="utf-8").partition(RULE)[0])


def retell() -> None:
    """Rewrite every file from its own record."""
    for path in files():
        path.write_text(told(record_in(path)), encoding="utf-8")


def add() -> None:
    """Write a deal for each value of a switch that no file shows; leave all others as they are."""
    counted = Counter(path.parent.name for path in files())
    for switch, value in unseen_values():
        for preset in sorted(PRESETS, key=lambda preset: (counted[preset], preset)):
            record = deal_with(preset, switch.key, value)
            if record is not None:
                name = f"{switch.key}-{plain(value)}.txt"
                (HERE / preset / name).write_text(told(record), encoding="utf-8")
                counted[preset] += 1
                break
        else:
            print(f"No deal shows {switch.key} {value}")  # noqa: T201


def unseen_values() -> list[tuple[Switch, object]]:
    """The named values of switches of a deal that no file was played by."""
    played = [variant_from_json(record_in(path)["variant"]) for path in files()]
    return [
        (switch, value)
        for switch in SWITCHES.values()
        if switch.key not in OF_MATCHES
        for value in switch.choices
        if all(switch_value(variant, switch.key) != value for variant in played)
    ]


def deal_with(preset: str, key: str, value: object) -> dict[str, Any] | None:
    """A deal by a preset with this value, which would go otherwise without it.

    It is whole, or stops where a call is forbidden by this value alone.
    """
    for beside in ({}, *BESIDE.get(key, ())):
        base = {"preset": preset, **beside}
        try:
            variant_from_json(base)
            changed = variant_from_json({**base, key: value})
        except RuleError:
            continue
        for ending, is_shown in (("", _is_told_by), (" in-auction", _differs)):
            record = found(changed, f"{preset} {key} {value}{ending}", partial(is_shown, base))
            if record is not None:
                return record
    return None


def _is_told_by(base: object, record: dict[str, Any]) -> bool:
    """Whether a record is whole and goes otherwise by these rules."""
    return score(record)["status"] == "complete" and _differs(base, record)


def choose() -> None:
    """Search deals for every outcome and switch of every preset, and write them."""
    deals = {
        (preset, name): record
        for preset, variant in PRESETS.items()
        for name, record in candidates(preset, variant)
    }
    for preset in PRESETS:
        shutil.rmtree(HERE / preset, ignore_errors=True)
        (HERE / preset).mkdir()
    for preset, name in kept(deals):
        text = told(deals[preset, name])
        (HERE / preset / f"{name}.txt").write_text(text, encoding="utf-8")
    add()


def kept(deals: Mapping[Place, dict[str, Any]]) -> list[Place]:
    """The outcomes of every preset, each value of a switch once, then what is still unseen."""
    chosen = [place for place in deals if place[1] in OUTCOMES]
    whole = {place for place, record in deals.items() if score(record)["status"] == "complete"}
    presets: dict[str, list[str]] = defaultdict(list)
    for preset, name in deals:
        if name not in OUTCOMES:
            presets[name].append(preset)
    for name in sorted(presets, key=lambda name: (len(presets[name]), name)):
        counted = Counter(preset for preset, shown in chosen if (preset, shown) in whole)
        preset = min(presets[name], key=lambda preset: (counted[preset], preset))
        chosen.append((preset, name))
    seen = {(preset, event) for preset, name in chosen for event in events(deals[preset, name])}
    for preset, name in deals:
        shown = {(preset, event) for event in events(deals[preset, name])}
        if not shown <= seen:
            chosen.append((preset, name))
            seen |= shown
    return chosen


def events(record: dict[str, Any]) -> set[object]:
    """What happens in a deal: the outcomes it has, how it ended, how often it was doubled."""
    result = score(record)
    return {
        *(name for name, wanted in OUTCOMES.items() if wanted(result)),
        ("outcome", result["outcome"]),
        ("contra", result["contra"]),
    }


def candidates(preset: str, variant: Variant) -> Iterator[tuple[str, dict[str, Any]]]:
    """The named records that one preset could show."""
    for name, wanted in OUTCOMES.items():
        record = found(variant, f"{preset} {name}", partial(_comes_out, wanted))
        if record is not None:
            yield name, record
    for switch in SWITCHES.values():
        if switch.key in OF_MATCHES:
            continue
        for value, changed in others(variant, switch):
            base = variant_to_json(variant)
            record = found(changed, f"{preset} {switch.key} {value}", partial(_differs, base))
            if record is not None:
                yield f"{switch.key}-{plain(value)}", record


def plain(value: object) -> str:
    """A switch's value as part of a file name."""
    words = "".join(char if char.isalnum() else " " for char in str(value)).split()
    return "-".join(words).lower()[:24]


def others(variant: Variant, switch: Switch) -> Iterator[tuple[object, Variant]]:
    """The other values of a switch, with what they need to make sense."""
    values: tuple[Any, ...] = switch.choices or {"dealer_may_cancel": (7,)}.get(
        switch.key, tuple(range(switch.minimum or 0, (switch.maximum or 0) + 1))
    )
    for value in values:
        if value == switch_value(variant, switch.key):
            continue
        rules: dict[str, Any] = {"preset": variant.preset, switch.key: value}
        if switch.key == "auction" and value in ("turn_up", "name", "eldest"):
            rules |= {"contracts": "C D H S", "contra_levels": 0}
        if switch.key == "dealer_may_cancel":
            rules |= {"nobody_bids": "dealer_names"}
        if switch.key in ("capot_doubled_in_no_trumps", "no_trumps_four_aces", "contra_levels"):
            rules |= {"auction": "ladder", "contracts": "C D H S NT AT"}
        try:
            yield value, variant_from_json(rules)
        except RuleError:
            continue


def _comes_out(wanted: Callable[[Result], bool], record: dict[str, Any]) -> bool:
    """Whether a record has the outcome wanted."""
    return wanted(score(record))


def _differs(base: object, record: dict[str, Any]) -> bool:
    """Whether a record goes otherwise by the preset as it is."""
    return score(record) != score({**record, "variant": base})


def found(
    variant: Variant, name: str, wanted: Callable[[dict[str, Any]], bool]
) -> dict[str, Any] | None:
    """The first of many deals that is wanted, or None."""
    rng = random.Random(name)
    cards = 99 if "in-" not in name else rng.randrange(1, 20)
    for _ in range(TRIES):
        deal = any_deal(variant, rng)
        if name.endswith("in-auction"):
            for _call in range(rng.randrange(1, 6)):
                if deal.phase == AUCTION:
                    deal.apply(rng.choice([call for call in deal.legal if call != "TAKE"]))
        else:
            play_on(deal, rng, cards)
            if variant.irregularity == "forfeit" and deal.standing.bid >= 0 and rng.random() < 0.1:
                deal.fault(rng.choice(deal.table.seats))
        record = deal.record()
        if wanted(record):
            return record
    return None


def main() -> None:
    """Retell, add or choose, as asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ways = parser.add_mutually_exclusive_group()
    for way, told_as in ((add, "add what no deal shows"), (choose, "choose the deals anew")):
        ways.add_argument(
            f"--{way.__name__}", dest="way", action="store_const", const=way, help=told_as
        )
    parser.set_defaults(way=retell)
    parser.parse_args().way()


if __name__ == "__main__":
    main()

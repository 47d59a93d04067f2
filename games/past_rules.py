"""Rules stored before a preset was corrected.

Before 28 November 2026 ``bela`` dealt 2+3 cards before the auction and 3 after it. Rules
stored then keep that; the preset deals 3+3 and 2.
"""

from typing import Any, Final

Json = Any
BELA: Final = "bela"
PACKETS_BEFORE: Final = {"packets": "2+3 / 3"}


def with_old_packets(rules: Json) -> Json:
    if rules == BELA:
        return {"preset": BELA, **PACKETS_BEFORE}
    if isinstance(rules, dict) and rules.get("preset") == BELA and "packets" not in rules:
        return {**rules, **PACKETS_BEFORE}
    return rules


def with_old_rules(value: Json) -> Json:
    if isinstance(value, list):
        return [with_old_rules(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: with_old_packets(each) if key == "variant" else with_old_rules(each)
        for key, each in value.items()
    }

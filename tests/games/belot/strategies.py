from typing import Any

from hypothesis import strategies as st

from games.belot import PRESETS, SWITCHES, RuleError, Variant, variant_from_json


def _values(key: str) -> st.SearchStrategy[Any]:
    switch = SWITCHES[key]
    if switch.choices:
        return st.sampled_from(switch.choices)
    if key == "target":
        return st.sampled_from([1, 20, 101, 151, 1001])
    numbers = st.integers(switch.minimum or 0, switch.maximum or 12)
    return st.one_of(st.just(False), numbers) if switch.may_be_off else numbers


@st.composite
def house_rules(draw: st.DrawFn) -> Variant:
    """Preset with random switches; contradicting changes are dropped."""
    rules: dict[str, Any] = {"preset": draw(st.sampled_from(sorted(PRESETS)))}
    for key in draw(st.sets(st.sampled_from(sorted(SWITCHES)), max_size=8)):
        changed = rules | {key: draw(_values(key))}
        if key == "auction" and changed[key] in ("turn_up", "name", "eldest"):
            changed |= {"contracts": "C D H S", "contra_levels": 0}
        try:
            variant_from_json(changed)
        except RuleError:
            continue
        rules = changed
    return variant_from_json(rules)


variants = st.one_of(st.sampled_from(list(PRESETS.values())), house_rules())
seeds = st.integers(0, 2**32 - 1)
